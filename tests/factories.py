"""Builders of valid, published records; a test names only what it is about."""

from itertools import count

from people.models import (
    Adviser,
    Award,
    Education,
    Interest,
    Lab,
    Member,
    Membership,
    Opening,
    Page,
    Position,
    Recipient,
    Topic,
)
from people.name_parts import parts_of
from publications.models import (
    Authorship,
    Component,
    Funder,
    Grant,
    NewsItem,
    Project,
    ProjectRole,
    Publication,
    PublicationLink,
    PublicationListing,
    Speaker,
    Talk,
    TalkDelivery,
    Venue,
)
from publications.works import Author, Origin, Work

_numbers = count(1)


def make_lab(**fields):
    return Lab.objects.create(**{"name": f"Lab {next(_numbers)}", "visibility": "public"} | fields)


def make_member(**fields):
    name = f"Person {next(_numbers)}"
    return Member.objects.create(**{"display_name": name, "visibility": "public"} | fields)


def make_membership(member=None, **fields):
    member = member or make_member()
    lab = fields.pop("lab", None) or make_lab()
    return Membership.objects.create(**{"member": member, "lab": lab, "role": "phd"} | fields)


def make_adviser(member=None, **fields):
    return Adviser.objects.create(member=member, **fields)


def make_education(member=None, **fields):
    member = member or make_member()
    return Education.objects.create(**{"member": member, "degree": "B.Sc."} | fields)


def make_position(member=None, **fields):
    member = member or make_member()
    return Position.objects.create(**{"member": member, "organisation": "Workshop"} | fields)


def make_award(*members, **fields):
    award = Award.objects.create(**{"title": f"Award {next(_numbers)}"} | fields)
    for place, member in enumerate(members, start=1):
        Recipient.objects.create(award=award, member=member, position=place)
    return award


def make_topic(**fields):
    name = f"Topic {next(_numbers)}"
    return Topic.objects.create(**{"name": name, "visibility": "public"} | fields)


def make_interest(member=None, **fields):
    return Interest.objects.create(**{"member": member or make_member()} | fields)


def make_page(**fields):
    title = f"Page {next(_numbers)}"
    return Page.objects.create(**{"title": title, "visibility": "public"} | fields)


def make_opening(**fields):
    lab = fields.pop("lab", None) or make_lab()
    base = {"lab": lab, "title": f"Opening {next(_numbers)}", "kind": "phd"}
    return Opening.objects.create(**base | {"visibility": "public"} | fields)


def make_venue(**fields):
    return Venue.objects.create(**{"name": f"Venue {next(_numbers)}"} | fields)


def make_publication(*authors, labs=(), **fields):
    """A publication whose ``authors``, members or plain names, stand in this order."""
    base = {"title": f"Publication {next(_numbers)}", "date": "2025", "visibility": "public"}
    publication = Publication.objects.create(**base | fields)
    for place, author in enumerate(authors, start=1):
        make_authorship(publication, author, position=place)
    for place, lab in enumerate(labs):
        PublicationListing.objects.create(
            publication=publication, lab=lab, kind="listed" if place else "owner"
        )
    return publication


def make_authorship(publication, author, **fields):
    who = {"printed_name": author} if isinstance(author, str) else {"member": author}
    return Authorship.objects.create(publication=publication, **who, **fields)


def make_link(publication, label="Code", **fields):
    return PublicationLink.objects.create(owner=publication, label=label, **fields)


def make_work(*authors, **fields):
    """A work as a source describes it, by authors whose family name is the last word."""
    base = {"title": f"Work {next(_numbers)}", "date": "2020", "kind": "article-journal"}
    key = fields.pop("key", "")
    origin = fields.pop("origin", Origin(line=1, key=key))
    listed = [make_author(author) if isinstance(author, str) else author for author in authors]
    return Work(**base | {"authors": listed, "key": key, "origin": origin} | fields)


def make_author(name, **fields):
    parts = parts_of(name)
    told = {"given_name": parts.given, "name_particle": parts.particle, "family_name": parts.family}
    return Author(**{"printed_name": name} | told | fields)


def make_talk(*speakers, labs=(), **fields):
    base = {"title": f"Talk {next(_numbers)}", "visibility": "public"}
    talk = Talk.objects.create(**base | fields)
    for place, speaker in enumerate(speakers, start=1):
        who = {"printed_name": speaker} if isinstance(speaker, str) else {"member": speaker}
        Speaker.objects.create(talk=talk, position=place, **who)
    talk.labs.set(labs)
    return talk


def make_delivery(talk=None, **fields):
    talk = talk or make_talk()
    return TalkDelivery.objects.create(**{"talk": talk, "event": "Meeting"} | fields)


def make_project(*people, **fields):
    base = {"name": f"Project {next(_numbers)}", "visibility": "public"}
    project = Project.objects.create(**base | fields)
    for place, member in enumerate(people, start=1):
        ProjectRole.objects.create(project=project, member=member, position=place, role="Developer")
    return project


def make_component(project, **fields):
    name = f"Variant {next(_numbers)}"
    return Component.objects.create(**{"project": project, "name": name} | fields)


def make_news(*members, **fields):
    base = {"body": f"News {next(_numbers)}", "date": "2025-01", "visibility": "public"}
    item = NewsItem.objects.create(**base | fields)
    item.members.set(members)
    return item


def make_grant(**fields):
    funder = fields.pop("funder", None) or Funder.objects.create(name=f"Funder {next(_numbers)}")
    return Grant.objects.create(**{"title": f"Grant {next(_numbers)}", "funder": funder} | fields)
