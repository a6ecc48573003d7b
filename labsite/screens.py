"""Pages of the admin that are not the form or the list of one kind of record."""

from django.contrib import messages
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from labsite.signed_out import AGAIN, signature_of


def screen(record_admin, request, template, *, title, **context):
    """Answer with a page of our own within the admin."""
    request.current_app = record_admin.admin_site.name
    return TemplateResponse(
        request,
        template,
        {
            **record_admin.admin_site.each_context(request),
            "opts": record_admin.opts,
            "title": title,
            "form_reader": signature_of(request.user),
            **context,
        },
    )


def wants(request, button):
    """Whether that button of a form was pressed; not so when the form only comes back as it was
    left, after a session that had ended meanwhile.
    """
    return button in request.POST and AGAIN not in request.POST


def report(request, said, *, links=(), step=None):
    """Say what was done, with ways on as pairs of address and words, and the way back."""
    links = list(links)
    if step:
        links.append((reverse("admin:labsite_change_undo", args=[step.number]), _("Undo…")))
    links = format_html_join(" · ", '<a href="{}">{}</a>', links)
    messages.success(request, format_html("{} {}", said, links))
