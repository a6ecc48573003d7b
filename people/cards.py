"""People as cards: one for each person, whatever they are in whichever labs."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, NullIf
from django.utils.translation import gettext_lazy as _

from labsite import visibility
from people.models import Interest, Member, Membership, Role, RoleGroup

PEOPLE_A_PAGE = 120
# A longer group is folded, and has an alphabet to jump to.
FOLDED_ABOVE = 60
INTERESTS_ON_A_CARD = ["first_interest", "second_interest", "third_interest"]

GROUP_HEADINGS = {
    Role.HEAD: _("Heads"),
    Role.FACULTY: _("Faculty"),
    Role.RESEARCHER: _("Researchers"),
    Role.POSTDOC: _("Postdoctoral researchers"),
    Role.ENGINEER: _("Engineers"),
    Role.PHD: _("PhD students"),
    Role.MASTER: _("Master’s students"),
    Role.BACHELOR: _("Undergraduate students"),
    Role.INTERN: _("Interns"),
    Role.VISITOR: _("Visitors"),
    Role.STAFF: _("Staff"),
}

MEMBER_COLUMNS = [
    "slug",
    "visibility",
    "display_name",
    "native_name",
    "native_language",
    "headline",
    "photo",
    "focal_point",
    "sort_key",
]
LAB_COLUMNS = ["slug", "name", "short_name"]
STAY_COLUMNS = ["role", "title", "start", "end", "ending", "member_id", "lab_id"]


class Card(NamedTuple):
    """A person, with what they are now and one line about their work."""

    member: Member
    stays: list[Membership]
    line: str = ""
    # The letter to which an alphabet jumps here, on the first card of each.
    letter: str = ""

    @property
    def has_page(self):
        return self.member.has_page

    @property
    def since(self):
        """The year since when they have been here, as far as anybody knows."""
        starts = [stay.start for stay in self.stays]
        return min(starts)[:4] if starts else ""

    # What a portrait needs. Of people without a page nothing but the name is shown.

    @property
    def photo(self):
        return self.member.photo if self.has_page else None

    @property
    def focal_point(self):
        return self.member.focal_point

    @property
    def initials(self):
        return self.member.initials

    @property
    def hue(self):
        return self.member.hue


class RoleOrder:
    """In which order the roles stand and what their groups are called, in one lab or as usual."""

    def __init__(self, lab_id=None):
        self.headings = dict(GROUP_HEADINGS)
        chosen = {}
        if lab_id:
            groups = RoleGroup.objects.filter(lab=lab_id).order_by("position", "pk")
            chosen = dict(groups.values_list("role", "heading"))
            self.headings |= {role: heading for role, heading in chosen.items() if heading}
        # Heads come first everywhere, whatever a lab says about the others.
        order = dict.fromkeys([Role.HEAD, *chosen, *Role])
        self.ranks = {role: rank for rank, role in enumerate(order)}

    def rank(self, stay):
        return self.ranks[stay.role]


class Jump(NamedTuple):
    """A letter of the alphabet, and where its people begin."""

    letter: str
    url: str


class Group(NamedTuple):
    """People of one role: those of this page, and how many there are in all."""

    role: str
    heading: str
    count: int
    cards: list[Card]
    jumps: list[Jump]

    @property
    def is_folded(self):
        return self.count > FOLDED_ABOVE

    @property
    def is_heads(self):
        return self.role == Role.HEAD


class Place(NamedTuple):
    """Where somebody stands in a list: the group, the place in it, and who it is."""

    rank: int
    sort_key: str
    member_id: int
    role: str

    @property
    def letter(self):
        first = self.sort_key[:1].upper()
        return first if "A" <= first <= "Z" else "#"


class Directory:
    """The people of one or all labs as of today, each once, in the order of a page.

    Finding the order takes one query of three columns; only the people of a page are read whole.
    """

    def __init__(self, stays, order):
        self.stays = stays.current()
        self.order = order
        places = {}
        columns = self.stays.order_by().values_list("role", "member__sort_key", "member")
        for role, sort_key, member_id in columns:
            place = Place(order.ranks[role], sort_key, member_id, role)
            places[member_id] = min(place, places.get(member_id, place))
        self.places = sorted(places.values())

    def __len__(self):
        return len(self.places)

    def of_heads(self):
        return [place for place in self.places if place.role == Role.HEAD]

    def of_others(self):
        return [place for place in self.places if place.role != Role.HEAD]

    def cards(self, places):
        """The cards of the people at these places."""
        keys = [place.member_id for place in places]
        found = read_cards(self.stays, keys, self.order)
        return [found[key] for key in keys if key in found]

    def groups(self, places, *, number_of=None):
        """The people at these places under the headings of their roles.

        ``number_of`` tells the number of the page on which a place of the whole list stands, for
        jumps to letters that are on another one.
        """
        cards = {card.member.pk: card for card in self.cards(places)}
        groups = []
        for role in dict.fromkeys(place.role for place in places):
            whole = [place for place in self.places if place.role == role]
            shown = [place for place in places if place.role == role and place.member_id in cards]
            jumps, lettered = [], {}
            if len(whole) > FOLDED_ABOVE:
                jumps, lettered = self._alphabet(role, whole, number_of)
            groups.append(
                Group(
                    role,
                    self.order.headings[role],
                    len(whole),
                    [
                        cards[place.member_id]._replace(letter=lettered.get(place.member_id, ""))
                        for place in shown
                    ],
                    jumps,
                )
            )
        return groups

    def _alphabet(self, role, places, number_of):
        """Jumps to the first person of each letter, and the letters by those persons."""
        first = {}
        for place in places:
            first.setdefault(place.letter, place)
        anchors = {letter: "other" if letter == "#" else letter.lower() for letter in first}
        jumps = []
        for letter, place in first.items():
            page = number_of(place) if number_of else 1
            query = f"?page={page}" if page > 1 else "?"
            jumps.append(Jump(letter, f"{query}#{role}-{anchors[letter]}"))
        return jumps, {place.member_id: anchors[letter] for letter, place in first.items()}


def read_cards(stays, keys, order):
    """The cards of the members with these keys who have such stays, by key."""
    stays_of = defaultdict(list)
    columns = [
        *STAY_COLUMNS,
        *(f"member__{name}" for name in MEMBER_COLUMNS),
        *(f"lab__{name}" for name in LAB_COLUMNS),
    ]
    stays = stays.filter(member__in=keys).select_related("member", "lab").only(*columns)
    for stay in stays.annotate(**first_interests()):
        stays_of[stay.member_id].append(stay)
    return {
        key: Card(own[0].member, sorted(own, key=order.rank), line_about(own[0]))
        for key, own in stays_of.items()
    }


def line_about(stay):
    """One line about somebody's work; of people without a page only the name is shown."""
    if not stay.member.has_page:
        return ""
    interests = filter(None, (getattr(stay, name) for name in INTERESTS_ON_A_CARD))
    return stay.member.headline or ", ".join(interests)


def first_interests():
    """A few research interests of whoever the stay is of, each in a column of its own."""
    has_words = ~Q(words="") | visibility.is_public("topic__")
    interests = (
        Interest.objects.filter(has_words, member=OuterRef("member"), kind=Interest.Kind.INTEREST)
        .annotate(said=Coalesce(NullIf("words", Value("")), "topic__name"))
        .values("said")
    )
    return {
        name: Subquery(interests[number : number + 1])
        for number, name in enumerate(INTERESTS_ON_A_CARD)
    }


def read_member_cards(members):
    """The cards of these members, also of those who have left all labs."""
    members = list(members.only(*MEMBER_COLUMNS).order_by("sort_key", "pk"))
    order, stays_of = RoleOrder(), defaultdict(list)
    stays = Membership.objects.public().current().filter(member__in=members).select_related("lab")
    for stay in stays.only(*STAY_COLUMNS, *(f"lab__{name}" for name in LAB_COLUMNS)):
        stays_of[stay.member_id].append(stay)
    return [
        Card(member, sorted(stays_of[member.pk], key=order.rank), member.headline)
        for member in members
    ]
