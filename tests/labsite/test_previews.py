import re
from datetime import date

import pytest
import time_machine
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse

from labsite import preview
from people.models import Lab, Member
from publications.models import NewsItem, Publication
from tests.factories import (
    make_lab,
    make_member,
    make_membership,
    make_news,
    make_opening,
    make_page,
    make_project,
    make_publication,
    make_talk,
    make_topic,
)
from tests.forms import filled_in
from tests.pictures import png

pytestmark = pytest.mark.django_db

MAKERS = [
    make_lab,
    make_member,
    make_news,
    make_opening,
    make_page,
    make_project,
    make_publication,
    make_talk,
    make_topic,
]
BANNER = "This is a preview."
# Nothing of a draft is told to search engines or to who previews links.
TOLD_TO_MACHINES = re.compile(
    r'<link rel="canonical"[^>]*>|<meta property=[^>]*>'
    r'|<script type="application/ld\+json">.*?</script>'
)


def form_address(record):
    opts = record._meta
    return reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[record.pk])


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_a_link_shows_a_draft_of_any_kind_as_the_page_will_be(client, make):
    make_lab()
    make_lab()  # so that no lab is the home page
    draft = make(visibility="draft")

    page = client.get(preview.address_of(draft))

    assert page.status_code == 200
    assert BANNER in page.text
    assert str(draft) in page.text
    assert page["Cache-Control"] == "private, no-store"
    assert page["X-Robots-Tag"] == "noindex"
    assert page["Referrer-Policy"] == "no-referrer"
    assert page.cookies == {}
    draft.refresh_from_db()
    assert draft.visibility == "draft"
    assert client.get(draft.get_absolute_url()).status_code == 404


def test_a_preview_is_the_later_page_and_a_banner(client):
    """Walk 6: what the professor approves is what visitors get."""
    make_lab()
    make_lab()
    lab = make_lab(visibility="draft", recruiting="We take students.")
    make_membership(make_member(display_name="Ana Ruiz"), lab=lab)
    shown = client.get(preview.address_of(lab))
    address = preview.address_of(lab)
    lab.visibility = "public"
    lab.save()

    page = client.get(lab.get_absolute_url())

    below = f'href="{address}'
    with_own_links = shown.text.replace(below, f'href="{lab.get_absolute_url()}')
    with_own_links = with_own_links.replace('<meta name="robots" content="noindex">', "")
    before, _banner, rest = with_own_links.partition('<aside class="banner-strip"')
    without_banner = before + rest.partition("</aside>")[2]
    as_visitors_see_it = TOLD_TO_MACHINES.sub("", page.text)
    assert "".join(without_banner.split()) == "".join(as_visitors_see_it.split())
    assert TOLD_TO_MACHINES.search(page.text)
    assert not TOLD_TO_MACHINES.search(shown.text)


def test_pages_below_a_draft_lab_are_previewed_as_well(client):
    make_lab()
    make_lab()
    lab = make_lab(visibility="draft")
    make_membership(make_member(display_name="Ana Ruiz"), lab=lab)
    address = preview.address_of(lab)

    first = client.get(address)
    people = client.get(f"{address}people/")

    assert f'href="{address}people/"' in first.text
    assert "Ana Ruiz" in people.text
    assert BANNER in people.text
    assert client.get(f"{address}nonsense/").status_code == 404


def test_a_draft_inside_a_draft_lab_is_shown_with_its_lab(client):
    opening = make_opening(lab=make_lab(visibility="draft", name="Tidal Lab"), visibility="draft")

    page = client.get(preview.address_of(opening))

    assert "Tidal Lab" in page.text
    assert Lab.objects.get().visibility == "draft"


def test_the_only_lab_is_previewed_as_the_home_page_it_will_be(client):
    lab = make_lab(visibility="draft", name="Tidal Lab")

    page = client.get(preview.address_of(lab))

    assert page.status_code == 200
    assert BANNER in page.text
    assert "Tidal Lab" in page.text


def test_news_of_a_day_to_come_is_previewed(client):
    with time_machine.travel(date(2026, 3, 1), tick=False):
        item = make_news(date="2026-06", visibility="public")
        NewsItem.objects.update(visibility="draft")
        item.refresh_from_db()

        page = client.get(preview.address_of(item))

    assert item.body in page.text


def test_pictures_of_a_draft_come_with_its_preview_only(client):
    member = make_member(visibility="draft", photo=ContentFile(png(400, 400), "a.png"))
    address = preview.address_of(member)

    page = client.get(address)
    shown = client.get(f"{address}media/{member.photo.name}")

    assert f"{address}media/pictures/" in page.text
    assert shown.status_code == 200
    assert shown["Cache-Control"] == "private, no-store"
    assert client.get(f"/media/{member.photo.name}").status_code == 404
    b"".join(shown.streaming_content)
    default_storage.delete(member.photo.name)


def test_a_link_ends_after_seven_days(client):
    draft = make_publication(visibility="draft")
    with time_machine.travel("2026-03-01 12:00 +0000", tick=False):
        address = preview.address_of(draft)
    with time_machine.travel("2026-03-08 11:59 +0000", tick=False):
        in_time = client.get(address)
    with time_machine.travel("2026-03-08 12:01 +0000", tick=False):
        too_late = client.get(address)

    assert (in_time.status_code, too_late.status_code) == (200, 404)
    assert "This preview has ended" in too_late.text


def test_a_link_ends_with_publishing_and_stays_dead_when_it_is_taken_back(client, admin_client):
    draft = make_publication(visibility="draft")
    address = preview.address_of(draft)
    data = filled_in(admin_client.get(form_address(draft)))

    admin_client.post(form_address(draft), data | {"_publish": "1"})
    published = client.get(address)
    admin_client.post(form_address(draft), data | {"_draft": "1"})

    assert published.status_code == 404
    assert client.get(address).status_code == 404
    draft.refresh_from_db()
    assert client.get(preview.address_of(draft)).status_code == 200


def test_a_link_ends_when_the_record_was_published_by_other_means(client):
    draft = make_publication(visibility="draft")
    address = preview.address_of(draft)
    Publication.objects.update(visibility="public")
    assert client.get(address).status_code == 404

    Publication.objects.update(visibility="draft")

    assert client.get(address).status_code == 404


def test_ending_the_links_keeps_what_is_typed(client, admin_client):
    draft = make_publication(visibility="draft", title="Tides")
    address = preview.address_of(draft)
    data = filled_in(admin_client.get(form_address(draft)))

    form = admin_client.post(form_address(draft), data | {"title": "", "_end_links": "1"})

    assert client.get(address).status_code == 404
    assert filled_in(form)["title"] == ""
    assert "errornote" not in form.text
    assert Publication.objects.get().title == "Tides"


@pytest.mark.parametrize(
    "token",
    [
        "x",
        "people.member-1-0",
        "people.member-1-0:1vXyz:forged",
        "auth.user-1-0:1vXyz:forged",
    ],
)
def test_nothing_is_shown_for_a_link_that_we_did_not_sign(client, token):
    make_member(pk=1, visibility="draft")

    assert client.get(reverse("preview", args=[token])).status_code == 404


def test_a_form_offers_the_link_of_a_draft_and_of_nothing_else(admin_client):
    draft, public = make_publication(visibility="draft"), make_publication()

    form = admin_client.get(form_address(draft))

    link = filled_in(form)
    assert form.context["preview_address"].startswith("http://testserver/preview/")
    assert 'id="preview-address"' in form.text
    assert "preview-address" not in link
    assert 'id="preview-address"' not in admin_client.get(form_address(public)).text


def test_the_button_shows_what_is_typed_and_saves_nothing(admin_client):
    member = make_member(display_name="Ana Ruiz", visibility="listed")
    data = filled_in(admin_client.get(form_address(member)))

    page = admin_client.post(
        form_address(member), data | {"display_name": "Ana Núñez", "_preview": "1"}
    )

    assert page.status_code == 200
    assert BANNER in page.text
    assert "<h1" in page.text
    assert "Ana Núñez" in page.text
    assert page["Cache-Control"].startswith("private, no-store")
    member.refresh_from_db()
    assert (member.display_name, member.visibility) == ("Ana Ruiz", "listed")


def test_a_new_record_is_previewed_before_it_exists(admin_client):
    address = reverse("admin:publications_publication_add")
    data = filled_in(admin_client.get(address))

    page = admin_client.post(
        address,
        data | {"title": "Tides", "author_line": "A. Ng*, Bo Li* and C. Díaz", "_preview": "1"},
    )

    assert "C. Díaz" in page.text
    assert BANNER in page.text
    assert Publication.objects.count() == 0


def test_what_is_wrong_is_said_instead_of_a_preview(admin_client):
    address = reverse("admin:people_member_add")
    data = filled_in(admin_client.get(address))

    page = admin_client.post(address, data | {"display_name": "", "_preview": "1"})

    assert "errornote" in page.text
    assert Member.objects.count() == 0
