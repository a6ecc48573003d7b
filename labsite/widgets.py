"""Widgets of the forms, in the admin and on the members' own page."""

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from markdownx.widgets import AdminMarkdownxWidget

LARGEST_PICTURE = 10 * 2**20
PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif"


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
            "data-markdownx-upload-urls-path": reverse("editor-upload"),
            "data-preview-failed": _("The preview cannot be shown now. Your text is still here."),
            "data-upload-failed": _("The picture could not be sent. Please try again."),
            "data-upload-limit": LARGEST_PICTURE,
            "data-upload-too-large": _("The picture is larger than 10 MB."),
        }

    @property
    def media(self):
        return forms.Media(
            css={"all": ["labsite/markdown-editor.css"]}, js=["labsite/markdown-editor.js"]
        )


class PictureWidget(forms.ClearableFileInput):
    """The picture as it is, and a file to take its place."""

    template_name = "labsite/widgets/picture.html"
    lacks_description = False

    def __init__(self, attrs=None):
        super().__init__({"accept": PICTURE_TYPES} | (attrs or {}))

    def get_context(self, name, value, attrs):
        context = super().get_context(name, value, attrs)
        context["widget"] |= {
            "lacks_description": self.lacks_description,
            "limit": LARGEST_PICTURE,
            "too_large": _("The picture is larger than 10 MB."),
        }
        return context

    @property
    def media(self):
        return forms.Media(
            css={"all": ["labsite/picture-field.css"]}, js=["labsite/picture-field.js"]
        )


class FocalPointWidget(forms.RadioSelect):
    """Nine buttons over the picture, and the square that the choice cuts out of it."""

    template_name = "labsite/widgets/focal_point.html"
    picture = None
    picture_name = ""

    def get_context(self, name, value, attrs):
        context = super().get_context(name, value, attrs)
        context["widget"] |= {"picture": self.picture, "picture_name": self.picture_name}
        return context

    @property
    def media(self):
        return forms.Media(
            css={"all": ["labsite/picture-field.css"]}, js=["labsite/picture-field.js"]
        )
