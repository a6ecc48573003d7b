"""The preview beside the text area of a Markdown field."""

import time

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, HttpResponseNotAllowed
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from labsite.markdown import render
from labsite.permissions import may_edit_anything

PREVIEWS_A_MINUTE = 60


@never_cache
def preview(request):
    """The text as its page will show it; what is wrong with it is said in the same place."""
    if not may_edit_anything(request.user):
        raise Http404
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not _has_previews_left(request.user):
        return _sentence(_("The preview rests for a minute. Your text is still here."))
    try:
        return HttpResponse(render(request.POST.get("content", "")))
    except ValidationError as problem:
        return _sentence(" ".join(problem.messages))


def _sentence(words):
    return HttpResponse(format_html("<p>{}</p>", words))


def _has_previews_left(user):
    """Count this preview, within the minute of the clock."""
    key = f"editor-preview:{user.pk}:{int(time.time() // 60)}"
    cache.add(key, 0, timeout=120)
    try:
        return cache.incr(key) <= PREVIEWS_A_MINUTE
    except ValueError:
        return True  # a full cache has thrown the count away already
