"""The sections of a page: what each app can show, and what an owner wants to be different.

An app registers its kinds of section for "member", "lab" or "topic" pages when it is ready, and
for "home", the shorter page of a lab that has the site to itself; the page gathers them without
knowing the app. A stored row says only what differs from the standard
page, so a page without rows is complete and a new kind appears on every page at its own place.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from labsite.markdown import MarkdownField, RenderedMarkdown

FREE_TEXT = "text"
LAST = 1000  # where a section of free text stands that nobody has given a place


@dataclass(frozen=True)
class SectionKind:
    """One kind of section on the pages of one kind of owner.

    ``content(owner, settings)`` returns what the template shows, and something falsy when there
    is nothing to show; ``settings`` is the stored row or its defaults.
    """

    owner: str
    kind: str
    heading: str
    emoji: str
    position: int
    template: str
    content: Callable[[models.Model, Any], Any]


@dataclass(frozen=True)
class Shown:
    """A section as the page prints it."""

    kind: str
    heading: str
    emoji: str
    anchor: str
    template: str
    content: Any
    settings: Any


_registry: dict[tuple[str, str], SectionKind] = {}


def register(kind):
    """Make a kind of section known; called once from an app's ``ready()``."""
    _registry[kind.owner, kind.kind] = kind


def kinds(owner):
    """The kinds of section that pages of one kind of owner can have, in standard order."""
    known = [kind for (of, _name), kind in _registry.items() if of == owner]
    return sorted(known, key=lambda kind: kind.position)


class Section(models.Model):
    """What one owner wants different about one section, or a section of free text."""

    class Grouping(models.TextChoices):
        YEAR = "year", _("by year")
        KIND = "kind", _("by kind")
        NONE = "none", _("not grouped")

    class RowOrder(models.TextChoices):
        NEWEST = "newest", _("newest first")
        HAND = "hand", _("my own order")

    class NameOrder(models.TextChoices):
        TITLE = "title", _("title first")
        AUTHORS = "authors", _("authors first")

    section_owner = ""  # "member": whose kinds of section a concrete model arranges

    kind = models.CharField(_("section"), max_length=20)
    heading = models.CharField(
        _("heading"), max_length=80, blank=True, help_text=_("Empty: the usual heading.")
    )
    emoji = models.CharField(_("emoji"), max_length=12, blank=True)
    text = MarkdownField(_("text"), help_text=_("Only for a section of your own."))
    text_html = RenderedMarkdown("text")
    position = models.PositiveIntegerField(
        _("place"), null=True, blank=True, help_text=_("Small numbers come first. Empty: as usual.")
    )
    is_shown = models.BooleanField(_("shown"), default=True)
    grouping = models.CharField(_("grouped"), max_length=4, choices=Grouping, default=Grouping.YEAR)
    row_order = models.CharField(
        _("order"), max_length=6, choices=RowOrder, default=RowOrder.NEWEST
    )
    name_order = models.CharField(
        _("first on each line"), max_length=7, choices=NameOrder, default=NameOrder.TITLE
    )
    only_selected = models.BooleanField(_("only selected ones"), default=False)
    limit = models.PositiveSmallIntegerField(
        _("at most"), null=True, blank=True, help_text=_("Empty: all of them.")
    )

    class Meta:
        abstract = True
        ordering = ["position", "pk"]
        verbose_name = _("section")
        verbose_name_plural = _("sections")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind=FREE_TEXT) | models.Q(text=""),
                name="%(app_label)s_%(class)s_text_only_when_free",
                violation_error_message=_("Only a section of your own can hold text."),
            ),
        ]

    def __str__(self):
        return str(self.heading or self.kind)

    @classmethod
    def choices(cls):
        """The kinds that a form offers, in standard order, the free text last."""
        known = [(kind.kind, kind.heading) for kind in kinds(cls.section_owner)]
        return [*known, (FREE_TEXT, _("A section of your own"))]

    def clean(self):
        super().clean()
        if self.kind not in dict(self.choices()):
            raise ValidationError({"kind": _("Choose a section from the list.")})
        if self.kind == FREE_TEXT and not self.heading:
            raise ValidationError({"heading": _("A section of your own needs a heading.")})


def sections_of(owner_kind, owner, rows=(), *, defaults):
    """The sections of a page in order, without empty and hidden ones.

    ``rows`` are the stored sections of the owner; ``defaults()`` builds a row for a kind that
    has none. A row whose kind no app knows any more is passed over.
    """
    stored = {row.kind: row for row in rows if row.kind != FREE_TEXT}
    planned = []
    for kind in kinds(owner_kind):
        row = stored.get(kind.kind) or defaults(kind=kind.kind)
        planned.append((kind.position if row.position is None else row.position, kind, row))
    planned += [
        (LAST if row.position is None else row.position, None, row)
        for row in rows
        if row.kind == FREE_TEXT
    ]
    planned.sort(key=lambda place: place[0])  # stable: the standard order settles equal places

    shown, anchors = [], set()
    for _position, kind, row in planned:
        if not row.is_shown:
            continue
        content = kind.content(owner, row) if kind else row.text_html
        if not content:
            continue
        heading = row.heading or (kind.heading if kind else "")
        # A word of its own: menus lead to the kinds, and pages have more anchors than these.
        word = kind.kind if kind else f"{FREE_TEXT}-{slugify(heading)}".rstrip("-")
        anchor, number = word, 1
        while anchor in anchors:
            number += 1
            anchor = f"{word}-{number}"
        anchors.add(anchor)
        shown.append(
            Shown(
                kind=row.kind,
                heading=heading,
                emoji=row.emoji or (kind.emoji if kind else ""),
                anchor=anchor,
                template=kind.template if kind else "includes/_free_section.html",
                content=content,
                settings=row,
            )
        )
    return shown
