"""Where a request comes from."""

from django.conf import settings


def address(request):
    """Return the visitor's network address, as our own proxies saw it.

    Each proxy appends the address it was called from, so only as many entries from the right are
    true as there are proxies of ours; whatever a visitor wrote stands left of them.
    """
    hops = request.headers.get("X-Forwarded-For", "").split(",")
    if settings.PROXIES and len(hops) >= settings.PROXIES:
        return hops[-settings.PROXIES].strip() or request.META.get("REMOTE_ADDR", "")
    return request.META.get("REMOTE_ADDR", "")
