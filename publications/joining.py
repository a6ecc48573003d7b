"""Two entries of one work become one: every identifier, link and list that has either of them."""

from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from labsite.folding import fold
from labsite.identifiers import doi_address
from labsite.joining.columns import KEPT, OTHER, Columns, Question, Side
from labsite.joining.joining import Joining
from labsite.joining.ties import ListTie, OwnListTie, RowTie, Tie, is_same_link, register
from labsite.joining.twins import DistinctTie
from labsite.ordering import renumber
from labsite.partial_dates import words
from people.joining import CreditTie
from people.likeness import likeness_of_given, readings
from people.models import Member
from publications.duplicates import resembling
from publications.importing.identity import PREPRINT, stage_of
from publications.importing.precedence import PREPRINT_LABEL
from publications.importing.records import NUMBERS, digest
from publications.models import (
    Authorship,
    DistinctPublications,
    Grant,
    Identifier,
    ImportEntry,
    ImportRun,
    MatchDecision,
    NewsItem,
    Project,
    ProjectRole,
    Publication,
    PublicationLink,
    PublicationListing,
    Speaker,
    Talk,
)
from publications.recognition import key_of_decision

BIBTEX_KEY = "bibtex-key"  # the scheme under which the key of a work that was merged is kept
OF_THE_LINE = ("is_list_incomplete", "are_editors", "marks_note")
OF_PARTS = {"links", "labs", "members"}  # what ``written_by`` knows of as lists
NAMES_SHOWN = 4


@dataclass(frozen=True)
class DecisionTie(Tie):
    """What was decided about names of the person, or on the paper.

    Of two decisions about one name on one paper, the one that says yes holds. What kept the two
    people apart says nothing any more.
    """

    def key_of(self, row):
        about = {"member": row.member_id, "publication": row.publication_id}
        del about[self.name]
        return row.folded_name, *about.values()

    def twins(self, kept, other):
        own = {self.key_of(row): row for row in self.rows(kept)}
        return [(row, own.get(self.key_of(row))) for row in self.rows(other)]

    def outdated(self, kept, other):
        """Decisions of either that say no to a name under which the other one is an author."""
        if self.name != "member":
            return set()
        linked = {
            (key_of_decision(name), publication)
            for name, publication in Authorship.objects.filter(
                member__in=[kept, other]
            ).values_list("printed_name", "publication")
        }
        names = {name for name, _publication in linked}
        return {
            row.pk
            for record in (kept, other)
            for row in self.rows(record).exclude(verdict=MatchDecision.Verdict.YES)
            if (row.folded_name, row.publication_id) in linked
            or (row.publication_id is None and row.folded_name in names)
        }

    def lead_over(self, kept, other):
        outdated = self.outdated(kept, other)
        twins = self.twins(kept, other)
        self.rows(kept).filter(pk__in=outdated).delete()
        for row, twin in twins:
            if row.pk in outdated:
                continue  # goes with the other one
            if twin is None or twin.pk in outdated:
                setattr(row, self.name, kept)
                row.save(update_fields=[self.name])
            elif MatchDecision.Verdict.YES == row.verdict != twin.verdict:
                twin.verdict = row.verdict
                twin.save(update_fields=["verdict"])


@dataclass(frozen=True)
class ListingTie(RowTie):
    """The labs that show the work: one of them owns it, each shows it once."""

    def lead_over(self, kept, other):
        has_owner = kept.listings.filter(kind=PublicationListing.Kind.OWNER).exists()
        for row, twin in self.pairs(kept, other):
            may_own = not has_owner and row.kind == PublicationListing.Kind.OWNER
            kind = PublicationListing.Kind.OWNER if may_own else PublicationListing.Kind.LISTED
            if twin is not None:
                twin.is_accepted = twin.is_accepted or row.is_accepted
                twin.is_selected = twin.is_selected or row.is_selected
                twin.kind = kind if may_own else twin.kind
                row.delete()
                twin.save()
            else:
                row.publication, row.kind = kept, kind
                self.place(row, kept)
                row.save()
            has_owner = has_owner or may_own


@dataclass(frozen=True)
class AuthorLineTie(Tie):
    """The names on the paper: a line is taken as a whole, which ``WorkJoining`` does."""

    def touched(self, kept, other):
        return []

    def lead_over(self, kept, other):
        pass


def register_ties():
    """Make known how all that this app knows of people and of works goes over."""
    register(
        Member,
        CreditTie(
            Authorship,
            "member",
            ngettext_lazy("%d paper", "%d papers"),
            owners=("publication",),
            both_stand=gettext_lazy(
                "Both stand in the author line of “{title}”. Both names stay there as printed; if "
                "it is one author twice, take one out."
            ),
        ),
        CreditTie(
            Speaker,
            "member",
            ngettext_lazy("%d talk", "%d talks"),
            owners=("talk",),
            both_stand=gettext_lazy(
                "Both are speakers of the talk “{title}”, and stay there; take one out if it is "
                "twice."
            ),
        ),
        CreditTie(
            ProjectRole,
            "member",
            ngettext_lazy("%d role in a project", "%d roles in projects"),
            owners=("project",),
            is_once=True,
            besides=("role", "start", "end", "ending"),
        ),
        ListTie(NewsItem, "members", ngettext_lazy("%d news item", "%d news items")),
        ListTie(Grant, "holders", ngettext_lazy("%d grant", "%d grants")),
        DecisionTie(MatchDecision, "member"),
        Tie(ImportRun, "member"),
    )
    register(
        Publication,
        AuthorLineTie(Authorship, "publication"),
        ListingTie(
            PublicationListing,
            "publication",
            ngettext_lazy("%d lab that shows it", "%d labs that show it"),
            alike=lambda one, two: one.lab_id == two.lab_id,
        ),
        RowTie(
            PublicationLink,
            "owner",
            ngettext_lazy("%d link", "%d links"),
            alike=is_same_link,
        ),
        Tie(Identifier, "publication"),
        ListTie(Talk, "publications", ngettext_lazy("%d talk", "%d talks")),
        ListTie(Project, "publications", ngettext_lazy("%d project", "%d projects")),
        ListTie(NewsItem, "publications", ngettext_lazy("%d news item", "%d news items")),
        OwnListTie(Publication, "topics", ngettext_lazy("%d topic", "%d topics")),
        OwnListTie(Publication, "grants", ngettext_lazy("%d grant", "%d grants")),
        DecisionTie(MatchDecision, "publication"),
        Tie(ImportEntry, "publication"),
        DistinctTie(DistinctPublications, "first"),
        DistinctTie(DistinctPublications, "second"),
    )


class WorkJoining(Joining):
    """Two entries of one work, such as its preprint and its published version."""

    model = Publication
    columns = (
        Columns(("title",)),
        Columns(("kind", "genre")),
        Columns(("date", "date_text")),
        Columns(("status", "notice")),
        Columns(("venue", "track")),
        Columns(("distinction",)),
        Columns(("volume",)),
        Columns(("issue",)),
        Columns(("pages",)),
        Columns(("publisher",)),
        Columns(("series",)),
        Columns(("edition",)),
        Columns(("isbn",)),
        Columns(("issn",)),
        Columns(("doi",)),
        Columns(("arxiv_id",)),
        Columns(("pubmed_id",)),
        Columns(("abstract",)),
        Columns(("summary",)),
        Columns(("note",)),
        Columns(("pdf",)),
        Columns(("picture", "picture_description")),
        Columns(("degree",)),
        Columns(("bibtex_key",)),
        Columns(("visibility",)),
        Columns(("is_lab_output",)),
    )

    def title(self):
        return _("Is this the same work?")

    @staticmethod
    def in_words(record):
        return in_words(record)

    @staticmethod
    def resembling(record):
        return resembling(record)

    @classmethod
    def leading(cls, one, other):
        """Rather the published version than the preprint, a public one, the older entry."""
        return max(
            (one, other),
            key=lambda work: (stage_of(work.kind, work.status), not work.is_draft, -work.pk),
        )

    def first_side(self, group, leading):
        if group.lead == "visibility":
            return OTHER if self.kept.is_draft else KEPT
        if group.lead == "is_lab_output":
            return KEPT if self.kept.is_lab_output else OTHER
        stages = [stage_of(work.kind, work.status) for work in (self.kept, self.other)]
        return OTHER if stages[1] > stages[0] else KEPT

    def questions(self):
        # Keys that people cite by stay; the other one's is kept beside it.
        questions = [question for question in super().questions() if question.name != "bibtex_key"]
        for place, question in enumerate(questions):
            if question.name in NUMBERS.values():
                questions[place] = Question(
                    **question.__dict__ | {"note": _("The other one still leads to this work.")}
                )
        if line := self._line_question():
            questions.insert(1, line)
        return questions

    def _line_question(self):
        lines = [list(work.authorships.all()) for work in (self.kept, self.other)]
        if not all(lines) or printed(lines[0]) == printed(lines[1]):
            return None
        return Question(
            name="authors",
            label=_("Authors"),
            kept=Side(text=line_in_words(lines[0])),
            other=Side(text=line_in_words(lines[1])),
            first=self.first_side(Columns(("authors",)), None),
            note=_("Who is one of us stays so, where the names agree."),
        )

    def further_sentences(self):
        kept, other = self.kept, self.other
        if other.bibtex_key and kept.bibtex_key:
            yield _("It is cited as {kept}; who looks for {other} finds it, too.").format(
                kept=kept.bibtex_key, other=other.bibtex_key
            )
        owners = [
            work.listings.filter(kind=PublicationListing.Kind.OWNER).select_related("lab").first()
            for work in (kept, other)
        ]
        if all(owners) and owners[0].lab_id != owners[1].lab_id:
            yield _("It belongs to {owner}; {lab} shows it as well.").format(
                owner=owners[0].lab.label, lab=owners[1].lab.label
            )

    def doubts(self):
        """Also: who of us stands in one of the two author lines only."""
        lines = [
            list(work.authorships.select_related("member")) for work in (self.kept, self.other)
        ]
        missing = []
        if all(lines):
            for rows, others in (lines, lines[::-1]):
                known = {one.pk for one, _two in agreeing(rows, others)}
                missing += [row.member for row in rows if row.member_id and row.pk not in known]
        said = super().doubts()
        if names := list(dict.fromkeys(map(str, missing))):
            said.append(
                _(
                    "Only one of the two author lines has {names}. Choose the line with care."
                ).format(names=get_text_list(names, _("and")))
            )
        return said

    @cached_property
    def preprint_doi(self):
        """The DOI of the one that is a preprint, if the other one has come further; or ""."""
        stages = {stage_of(work.kind, work.status): work for work in (self.kept, self.other)}
        return stages[PREPRINT].doi if PREPRINT in stages and len(stages) > 1 else ""

    def filled(self):
        """Without the DOI of a preprint, which is never that of what appeared later."""
        label = Columns(("doi",)).label_of(self.model)
        is_preprint = self.preprint_doi and self.preprint_doi == self.other.doi
        return [name for name in super().filled() if not (is_preprint and name == label)]

    def prepare(self, chosen):
        """Take one line of authors, with what is known of the same names in the other one."""
        kept, other = self.kept, self.other
        lines = [list(work.authorships.all()) for work in (kept, other)]
        self.takes_line = "authors" in chosen or not lines[0]
        rows, others = lines[::-1] if self.takes_line else lines
        for row, twin in agreeing(rows, others):
            if carry_over(row, twin):
                row.save()
        if self.takes_line:
            for row in lines[0]:
                row.delete()
            for row in lines[1]:
                row.publication = kept
                row.save(update_fields=["publication"])
        # Both as they were: from here on, the kept one takes over what the other one says.
        is_asked = any(question.name == "doi" for question in self.questions())
        self.is_doi_of_preprint = bool(self.preprint_doi) and not is_asked
        self.former = [
            (scheme, getattr(work, column))
            for scheme, column in NUMBERS.items()
            for work in (kept, other)
        ]
        self.former += [(BIBTEX_KEY, work.bibtex_key) for work in (kept, other)]

    def finish(self, taken, chosen):
        kept, other = self.kept, self.other
        if self.is_doi_of_preprint:
            kept.doi = ""  # it stays among the former ones
        names = {name for group in taken for name in group.names}
        if self.takes_line:
            for name in OF_THE_LINE:
                setattr(kept, name, getattr(other, name))
            names |= {"authors", *OF_THE_LINE}
        extra = extra_of_both(kept.extra_fields, other.extra_fields)
        kept.written_by = written_by_both(kept, other, names, extra)
        kept.extra_fields = extra

    def after(self, chosen):
        """Keep the identifiers of both: whoever comes by one of them finds the work."""
        kept = self.kept
        now = {(scheme, getattr(kept, column)) for scheme, column in NUMBERS.items()}
        now.add((BIBTEX_KEY, kept.bibtex_key))
        for scheme, value in dict.fromkeys(self.former):
            if value and (scheme, value) not in now:
                Identifier.objects.get_or_create(
                    scheme=scheme, value=value, defaults={"publication": kept}
                )
        if self.preprint_doi and self.preprint_doi != kept.doi:
            address = doi_address(self.preprint_doi)
            if not kept.links.filter(url=address).exists():
                PublicationLink.objects.create(
                    owner=kept,
                    label=PREPRINT_LABEL,
                    url=address,
                    position=kept.links.count() + 1,
                )
        renumber(kept.authorships.all())
        renumber(kept.links.all())


def printed(rows):
    return [fold(row.printed_name) for row in rows]


def line_in_words(rows):
    return ", ".join(row.printed_name for row in rows)


def in_words(work):
    """What tells a work from others of its title: authors, where and when it appeared."""
    names = [row.printed_name for row in work.authorships.all()]
    line = ", ".join(names[:NAMES_SHOWN]) + (" …" if len(names) > NAMES_SHOWN else "")
    where = work.venue.label if work.venue else ""
    told = [line, where, words(work.date), str(work.get_status_display())]
    return " · ".join(filter(None, told))


def agreeing(rows, others):
    """Pairs of names in two lines of one work that are the same person, each name once."""
    left, pairs = list(others), []
    for is_same in (_is_printed_alike, _is_same_member, _is_name_alike):
        taken = {row.pk for row, _twin in pairs}
        for row in rows:
            if row.pk in taken:
                continue
            found = [other for other in left if is_same(row, other)]
            if len(found) == 1 or (found and is_same is _is_printed_alike):
                pairs.append((row, found[0]))
                left.remove(found[0])
    return pairs


def _is_printed_alike(one, two):
    return fold(one.printed_name) == fold(two.printed_name)


def _is_same_member(one, two):
    return one.member_id is not None and one.member_id == two.member_id


def _is_name_alike(one, two):
    """On one paper, family name and initials are enough."""
    if one.member_id and two.member_id:
        return False
    there = readings(two.printed_name)
    return any(
        here.family == reading.family and likeness_of_given(here.given, reading.given)
        for here in readings(one.printed_name)
        for reading in there
    )


def carry_over(row, twin):
    """Let a name of a line know what is known of it in the other line; tells if it changed."""
    before = dict(row.__dict__)
    for name in ("member_id", "orcid", "affiliation", "own_order"):
        setattr(row, name, getattr(row, name) or getattr(twin, name))
    row.is_selected = row.is_selected or twin.is_selected
    row.is_corresponding = row.is_corresponding or twin.is_corresponding
    has_parts = row.given_name or row.family_name or row.is_organisation
    if not has_parts and _is_printed_alike(row, twin):
        for name in ("given_name", "name_particle", "family_name", "name_suffix"):
            setattr(row, name, getattr(twin, name))
    return row.__dict__ != before


def extra_of_both(here, there):
    """The other fields of both imports; one that differs is kept under a further name."""
    extra = dict(here)
    for name, value in there.items():
        free, number = name, 1
        while free in extra and extra[free] != value:
            number += 1
            free = f"{name}-{number}"
        extra[free] = value
    return extra


def written_by_both(kept, other, names_from_other, extra):
    """Which import wrote what the kept work says from now on."""
    here, there = kept.written_by, other.written_by
    written = {}
    for name in here | there:
        if name in OF_PARTS:
            writer, *_rest = here.get(name) or there[name]
            digests = [*here.get(name, ["", []])[1], *there.get(name, ["", []])[1]]
            written[name] = [writer, list(dict.fromkeys(digests))]
        elif name == "extra_fields":
            writer, known = here.get(name) or there[name]
            is_untouched = known == _digest_of(
                kept.extra_fields if name in here else other.extra_fields
            )
            written[name] = [writer, _digest_of(extra) if is_untouched else known]
        elif source := (there if name in names_from_other else here).get(name):
            written[name] = source
    return written


def _digest_of(extra):
    return digest(sorted(extra.items(), key=str))
