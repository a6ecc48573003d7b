"""What the text area of a Markdown field asks the server: its preview, and room for a picture."""

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from labsite.content_pictures import keep
from labsite.files import require_room
from labsite.limits import count
from labsite.markdown import render
from labsite.permissions import may_edit_anything
from labsite.pictures import LARGEST_FILE, NOT_A_PICTURE, BadPicture

PREVIEWS_A_MINUTE = 60
UPLOADS_A_MINUTE = 20
MINUTE = 60


@never_cache
def preview(request):
    """The text as its page will show it; what is wrong with it is said in the same place."""
    if not may_edit_anything(request.user):
        raise Http404
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not _has_left("preview", request.user, PREVIEWS_A_MINUTE):
        return _sentence(_("The preview rests for a minute. Your text is still here."))
    try:
        return HttpResponse(render(request.POST.get("content", "")))
    except ValidationError as problem:
        return _sentence(" ".join(problem.messages))


@never_cache
def upload(request):
    """Keep a picture for a text, and say at which address; or say why not."""
    if not may_edit_anything(request.user):
        raise Http404
    if request.method != "POST":
        return _refusal(_("A picture has to be sent."), status=405)
    if not _has_left("upload", request.user, UPLOADS_A_MINUTE):
        return _refusal(
            _("That were many pictures. Please wait a minute before the next one."), status=429
        )
    file = request.FILES.get("picture")
    if file is None:
        return _refusal(_("No picture has arrived. Please choose one."))
    try:
        picture = _kept(file, request.user)
    except ValidationError as problem:
        return _refusal(" ".join(problem.messages))
    return JsonResponse({"address": picture.address, "small": picture.small_address})


def _kept(file, user):
    if file.size > LARGEST_FILE:
        raise BadPicture(_("The picture is larger than 10 MB."))
    require_room(file.size)
    try:
        return keep(file.read(), user)
    except BadPicture as problem:
        if problem.code != NOT_A_PICTURE:
            raise
        raise BadPicture(
            _(
                "Only pictures (JPEG, PNG, WebP or GIF) can stand in a text. The PDF of a paper is"
                " added in the form of the paper, slides in the form of the talk."
            )
        ) from problem


def _refusal(sentence, status=400):
    return JsonResponse({"error": sentence}, status=status)


def _sentence(words):
    return HttpResponse(format_html("<p>{}</p>", words))


def _has_left(action, user, most):
    """Count what somebody does within the minute of the clock."""
    return count(f"editor-{action}", str(user.pk), seconds=MINUTE) <= most
