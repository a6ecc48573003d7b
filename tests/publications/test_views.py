import re

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.urls import reverse

from publications import views
from publications.models import PublicationListing
from tests.factories import (
    make_authorship,
    make_component,
    make_delivery,
    make_education,
    make_grant,
    make_lab,
    make_link,
    make_member,
    make_membership,
    make_news,
    make_project,
    make_publication,
    make_talk,
    make_topic,
    make_venue,
)

pytestmark = pytest.mark.django_db

LISTS = ["publication-list", "talk-list", "project-list", "news-list"]
LAB_LISTS = ["lab-publications", "lab-talks", "lab-projects", "lab-news"]


def text_of(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.text).split())


def titles(response):
    return re.findall(r'citation-title"><a[^>]*>(?:<s>)?(.*?)<', response.text)


def everything(lab, count=1):
    """``count`` of everything that the lists show, of one lab."""
    for _ in range(count):
        member = make_member()
        publication = make_publication(member, "Bo Li", labs=[lab], venue=make_venue())
        make_link(publication)
        talk = make_talk(member, labs=[lab])
        make_delivery(talk, date="2020")
        make_delivery(make_talk(member, labs=[lab]), date="2999")
        project = make_project(member, lab=lab, stars=3)
        make_component(project)
        make_news(member, lab=lab)


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("name", "queries"),
    [
        ("publication-list", 8),
        ("talk-list", 10),
        ("project-list", 5),
        ("news-list", 5),
    ],
)
def test_list_costs_the_same_for_any_number(
    client, name, queries, count, django_assert_num_queries
):
    make_lab()
    everything(make_lab(), count)

    with django_assert_num_queries(queries):
        client.get(reverse(f"publications:{name}"))


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("name", "queries"),
    [
        ("lab-publications", 10),
        ("lab-talks", 11),
        ("lab-projects", 6),
        ("lab-news", 6),
    ],
)
def test_list_of_a_lab_costs_the_same_for_any_number(
    client, name, queries, count, django_assert_num_queries
):
    make_lab()
    lab = make_lab()
    everything(lab, count)

    with django_assert_num_queries(queries):
        client.get(reverse(f"publications:{name}", args=[lab.slug]))


@pytest.mark.parametrize("count", [1, 3])
def test_publication_page_costs_the_same_for_any_number(client, count, django_assert_num_queries):
    publication = make_publication(venue=make_venue())
    for _ in range(count):
        make_authorship(publication, make_member())
        make_link(publication)
        publication.topics.add(make_topic())
        publication.grants.add(make_grant())
        make_talk().publications.add(publication)
        make_project().publications.add(publication)
        make_news().publications.add(publication)

    with django_assert_num_queries(15):
        client.get(publication.get_absolute_url())


@pytest.mark.parametrize("count", [1, 3])
def test_project_page_costs_the_same_for_any_number(client, count, django_assert_num_queries):
    project = make_project(*(make_member() for _ in range(count)), successor=make_project())
    for _ in range(count):
        make_component(project, own_project=make_project())
        project.publications.add(make_publication(make_member()))
        project.topics.add(make_topic())
        make_talk().projects.add(project)
        make_news().projects.add(project)
        project.grants.add(make_grant())

    with django_assert_num_queries(13):
        client.get(project.get_absolute_url())


@pytest.mark.parametrize("count", [1, 3])
def test_talk_page_costs_the_same_for_any_number(client, count, django_assert_num_queries):
    talk = make_talk(*(make_member() for _ in range(count)), labs=[make_lab()])
    for _ in range(count):
        make_delivery(talk)
        talk.publications.add(make_publication())
        make_news().talks.add(talk)

    with django_assert_num_queries(9):
        client.get(talk.get_absolute_url())


@pytest.mark.parametrize("count", [1, 3])
def test_news_page_costs_the_same_for_any_number(client, count, django_assert_num_queries):
    item = make_news(*(make_member() for _ in range(count)), lab=make_lab())
    for _ in range(count):
        item.publications.add(make_publication())
        item.projects.add(make_project())

    with django_assert_num_queries(5):
        client.get(item.get_absolute_url())


# Lists


@pytest.mark.parametrize("name", LISTS)
def test_list_without_anything_says_so(client, name):
    response = client.get(reverse(f"publications:{name}"))

    assert response.status_code == 200
    assert 'class="empty"' in response.text


def test_list_shows_what_is_public_under_its_year(client):
    make_publication(title="Draft", visibility="draft", date="2026")
    make_publication(title="New", date="2026")
    make_publication(title="Old", date="1998")

    response = client.get(reverse("publications:publication-list"))

    assert titles(response) == ["New", "Old"]
    assert "2 publications, 1998–2026" in text_of(response)
    assert re.findall(r"<h2>(.*?)</h2>", response.text) == ["2026", "1998"]


def test_long_list_is_cut_into_pages_and_every_year_has_a_page_with_all(client):
    for year in ["2025", "2024"]:
        for _ in range(101):
            make_publication(date=year)

    first = client.get(reverse("publications:publication-list"))
    last = client.get(reverse("publications:publication-list"), {"page": 5})
    year = client.get(reverse("publications:publication-year", args=[2024]))

    assert (len(titles(first)), len(titles(last)), len(titles(year))) == (50, 2, 101)
    assert 'href="/publications/2024/"' in first.text
    assert "#y2024" not in first.text


def test_list_of_200_stands_on_one_page(client):
    for number in range(200):
        make_publication(date=str(1900 + number % 2))

    response = client.get(reverse("publications:publication-list"))

    assert len(titles(response)) == 200
    assert 'href="#y1901"' in response.text


@pytest.mark.parametrize("page", ["0", "-1", "99", "x", "1e9", "10" * 30])
def test_page_that_does_not_exist_is_not_found(client, page):
    make_publication()

    response = client.get(reverse("publications:publication-list"), {"page": page})

    assert response.status_code in {200, 404}


def test_year_without_publications_is_not_found(client):
    make_publication(date="2025")

    assert client.get("/publications/2024/").status_code == 404
    assert client.get("/publications/99999999999999999999/").status_code == 404
    assert client.get("/publications/2025/").status_code == 200


def test_lab_lists_its_own_papers_and_those_it_has_accepted(client):
    lab, other = make_lab(), make_lab()
    make_publication(title="Own", labs=[lab])
    joint = make_publication(title="Joint", labs=[other, lab])
    PublicationListing.objects.filter(publication=joint, lab=lab).update(is_accepted=False)
    make_publication(title="Of others", labs=[other])
    url = reverse("publications:lab-publications", args=[lab.slug])

    before = titles(client.get(url))
    PublicationListing.objects.update(is_accepted=True)
    after = titles(client.get(url))

    assert before == ["Own"]
    assert sorted(after) == ["Joint", "Own"]


def test_members_of_the_lab_stand_out_on_its_list(client):
    lab = make_lab()
    member = make_membership(lab=lab).member
    make_publication(member, make_member(), labs=[lab])

    response = client.get(reverse("publications:lab-publications", args=[lab.slug]))

    assert response.text.count('class="own"') == 1


@pytest.mark.parametrize("name", LAB_LISTS)
def test_lists_of_a_draft_lab_are_not_found(client, name):
    lab = make_lab(visibility="draft")
    everything(lab)

    assert client.get(reverse(f"publications:{name}", args=[lab.slug])).status_code == 404


@pytest.mark.parametrize("name", LAB_LISTS)
def test_lists_of_a_lab_that_was_renamed_are_redirected_with_their_query(client, name):
    lab = make_lab(slug="before")
    lab.slug = "after"
    lab.save()

    response = client.get(reverse(f"publications:{name}", args=["before"]), {"page": "2"})

    assert response.status_code == 301
    assert response.url == reverse(f"publications:{name}", args=["after"]) + "?page=2"


# Publications


def test_publication_page_shows_all_authors_in_order_and_what_belongs_to_it(client):
    names = [f"Author {number}" for number in range(1, 37)]
    publication = make_publication(
        *names,
        title="On the Design",
        genre="Tech Report",
        abstract="We show $n_{\\min}$ in my_file.py.",
        date="2026",
    )
    make_link(publication, "Paper")
    project = make_project(name="Qwen")
    project.publications.add(publication)

    response = client.get(publication.get_absolute_url())

    assert ", ".join(names[:-1]) + ", and Author 36" in text_of(response)
    assert 'class="authors-all"' not in response.text
    assert '<span class="label">Paper</span>' in response.text
    assert '<a href="/projects/qwen/">Qwen</a>' in response.text
    assert "n<sub>min</sub></span> in my_file.py." in response.text
    assert '<time datetime="2026">2026</time>' in response.text


def test_draft_is_seen_by_who_may_edit_it_and_never_stored(client):
    draft = make_publication(title="Secret", visibility="draft")
    visitor = client.get(draft.get_absolute_url())

    client.force_login(get_user_model().objects.create_superuser("admin"))
    editor = client.get(draft.get_absolute_url())
    client.force_login(get_user_model().objects.create_user("somebody", is_staff=True))
    somebody = client.get(draft.get_absolute_url())

    assert (visitor.status_code, editor.status_code, somebody.status_code) == (404, 200, 404)
    assert editor.headers["Cache-Control"] == "private, no-store"
    assert 'name="robots" content="noindex"' in editor.text


def test_draft_records_are_not_told_on_other_pages(client):
    publication = make_publication(labs=[make_lab(name="Secret lab", visibility="draft")])
    make_talk(title="Secret talk", visibility="draft").publications.add(publication)
    make_project(name="Secret project", visibility="draft").publications.add(publication)
    make_news(title="Secret news", visibility="draft").publications.add(publication)

    assert "Secret" not in client.get(publication.get_absolute_url()).text


def test_pdf_is_sent_from_the_folder_of_the_page(client):
    publication = make_publication(title="FlexSP", pdf=ContentFile(b"%PDF-1.7 x", "any name.pdf"))
    url = "/publications/flexsp/flexsp.pdf"

    page, pdf = client.get(publication.get_absolute_url()), client.get(url)

    assert f'<a href="{url}">PDF</a>' in page.text
    assert b"".join(pdf.streaming_content) == b"%PDF-1.7 x"
    assert pdf.headers["Content-Type"] == "application/pdf"
    assert pdf.headers["Content-Disposition"] == "inline; filename*=utf-8''flexsp.pdf"
    assert pdf.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert client.get("/publications/flexsp/other.pdf").url == url


def test_pdf_of_a_draft_is_not_found(client):
    make_publication(title="T", visibility="draft", pdf=ContentFile(b"%PDF-1.7 x", "t.pdf"))

    assert client.get("/publications/t/t.pdf").status_code == 404


def test_pdf_whose_file_is_gone_is_not_found(client):
    publication = make_publication(title="T", pdf=ContentFile(b"%PDF-1.7 x", "t.pdf"))
    publication.pdf.storage.delete(publication.pdf.name)

    assert client.get("/publications/t/t.pdf").status_code == 404


# Talks


@time_machine.travel("2026-11-30 12:00 +0000")
def test_talks_to_come_stand_above_those_given(client):
    make_delivery(make_talk(title="Given"), date="2025-06")
    make_delivery(make_talk(title="Later"), date="2027")
    soon = make_talk(title="Soon")
    make_delivery(soon, date="2025-01")
    make_delivery(soon, date="2026-11-30")

    text = text_of(client.get(reverse("publications:talk-list")))

    assert re.search("Still to come.*Soon.*Later.* 2025 .*Given", text)
    assert text.count("Soon") == 1


def test_talk_shows_day_and_time_of_its_place(client):
    """C126: 23:30 in Honolulu stays on its day, for a site in Zurich."""
    talk = make_talk()
    make_delivery(
        talk,
        city="Honolulu",
        date="2026-05-03",
        start_time="23:30",
        end_time="00:30",
        zone="Pacific/Honolulu",
    )

    text = text_of(client.get(talk.get_absolute_url()))

    assert "Honolulu, 3 May 2026 , 23:30–00:30 (Pacific/Honolulu)" in text


@pytest.mark.parametrize(
    ("fields", "last_moment", "first_moment_after"),
    [
        (
            {
                "date": "2026-05-03",
                "start_time": "23:30",
                "end_time": "00:30",
                "zone": "Pacific/Honolulu",
            },
            "2026-05-04 10:29 +0000",
            "2026-05-04 10:31 +0000",
        ),
        (
            {"date": "2026-05-03", "start_time": "09:00", "zone": "Pacific/Honolulu"},
            "2026-05-04 09:59 +0000",
            "2026-05-04 10:01 +0000",
        ),
        (
            {"date": "2026-05-03", "end_date": "2026-05-05"},
            "2026-05-05 23:59 +0000",
            "2026-05-06 00:01 +0000",
        ),
        ({"date": "2026-05"}, "2026-05-31 23:59 +0000", "2026-06-01 00:01 +0000"),
    ],
)
def test_talk_is_upcoming_until_its_end(client, settings, fields, last_moment, first_moment_after):
    """C126: with a time, without one, for several days, and known to the month only."""
    settings.TIME_ZONE = "UTC"
    make_delivery(make_talk(), **fields)
    url = reverse("publications:talk-list")

    with time_machine.travel(last_moment):
        assert "Still to come" in client.get(url).text
    with time_machine.travel(first_moment_after):
        assert "Still to come" not in client.get(url).text


def test_talk_without_a_date_comes_last(client):
    make_delivery(make_talk(title="Undated"))
    make_delivery(make_talk(title="Dated"), date="2001")

    text = text_of(client.get(reverse("publications:talk-list")))

    assert text.index("Dated") < text.index("Undated")


# Projects


def test_project_page_shows_people_variants_and_papers(client):
    member = make_member(display_name="Xinyi Liu")
    project = make_project(
        member,
        name="Galvatron",
        repository_label="GitHub",
        documentation="https://example.org/docs",
        column_headings=["Stack", "Replica"],
        name_column=2,
    )
    make_component(project, name="Tiny-FSDP", cells=["FSDP"], repository_label="GitHub stars")
    project.publications.add(make_publication(title="The paper"))

    response = client.get(project.get_absolute_url())

    assert '<span class="label">GitHub</span>' in response.text
    assert '<a href="https://example.org/docs">Documentation</a>' in response.text
    assert "Stack Replica FSDP Tiny-FSDP GitHub stars" in text_of(response)
    assert "Xinyi Liu Developer" in text_of(response)
    assert titles(response) == ["The paper"]


def test_of_a_large_project_a_dozen_people_and_ten_papers_are_in_sight(client):
    project = make_project(*(make_member(display_name=f"Ada {n:02}") for n in range(1, 14)))
    for number in range(1, 12):
        project.publications.add(make_publication(title=f"Paper {number:02}", date="2020"))

    text = text_of(client.get(project.get_absolute_url()))

    assert "Ada 12 Developer 1 more person Ada 13 Developer" in text
    assert "Paper 02 1 older paper Conference paper 2020 Paper 01" in text


def test_an_archived_project_says_so_and_what_continues_it(client):
    project = make_project(
        state="archived", ended_on="2024", successor=make_project(name="Galvatron 2")
    )

    text = text_of(client.get(project.get_absolute_url()))

    assert "Software · archived 2024" in text
    assert "This project is archived" in text
    assert "Continued by Galvatron 2" in text


def test_a_project_says_who_pays_for_it(client):
    project = make_project(licence="MIT")
    grant = make_grant(title="Big models", number="A-1")
    project.grants.add(grant)

    text = text_of(client.get(project.get_absolute_url()))

    assert f"Licence MIT Funded by {grant.funder.name}, Big models (A-1)" in text


def test_stars_are_told_with_their_day_and_never_as_zero_when_unknown(client):
    project = make_project()
    unknown = text_of(client.get(project.get_absolute_url()))

    project.stars, project.fetched_at = 412, "2026-11-03T12:00Z"
    project.save()
    known = text_of(client.get(project.get_absolute_url()))

    assert "★" not in unknown
    assert "★ 412 stars as of 3 Nov. 2026" in known


# News


def test_news_of_a_day_to_come_is_not_shown_before(client):
    lab = make_lab()
    make_news(lab=lab, body="Tomorrow", date="2026-12")
    url = reverse("publications:news-list")

    with time_machine.travel("2026-11-30"):
        before = client.get(url).text
    with time_machine.travel("2026-12-01"):
        after = client.get(url).text

    assert ("Tomorrow" in before, "Tomorrow" in after) == (False, True)


def test_personal_news_stays_on_the_page_of_its_member(client):
    member = make_member()
    make_news(member, body="My homepage is new")
    make_news(member, body="We won", lab=make_lab())

    everybody = client.get(reverse("publications:news-list")).text

    assert "My homepage is new" not in everybody
    assert "We won" in everybody
    assert "My homepage is new" in client.get(member.get_absolute_url()).text


def test_line_of_news_is_left_out_by_search_engines_and_an_article_is_not(client):
    line = make_news(body="Accepted!")
    article = make_news(body="Word " * 100)

    assert 'content="noindex"' in client.get(line.get_absolute_url()).text
    assert 'content="noindex"' not in client.get(article.get_absolute_url()).text


def test_news_page_leads_to_what_it_is_about(client):
    item = make_news(make_member(display_name="Xinyi Liu"), body="Accepted!")
    item.publications.add(make_publication(title="LAER-MoE"))

    html = client.get(item.get_absolute_url()).text

    assert '<a href="/people/xinyi-liu/">Xinyi Liu</a>' in html
    assert '<a href="/publications/laer-moe/">LAER-MoE</a>' in html


def test_pinned_news_stays_on_top(client):
    lab = make_lab()
    make_news(lab=lab, body="Old but pinned", date="2001", is_pinned=True)
    make_news(lab=lab, body="New", date="2026")
    make_news(lab=lab, body="Newer than that", date="2002")

    html = client.get(reverse("publications:news-list")).text

    assert re.findall(r"<h2>(.*?)</h2>", html) == ["2026", "2002"]
    assert re.findall(r'<div class="prose"><p>(.*?)</p>', html) == [
        "Old but pinned",
        "New",
        "Newer than that",
    ]


@pytest.mark.parametrize(
    "page",
    [views.PublicationDetail, views.TalkDetail, views.ProjectDetail, views.NewsDetail],
)
def test_every_page_of_a_record_redirects_from_its_old_address(client, page):
    make = {
        "Publication": make_publication,
        "Talk": make_talk,
        "Project": make_project,
        "NewsItem": make_news,
    }[page.model.__name__]
    record = make(slug="before")
    old = record.get_absolute_url()
    record.slug = "after"
    record.save()

    response = client.get(old)

    assert (response.status_code, response.url) == (301, record.get_absolute_url())


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("3", "2"),
        ("9" * 30, "2"),
        ("0", "2"),
        ("-1", "2"),
        ("abc", "1"),
        ("", "1"),
        ("9" * 5000, "1"),
    ],
)
def test_a_page_number_that_makes_no_sense_leads_to_a_page_that_exists(
    client, monkeypatch, name, number, shown
):
    monkeypatch.setattr(views.publications, "ALL_ON_ONE_PAGE", 1)
    for view in (views.TalkList, views.ProjectList, views.NewsList):
        monkeypatch.setattr(view, "paginate_by", 1)
    monkeypatch.setattr(views.publications, "PAGE_LENGTH", 1)
    for _number in range(2):
        lab = make_lab()
        make_publication()
        make_talk()
        make_project()
        make_news(lab=lab)

    response = client.get(reverse(f"publications:{name}"), {"page": number})

    current = re.search(r'aria-current="page"><span[^>]*>Page </span>(\d+)', response.text)[1]
    assert (response.status_code, current) == (200, shown)


def test_a_list_on_one_page_jumps_to_each_of_its_headings(client):
    make_publication(date="2999", status="to_appear")
    make_publication(date="2024")
    make_publication(date="")

    response = client.get(reverse("publications:publication-list"))

    jumps = re.findall(r'<li><a href="#(.*?)">', response.text)
    assert jumps == ["forthcoming", "y2024", "undated"]
    assert jumps == re.findall(r'<section class="section" id="(.*?)"', response.text)


def test_nobody_posts_to_a_pdf(client):
    publication = make_publication()
    publication.pdf.save("paper.pdf", ContentFile(b"%PDF-1.7"))

    assert (
        client.post(f"/publications/{publication.slug}/{publication.slug}.pdf").status_code == 405
    )


@time_machine.travel("2026-06-01")
def test_somebody_who_joins_a_project_next_month_is_not_among_the_earlier_people(client):
    project = make_project(make_member(display_name="Ana Ruiz"))
    project.roles.update(start="2026-07")

    response = client.get(project.get_absolute_url())

    assert "Developer, from Jul 2026" in text_of(response)
    assert "Earlier" not in text_of(response)


def rows_of(response):
    rows = re.findall(r"<tr>(.*?)</tr>", response.text, re.DOTALL)
    cells = [re.findall(r"<(t[hd])[^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[(kind, words.strip()) for kind, words in row] for row in cells]


def test_a_table_of_variants_has_a_cell_for_every_column_however_many_a_row_was_given(client):
    project = make_project(column_headings=["Stack", "Variant"], name_column=2)
    make_component(project, name="short")
    make_component(project, name="long", cells=["one", "two"])

    response = client.get(project.get_absolute_url())

    assert rows_of(response) == [
        [("th", "Stack"), ("th", "Variant"), ("td", "")],
        [("td", ""), ("th", "short"), ("td", "")],
        [("td", "one"), ("th", "long"), ("td", "two")],
    ]


def test_a_table_of_variants_without_headings_has_none(client):
    project = make_project(name_column=9)
    make_component(project, name="variant", cells=["one"])

    response = client.get(project.get_absolute_url())

    assert rows_of(response) == [[("td", "one"), ("th", "variant")]]
    assert "<thead>" not in response.text


@pytest.mark.parametrize(("visibility", "is_told"), [("public", True), ("listed", False)])
def test_a_thesis_says_for_which_degree_it_was_where_its_author_has_a_page(
    client, visibility, is_told
):
    ana = make_member(display_name="Ana Ruiz", visibility=visibility)
    degree = make_education(ana, degree="Ph.D.", institution="Coast University")
    thesis = make_publication(kind="thesis", degree=degree)

    response = client.get(thesis.get_absolute_url())

    assert ("Thesis for Ph.D., Coast University, Ana Ruiz" in text_of(response)) is is_told
