"""How often something may be done, counted in the cache."""

import hashlib
import time

from django.core.cache import cache


def count(action, by, *, seconds):
    """Count ``action`` done by (or to) somebody, and return how often within these seconds.

    The stretches of time follow the clock. A key says nothing about whom it is for.
    """
    stretch = int(time.time() // seconds)
    somebody = hashlib.sha256(by.encode("utf-8", "surrogatepass")).hexdigest()
    key = f"limits:{action}:{somebody}:{stretch}"
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key)
    except ValueError:
        return 1  # a full cache has thrown the count away already
