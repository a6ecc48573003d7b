import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import make_lab, make_member, make_news, make_topic
from tests.forms import add_row, filled_in
from tests.pictures import jpeg

pytestmark = pytest.mark.django_db


def photo(width=400, height=400):
    return ContentFile(jpeg(width, height), name="photo.jpg")


def upload():
    return SimpleUploadedFile("photo.jpg", jpeg(), "image/jpeg")


@pytest.mark.parametrize(
    ("kind", "make", "classes"),
    [
        (
            "people_member",
            lambda: make_member(photo=photo(), focal_point="top-left").photo,
            "thumbnail focus-top-left",
        ),
        ("people_lab", lambda: make_lab(logo=photo()).logo, "thumbnail"),
        ("people_topic", lambda: make_topic(picture=photo()).picture, "thumbnail"),
        ("publications_newsitem", lambda: make_news(picture=photo()).picture, "thumbnail"),
    ],
)
def test_list_shows_the_smallest_copy_of_the_picture(admin_client, kind, make, classes):
    picture = make()

    text = admin_client.get(reverse(f"admin:{kind}_changelist")).text

    assert f'<img class="{classes}" src="{picture.small_url}" alt="" loading="lazy">' in text


def test_row_without_a_picture_shows_none_and_is_reached_by_its_name(admin_client):
    member = make_member(display_name="Ana Ruiz")

    text = admin_client.get(reverse("admin:people_member_changelist")).text

    address = reverse("admin:people_member_change", args=[member.pk])
    assert "thumbnail" not in text.partition('id="result_list"')[2]
    assert f'<a href="{address}">Ana Ruiz</a>' in text


def warnings(response):
    return [str(message) for message in response.context["messages"] if message.tags == "warning"]


def save(admin_client, record, kind, changes):
    address = reverse(f"admin:{kind}_change", args=[record.pk])
    data = filled_in(admin_client.get(address)) | changes
    return admin_client.post(address, data, follow=True)


REMINDER = (
    "Without a description: Photo. People who cannot see a picture do not learn what it shows; "
    "one sentence in the form is enough."
)


def test_photo_without_a_description_is_saved_with_a_reminder(admin_client):
    member = make_member()

    response = save(admin_client, member, "people_member", {"photo": upload()})

    member.refresh_from_db()
    assert member.photo
    assert warnings(response) == [REMINDER]


def test_described_photo_needs_no_reminder(admin_client):
    member = make_member()
    changes = {"photo": upload(), "photo_description": "Ana laughs."}

    assert warnings(save(admin_client, member, "people_member", changes)) == []


def test_reminder_comes_only_to_whoever_changes_something(admin_client):
    member = make_member(photo=photo())

    assert warnings(save(admin_client, member, "people_member", {})) == []
    assert warnings(save(admin_client, member, "people_member", {"headline": "x"})) == [REMINDER]


def test_pictures_in_rows_are_reminded_of_as_well(admin_client):
    lab = make_lab()
    address = reverse("admin:people_lab_change", args=[lab.pk])
    data = add_row(filled_in(admin_client.get(address)), "pictures", file=upload(), caption="Us")

    response = admin_client.post(address, data, follow=True)

    assert lab.pictures.count() == 1
    assert warnings(response) == [REMINDER.replace("Photo", "Picture")]


def test_form_shows_the_present_picture_and_asks_for_what_it_lacks(admin_client):
    member = make_member(photo=photo(), focal_point="left")

    text = admin_client.get(reverse("admin:people_member_change", args=[member.pk])).text

    assert f'<img src="{member.photo.small_url}"' in text
    assert "This picture has no description yet." in text
    assert text.count('name="focal_point"') == 9
    assert 'src="/static/labsite/picture-field.js"' in text


def test_form_with_an_error_elsewhere_shows_the_picture_that_is_kept(admin_client):
    """The new one is not kept before the form is right; it has to be chosen once more."""
    member = make_member(photo=photo())
    kept = member.photo.small_url
    changes = {"photo": upload(), "display_name": ""}

    response = save(admin_client, member, "people_member", changes)

    assert response.status_code == 200
    assert f'class="focal-picture" alt="" src="{kept}"' in response.text
    new = save(admin_client, make_member(), "people_member", changes)
    assert '<img class="focal-picture" alt="" hidden>' in new.text


def test_form_without_a_picture_asks_for_no_description(admin_client):
    text = admin_client.get(reverse("admin:people_member_change", args=[make_member().pk])).text

    assert "This picture has no description yet." not in text
    assert '<img class="focal-picture" alt="" hidden>' in text
