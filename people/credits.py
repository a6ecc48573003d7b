"""How names are printed in a line: authors, advisers, speakers, everywhere the same way.

This is the only place where a line of names becomes HTML. It works on plain tuples, because a
member's page prints more than a thousand of them.
"""

import re
from collections.abc import Collection
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

# Longer lists are shortened to these many first names, our own members and the last name.
SHOWN_AT_MOST = 10
FIRST_SHOWN = 3


# Hebrew, Arabic and their neighbours.
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


class Name(NamedTuple):
    """One printed name: whose it is, where that person's page is, and the marks behind it."""

    printed: str
    member_id: int | None = None
    slug: str | None = None  # of a member with a page; None is printed without a link
    marks: str = ""


def isolated(name):
    """A name, escaped, that leaves its neighbours where they stand.

    Two names that are written from right to left would else change places, and take the marks of
    each other.
    """
    printed = escape(name)
    return f"<bdi>{printed}</bdi>" if _RIGHT_TO_LEFT.search(name) else printed


class Printer:
    """Prints lines of names for one page.

    ``own`` are the members whose page or lab this is: their names stand out; ``self_id`` is the
    one whose own page it is, who is not linked to it.
    """

    def __init__(self, *, own: Collection[int] = (), self_id: int | None = None):
        self.own = own
        self.self_id = self_id
        # Reversing an address for each of a thousand names would cost more than all the rest.
        self.before, self.after = reverse("people:member-detail", args=["-slug-"]).split("-slug-")
        self.and_between_two = escape(pgettext("between the only two names", " and "))
        self.and_before_last = escape(pgettext("before the last of three or more names", ", and "))
        self.et_al = escape(pgettext("after an incomplete list of names", ", et al."))
        self._printed: dict[tuple, str] = {}

    def name(self, name: Name) -> str:
        """One name, linked and marked as it should be on this page."""
        key = (name.printed, name.member_id, name.slug)
        html = self._printed.get(key)
        if html is None:
            html = self._printed[key] = self._without_marks(name)
        return f"{html}<sup>{escape(name.marks)}</sup>" if name.marks else html

    def _without_marks(self, name):
        printed = isolated(name.printed)
        if name.member_id is None:
            return printed
        if name.member_id == self.self_id:
            return f'<strong class="own">{printed}</strong>'
        is_own = name.member_id in self.own
        if name.slug is None:
            return f'<strong class="own">{printed}</strong>' if is_own else printed
        kind = ' class="own"' if is_own else ""
        return f'<a{kind} href="{self.before}{name.slug}{self.after}">{printed}</a>'

    def line(self, names: list[Name], *, is_incomplete: bool = False) -> SafeString:
        """All names in their order, as text."""
        return SafeString(self._join([self.name(name) for name in names], is_incomplete))

    def authors(self, names: list[Name], *, is_incomplete: bool = False) -> SafeString:
        """The line of names of a list: a long one is shortened, with all of them to open."""
        if not names:
            return SafeString("")
        everybody = self._join([self.name(name) for name in names], is_incomplete)
        if len(names) <= SHOWN_AT_MOST:
            return SafeString(f'<div class="authors">{everybody}</div>')
        short = self._join(self._shortened(names), is_incomplete)
        summary = escape(
            ngettext("all %(count)s author", "all %(count)s authors", len(names))
            % {"count": len(names)}
        )
        return SafeString(
            f'<div class="authors"><span class="authors-short">{short}</span>'
            f'<details class="authors-all"><summary>{summary}</summary><p>{everybody}</p></details>'
            "</div>"
        )

    def _shortened(self, names):
        """The first names, our own and the last, with … for those in between."""
        last = len(names) - 1
        kept = [
            number < FIRST_SHOWN or number == last or name.member_id is not None
            for number, name in enumerate(names)
        ]
        pieces, number = [], 0
        while number <= last:
            if kept[number]:
                pieces.append(self.name(names[number]))
                number += 1
                continue
            gap_end = kept.index(True, number)
            # A gap of one name would not be shorter.
            is_gap = gap_end - number > 1
            pieces.append("…" if is_gap else self.name(names[number]))
            number = gap_end
        return pieces

    def _join(self, pieces, is_incomplete):
        if is_incomplete:
            return ", ".join(pieces) + self.et_al
        if len(pieces) < 2:
            return "".join(pieces)
        joint = self.and_between_two if len(pieces) == 2 else self.and_before_last
        return ", ".join(pieces[:-1]) + joint + pieces[-1]


def legend(entries: dict[str, str]) -> SafeString:
    """The meaning of the marks that occur on a list, printed once under it."""
    if not entries:
        return SafeString("")
    parts = [f"<sup>{escape(mark)}</sup> {escape(meaning)}" for mark, meaning in entries.items()]
    return format_html('<p class="legend">{}</p>', SafeString(" · ".join(parts)))


def corresponding_meaning():
    return gettext("corresponding author")


def equal_meaning():
    return gettext("equal contribution")
