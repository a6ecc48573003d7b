from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection

from labsite.content_pictures import keep, models_with_texts, rendered_columns
from labsite.models import ContentPicture, PictureUse
from people.models import LabSection, Member, Page
from tests.factories import make_lab, make_page
from tests.pictures import jpeg, png

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(django_user_model):
    return django_user_model.objects.create_superuser("ada")


def shown_in(picture):
    return sorted(picture.uses.values_list("kind", "record_id"))


def markdown(*pictures):
    return "\n\n".join(f"![a boat]({picture.address})" for picture in pictures)


def test_picture_belongs_to_every_text_that_shows_it(ada):
    boat, tide = keep(jpeg(), ada), keep(png(), ada)

    page = make_page(body=markdown(boat, tide))
    lab = make_lab(about=markdown(boat))

    assert shown_in(boat) == [("people.lab", lab.pk), ("people.page", page.pk)]
    assert shown_in(tide) == [("people.page", page.pk)]


def test_picture_that_leaves_a_text_no_longer_belongs_to_it(ada):
    boat, tide = keep(jpeg(), ada), keep(png(), ada)
    page = make_page(body=markdown(boat))

    page.body = markdown(tide)
    page.save()

    assert shown_in(boat) == []
    assert shown_in(tide) == [("people.page", page.pk)]


def test_row_with_two_texts_keeps_the_pictures_of_both(ada):
    boat, tide = keep(jpeg(), ada), keep(png(), ada)

    lab = make_lab(about=markdown(boat), recruiting=markdown(tide, boat))

    assert shown_in(boat) == shown_in(tide) == [("people.lab", lab.pk)]


def test_picture_of_a_deleted_text_is_unused(ada):
    boat = keep(jpeg(), ada)
    page = make_page(body=markdown(boat))

    Page.objects.all().delete()

    assert list(ContentPicture.objects.unused()) == [boat]
    page.save()  # as the history does when it brings a page back
    assert list(ContentPicture.objects.unused()) == []


def test_pictures_of_texts_that_were_never_saved_can_be_found(ada):
    kept, left = keep(jpeg(), ada), keep(png(), ada)
    make_page(body=markdown(kept))

    assert list(ContentPicture.objects.unused()) == [left]


def test_address_of_a_picture_that_never_was_belongs_to_nothing(ada):
    make_page(body=f"![x](/media/content/{'0' * 32}-40x20.webp)")

    assert PictureUse.objects.count() == 0


def test_text_in_an_added_section_has_pictures_too(ada):
    boat = keep(jpeg(), ada)

    section = LabSection.objects.create(
        owner=make_lab(), kind="text", heading="Our boat", text=markdown(boat)
    )

    assert shown_in(boat) == [("people.labsection", section.pk)]


def test_new_row_without_pictures_costs_nothing_more(django_assert_num_queries):
    member = Member(display_name="Ana", slug="ana", about="I *like* tides.")

    with django_assert_num_queries(1):
        member.save()


def test_changed_row_without_pictures_costs_one_query_more(django_assert_num_queries):
    section = LabSection.objects.create(owner=make_lab(), kind="text", heading="Us", text="a")

    with django_assert_num_queries(2):
        section.save()


def test_pictures_of_somebody_whose_account_goes_stay(ada):
    boat = keep(jpeg(), ada)
    make_page(body=markdown(boat))

    ada.delete()

    boat.refresh_from_db()
    assert boat.uploader is None
    assert Path(boat.file.path).exists()


@pytest.mark.django_db(transaction=True)
def test_same_picture_sent_twice_at_once_is_one(ada, settings):
    data = jpeg(300, 300)

    def send(_number):
        try:
            return keep(data, ada).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        kept = set(threads.map(send, range(4)))

    files = [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]
    assert (len(kept), len(files)) == (1, 1)


def test_every_column_of_html_is_followed():
    found = {model._meta.label: len(rendered_columns(model)) for model in models_with_texts()}

    assert found["people.Lab"] == 3
    assert found["people.Opening"] == 2
    assert len(found) == 10
