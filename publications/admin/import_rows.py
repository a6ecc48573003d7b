"""One entry of an import as a row of a table: what it is, and what would happen with it."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from labsite import partial_dates
from publications.admin.import_words import (
    Notes,
    changes_in_words,
    field_words,
    place_words,
    value_words,
)
from publications.importing.plans import Verdict

SHOWN_AT_MOST = 10  # authors; of longer lists, the first, ours and the last
FIRST_SHOWN = 3
MOST_TYPED = 50  # authors in the address of the form

LABELS = {
    Verdict.NEW: gettext_lazy("New"),
    Verdict.SAME: gettext_lazy("Already here"),
    Verdict.HELD: gettext_lazy("Please check"),
    Verdict.FAILED: gettext_lazy("Not understood"),
}
DEEDS = {Verdict.NEW: "add", Verdict.CHANGED: "update"}
LEAVE, ADD, NOBODY = "", "add", "nobody"


class Author(NamedTuple):
    """One author in a row, and how we know that it is one of us."""

    printed: str
    is_ours: bool = False
    evidence: str = ""

    def html(self):
        text = format_html("<bdi>{}</bdi>", self.printed)
        if self.is_ours:
            text = format_html("<strong>{}</strong>", text)
        if self.evidence:
            text = format_html('{} <span class="evidence">({})</span>', text, self.evidence)
        return text


class AuthorNames:
    """The authors of a row in one line: shortened where there are many, with everybody to open."""

    def __init__(self, authors, *, is_incomplete=False):
        self.authors, self.is_incomplete = authors, is_incomplete
        self.number = len(authors)
        self.is_long = self.number > SHOWN_AT_MOST

    def __bool__(self):
        return bool(self.authors)

    def shown(self):
        """The line, shortened where it is long."""
        return self._line(self.shortened() if self.is_long else self.authors)

    def shortened(self):
        """The first authors, those that matter to us, and the last; None for those between."""
        pieces = []
        for place, author in enumerate(self.authors, start=1):
            if place <= FIRST_SHOWN or place == self.number or author.evidence:
                pieces.append(author)
            elif pieces[-1] is not None:
                pieces.append(None)
        return pieces

    def everybody(self):
        """All names, where the line does not hold them."""
        return self._line(self.authors) if self.is_long else ""

    def _line(self, authors):
        line = format_html_join(", ", "{}", [[one.html() if one else "…"] for one in authors])
        if not self.is_incomplete:
            return line
        return format_html("{}{}", line, pgettext("after an incomplete list of names", ", et al."))


def form_address(work):
    """The ordinary form of a new paper, with what a source says about it."""
    known = {
        "title": work.title,
        "doi": work.doi,
        "arxiv_id": work.arxiv_id,
        "date": work.date,
        "venue": work.venue,
        "volume": work.volume,
        "issue": work.issue,
        "pages": work.pages,
        "author_line": "; ".join(author.printed_name for author in work.authors[:MOST_TYPED]),
        "kind": work.kind,
    }
    filled = {name: value for name, value in known.items() if value}
    return reverse("admin:publications_publication_add", query=filled)


class Twin(NamedTuple):
    """A paper on the site that an entry may be."""

    key: int
    title: str
    about: str
    url: str


class Choice(NamedTuple):
    """What to do with an entry that may be here already; ``deed`` is what it counts as."""

    value: str
    words: str
    deed: str
    is_chosen: bool


class Question(NamedTuple):
    """Who of us an author is: the name as printed, and whom one may choose."""

    name: str
    printed: str
    people: list
    chosen: int | str


class Row:
    """One entry: what it is, what would happen, and what can be decided about it."""

    def __init__(self, entry, plan, page, decisions):
        self.key, self.plan, self.work = entry.pk, plan, plan.work
        self.page = page
        self.reason = plan.reason
        self.deed = DEEDS.get(plan.verdict, "")
        self.is_ticked = bool(self.deed) and decisions.is_ticked(self.key, self.deed)
        seen_as = decisions.seen_as(self.key)
        self.is_changed_meanwhile = bool(seen_as and self.deed) and seen_as != self.deed
        self.twins = [page.twin(key) for key in plan.duplicates if page.twin(key)]
        self.twin = decisions.about_twin(self.key, {twin.key for twin in self.twins})
        self.questions = self._questions(decisions) if self.deed or self.twins else []

    @property
    def state(self):
        """What the row is, in one word for the style sheet."""
        return self.plan.verdict.value

    @property
    def label(self):
        if self.plan.verdict != Verdict.CHANGED:
            return LABELS[self.plan.verdict]
        number = len(self.plan.changes)
        return ngettext("Changed: {number} thing", "Changed: {number} things", number).format(
            number=number
        )

    @property
    def where_from(self):
        return place_words(self.plan.origin.line, self.plan.origin.key)

    @property
    def title(self):
        return self.work.title if self.work else ""

    @property
    def tick_value(self):
        """What a tick sends: the entry, and what is to be done with it."""
        return f"{self.key}-{self.deed}"

    @property
    def tick_label(self):
        words = _("Add “{title}”") if self.deed == "add" else _("Change “{title}”")
        return words.format(title=self.title)

    @property
    def appeared(self):
        """Where and when, in one line."""
        if not self.work:
            return ""
        when = self.work.date_text or partial_dates.words(self.work.date)
        return ", ".join(filter(None, [self.work.venue or self.work.publisher, when]))

    @property
    def open_url(self):
        if self.plan.publication is None:
            return ""
        return reverse("admin:publications_publication_change", args=[self.plan.publication])

    @property
    def by_hand_url(self):
        """The ordinary form with what there is, for an entry that lacks something."""
        is_failed = self.plan.verdict == Verdict.FAILED
        return form_address(self.work) if is_failed and self.work else ""

    @cached_property
    def authors(self):
        if not self.work:
            return AuthorNames([])
        return AuthorNames(
            [self._author(planned) for planned in self.plan.authors],
            is_incomplete=self.work.is_list_incomplete,
        )

    def _author(self, planned):
        if planned.member is not None:
            return Author(planned.name, is_ours=True, evidence=planned.why)
        if planned.proposals:
            return Author(planned.name, evidence=_("same name, not sure"))
        return Author(planned.name)

    def _questions(self, decisions):
        """Who an author is, asked where several of us may be meant."""
        asked = []
        for place, planned in enumerate(self.plan.authors):
            if planned.member is not None or not planned.proposals:
                continue
            if not self.page.may_ask():
                break
            people = self.page.people(planned.proposals)
            name = f"{self.key}-{place}"
            chosen = decisions.about_author(name, {key for key, _words in people})
            asked.append(Question(name, planned.name, people, chosen))
        return asked

    @cached_property
    def changes(self):
        return changes_in_words(self.plan.changes)

    @cached_property
    def notes(self):
        said = [
            _(
                "The source says otherwise: {field} “{source}”. Here stands “{here}”, and it stays."
            ).format(
                field=field_words(difference.field),
                source=value_words(difference.field, difference.source),
                here=value_words(difference.field, difference.here),
            )
            for difference in self.plan.source_says
        ]
        asked = {question.printed for question in self.questions}
        names = self.plan.open_names.items()
        not_asked = [sentence for name, sentence in names if name not in asked]
        return Notes.of([*said, *self.plan.notes, *not_asked])

    @property
    def has_changes(self):
        return bool(self.reason or self.changes or self.notes.shown or self.twins)

    @property
    def choices(self):
        """What one can say about an entry that may be here already."""
        is_one = len(self.twins) == 1
        options = [(LEAVE, _("Leave it for now"), "")]
        for twin in self.twins:
            words = _("The same work: update it")
            if not is_one:
                words = _("The same as “{title}”: update it")
            title = Truncator(twin.title).chars(60)
            options.append((str(twin.key), words.format(title=title), "update"))
        options.append((ADD, _("Another work: add it"), "add"))
        return [Choice(*option, is_chosen=option[0] == self.twin) for option in options]

    @property
    def chosen_deed(self):
        """What will be done with the entry as things are ticked: "add", "update" or nothing."""
        if self.twin:
            return "add" if self.twin == ADD else "update"
        return self.deed if self.is_ticked else ""
