"""What templates know about the site."""


def site(request):
    """``site``: name, menu and footer; missing where no request has been through the middleware."""
    return {"site": getattr(request, "site", None)}
