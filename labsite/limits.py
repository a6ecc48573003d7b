"""How often something may be done, counted in the cache."""

import contextlib
import hashlib
import time

from django.core.cache import cache


def count(action, by, *, seconds):
    """Count ``action`` done by (or to) somebody, and return how often within these seconds.

    The stretches of time follow the clock. A key says nothing about whom it is for.
    """
    key = _key(action, by, seconds)
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key)
    except ValueError:
        return 1  # a full cache has thrown the count away already


def uncount(action, by, *, seconds):
    """Take back what was just counted, because nothing came of it."""
    with contextlib.suppress(ValueError):
        cache.decr(_key(action, by, seconds))


def _key(action, by, seconds):
    stretch = int(time.time() // seconds)
    somebody = hashlib.sha256(by.encode("utf-8", "surrogatepass")).hexdigest()
    return f"limits:{action}:{somebody}:{stretch}"
