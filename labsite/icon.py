"""The site's icon at the address that browsers ask for when a page names none."""

from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def icon(request):
    """Lead to the icon among our static files."""
    return redirect(static("labsite/icon.svg"))
