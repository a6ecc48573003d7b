"""Two entries of one person become one: every paper, stay and link goes over."""

from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from labsite.joining.columns import KEPT, OTHER, Columns
from labsite.joining.joining import Joining
from labsite.joining.ties import (
    RowTie,
    Tie,
    columns_of_row,
    fill,
    is_no_contradiction,
    is_same_link,
    register,
    said,
)
from labsite.joining.twins import DistinctTie
from labsite.ordering import renumber
from labsite.permissions import may_give_rights
from labsite.sections import FREE_TEXT
from labsite.visibility import MemberVisibility
from people.matching import Members
from people.models import (
    Adviser,
    DistinctMembers,
    Education,
    Interest,
    Member,
    MemberLink,
    MemberName,
    MemberSection,
    Membership,
    Position,
    Recipient,
    Service,
    Teaching,
)
from people.models.members import Audience
from people.namesakes import in_words

SEEN_BY = [MemberVisibility.DRAFT, MemberVisibility.LISTED, MemberVisibility.PUBLIC]
SHOWN_TO = [Audience.NOBODY, Audience.LAB, Audience.EVERYONE]


@dataclass(frozen=True)
class CreditTie(Tie):
    """Names in lines that are this person: each stays where it stands, printed as it is.

    ``owners`` are the columns that say whose line it is. What was printed on a paper stays also
    where both stand in it; where ``is_once``, the same person is named once, and ``besides`` are
    columns that tell two of the same line apart.
    """

    owners: tuple[str, ...] = ()
    is_once: bool = False
    besides: tuple[str, ...] = ()
    both_stand: str = ""  # the sentence about a line in which both stand

    def line_of(self, row):
        columns = [self.model._meta.get_field(name) for name in self.besides]
        return (
            *(getattr(row, f"{owner}_id") for owner in self.owners),
            *(said(row, column) for column in columns),
        )

    def twins(self, kept, other):
        """The rows of the other one beside which the kept one stands in the same line."""
        lines = {self.line_of(row) for row in self.rows(kept)}
        return [row for row in self.rows(other) if self.line_of(row) in lines]

    def number(self, kept, other):
        there_already = len(self.twins(kept, other)) if self.is_once else 0
        return super().number(kept, other) - there_already

    def doubts(self, kept, other):
        if self.is_once or not self.both_stand:
            return []
        lines = {getattr(row, f"{self.owners[0]}_id"): row for row in self.twins(kept, other)}
        owners = self.model._meta.get_field(self.owners[0]).related_model._base_manager
        named = owners.in_bulk(list(lines))
        return [str(self.both_stand).format(title=named[key]) for key in lines]

    def lead_over(self, kept, other):
        dropped = {row.pk for row in self.twins(kept, other)} if self.is_once else set()
        for row in self.rows(other):
            if row.pk in dropped:
                row.delete()
                renumber(self.siblings(row))
            else:
                row.member = kept
                row.save(update_fields=["member"])

    def siblings(self, row):
        owner = {f"{name}_id": getattr(row, f"{name}_id") for name in self.owners}
        return self.model._base_manager.filter(**owner)


@dataclass(frozen=True)
class AwardTie(CreditTie):
    """Awards; one that was entered for each of the two is there once afterwards."""

    def doubles(self, kept, other):
        """Rows of awards that only the other one has, with the same award of the kept one."""
        own = [
            row.award
            for row in self.rows(kept).select_related("award")
            if row.award.recipients.count() == 1
        ]
        found = {}
        for row in self.rows(other).select_related("award"):
            twin = next((award for award in own if is_same_award(award, row.award)), None)
            if twin is not None and row.award.recipients.count() == 1:
                own.remove(twin)
                found[row.pk] = twin
        return found

    def number(self, kept, other):
        return super().number(kept, other) - len(self.doubles(kept, other))

    def touched(self, kept, other):
        return [*super().touched(kept, other), *self.doubles(kept, other).values()]

    def lead_over(self, kept, other):
        doubles = self.doubles(kept, other)
        for row in self.rows(other).filter(pk__in=doubles).select_related("award"):
            twin = doubles[row.pk]
            fill(twin, row.award, columns_of_row(type(twin), ""))
            twin.save()
            row.award.delete()
        super().lead_over(kept, other)


def is_same_award(one, two):
    columns = {column.name: column for column in columns_of_row(type(one), "")}
    title = columns.pop("title")
    return said(one, title) == said(two, title) and all(
        is_no_contradiction(one, two, column) for column in columns.values()
    )


@dataclass(frozen=True)
class AdviserTie(CreditTie):
    """Whom the person advises; nobody becomes the adviser of themselves."""

    def lead_over(self, kept, other):
        super().lead_over(kept, other)
        for owner in self.owners:
            for row in self.rows(kept).filter(**{f"{owner}__member__in": [kept, other]}):
                row.member = None
                row.save(update_fields=["member"])


@dataclass(frozen=True)
class SpellingTie(RowTie):
    """Other spellings; one that is a former name for either of the two stays unread."""

    def lead_over(self, kept, other):
        for row, twin in self.pairs(kept, other):
            if twin is not None and row.is_former and not twin.is_former:
                twin.is_former = True
                twin.save()
        super().lead_over(kept, other)

    def number(self, kept, other):
        """Without former names, of which nobody is told."""
        pairs = self.pairs(kept, other)
        return sum(twin is None and not row.is_former for row, twin in pairs)


def is_same_section(one, two):
    """The same kind of section; of their own ones, the same heading and text."""
    if one.kind != two.kind:
        return False
    return one.kind != FREE_TEXT or (one.heading, one.text) == (two.heading, two.text)


def is_same_interest(one, two):
    if one.kind != two.kind:
        return False
    if one.topic_id or two.topic_id:
        return one.topic_id == two.topic_id
    return said(one, one._meta.get_field("words")) == said(two, one._meta.get_field("words"))


@dataclass(frozen=True)
class SectionTie(RowTie):
    """How the page is laid out; a section has the place that its row says."""

    def place(self, row, kept):
        pass


def register_ties():
    """Make known how all that this app knows of a person goes over."""
    register(
        Member,
        RowTie(
            Membership,
            "member",
            ngettext_lazy("%d stay in a lab", "%d stays in labs"),
            same=("lab", "role"),
        ),
        AdviserTie(
            Adviser,
            "member",
            ngettext_lazy("%d person advised", "%d people advised"),
            owners=("education", "membership"),
            is_once=True,
        ),
        RowTie(
            Education,
            "member",
            ngettext_lazy("%d line of education", "%d lines of education"),
            same=("degree",),
        ),
        RowTie(
            Position,
            "member",
            ngettext_lazy("%d job", "%d jobs"),
            same=("kind", "organisation"),
        ),
        AwardTie(
            Recipient,
            "member",
            ngettext_lazy("%d award", "%d awards"),
            owners=("award",),
            is_once=True,
        ),
        RowTie(
            Service,
            "member",
            ngettext_lazy("%d line of service", "%d lines of service"),
            same=("role", "organisation"),
        ),
        RowTie(
            Teaching,
            "member",
            ngettext_lazy("%d course", "%d courses"),
            same=("course",),
        ),
        RowTie(
            Interest,
            "member",
            ngettext_lazy("%d interest", "%d interests"),
            alike=is_same_interest,
        ),
        RowTie(
            MemberLink,
            "owner",
            ngettext_lazy("%d link", "%d links"),
            alike=is_same_link,
        ),
        SpellingTie(
            MemberName,
            "member",
            ngettext_lazy("%d other spelling of the name", "%d other spellings of the name"),
            alike=lambda one, two: one.name == two.name,
        ),
        SectionTie(
            MemberSection,
            "owner",
            ngettext_lazy("%d part of the page", "%d parts of the page"),
            alike=is_same_section,
        ),
        DistinctTie(DistinctMembers, "first"),
        DistinctTie(DistinctMembers, "second"),
    )


class PeopleJoining(Joining):
    """Two entries of one person."""

    model = Member
    columns = (
        Columns(("display_name",)),
        Columns(("family_name", "given_name"), gettext_lazy("family and given name")),
        Columns(("native_name", "native_language")),
        Columns(("sort_under",)),
        Columns(("pronouns",)),
        Columns(("pronunciation",)),
        Columns(("headline",)),
        Columns(("about",)),
        Columns(("notice", "notice_until")),
        Columns(("photo", "photo_description", "focal_point")),
        Columns(("email", "email_shown_to")),
        Columns(("phone", "phone_shown_to")),
        Columns(("office", "office_shown_to")),
        Columns(("orcid",)),
        Columns(("user",)),
        Columns(("visibility",)),
        Columns(("is_indexed",)),
    )
    # Of two texts a person chooses one; of these both are right, or only one can be.
    ASKED = ("orcid", "user")

    def title(self):
        return _("Is this the same person?")

    @staticmethod
    def in_words(record):
        return in_words(record)

    @staticmethod
    def resembling(record):
        known = Members(knows_former_names=False)
        names = [record.display_name, record.native_name, *spellings(record)]
        return {key for name in names if name for key in known.alike(name)} - {record.pk}

    def further_sentences(self):
        if names := self.new_spellings():
            yield _("Papers by {names} are recognised as theirs, too.").format(
                names=get_text_list([f"“{name}”" for name in names], _("and"))
            )

    @classmethod
    def leading(cls, one, other):
        """Rather the one with a page; else the older entry."""
        return max((one, other), key=lambda member: (SEEN_BY.index(member.visibility), -member.pk))

    def first_side(self, group, leading):
        kept, other = self.kept, self.other
        if group.lead in self.ASKED:
            return ""
        if group.lead == "visibility":
            seen = SEEN_BY.index(kept.visibility) >= SEEN_BY.index(other.visibility)
            return KEPT if seen else OTHER
        if group.lead == "is_indexed":
            return KEPT if not kept.is_indexed else OTHER
        shown_to = f"{group.lead}_shown_to"
        if shown_to in group.names and group.values(kept)[0] == group.values(other)[0]:
            audience = [SHOWN_TO.index(getattr(member, shown_to)) for member in (kept, other)]
            return KEPT if audience[0] <= audience[1] else OTHER
        return KEPT

    def warnings(self):
        kept, other = self.kept, self.other
        said_first = []
        if kept.orcid and other.orcid:
            said_first.append(
                _(
                    "Both have an ORCID, and not the same one: {one} and {two}. A person has only "
                    "one, so these may be two people, or one of the two is wrong. Look them up at "
                    "orcid.org first."
                ).format(one=kept.orcid, two=other.orcid)
            )
        if kept.user_id and other.user_id:
            said_first.append(
                _(
                    "Both sign in with an account of their own. Choose which one stays with the "
                    "person; the other account is kept, but belongs to nobody."
                )
            )
        if not are_alike(kept, other):
            said_first.append(
                _("The names {one} and {two} are not alike. Is it really one person?").format(
                    one=kept, two=other
                )
            )
        return said_first

    def refusal(self, user):
        if self.other.user_id and not may_give_rights(user):
            return _(
                "{name} signs in with an account. Only somebody who runs the whole site can merge "
                "people with an account."
            ).format(name=self.other)
        return ""

    def new_spellings(self):
        """The names of the other one that recognise papers from then on."""
        names = [self.other.display_name, self.other.native_name]
        return [name for name in names if name and name not in self._known_names(self.kept)]

    def prepare(self, chosen):
        self._names = [
            name
            for member in (self.kept, self.other)
            for name in (member.display_name, member.native_name)
            if name
        ]

    def after(self, chosen):
        """Keep every name that is no longer shown as another spelling."""
        for name in dict.fromkeys(self._names):
            if name not in self._known_names(self.kept):
                MemberName.objects.create(member=self.kept, name=name)

    @staticmethod
    def _known_names(member):
        names = member.names.values_list("name", flat=True)
        return {member.display_name, member.native_name, *names}


def are_alike(one, other):
    """Whether any name of the one is like a name of the other."""
    known = Members(knows_former_names=False)
    names = [other.display_name, other.native_name, *spellings(other)]
    return any(one.pk in known.alike(name) for name in names if name)


def spellings(member):
    return member.names.filter(is_former=False).values_list("name", flat=True)
