"""Free pages, such as “Join us”."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from labsite.markdown import MarkdownField, RenderedMarkdown
from labsite.records import Record
from labsite.slugs import AddressField
from people.querysets import PageQuerySet


class Page(Record):
    """A page of free text, of one lab or of the whole site."""

    # The addresses of a lab's other pages; its free pages stand beside them.
    reserved_addresses = frozenset(
        ["people", "publications", "projects", "talks", "news", "openings", "pictures", "numbers"]
    )

    history_parts = ()

    slug = AddressField(
        _("address of this page"),
        help_text=_("Made from the title. Changing it is safe: the old one leads to the new one."),
    )
    lab = models.ForeignKey(
        "people.Lab",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="pages",
        verbose_name=_("lab"),
        help_text=_("Empty: a page of the whole site."),
    )
    title = models.CharField(_("title"), max_length=200)
    body = MarkdownField(_("text"))
    body_html = RenderedMarkdown("body")
    menu_position = models.PositiveSmallIntegerField(
        _("place in the menu"),
        null=True,
        blank=True,
        help_text=_("Empty: not in the menu. A draft is never in the menu."),
    )

    objects = PageQuerySet.as_manager()

    class Meta:
        verbose_name = _("page")
        verbose_name_plural = _("pages")
        ordering = ["menu_position", "title", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["lab", "slug"],
                name="people_page_address_once_per_lab",
                violation_error_message=_("This lab has a page with that address already."),
            ),
            models.UniqueConstraint(
                fields=["slug"],
                condition=Q(lab=None),
                name="people_page_address_once_on_the_site",
                violation_error_message=_("The site has a page with that address already."),
            ),
        ]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        if self.lab_id:
            return reverse("people:lab-page", args=[self.lab.slug, self.slug])
        return reverse("people:page-detail", args=[self.slug])

    def address_scope(self):
        return {"lab": self.lab_id}
