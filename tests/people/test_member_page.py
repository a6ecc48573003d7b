import re

import pytest
import time_machine
from django.contrib.auth import get_user_model

from people.models import MemberLink, MemberName, MemberSection
from tests.factories import (
    make_adviser,
    make_authorship,
    make_award,
    make_component,
    make_delivery,
    make_education,
    make_interest,
    make_lab,
    make_link,
    make_member,
    make_membership,
    make_news,
    make_position,
    make_project,
    make_publication,
    make_talk,
    make_topic,
    make_venue,
)

pytestmark = pytest.mark.django_db


def headings(response):
    pairs = re.findall(r"<h2>(?:<span[^>]*>(.*?)</span> )?(.*?)</h2>", response.text)
    return [" ".join(filter(None, pair)) for pair in pairs]


def text_of(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.text).split())


def full_member(count=1):
    """A member with ``count`` of everything."""
    member = make_member(display_name="Xinyi Liu", headline="MLsys", about="I study **tides**.")
    lab = make_lab()
    for _ in range(count):
        stay = make_membership(member, lab=lab)
        make_adviser(make_member(), membership=stay)
        make_adviser(make_member(), education=make_education(member))
        make_position(member)
        make_award(member, make_member())
        member.services.create(role="Reviewer", organisation="Tides")
        member.teaching.create(course="Computing A")
        make_interest(member, topic=make_topic())
        make_interest(member, words="MoE", kind="working_on")
        MemberLink.objects.create(owner=member, label="GitHub")
        make_link(make_publication(member, "Bo Li", make_member(), venue=make_venue()))
        make_component(make_project(member), own_project=make_project())
        make_delivery(make_talk(member))
        make_news(member)
        make_adviser(member, membership=make_membership())
    return member


@pytest.mark.parametrize("count", [1, 3])
def test_member_page_costs_the_same_for_any_number(client, count, django_assert_num_queries):
    member = full_member(count)

    with django_assert_num_queries(24):
        response = client.get(member.get_absolute_url())

    assert len(headings(response)) == 11


def test_sections_stand_in_standard_order_with_their_emoji(client):
    member = full_member()

    assert headings(client.get(member.get_absolute_url())) == [
        "About",
        "🔥 News",
        "📝 Publications",
        "🚀 Projects",
        "💬 Talks",
        "📖 Education",
        "💻 Jobs and internships",
        "🎖 Honours and awards",
        "📋 Academic service",
        "📚 Teaching",
        "Students advised",
    ]


def test_sections_stand_in_the_members_own_order_under_own_headings(client):
    member = full_member()
    for position, (kind, heading, emoji) in enumerate(
        [("education", "Educations", ""), ("projects", "Systems", "☃️")], start=1
    ):
        MemberSection.objects.create(
            owner=member, kind=kind, heading=heading, emoji=emoji, position=position
        )
    MemberSection.objects.create(owner=member, kind="news", is_shown=False)

    assert headings(client.get(member.get_absolute_url()))[:4] == [
        "📖 Educations",
        "☃️ Systems",
        "About",
        "📝 Publications",
    ]


def test_page_of_a_member_with_nothing_but_a_name_has_no_section(client):
    member = make_member(display_name="Suharti")
    MemberSection.objects.create(owner=member, kind="news", heading="News", emoji="🔥")

    response = client.get(member.get_absolute_url())

    assert headings(response) == []
    assert "<h1>Suharti</h1>" in response.text


@pytest.mark.parametrize("visibility", ["listed", "draft"])
def test_member_without_a_public_page_has_none(client, visibility):
    member = make_member(visibility=visibility)

    assert client.get(member.get_absolute_url()).status_code == 404


def test_publications_can_be_arranged_by_hand_with_the_authors_first(client):
    member = make_member(display_name="Xinyi Liu")
    for place, title in enumerate(["Third", "First", "Second"]):
        publication = make_publication(title=title, date="2025")
        order = {"First": 1, "Second": 2, "Third": 3}[title]
        make_authorship(publication, member, own_order=order, position=place)
    new = make_publication(member, title="Without a place", date="2026")
    MemberSection.objects.create(
        owner=member,
        kind="publications",
        grouping="none",
        row_order="hand",
        name_order="authors",
    )

    html = client.get(member.get_absolute_url()).text

    titles = re.findall(r'citation-title"><a[^>]*>(.*?)</a>', html)
    assert titles == ["First", "Second", "Third", new.title]
    assert html.index('class="authors"') < html.index("citation-title")


def test_own_name_is_marked_and_the_legend_stands_once(client):
    member = make_member(display_name="Xinyi Liu")
    for _ in range(2):
        publication = make_publication()
        make_authorship(publication, member, equal_group=1, position=1)
        make_authorship(publication, "Bo Li", equal_group=1, position=2)

    html = client.get(member.get_absolute_url()).text

    assert html.count('<strong class="own">Xinyi Liu</strong><sup>*</sup>') == 2
    assert html.count("equal contribution") == 1


def test_selected_papers_come_first_and_can_be_all_that_is_shown(client):
    member = make_member()
    make_authorship(make_publication(title="Chosen"), member, is_selected=True)
    make_authorship(make_publication(title="Other"), member)

    everything = text_of(client.get(member.get_absolute_url()))
    MemberSection.objects.create(owner=member, kind="publications", only_selected=True)
    chosen = text_of(client.get(member.get_absolute_url()))

    assert "2 publications" in everything
    assert everything.count("Chosen") == 2
    assert "1 publication," in chosen
    assert "Other" not in chosen


def test_older_years_of_a_long_list_are_folded_but_there(client):
    member = make_member()
    for year, number in [("2026", 40), ("2025", 40), ("2001", 3)]:
        for _ in range(number):
            make_publication(member, date=year)

    html = client.get(member.get_absolute_url()).text

    assert "3 older publications" in html
    assert html.index("older publications") < html.index('id="y2001"')
    assert html.count('class="citation"') == 83


def test_period_says_what_is_expected_and_who_advises(client):
    member = make_member()
    education = make_education(
        member,
        degree="Ph.D.",
        institution="Peking University",
        start="2023",
        end="2028",
        ending="expected",
    )
    make_adviser(make_member(display_name="Bin Cui"), education=education)

    text = text_of(client.get(member.get_absolute_url()))

    assert "2023 – 2028 (expected) Ph.D. Peking University Adviser: Bin Cui" in text


def test_award_tells_its_result_and_candidates_are_called_so(client):
    member = make_member()
    make_award(member, title="Contest", result="Gold medal, 7th place (0.2 %)", date="2022")
    make_award(member, title="Prize", status="candidate", date="2022")

    text = text_of(client.get(member.get_absolute_url()))

    assert "Contest Gold medal, 7th place (0.2 %)" in text
    assert "Prize candidate" in text


def test_talk_is_told_once_with_each_occasion_newest_first(client):
    member = make_member()
    talk = make_talk(member, title="Galvatron")
    make_delivery(talk, event="KADC", city="Beijing", country="China", date="2025-05")
    make_delivery(talk, event="PyTorch Day China", city="Beijing", country="China", date="2025-06")

    text = text_of(client.get(member.get_absolute_url()))

    assert text.count("Galvatron") == 1
    assert "PyTorch Day China, Beijing, China, June 2025 KADC, Beijing, China, May 2025" in text


def test_project_shows_its_table_under_its_own_headings(client):
    member = make_member()
    project = make_project(
        member,
        name="Canzona",
        column_headings=["Training Stack", "Implementation", "Description"],
        name_column=2,
    )
    make_component(project, name="FSDP-Canzona", cells=["PyTorch FSDP", "An executor."], stars=12)

    text = text_of(client.get(member.get_absolute_url()))

    assert (
        "Training Stack Implementation Description PyTorch FSDP FSDP-Canzona ★ 12 stars"
        " An executor." in text
    )


@time_machine.travel("2026-11-30")
def test_notice_is_shown_until_its_last_day(client):
    member = make_member(notice="Open to collaborations", notice_until="2026-11-30")
    url = member.get_absolute_url()

    assert "Open to collaborations" in client.get(url).text
    with time_machine.travel("2026-12-01"):
        assert "Open to collaborations" not in client.get(url).text


def test_former_member_is_not_said_to_be_there(client):
    member = make_member()
    make_membership(
        member, start="2019", end="2024", next_title="Researcher", next_place="Qwen Team"
    )

    text = text_of(client.get(member.get_absolute_url()))

    assert "formerly PhD student" in text
    assert "went on as Researcher, Qwen Team" in text


def test_stay_in_a_draft_lab_is_not_told(client):
    member = make_member()
    make_membership(member, lab=make_lab(name="Secret lab", visibility="draft"))

    assert "Secret lab" not in client.get(member.get_absolute_url()).text


def test_former_name_is_shown_nowhere(client):
    member = make_member(display_name="Mira Sołtys")
    MemberName.objects.create(member=member, name="Mira Nowak", is_former=True)

    assert "Nowak" not in client.get(member.get_absolute_url()).text


@pytest.mark.parametrize(
    ("shown_to", "sees_visitor", "sees_colleague", "sees_stranger"),
    [
        ("everyone", True, True, True),
        ("lab", False, True, False),
        ("nobody", False, False, False),
    ],
)
def test_contacts_are_seen_by_those_they_are_meant_for(
    client, shown_to, sees_visitor, sees_colleague, sees_stranger
):
    lab = make_lab()
    member = make_member(email="x@example.org", email_shown_to=shown_to)
    make_membership(member, lab=lab)
    users = [get_user_model().objects.create_user(name) for name in ("colleague", "stranger")]
    make_membership(make_member(user=users[0]), lab=lab)
    make_membership(make_member(user=users[1]))

    def sees(user=None):
        client.logout()
        if user:
            client.force_login(user)
        return "mailto:x@example.org" in client.get(member.get_absolute_url()).text

    assert [sees(), *map(sees, users)] == [sees_visitor, sees_colleague, sees_stranger]


def test_page_with_lab_only_contacts_is_never_stored_for_others(client):
    user = get_user_model().objects.create_user("colleague")
    member = make_member(user=user)
    url = member.get_absolute_url()

    public = client.get(url)
    client.force_login(user)
    private = client.get(url)

    assert "Cookie" not in public.headers.get("Vary", "")
    assert private.headers["Cache-Control"] == "private, no-store"


def test_page_can_ask_search_engines_to_stay_away(client):
    member = make_member(is_indexed=False)

    assert '<meta name="robots" content="noindex">' in client.get(member.get_absolute_url()).text


def test_an_interest_does_not_give_away_the_name_of_a_draft_topic(client):
    member = make_member()
    make_interest(member, topic=make_topic(name="Secret", visibility="draft"))
    make_interest(member, words="Tides", topic=make_topic(name="Hidden", visibility="draft"))

    response = client.get(member.get_absolute_url())

    assert re.findall(r'<ul class="tags">(.*?)</ul>', response.text, re.DOTALL) != []
    assert ("Secret" in response.text, "Hidden" in response.text) == (False, False)
    assert "<li><span>Tides</span>" in response.text.replace("\n", "").replace("> <", "><")


@time_machine.travel("2026-06-01")
def test_somebody_who_is_still_to_come_is_no_former_member(client):
    member = make_member()
    lab = make_lab(name="Tide Lab")
    make_membership(member, lab=lab, role="postdoc", start="2026-10")
    make_membership(member, lab=lab, start="2023")

    response = client.get(member.get_absolute_url())

    assert "PhD student, Tide Lab , since 2023 Postdoctoral researcher, Tide Lab" in text_of(
        response
    )
    assert "formerly" not in text_of(response)
