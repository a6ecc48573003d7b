"""Waiting for what a script does, under a policy that lets nobody compile texts to code."""

import time


def wait_until(page, expression, *, seconds=15):
    """Ask the page again and again; Playwright's own way is an "eval", which pages forbid."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"It never happened: {expression}"
        page.wait_for_timeout(30)
