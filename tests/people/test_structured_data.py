import pytest
import time_machine
from django.core.files.base import ContentFile

from people.models import LabLink, MemberLink, MemberName, MemberSection
from tests.factories import (
    make_award,
    make_education,
    make_interest,
    make_lab,
    make_member,
    make_membership,
    make_topic,
)
from tests.pictures import jpeg
from tests.structured_data import thing_of, things_of

pytestmark = pytest.mark.django_db

SITE = "http://testserver"


def page_of(client, record):
    return client.get(record.get_absolute_url())


@time_machine.travel("2026-06-01")
def test_a_person_is_told_with_what_the_page_shows(client):
    make_lab()
    lab = make_lab(name="Tidal Lab")
    member = make_member(
        display_name="Liangyu Wang",
        given_name="Liangyu",
        family_name="Wang",
        native_name="王良玉",
        native_language="zh",
        pronouns="they/them",
        headline="Tides",
        orcid="0000-0002-1694-233X",
    )
    make_membership(member, lab=lab, role="postdoc", start="2025-02")
    make_membership(
        member, lab=lab, role="phd", title="Doctoral student", start="2020", end="2024-12"
    )
    make_education(member, institution="Coast University", end="2019")
    make_education(member, institution="Later University", start="2026")
    make_interest(member, words="Waves")
    make_interest(member, topic=make_topic(name="Tides"))
    make_award(member, title="Golden Buoy")
    make_award(member, title="Silver Buoy", status="candidate")
    for label, url in [
        ("GitHub", "https://github.com/liangyu"),
        ("Scholar", "https://scholar.google.com/citations?user=x"),
        ("CV", "https://example.org/cv.pdf"),
    ]:
        MemberLink.objects.create(owner=member, label=label, url=url)

    page, person = things_of(page_of(client, member))

    assert page == {
        "@type": "ProfilePage",
        "@id": f"{SITE}/people/liangyu-wang/",
        "url": f"{SITE}/people/liangyu-wang/",
        "name": "Liangyu Wang",
        "dateCreated": "2026-06-01T00:00:00+00:00",
        "dateModified": "2026-06-01T00:00:00+00:00",
        "mainEntity": {"@id": f"{SITE}/people/liangyu-wang/#person"},
    }
    assert person == {
        "@type": "Person",
        "@id": f"{SITE}/people/liangyu-wang/#person",
        "name": "Liangyu Wang",
        "givenName": "Liangyu",
        "familyName": "Wang",
        "alternateName": "王良玉",
        "pronouns": "they/them",
        "description": "Tides",
        "jobTitle": ["Postdoctoral researcher"],
        "affiliation": [
            {
                "@type": "ResearchOrganization",
                "@id": f"{SITE}/labs/tidal-lab/#lab",
                "name": "Tidal Lab",
                "url": f"{SITE}/labs/tidal-lab/",
            }
        ],
        "memberOf": [
            {
                "@type": "OrganizationRole",
                "roleName": "Postdoctoral researcher",
                "startDate": "2025-02",
                "memberOf": {"@id": f"{SITE}/labs/tidal-lab/#lab"},
            },
            {
                "@type": "OrganizationRole",
                "roleName": "Doctoral student",
                "startDate": "2020",
                "endDate": "2024-12",
                "memberOf": {"@id": f"{SITE}/labs/tidal-lab/#lab"},
            },
        ],
        "alumniOf": [{"@type": "CollegeOrUniversity", "name": "Coast University"}],
        "knowsAbout": ["Waves", "Tides"],
        "award": ["Golden Buoy"],
        "url": f"{SITE}/people/liangyu-wang/",
        "identifier": {
            "@type": "PropertyValue",
            "propertyID": "ORCID",
            "value": "0000-0002-1694-233X",
        },
        "sameAs": [
            "https://orcid.org/0000-0002-1694-233X",
            "https://github.com/liangyu",
            "https://scholar.google.com/citations?user=x",
        ],
    }


def test_neither_an_address_nor_a_former_name_is_told(client):
    """C137: an e-mail stands on the page alone, a former name nowhere."""
    member = make_member(email="ana@example.org", email_shown_to="everyone")
    MemberName.objects.create(member=member, name="Formerly Else", is_former=True)
    MemberName.objects.create(member=member, name="A. Ruiz")

    page = page_of(client, member)

    told = str(things_of(page))
    assert "ana@example.org" in page.text
    assert "ana@example.org" not in told
    assert "Formerly" not in told
    assert "A. Ruiz" not in told


def test_a_section_that_somebody_hides_is_not_told_either(client):
    member = make_member()
    make_award(member, title="Golden Buoy")
    MemberSection.objects.create(owner=member, kind="awards", is_shown=False)

    assert "award" not in thing_of(page_of(client, member), "Person")


def test_who_wants_to_stay_unfound_is_not_told(client):
    assert things_of(page_of(client, make_member(is_indexed=False))) == []


@time_machine.travel("2026-06-01")
def test_who_has_left_has_no_title_any_more_on_the_day_after(client):
    member = make_member()
    make_membership(member, role="phd", start="2020", end="2026-05-31")

    person = thing_of(page_of(client, member), "Person")

    assert "jobTitle" not in person
    assert "affiliation" not in person
    assert person["memberOf"][0]["endDate"] == "2026-05-31"


def test_a_hidden_lab_is_not_told_by_its_people(client):
    member = make_member()
    make_membership(member, lab=make_lab(name="Secret lab", visibility="draft"))

    assert "Secret" not in str(things_of(page_of(client, member)))


def test_a_lab_is_told_with_its_institution_and_its_people(client):
    department = make_lab(name="Department of Tides")
    lab = make_lab(
        name="Tidal Computing Lab",
        short_name="Tides",
        native_name="潮汐实验室",
        native_language="zh",
        tagline="We listen.",
        parent=department,
        institution="Coast University",
        ror="05gq02987",
        address="Pier 1\nHarbour",
        logo=ContentFile(jpeg(200, 100), name="l.jpg"),
    )
    LabLink.objects.create(owner=lab, label="GitHub", url="https://github.com/tides")
    head = make_member(display_name="Hana Nováková", email="h@example.org")
    make_membership(head, lab=lab, role="head", title="Professor", start="2015")
    listed = make_member(display_name="Bo Li", visibility="listed")
    make_membership(listed, lab=lab, role="phd")
    make_membership(make_member(display_name="Secret", visibility="draft"), lab=lab)

    told = thing_of(page_of(client, lab), "ResearchOrganization")

    logo = told.pop("logo")
    assert (logo["width"], logo["height"]) == (200, 100)
    assert logo["url"].startswith(f"{SITE}/media/")
    assert told == {
        "@type": "ResearchOrganization",
        "@id": f"{SITE}/labs/tidal-computing-lab/#lab",
        "name": "Tidal Computing Lab",
        "alternateName": ["Tides", "潮汐实验室"],
        "description": "We listen.",
        "parentOrganization": [
            {
                "@type": "ResearchOrganization",
                "@id": f"{SITE}/labs/department-of-tides/#lab",
                "name": "Department of Tides",
                "url": f"{SITE}/labs/department-of-tides/",
            },
            {
                "@type": "CollegeOrUniversity",
                "@id": "https://ror.org/05gq02987",
                "name": "Coast University",
                "identifier": {
                    "@type": "PropertyValue",
                    "propertyID": "ROR",
                    "value": "https://ror.org/05gq02987",
                },
                "sameAs": ["https://ror.org/05gq02987"],
            },
        ],
        "member": [
            {
                "@type": "OrganizationRole",
                "roleName": "Professor",
                "startDate": "2015",
                "member": {
                    "@type": "Person",
                    "@id": f"{SITE}/people/hana-novakova/#person",
                    "name": "Hana Nováková",
                    "url": f"{SITE}/people/hana-novakova/",
                },
            },
            {
                "@type": "OrganizationRole",
                "roleName": "PhD student",
                "member": {"@type": "Person", "name": "Bo Li"},
            },
        ],
        "address": "Pier 1 Harbour",
        "url": f"{SITE}/labs/tidal-computing-lab/",
        "sameAs": ["https://github.com/tides"],
    }


def test_the_only_lab_is_told_at_the_address_of_the_site_under_a_name_that_stays(client):
    make_lab(name="Tides")

    told = thing_of(client.get("/"), "ResearchOrganization")

    assert (told["@id"], told["url"]) == (f"{SITE}/labs/tides/#lab", f"{SITE}/")
