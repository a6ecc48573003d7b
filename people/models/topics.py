"""Research topics."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from labsite.markdown import MarkdownField, RenderedMarkdown
from labsite.pictures import PictureField
from labsite.records import Record


class Topic(Record):
    """What people here work on, in words for everybody; of one lab or of the whole site."""

    history_parts = ()

    name = models.CharField(_("name"), max_length=120)
    summary = models.CharField(
        _("one plain sentence"),
        max_length=300,
        blank=True,
        help_text=_("For visitors from outside."),
    )
    text = MarkdownField(_("text"))
    text_html = RenderedMarkdown("text")
    picture = PictureField(_("picture"))
    picture_description = models.CharField(
        _("description of the picture"), max_length=300, blank=True
    )
    lab = models.ForeignKey(
        "people.Lab",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="topics",
        verbose_name=_("lab"),
        help_text=_("Empty: a topic of the whole site."),
    )
    position = models.PositiveIntegerField(_("place"), default=0)

    class Meta:
        verbose_name = _("research topic")
        verbose_name_plural = _("research topics")
        ordering = ["position", "name", "pk"]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("people:topic-detail", args=[self.slug])
