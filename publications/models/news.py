"""News of labs and of their members."""

from html import unescape

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext_lazy as _

from labsite.links import WebAddressField
from labsite.markdown import MarkdownField, RenderedMarkdown
from labsite.partial_dates import PartialDateField
from labsite.pictures import PictureField
from labsite.records import Record
from publications.querysets import NewsQuerySet


class NewsItem(Record):
    """A piece of news, of a lab or on the pages of its members only."""

    class Kind(models.TextChoices):
        NEWS = "news", _("news")
        PRESS = "press", _("in the press")

    address_word = "news"

    history_parts = ()

    date = PartialDateField(_("when"), help_text=_("It appears on the first day of this date."))
    title = models.CharField(
        _("title"), max_length=300, blank=True, help_text=_("A line of news needs none.")
    )
    body = MarkdownField(_("text"))
    body_html = RenderedMarkdown("body")
    lab = models.ForeignKey(
        "people.Lab",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="news",
        verbose_name=_("lab"),
        help_text=_("Empty: only on the pages of the people below."),
    )
    kind = models.CharField(_("kind"), max_length=5, choices=Kind, default=Kind.NEWS)
    outlet = models.CharField(
        _("newspaper or station"), max_length=120, blank=True, help_text=_("For press only.")
    )
    url = WebAddressField(_("address of the article"))
    picture = PictureField(_("picture"))
    picture_description = models.CharField(
        _("description of the picture"), max_length=300, blank=True
    )
    is_pinned = models.BooleanField(_("stays on top"), default=False)
    members = models.ManyToManyField(
        "people.Member", blank=True, related_name="news", verbose_name=_("people")
    )
    publications = models.ManyToManyField(
        "publications.Publication", blank=True, related_name="news", verbose_name=_("papers")
    )
    talks = models.ManyToManyField(
        "publications.Talk", blank=True, related_name="news", verbose_name=_("talks")
    )
    projects = models.ManyToManyField(
        "publications.Project", blank=True, related_name="news", verbose_name=_("projects")
    )

    objects = NewsQuerySet.as_manager()

    class Meta:
        verbose_name = _("news item")
        verbose_name_plural = _("news")
        ordering = ["-date", "-pk"]
        indexes = [models.Index(fields=["visibility", "date"], name="publications_news_by_date")]
        constraints = [
            models.CheckConstraint(
                condition=~Q(title="") | ~Q(body=""),
                name="publications_newsitem_says_something",
                violation_error_message=_("Write a title or a text."),
            ),
        ]

    def __str__(self):
        return self.title or self.words[:80]

    @property
    def words(self):
        """What the text says, without marks; as it was typed until it has been saved once."""
        return " ".join(unescape(strip_tags(self.body_html)).split()) or self.body

    def get_absolute_url(self):
        return reverse("publications:news-detail", args=[self.slug])

    @property
    def year(self):
        return self.date[:4]
