"""Headers that tell browsers what a page may do. Each yields to what a view set itself."""

from http import HTTPStatus

from django.conf import settings
from django.utils.cache import patch_cache_control


class ContentSecurityPolicyMiddleware:
    """Send ``SECURE_CSP``; Django 6 brings the same under this name and ends this class.

    https://docs.djangoproject.com/en/6.0/ref/middleware/#content-security-policy-middleware
    """

    # Django's error pages for developers carry inline styles and scripts.
    DEBUG_PAGES = {HTTPStatus.NOT_FOUND, HTTPStatus.INTERNAL_SERVER_ERROR}

    def __init__(self, get_response):
        self.get_response = get_response
        self.policy = "; ".join(
            directive if sources is True else f"{directive} {' '.join(sources)}"
            for directive, sources in settings.SECURE_CSP.items()
        )

    def __call__(self, request):
        response = self.get_response(request)
        if not (settings.DEBUG and response.status_code in self.DEBUG_PAGES):
            response.headers.setdefault("Content-Security-Policy", self.policy)
        return response


class IsolationMiddleware:
    """Keep other sites from embedding what is ours, and pages from asking for devices.

    An answer that sets a cookie is meant for one browser, and stored nowhere.
    """

    HEADERS = {
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": (
            "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"
        ),
    }

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        for name, value in self.HEADERS.items():
            response.headers.setdefault(name, value)
        if response.cookies:
            patch_cache_control(response, private=True, no_store=True)
        return response
