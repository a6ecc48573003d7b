"""Sections about people, topics and positions on the pages of labs and topics."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from labsite.prose import fold
from labsite.sections import SectionKind, register
from people.cards import FOLDED_ABOVE, Card, Directory, Group, RoleOrder, read_member_cards
from people.former import former_members, read_former
from people.models import Lab, LabContact, LabPicture, Member, Membership, Opening, Topic

WORDS_BEFORE_THE_FOLD = 120
WORDS_ON_THE_HOME_PAGE = 60
TOPICS_ON_THE_HOME_PAGE = 6
FEWEST_TOPICS = 2
# Fewer photos than these make no strip of faces; then names say more than initials.
FEWEST_PHOTOS = 3
OPENINGS_ON_THE_HOME_PAGE = 3
MOST_FACES = 24
NEWEST_PICTURES = 4
LATEST_TO_LEAVE = 8


def lab_about(lab, settings):
    """Who the lab is; a long text is folded."""
    return fold(lab.about_html, after=WORDS_BEFORE_THE_FOLD) if lab.about_html else None


def lab_topics(lab, settings):
    """What the lab works on."""
    topics = Topic.objects.public().filter(lab=lab).defer("text", "text_html")
    return [(topic, None) for topic in topics[: settings.limit]]


class Heads(NamedTuple):
    """Who leads a lab: people here, or somebody who has no page."""

    cards: list[Card]
    name: str


class People(NamedTuple):
    """Who is in a lab today: the heads, then the others by role, or many of them as faces."""

    heads: list[Card]
    groups: list[Group]
    faces: list[Card]
    count: int


def people_of(lab):
    """Who is in the lab today, read once for all sections of its page."""
    if not hasattr(lab, "people_today"):
        stays = Membership.objects.public().filter(lab=lab)
        directory = Directory(stays, RoleOrder(lab.pk))
        heads, others = directory.of_heads(), directory.of_others()
        are_many = len(others) > FOLDED_ABOVE
        groups = directory.groups(heads + (others[:MOST_FACES] if are_many else others))
        cards = [card for group in groups if not group.is_heads for card in group.cards]
        lab.people_today = People(
            [card for group in groups if group.is_heads for card in group.cards],
            [] if are_many else [group for group in groups if not group.is_heads],
            cards if are_many else [],
            len(others),
        )
    return lab.people_today


def lab_heads(lab, settings):
    """Who leads the lab."""
    heads = Heads(people_of(lab).heads, lab.head_name)
    return heads if any(heads) else None


def lab_people(lab, settings):
    """Everybody else, by role."""
    people = people_of(lab)
    return people if people.count else None


class Strip(NamedTuple):
    """Who is in a lab, in a few lines: the heads, then the others as faces or as names."""

    heads: list[Card]
    head_name: str
    cards: list[Card]
    has_faces: bool
    count: int


def home_people(lab, settings):
    """The heads, and a strip of the others."""
    people = people_of(lab)
    cards = people.faces or [card for group in people.groups for card in group.cards]
    cards = cards[: settings.limit or MOST_FACES]
    strip = Strip(
        heads=people.heads,
        head_name=lab.head_name,
        cards=cards,
        has_faces=sum(bool(card.photo) for card in cards) >= FEWEST_PHOTOS,
        count=len(people.heads) + people.count,
    )
    return strip if strip.count or strip.head_name else None


def home_about(lab, settings):
    """Who the lab is, in a few lines; the rest of a long text is folded."""
    return fold(lab.about_html, after=WORDS_ON_THE_HOME_PAGE) if lab.about_html else None


def home_topics(lab, settings):
    """A few topics; a single one says no more than the sentence above it."""
    topics = lab_topics(lab, settings)[:TOPICS_ON_THE_HOME_PAGE]
    return topics if len(topics) >= FEWEST_TOPICS else None


def home_alumni(lab, settings):
    """The last to leave, where the lab has asked for them; they stand on the page of people."""
    return lab_alumni(lab, settings) if settings.pk else None


def lab_labs(lab, settings):
    """The labs inside this one."""
    labs = Lab.objects.public().filter(parent=lab, status=Lab.Status.ACTIVE)
    return list(labs.defer("about", "about_html", "directions", "recruiting", "recruiting_html"))


class Recruiting(NamedTuple):
    """How to join a lab: what it says about it, and the positions that are open."""

    text: str
    openings: list[Opening]
    are_more: bool = False

    @property
    def next_opening(self):
        """The position whose deadline comes first, for the button that leads here."""
        return self.openings[0] if self.openings else None


def lab_openings(lab, settings):
    """Open positions, and what the lab says about joining it."""
    openings = list(Opening.objects.public().open().filter(lab=lab).soonest_first())
    recruiting = Recruiting(lab.recruiting_html, openings)
    return recruiting if any(recruiting) else None


def home_openings(lab, settings):
    """The positions whose deadlines come first; without any, what the lab says about joining."""
    recruiting = lab_openings(lab, settings)
    if not recruiting or not recruiting.openings:
        return recruiting
    most = settings.limit or OPENINGS_ON_THE_HOME_PAGE
    return Recruiting("", recruiting.openings[:most], are_more=True)


def lab_pictures(lab, settings):
    """The newest pictures."""
    pictures = LabPicture.objects.filter(lab=lab).order_by("-pk")
    return list(pictures[: settings.limit or NEWEST_PICTURES])


def lab_alumni(lab, settings):
    """The last to leave, and where they went."""
    members = former_members(lab)[: settings.limit or LATEST_TO_LEAVE]
    return read_former(members, lab)


class Contact(NamedTuple):
    """How to find a lab and whom to write to."""

    address: str
    directions: str
    contacts: list[LabContact]


def lab_contact(lab, settings):
    """Where the lab is, and whom to ask about what."""
    contact = Contact(lab.address, lab.directions_html, list(lab.contacts.all()))
    return contact if any(contact) else None


def topic_about(topic, settings):
    """What the topic is about."""
    return topic.text_html


def topic_people(topic, settings):
    """People with a page who name the topic among their interests."""
    members = Member.objects.public().filter(interests__topic=topic).distinct()
    return read_member_cards(members)


def register_sections():
    """Tell the pages of labs and topics what this app has to show."""
    for owner, kind, heading, position, content in [
        ("lab", "about", _("About"), 10, lab_about),
        ("lab", "topics", _("Research"), 20, lab_topics),
        ("lab", "heads", _("Led by"), 30, lab_heads),
        ("lab", "people", _("People"), 40, lab_people),
        ("lab", "labs", _("Labs"), 45, lab_labs),
        ("lab", "openings", _("Join us"), 70, lab_openings),
        ("lab", "pictures", _("Pictures"), 90, lab_pictures),
        ("lab", "alumni", _("Former people"), 100, lab_alumni),
        ("lab", "contact", _("Contact"), 120, lab_contact),
        ("topic", "about", _("About"), 10, topic_about),
        ("topic", "people", _("People"), 20, topic_people),
    ]:
        template = f"people/sections/_{owner}_{kind}.html"
        register(SectionKind(owner, kind, heading, "", position, template, content))
    for kind, heading, position, template, content in [
        ("about", _("About"), 10, "lab_about", home_about),
        ("topics", _("Research"), 20, "lab_topics", home_topics),
        ("people", _("People"), 50, "home_people", home_people),
        ("labs", _("Labs"), 55, "lab_labs", lab_labs),
        ("openings", _("Join us"), 60, "lab_openings", home_openings),
        ("pictures", _("Pictures"), 90, "lab_pictures", lab_pictures),
        ("alumni", _("Former people"), 100, "lab_alumni", home_alumni),
        ("contact", _("Contact"), 120, "lab_contact", lab_contact),
    ]:
        template = f"people/sections/_{template}.html"
        register(SectionKind("home", kind, heading, "", position, template, content))
