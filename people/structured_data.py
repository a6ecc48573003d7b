"""People and labs in the words of schema.org, from what their pages show.

Nothing is told that a visitor does not see there; e-mail addresses and names that somebody had
before never are.
"""

import re

from django.urls import reverse

from labsite.addresses import absolute
from labsite.identifiers import orcid_address, ror_address
from labsite.structured_data import identifier, picture, property_value, thing
from people.models import Award, Lab

# Where people and labs have pages that are about themselves.
_PROFILES = re.compile(
    r"https?://(?:[\w-]+\.)*(?:orcid\.org|scholar\.google(?:\.[a-z]{2,3}){1,2}|dblp\.org"
    r"|dblp\.uni-trier\.de|github\.com|gitlab\.com|semanticscholar\.org|openreview\.net"
    r"|researchgate\.net|linkedin\.com|wikidata\.org|ror\.org|huggingface\.co|x\.com"
    r"|twitter\.com|bsky\.app|scopus\.com)/"
)


def person_id(slug):
    """The ``@id`` of somebody with a page."""
    return identifier(reverse("people:member-detail", args=[slug]), "person")


def lab_id(slug):
    return identifier(reverse("people:lab-detail", args=[slug]), "lab")


def named_person(name, *, slug=None, orcid="", **parts):
    """A person in a line of names: with a page of their own, an ORCID, or neither."""
    page = reverse("people:member-detail", args=[slug]) if slug else ""
    address = orcid_address(orcid) if orcid else ""
    return thing(
        "Person",
        id=person_id(slug) if slug else address,
        name=name,
        **parts,
        url=absolute(page),
        identifier=property_value("ORCID", orcid),
        sameAs=[address] if address else [],
    )


def credited(line):
    """People of a line of names that was fetched with its members."""
    return [
        named_person(
            credit.printed_name,
            slug=credit.member.slug if credit.member and credit.member.has_page else None,
        )
        for credit in line
    ]


def named_lab(name, url):
    """A lab that a page names and leads to."""
    return thing("ResearchOrganization", id=identifier(url, "lab"), name=name, url=absolute(url))


def person_page(member, *, stays, links, sections):
    """The page of a member and the person it is about; nothing for who wants to stay unfound."""
    if not member.is_indexed:
        return []
    address = member.get_absolute_url()
    contents = {section.kind: section.content for section in sections}
    current = [stay for stay in stays if stay.is_current()]
    orcid = member.orcid and orcid_address(member.orcid)
    profiles = [orcid, *(link.url for link in links if _PROFILES.match(link.url))]
    person = thing(
        "Person",
        id=person_id(member.slug),
        name=member.display_name,
        givenName=member.given_name,
        familyName=member.family_name,
        alternateName=member.native_name,
        pronouns=member.pronouns,
        description=member.headline,
        jobTitle=list(dict.fromkeys(str(stay.printed_title) for stay in current)),
        affiliation=[_lab_of(stay) for stay in _one_a_lab(current)],
        memberOf=[_role(stay) for stay in stays],
        alumniOf=_universities(contents.get("education", ())),
        knowsAbout=_interests(contents.get("about")),
        award=_awards(contents.get("awards", ())),
        image=picture(member.photo, member.photo_description),
        url=absolute(address),
        identifier=property_value("ORCID", member.orcid),
        sameAs=list(dict.fromkeys(filter(None, profiles))),
    )
    page = thing(
        "ProfilePage",
        id=absolute(address),
        url=absolute(address),
        name=member.display_name,
        dateCreated=member.created_at.isoformat(timespec="seconds"),
        dateModified=member.updated_at.isoformat(timespec="seconds"),
        mainEntity={"@id": person["@id"]},
    )
    return [page, person]


def _one_a_lab(stays):
    return {stay.lab_id: stay for stay in stays}.values()


def _lab_of(stay):
    return named_lab(stay.lab.name, stay.lab.get_absolute_url())


def _role(stay):
    return thing(
        "OrganizationRole",
        roleName=str(stay.printed_title),
        startDate=stay.start,
        endDate=stay.end if stay.is_past() else "",
        memberOf={"@id": lab_id(stay.lab.slug)},
    )


def _universities(studies):
    names = [study.education.institution for study in studies if study.education.is_past()]
    return [thing("CollegeOrUniversity", name=name) for name in dict.fromkeys(filter(None, names))]


def _interests(about):
    words = [str(interest) for interest in [*about.working_on, *about.interests]] if about else []
    return list(dict.fromkeys(words))


def _awards(awards):
    return [award.title for award in awards if award.status == Award.Status.RECEIVED]


def lab_page(lab, path, *, links):
    """A lab at the path of its page, the institution it belongs to, and who the page shows."""
    people = getattr(lab, "people_today", None)  # read where a section shows them
    names = [name for name in (lab.short_name, lab.native_name) if name != lab.name]
    return [
        thing(
            "ResearchOrganization",
            id=lab_id(lab.slug),
            name=lab.name,
            alternateName=list(filter(None, names)),
            description=lab.tagline,
            parentOrganization=_above(lab),
            member=_members(people) if people else [],
            logo=picture(lab.logo),
            image=picture(lab.photo, lab.photo_description),
            address=" ".join(lab.address.split()),
            dissolutionDate=lab.ended_on if lab.status == Lab.Status.CLOSED else "",
            url=absolute(path),
            sameAs=[link.url for link in links if _PROFILES.match(link.url)],
        )
    ]


def _above(lab):
    """The lab above it, and the institution with its ROR."""
    above = []
    if lab.parent:
        above.append(named_lab(lab.parent.name, lab.parent.get_absolute_url()))
    if lab.institution:
        ror = ror_address(lab.ror) if lab.ror else ""
        university = thing(
            "CollegeOrUniversity",
            id=ror,
            name=lab.institution,
            identifier=property_value("ROR", ror),
            sameAs=[ror] if ror else [],
        )
        above.append(university)
    return above


def _members(people):
    """Who stands on the page of the lab, with the role there."""
    cards = [*people.heads, *people.faces]
    cards += [card for group in people.groups for card in group.cards]
    return [
        thing(
            "OrganizationRole",
            roleName=str(stay.printed_title),
            startDate=stay.start,
            member=named_person(
                card.member.display_name, slug=card.member.slug if card.has_page else None
            ),
        )
        for card in cards
        for stay in card.stays
    ]
