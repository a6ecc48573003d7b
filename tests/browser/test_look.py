"""A lab with pictures of everything: nothing in anybody's way, nothing wider than the window."""

import pytest
from django.core.files.base import ContentFile

from people.models import LabPicture, MemberLink
from tests.factories import (
    make_grant,
    make_interest,
    make_lab,
    make_link,
    make_member,
    make_membership,
    make_news,
    make_opening,
    make_project,
    make_publication,
    make_topic,
    make_venue,
)
from tests.pictures import jpeg

pytestmark = pytest.mark.django_db(transaction=True)


def photo(width=640, height=480):
    return ContentFile(jpeg(width, height), name="photo.jpg")


@pytest.fixture
def pages():
    """The addresses of one page of each kind that shows pictures."""
    lab = make_lab(
        name="Tidal Computing Lab",
        native_name="潮汐计算实验室",
        native_language="zh-Hans",
        tagline="We listen to the sea.",
        about="Who we are.",
        photo=photo(),
        photo_description="A pier",
        logo=photo(200, 100),
        theme_colour="teal",
        recruiting="Come.",
    )
    head = make_member(
        display_name="Hana Nováková",
        photo=photo(),
        headline="Tides",
        about="I study **tides**. " * 150,
        email="hana@example.org",
        email_shown_to="everyone",
        phone="+49 30 123456",
        phone_shown_to="everyone",
        office="Pier 1",
        office_shown_to="everyone",
        notice="Looking for a postdoc.",
    )
    MemberLink.objects.create(owner=head, label="GitHub", url="https://github.example.org/")
    make_membership(head, lab=lab, role="head")
    for number in range(4):
        member = make_member(photo=photo(), focal_point="top" if number else "left")
        make_interest(member, words="Very long words about tides")
        make_membership(member, lab=lab, start="2023")
    make_membership(lab=lab)
    for _ in range(4):
        make_topic(lab=lab, summary="How high the water stands.", picture=photo())
    venue = make_venue(short_name="WAVES", colour="rust")
    paper = make_publication(
        head,
        "Bo Li",
        labs=[lab],
        venue=venue,
        picture=photo(),
        summary="It is wet.",
        abstract="So it is.",
        distinction="Best paper",
    )
    paper.listings.update(is_selected=True)
    make_link(paper, "Code", url="https://code.example.org/")
    project = make_project(head, lab=lab, tagline="Buoys", picture=photo(), stars=1290)
    project.publications.add(paper)
    news = make_news(head, lab=lab, title="Ebb!", picture=photo())
    make_opening(lab=lab, deadline="2999-01-15", funding="Four years")
    make_grant().labs.add(lab)
    LabPicture.objects.create(lab=lab, file=photo(), caption="The pier", description="A pier")
    records = [head, paper, project, news]
    lists = ["/", "/people/", "/publications/", "/projects/", "/topics/", "/news/"]
    return [
        *lists,
        f"{lab.get_absolute_url()}pictures/",
        *(record.get_absolute_url() for record in records),
    ]


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_pictures_are_in_nobodys_way(open_window, live_server, pages, color_scheme):
    window = open_window(color_scheme=color_scheme)

    barriers, too_wide = {}, []
    for width in (1280, 320):
        window.page.set_viewport_size({"width": width, "height": 900})
        for address in pages:
            window.page.goto(f"{live_server.url}{address}")
            if window.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                too_wide.append((width, address))
            if found := window.barriers():
                barriers[width, address] = found

    assert barriers == {}
    assert too_wide == []


def test_pictures_have_their_room_before_they_have_come(open_window, live_server, pages):
    page = open_window().page
    page.route("**/media/**", lambda route: None)  # they never come

    page.goto(live_server.url, wait_until="domcontentloaded")

    sizes = page.evaluate("[...document.images].map(image => image.getBoundingClientRect().height)")
    assert len(sizes) > 10
    assert min(sizes) > 40


def test_one_link_leads_to_a_paper_for_whoever_goes_by_keyboard(open_window, live_server, pages):
    page = open_window().page

    page.goto(f"{live_server.url}/publications/")

    links = page.locator(".citation a[href^='/publications/']")
    assert links.count() == 2
    assert [link.get_attribute("tabindex") for link in links.all()] == ["-1", None]
