import contextlib
import io
import re
import zipfile
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from labsite import content_pictures
from labsite.site import files
from people.models import LabPicture, LabSection, Member, MemberSection
from publications.models import Funder
from tests.factories import (
    make_delivery,
    make_grant,
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
from tests.pictures import jpeg

pytestmark = pytest.mark.django_db


def photo():
    return ContentFile(jpeg(1400, 700), name="photo.jpg")


def pdf():
    return ContentFile(b"%PDF-1.7 tides", name="tides.pdf")


def slides():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("ppt/presentation.xml", "tides")
    return ContentFile(packed.getvalue(), name="tides.pptx")


def funder_of(**fields):
    funder = Funder.objects.create(name="Sea Fund", logo=photo())
    make_grant(funder=funder).labs.add(make_lab(**fields))
    return funder


FILES = {
    "photo of a member": lambda **fields: make_member(photo=photo(), **fields).photo,
    "logo of a lab": lambda **fields: make_lab(logo=photo(), **fields).logo,
    "photo of a lab": lambda **fields: make_lab(photo=photo(), **fields).photo,
    "picture of a lab": lambda **fields: (
        LabPicture.objects.create(lab=make_lab(**fields), file=photo()).file
    ),
    "picture of a topic": lambda **fields: make_topic(picture=photo(), **fields).picture,
    "picture of a project": lambda **fields: make_project(picture=photo(), **fields).picture,
    "picture of a piece of news": lambda **fields: make_news(picture=photo(), **fields).picture,
    "picture of a publication": lambda **fields: (
        make_publication(picture=photo(), **fields).picture
    ),
    "logo of a funder": lambda **fields: funder_of(**fields).logo,
    "PDF": lambda **fields: make_publication(pdf=pdf(), **fields).pdf,
    "slides": lambda **fields: make_delivery(make_talk(**fields), slides=slides()).slides,
}


def get(client, address):
    """The answer, with all of its file read."""
    response = client.get(address)
    if response.streaming:
        response.body = b"".join(response.streaming_content)
    return response


@pytest.mark.parametrize("kind", FILES)
def test_a_file_is_there_while_a_record_that_shows_it_is_public(client, kind):
    file = FILES[kind](visibility="public")

    response = get(client, file.url)

    assert response.status_code == 200
    assert response.body == Path(file.path).read_bytes()
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("kind", FILES)
def test_a_file_of_a_draft_is_not_there(client, kind):
    file = FILES[kind](visibility="draft")

    assert get(client, file.url).status_code == 404


def test_the_photo_of_somebody_who_is_only_listed_is_not_there(client):
    member = make_member(photo=photo(), visibility="listed")
    make_membership(member)

    assert get(client, member.photo.url).status_code == 404


def test_a_picture_inside_a_draft_department_is_not_there(client):
    lab = make_lab(photo=photo(), parent=make_lab(visibility="draft"))

    assert get(client, lab.photo.url).status_code == 404


def test_the_picture_of_news_appears_with_the_news(client):
    item = make_news(picture=photo(), date="2999")

    assert get(client, item.picture.url).status_code == 404


def test_smaller_copies_of_a_picture_are_seen_with_it(client):
    shown, hidden = make_member(photo=photo()), make_member(photo=photo(), visibility="draft")

    for member, status in [(shown, 200), (hidden, 404)]:
        addresses = [part.split()[0] for part in member.photo.srcset.split(", ")]
        assert [address.rpartition("-")[2] for address in addresses] == [
            *("320.webp", "640.webp", "1280.webp", "1400x700.webp")
        ]
        assert [get(client, address).status_code for address in addresses] == [status] * 4


@pytest.mark.parametrize(
    ("kind", "content_type", "place"),
    [
        ("photo of a member", "image/webp", "inline"),
        ("PDF", "application/pdf", "inline"),
        (
            "slides",
            "application/vnd.openxmlformats-officedocument.presentationml.presentation",
            "attachment",
        ),
    ],
)
def test_a_browser_can_do_nothing_with_a_file_but_show_it(client, kind, content_type, place):
    headers = get(client, FILES[kind](visibility="public").url).headers

    assert headers["Content-Type"] == content_type
    assert headers["Content-Disposition"].partition(";")[0] == place
    assert headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Set-Cookie" not in headers
    assert "Vary" not in headers


@pytest.mark.parametrize("kind", FILES)
def test_whoever_may_edit_a_draft_sees_its_file_and_nobody_may_store_it(client, kind):
    file = FILES[kind](visibility="draft")
    client.force_login(get_user_model().objects.create_superuser("editor"))

    response = get(client, file.url)

    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "private, no-store"


def test_others_who_are_signed_in_do_not_see_the_file_of_a_draft(client):
    file = make_member(photo=photo(), visibility="draft").photo
    client.force_login(get_user_model().objects.create_user("reader"))

    assert get(client, file.url).status_code == 404


@pytest.mark.parametrize(
    "name",
    [
        "pictures/",
        "pictures/unknown.webp",
        "../labsite.sqlite3",
        "..%2flabsite.sqlite3",
        "pictures/../../labsite.sqlite3",
        "/etc/passwd",
        "",
    ],
)
def test_nothing_else_is_served(client, name):
    make_member()

    assert get(client, f"/media/{name}").status_code == 404


def test_a_file_that_no_record_shows_is_not_there(client, settings):
    folder = Path(settings.MEDIA_ROOT) / "pictures"
    folder.mkdir(parents=True)
    (folder / "left-over.webp").write_bytes(b"x")

    assert get(client, "/media/pictures/left-over.webp").status_code == 404


def test_a_file_that_has_been_lost_is_not_there(client):
    file = make_member(photo=photo()).photo
    Path(file.path).unlink()

    assert get(client, file.url).status_code == 404


def test_a_file_costs_two_queries(client, django_assert_num_queries):
    file = make_member(photo=photo()).photo

    with django_assert_num_queries(2):
        get(client, file.url)


def in_text(make):
    """A builder: a record of which a text shows a picture; it returns the picture."""

    def build(**fields):
        editor = get_user_model().objects.create_superuser("writer")
        picture = content_pictures.keep(jpeg(1400, 700), editor)
        make(f"![a boat]({picture.address})", **fields)
        return picture

    return build


TEXTS = {
    "text about a member": lambda text, **fields: make_member(about=text, **fields),
    "text about a lab": lambda text, **fields: make_lab(about=text, **fields),
    "how to find a lab": lambda text, **fields: make_lab(directions=text, **fields),
    "invitation to join a lab": lambda text, **fields: make_lab(recruiting=text, **fields),
    "text about a topic": lambda text, **fields: make_topic(text=text, **fields),
    "page": lambda text, **fields: make_page(body=text, **fields),
    "page of a lab": lambda text, **fields: make_page(
        body=text, lab=make_lab(**fields), visibility="public"
    ),
    "opening": lambda text, **fields: make_opening(how_to_apply=text, **fields),
    "news": lambda text, **fields: make_news(body=text, **fields),
    "text about a project": lambda text, **fields: make_project(about=text, **fields),
    "abstract of a talk": lambda text, **fields: make_talk(abstract=text, **fields),
    "section of a lab": lambda text, **fields: LabSection.objects.create(
        owner=make_lab(**fields), kind="text", heading="Boats", text=text
    ),
    "section of a member": lambda text, **fields: MemberSection.objects.create(
        owner=make_member(**fields), kind="text", heading="Boats", text=text
    ),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_picture_in_a_text_is_there_while_the_record_is_public(client, kind):
    picture = in_text(TEXTS[kind])(visibility="public")

    for address in (picture.address, picture.small_address):
        response = get(client, address)
        assert response.status_code == 200
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("kind", TEXTS)
def test_picture_in_a_text_of_a_draft_is_not_there(client, kind):
    picture = in_text(TEXTS[kind])(visibility="draft")

    assert get(client, picture.address).status_code == 404
    assert get(client, picture.small_address).status_code == 404


def test_picture_in_a_hidden_section_is_not_there(client):
    picture = in_text(TEXTS["section of a lab"])(visibility="public")
    LabSection.objects.update(is_shown=False)

    assert get(client, picture.address).status_code == 404


def test_picture_in_two_texts_is_there_while_one_of_them_is_public(client):
    picture = in_text(TEXTS["page"])(visibility="draft")
    other = make_lab(about=f"![a boat]({picture.address})")
    assert get(client, picture.address).status_code == 200

    other.about = "No boat any more."
    other.save()

    assert get(client, picture.address).status_code == 404


def test_picture_of_a_text_that_is_not_saved_yet_is_there_for_whoever_added_it(client):
    people = get_user_model().objects
    writer = people.create_user("writer")
    picture = content_pictures.keep(jpeg(), writer)

    statuses = [get(client, picture.address).status_code]
    for user in [people.create_user("reader"), writer]:
        client.force_login(user)
        statuses.append(get(client, picture.address).status_code)

    assert statuses == [404, 404, 200]
    assert get(client, picture.address).headers["Cache-Control"] == "private, no-store"


def test_picture_in_a_draft_is_there_for_whoever_may_edit_it(client):
    picture = in_text(TEXTS["page"])(visibility="draft")
    client.force_login(get_user_model().objects.create_superuser("editor"))

    assert get(client, picture.address).status_code == 200


def test_photo_of_a_draft_is_not_opened_by_naming_it_in_a_public_text(client):
    member = make_member(photo=photo(), visibility="draft")
    make_page(body=f"![x]({member.photo.url})")

    assert get(client, member.photo.url).status_code == 404


def test_picture_in_a_text_costs_two_queries_as_well(client, django_assert_num_queries):
    picture = in_text(TEXTS["section of a member"])(visibility="public")

    with django_assert_num_queries(2):
        get(client, picture.address)


def test_every_kind_of_row_with_a_text_is_asked():
    assert {text.model for text in files.TEXTS} == set(content_pictures.models_with_texts())


# C114: the address of a file outlives every change of its record


def test_pdf_keeps_its_address_whatever_is_changed_in_the_form(admin_client):
    paper = make_publication(pdf=pdf())
    address = reverse("admin:publications_publication_change", args=[paper.pk])
    file = paper.pdf.url

    for changes in [{"title": "Ebb and flow"}, {"date": "1999"}, {"slug": "ebb-1999"}]:
        data = filled_in(admin_client.get(address)) | changes
        admin_client.post(address, data | {"_publish": "1"})

    paper.refresh_from_db()
    assert (paper.title, paper.date, paper.slug) == ("Ebb and flow", "1999", "ebb-1999")
    assert paper.pdf.url == file
    assert get(Client(), file).status_code == 200


def test_pdf_of_any_name_is_kept_under_one_of_ours_each_time():
    upload = ContentFile(b"%PDF-1.7 tides", name="Über_Gezeiten & (final).pdf")

    names = [make_publication(pdf=upload).pdf.name for _time in range(2)]

    assert [bool(re.fullmatch(r"documents/[0-9a-f]{32}\.pdf", name)) for name in names] == [
        True
    ] * 2
    assert names[0] != names[1]


# C115: what nobody shows any more is not there for anybody. The file itself stays on the disk as
# long as the change can be undone.


def replace(member):
    member.photo = ContentFile(jpeg(200, 200), name="photo.jpg")
    member.save()


def clear(member):
    member.photo = ""
    member.save()


@pytest.mark.parametrize("leave", [replace, clear, lambda member: member.delete()])
def test_photo_that_was_replaced_or_taken_away_is_no_longer_there(client, leave):
    member = make_member(photo=photo())
    addresses = [part.split()[0] for part in member.photo.srcset.split(", ")]
    assert get(client, addresses[0]).status_code == 200

    leave(member)

    assert [get(client, address).status_code for address in addresses] == [404] * 4


def test_photo_used_elsewhere_stays(client):
    member = make_member(photo=photo())
    make_lab(photo=member.photo.name)

    clear(Member.objects.get(pk=member.pk))

    assert get(client, member.photo.url).status_code == 200


def test_change_that_comes_to_nothing_takes_no_photo_away(client):
    member = make_member(photo=photo())
    address = member.photo.url

    with contextlib.suppress(ZeroDivisionError), transaction.atomic():
        clear(Member.objects.get(pk=member.pk))
        raise ZeroDivisionError

    assert get(client, address).status_code == 200
