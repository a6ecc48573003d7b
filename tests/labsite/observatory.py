"""The score that Mozilla's Observatory gives a page, computed from its headers.

https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
"""

import re


def score(response):
    """Start at 100, take away what is missing, and add bonuses once that leaves at least 90."""
    headers = response.headers
    total = 100 + sum(penalties(headers, response.cookies))
    return total + sum(bonuses(headers, response.cookies)) if total >= 90 else total


def penalties(headers, cookies):
    policy = directives(headers)
    if not policy:
        yield -25
    scripts = policy.get("script-src", policy.get("default-src", []))
    if policy and ("'unsafe-inline'" in scripts or not scripts):
        yield -20
    if "'unsafe-eval'" in scripts:
        yield -10
    if "'unsafe-inline'" in policy.get("style-src", policy.get("default-src", [])):
        yield -5
    age = hsts_age(headers)
    if age < 15_768_000:  # half a year
        yield -10 if age else -20
    if headers.get("X-Content-Type-Options") != "nosniff":
        yield -5
    if "frame-ancestors" not in policy and "X-Frame-Options" not in headers:
        yield -20
    if headers.get("Access-Control-Allow-Origin") == "*":
        yield -50 if headers.get("Access-Control-Allow-Credentials") == "true" else 0
    for name, cookie in cookies.items():
        is_session = "session" in name
        if not cookie["secure"]:
            yield -40 if is_session else -20
        if is_session and not cookie["httponly"]:
            yield -30
        if "csrf" in name and not cookie["samesite"]:
            yield -20


def bonuses(headers, cookies):
    policy = directives(headers)
    if policy.get("default-src") == ["'none'"] and "unsafe" not in str(policy):
        yield 10
    if policy.get("frame-ancestors") == ["'none'"]:
        yield 5
    if cookies and all(
        cookie["secure"] and cookie["httponly"] and cookie["samesite"]
        for cookie in cookies.values()
    ):
        yield 5
    if headers.get("Referrer-Policy") in {
        "no-referrer",
        "same-origin",
        "strict-origin",
        "strict-origin-when-cross-origin",
    }:
        yield 5
    if headers.get("Cross-Origin-Resource-Policy") in {"same-origin", "same-site"}:
        yield 10
    if headers.get("Cross-Origin-Opener-Policy") == "same-origin":
        yield 10


def directives(headers):
    parts = headers.get("Content-Security-Policy", "").split(";")
    return {words[0]: words[1:] for part in parts if (words := part.split())}


def hsts_age(headers):
    found = re.search(r"max-age=(\d+)", headers.get("Strict-Transport-Security", ""))
    return int(found[1]) if found else 0
