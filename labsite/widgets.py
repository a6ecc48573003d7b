"""Widgets of the forms, in the admin and on the members' own page."""

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from markdownx.widgets import AdminMarkdownxWidget


class MarkdownWidget(AdminMarkdownxWidget):
    """markdownx' markup with a script of ours.

    Theirs takes the Tab key away from people who use the keyboard, and leaves rows added later
    without a preview.
    """

    template_name = "labsite/widgets/markdown.html"

    @staticmethod
    def add_markdownx_attrs(attrs):
        classes = attrs.get("class", "").split()
        if "markdownx-editor" not in classes:
            classes.append("markdownx-editor")
        return attrs | {
            "class": " ".join(classes),
            "data-markdownx-urls-path": reverse("editor-preview"),
            "data-preview-failed": _("The preview cannot be shown now. Your text is still here."),
        }

    @property
    def media(self):
        return forms.Media(
            css={"all": ["labsite/markdown-editor.css"]}, js=["labsite/markdown-editor.js"]
        )
