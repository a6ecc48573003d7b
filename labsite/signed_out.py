"""A session that ends while somebody types takes nothing away.

A form that comes back from nobody, or with the token of an earlier session, is answered with its
own text, packed and signed, in the page that asks to sign in again. Afterwards it is shown again as
it was typed, if it is the same person, and still saves nothing by itself. The text stays in the
pages all the time: nothing is stored on the server.

Which forms: those of the admin, which carry the signed number of their reader. A form from
elsewhere has none and gets the usual answers.
"""

from django.contrib import messages
from django.contrib.auth.forms import AuthenticationForm
from django.core import signing
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure

READER, KEPT, AGAIN = "_reader", "_kept", "_again"
A_DAY = 24 * 60 * 60
LARGEST = 400_000  # characters of a packed form, which the page of the login holds and sends on
SECRETS = ("password", "csrfmiddlewaretoken")

_signer = signing.Signer(salt="labsite.signed_out.reader")
_SALT = "labsite.signed_out.kept"


def signature_of(user):
    """What a form carries to say for whom it was made."""
    return _signer.sign(str(user.pk))


def reader_of(data):
    """The number of the user that a form was made for, or None."""
    try:
        return int(_signer.unsign(data.get(READER, "")))
    except (signing.BadSignature, ValueError):
        return None


def text_of(request):
    """The fields that were typed, without passwords, and where they were going."""
    fields = [
        [name, values]
        for name, values in request.POST.lists()
        if not any(secret in name for secret in SECRETS)
    ]
    return {
        "reader": reader_of(request.POST),
        "path": request.get_full_path(),
        "fields": fields,
        "has_files": bool(request.FILES),
    }


def unpacked(data):
    """The text that came along while somebody signed in; None without one, or after a day."""
    try:
        return signing.loads(data.get(KEPT, ""), salt=_SALT, max_age=A_DAY)
    except signing.BadSignature:
        return None


def sign_in_page(request):
    """The page that asks to sign in again and brings the text along."""
    kept = signing.dumps(text_of(request), salt=_SALT, compress=True)
    context = {
        "form": AuthenticationForm(request),
        "kept": kept if len(kept) <= LARGEST else "",
        "site": request.site,
    }
    return TemplateResponse(request, "accounts/signed_out.html", context)


def form_again_page(request, text):
    """The page with the one button that shows the form again as it was typed."""
    context = {
        "path": text["path"],
        "fields": [(name, value) for name, values in text["fields"] for value in values],
        "has_files": text["has_files"],
        "again": AGAIN,
        "site": request.site,
    }
    return TemplateResponse(request, "accounts/form_again.html", context)


class KeepsText:
    """A login that brings the text of a form along, and gives it back to whoever typed it."""

    def get_template_names(self):
        if KEPT in self.request.POST:
            return ["accounts/signed_out.html"]
        return super().get_template_names()

    def get_context_data(self, **kwargs):
        return super().get_context_data(**kwargs) | {"kept": self.request.POST.get(KEPT, "")}

    def form_valid(self, form):
        response = super().form_valid(form)
        text = unpacked(self.request.POST)
        if text is None:
            return response
        if text["reader"] == self.request.user.pk:
            return form_again_page(self.request, text)
        sentence = _("The text in the form was typed by somebody else, so it is not shown to you.")
        messages.warning(self.request, sentence)
        return response


class SignedOutMiddleware:
    """Ask whoever sends a form of the admin without being signed in to do so, and keep the text."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_view(self, request, view, args, kwargs):
        """Runs after the check of the token: what comes from elsewhere never gets here."""
        if request.method != "POST" or READER not in request.POST:
            return None
        if request.user.is_authenticated or reader_of(request.POST) is None:
            return None
        return sign_in_page(request)


def refused(request, reason=""):
    """The answer to a form whose token is not that of today's session.

    Signing in again, here or in another window, changes the token. Whom the form was made for gets
    it back then; everybody else gets the usual refusal.
    """
    reader = reader_of(request.POST)
    if reader is None:
        return csrf_failure(request, reason)
    if not request.user.is_authenticated:
        return sign_in_page(request)
    if reader != request.user.pk:
        return csrf_failure(request, reason)
    return form_again_page(request, text_of(request))
