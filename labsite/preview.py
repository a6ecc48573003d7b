"""Previews: the page of a record as visitors would see it once it is published.

The record is published, its page is made, and all of it is taken back: the preview is the later
page itself with a banner, and no page has to know how to show drafts. Two ways lead to it: the
button in a form, which shows what is typed there, and a signed link for people without an account,
which shows what was saved last. A link ends after seven days, when the record is published, and
when somebody ends all links of the record.
"""

from http import HTTPStatus
from io import BytesIO

from django.apps import apps
from django.conf import settings
from django.contrib.admin.utils import unquote
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage import default_storage
from django.core.handlers.wsgi import WSGIRequest
from django.core.signing import BadSignature, TimestampSigner
from django.db import models, transaction
from django.http import Http404
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from labsite.pages import keep_private
from labsite.records import Record
from labsite.visibility import Visibility

DAYS = 7
MOST_REDIRECTS = 2  # the page of the only lab redirects to the home page

_signer = TimestampSigner(salt="labsite.preview")


def address_of(record):
    """The address of a preview for somebody without an account, good for seven days from now."""
    kind = record._meta.label_lower
    token = _signer.sign(f"{kind}-{record.pk}-{_ended(kind, record.pk)}")
    return reverse("preview", args=[token])


def end_links(record):
    """Let no preview link lead to the record that was given out so far."""
    links = apps.get_model("labsite", "PreviewLinks").objects
    links.update_or_create(
        kind=record._meta.label_lower,
        record_id=record.pk,
        defaults={"ended": models.F("ended") + 1},
        create_defaults={"ended": 1},
    )


def _ended(kind, record_id):
    links = apps.get_model("labsite", "PreviewLinks").objects
    ended = links.filter(kind=kind, record_id=record_id).values_list("ended", flat=True)
    return ended.first() or 0


def record_at(token):
    """The draft that a preview link leads to; None when the link is wrong or has ended."""
    try:
        kind, record_id, ended = _signer.unsign(token, max_age=DAYS * 24 * 3600).split("-")
    except BadSignature:
        return None
    record = apps.get_model(kind)._base_manager.filter(pk=record_id).first()
    if record is None or int(ended) != _ended(kind, record_id):
        return None
    if record.visibility == Visibility.PUBLIC:
        # Published some other way than in the admin: the link stays dead if it is taken back.
        end_links(record)
        return None
    return record


@require_safe
def preview(request, token, rest=""):
    """The page of a draft, or one below it, for whoever has a link to it."""
    record = record_at(token)
    if record is None:
        response = render(
            request, "labsite/preview_ended.html", status=HTTPStatus.NOT_FOUND, using=None
        )
        return _hidden(response)
    base = record.get_absolute_url()
    below = request.path.removesuffix(rest)
    with transaction.atomic():
        if rest.startswith("media/"):
            publish_for_now(record)
            response = _answer(request, record, settings.MEDIA_URL + rest.removeprefix("media/"))
        else:
            response = page(request, record, base + rest)
        transaction.set_rollback(True)
    if not response.streaming:
        response.content = _with_own_links(response.content, base, below)
    return _hidden(response)


def _with_own_links(content, base, below):
    """Keep links to pages below the draft, and to its files, within the preview."""
    content = content.replace(f'href="{base}'.encode(), f'href="{below}'.encode())
    # Also within "srcset", where an address follows a blank.
    for before in ('"', " "):
        old, new = f"{before}{settings.MEDIA_URL}", f"{before}{below}media/"
        content = content.replace(old.encode(), new.encode())
    return content


def page(request, record, address=""):
    """The page of ``record``, or another one below it, as visitors will see it.

    The caller undoes the transaction in which this happens.
    """
    publish_for_now(record)
    address = address or record.get_absolute_url()
    for _redirect in range(MOST_REDIRECTS + 1):
        response = _answer(request, record, address)
        if not (300 <= response.status_code < 400 and response.url.startswith("/")):
            return _hidden(response)
        address = response.url
    raise Http404


def publish_for_now(record):
    """Make visible a record, and the lab that it stands in, which would hide it."""
    while isinstance(record, Record):
        type(record)._base_manager.filter(pk=record.pk).update(visibility=Visibility.PUBLIC)
        record.visibility = Visibility.PUBLIC
        record = getattr(record, "parent", None) or getattr(record, "lab", None)


def _answer(request, record, address):
    """What a visitor without an account gets at ``address``."""
    path = address.removeprefix(request.META.get("SCRIPT_NAME", ""))
    visitor = WSGIRequest(
        request.environ
        | {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": path.encode().decode("latin-1"),
            "QUERY_STRING": "",
            "HTTP_COOKIE": "",
            "CONTENT_LENGTH": "",
            "wsgi.input": BytesIO(),
        }
    )
    visitor.user = AnonymousUser()
    visitor.site = type(request.site)(visitor)
    visitor.preview = record
    visitor.resolver_match = view, args, kwargs = resolve(visitor.path_info)
    response = view(visitor, *args, **kwargs)
    return response.render() if hasattr(response, "render") else response


def _hidden(response):
    """Let nobody keep the answer, list it, or learn the address from a link that leads away."""
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "no-referrer"
    del response["Cache-Control"]
    return keep_private(response)


class Previewing:
    """An admin whose forms show the page that would come of what is typed there."""

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        if "_end_links" in request.POST:
            self._end_links(request, object_id)
        if "_preview" not in request.POST:
            return super().changeform_view(request, object_id, form_url, extra_context)
        # What was uploaded would be left behind: files do not take part in the transaction.
        request.FILES.clear()
        # Nobody wants to read on the next page what a save would have said.
        messages, request._messages = request._messages, default_storage(request)
        with transaction.atomic():
            response = super().changeform_view(request, object_id, form_url, extra_context)
            transaction.set_rollback(True)
        request._messages = messages
        return response

    def _end_links(self, request, object_id):
        """Let the links end, and show the form again as it was typed."""
        record = self.get_object(request, unquote(object_id or ""))
        if record is not None and self.has_change_permission(request, record):
            end_links(record)
            self.message_user(request, gettext("All preview links of this page have ended."))
        request.shown_again = True

    def response_add(self, request, obj, post_url_continue=None):
        if "_preview" in request.POST:
            return page(request, obj)
        return super().response_add(request, obj, post_url_continue)

    def response_change(self, request, obj):
        if "_preview" in request.POST:
            return page(request, obj)
        return super().response_change(request, obj)
