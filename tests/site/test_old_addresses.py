from urllib.parse import quote

import pytest

from labsite.models import OldAddress
from tests.factories import make_lab, make_member, make_news, make_page, make_publication

pytestmark = pytest.mark.django_db


def remember(path, record):
    OldAddress.objects.create(kind=record._meta.label_lower, address=path, record_id=record.pk)


@pytest.mark.parametrize("make", [make_member, make_lab, make_publication, make_news, make_page])
def test_a_path_of_the_former_site_leads_to_the_record(client, make):
    record = make()
    remember("/team/old.html", record)

    response = client.get("/team/old.html")

    assert response.status_code == 301
    assert response.headers["Location"] == record.get_absolute_url()


@pytest.mark.parametrize(
    ("kept", "asked"),
    [
        ("/team/ana", "/team/ana/"),
        ("/team/ana/", "/team/ana"),
        ("/team/ana", "/team/ana?utm=x"),
        ("/index.php?id=12", "/index.php?id=12"),
        ("/équipe/ana", quote("/équipe/ana")),
        (quote("/équipe/ana"), quote("/équipe/ana")),
    ],
)
def test_a_path_is_known_in_its_usual_spellings(client, kept, asked):
    member = make_member()
    remember(kept, member)

    assert client.get(asked).headers["Location"] == member.get_absolute_url()


def test_of_two_paths_the_one_with_the_query_is_meant(client):
    first, second = make_member(), make_member()
    remember("/index.php", first)
    remember("/index.php?id=2", second)

    assert client.get("/index.php?id=2").headers["Location"] == second.get_absolute_url()
    assert client.get("/index.php?id=3").headers["Location"] == first.get_absolute_url()


def test_a_path_follows_its_record_without_a_chain(client):
    member = make_member(slug="ana")
    remember("/team/ana.html", member)
    member.slug = "ana-ruiz"
    member.save()

    assert client.get("/team/ana.html").headers["Location"] == "/people/ana-ruiz/"


def test_a_path_to_a_draft_or_a_record_that_is_gone_leads_nowhere(client):
    gone = make_member()
    remember("/draft", make_member(visibility="draft"))
    remember("/gone", gone)
    gone.delete()

    assert client.get("/draft").status_code == 404
    assert client.get("/gone").status_code == 404


def test_pages_of_today_come_before_paths_of_the_former_site(client):
    remember("/people/", make_member())

    assert client.get("/people/").status_code == 200


def test_old_paths_are_asked_for_only_where_there_is_no_page(client, django_assert_num_queries):
    make_lab()
    page = make_page()

    with django_assert_num_queries(4):
        client.get(page.get_absolute_url())
    with django_assert_num_queries(4):
        client.get("/no/such/page")


def test_only_readers_are_led_on(client):
    remember("/form", make_member())

    assert client.post("/form").status_code == 404


def test_the_old_address_of_a_page_of_the_site_leads_to_its_new_one(client):
    page = make_page(title="Visitors")
    page.slug = "guests"
    page.save()

    response = client.get("/pages/visitors/")

    assert response.status_code == 301
    assert response.headers["Location"] == "/pages/guests/"
