import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import Resolver404, get_resolver, resolve, reverse

from labsite.editor import PREVIEWS_A_MINUTE, UPLOADS_A_MINUTE
from labsite.models import ContentPicture
from tests.documents import PDF, pptx
from tests.factories import make_page
from tests.pictures import jpeg, phone_photo, png

pytestmark = pytest.mark.django_db

ADDRESS = "/editor/preview/"
UPLOAD = "/editor/upload/"
ONLY_PICTURES = (
    "Only pictures (JPEG, PNG, WebP or GIF) can stand in a text. The PDF of a paper is added in "
    "the form of the paper, slides in the form of the talk."
)


@pytest.fixture
def editor(client, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("ada"))
    return client


def test_editor_sees_the_text_as_its_page_will_show_it(editor):
    response = editor.post(ADDRESS, {"content": "We *like* $n_1$ <script>"})

    assert response.status_code == 200
    assert response.text == (
        '<p>We <em>like</em> <span class="math">n<sub>1</sub></span> &lt;script&gt;</p>\n'
    )
    assert "no-store" in response["Cache-Control"]


def test_preview_is_what_the_page_will_show(editor):
    """C119: one function renders both, so that they cannot differ."""
    text = (
        "- *one*\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nA note[^1]\n\n[^1]: Here.\n\n"
        "```\ncode_with_marks\n```\n\n<https://example.org/a_b>\n\na line\nanother line"
    )

    preview = editor.post(ADDRESS, {"content": text}).text

    assert preview == make_page(body=text).body_html
    assert "<li><em>one</em></li>" in preview
    assert "<td>2</td>" in preview
    assert "<code>code_with_marks\n</code>" in preview
    assert 'href="https://example.org/a_b"' in preview
    assert "<p>a line\nanother line</p>" in preview


def test_preview_of_nothing_is_empty(editor):
    response = editor.post(ADDRESS)

    assert (response.status_code, response.text) == (200, "")


def test_text_that_is_too_long_gets_a_sentence(editor):
    response = editor.post(ADDRESS, {"content": "a" * 20_001})

    assert (response.status_code, response.text) == (
        200,
        "<p>Your text has 20,001 characters; the limit is 20,000.</p>",
    )


@pytest.mark.parametrize("method", ["get", "post"])
def test_strangers_find_no_preview(client, method):
    response = getattr(client, method)(ADDRESS, {"content": "a"})

    assert response.status_code == 404


@pytest.mark.parametrize("fields", [{}, {"is_staff": True}])
def test_people_who_may_edit_nothing_find_no_preview(client, django_user_model, fields):
    client.force_login(django_user_model.objects.create_user("eve", **fields))

    assert client.post(ADDRESS, {"content": "a"}).status_code == 404


def test_preview_is_only_given_for_a_text_that_is_sent(editor):
    assert editor.get(ADDRESS).status_code == 405


def test_preview_wants_a_token(django_user_model):
    client = Client(enforce_csrf_checks=True)
    client.force_login(django_user_model.objects.create_superuser("ada"))

    assert client.post(ADDRESS, {"content": "a"}).status_code == 403


def test_preview_rests_after_sixty_in_a_minute(editor, time_machine):
    time_machine.move_to("2025-06-14 12:00:30 +0000", tick=False)
    for _ in range(PREVIEWS_A_MINUTE):
        assert editor.post(ADDRESS, {"content": "a"}).text == "<p>a</p>\n"

    assert editor.post(ADDRESS, {"content": "a"}).text == (
        "<p>The preview rests for a minute. Your text is still here.</p>"
    )

    time_machine.move_to("2025-06-14 12:01:00 +0000", tick=False)
    assert editor.post(ADDRESS, {"content": "a"}).text == "<p>a</p>\n"


def test_one_persons_previews_do_not_count_for_another(client, django_user_model, time_machine):
    time_machine.move_to("2025-06-14 12:00:30 +0000", tick=False)
    client.force_login(django_user_model.objects.create_superuser("ada"))
    for _ in range(PREVIEWS_A_MINUTE + 1):
        client.post(ADDRESS, {"content": "a"})

    client.force_login(django_user_model.objects.create_superuser("bob"))

    assert client.post(ADDRESS, {"content": "a"}).text == "<p>a</p>\n"


def view_modules(resolver):
    for pattern in resolver.url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from view_modules(pattern)
        else:
            view = getattr(pattern.callback, "view_class", pattern.callback)
            yield getattr(view, "__module__", "")


def test_views_of_markdownx_exist_nowhere():
    assert [module for module in view_modules(get_resolver()) if "markdownx" in module] == []
    for address in ["/markdownx/markdownify/", "/markdownx/upload/"]:
        with pytest.raises(Resolver404):
            resolve(address)


def test_preview_and_upload_have_their_published_addresses():
    assert reverse("editor-preview") == ADDRESS
    assert reverse("editor-upload") == UPLOAD


def send(client, data=None, name="photo.jpg", content_type="image/jpeg"):
    file = SimpleUploadedFile(name, jpeg() if data is None else data, content_type)
    return client.post(UPLOAD, {"picture": file})


def files_on_disk(settings):
    return [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]


def test_picture_for_a_text_is_made_anew_and_kept(editor, settings):
    response = send(editor, phone_photo())

    picture = ContentPicture.objects.get()
    [file] = files_on_disk(settings)
    assert response.status_code == 200
    assert response.json() == {
        "address": f"/media/{picture.file.name}",
        "small": f"/media/{picture.file.name}",
    }
    assert "no-store" in response["Cache-Control"]
    assert str(picture.uploader) == "ada"
    assert picture.size == file.stat().st_size
    assert b"PHONEMAKER" not in file.read_bytes()


def test_text_shows_the_picture_in_the_size_that_the_question_needs(editor):
    answer = send(editor, jpeg(1400, 700)).json()

    assert answer["small"] == answer["address"].replace(".webp", "-320.webp")


def test_same_picture_twice_is_one_file(editor, settings):
    first, second = send(editor), send(editor, name="again.jpg")

    assert first.json() == second.json()
    assert len(files_on_disk(settings)) == 1


def test_same_picture_of_two_people_is_two_files(editor, django_user_model, settings):
    first = send(editor)
    editor.force_login(django_user_model.objects.create_superuser("bob"))

    assert send(editor).json() != first.json()
    assert len(files_on_disk(settings)) == 2


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("paper.pdf", PDF, ONLY_PICTURES),
        ("talk.pptx", pptx(), ONLY_PICTURES),
        ("notes.docx", b"PK\x03\x04", ONLY_PICTURES),
        (
            "photo.jpg",
            b"\0\0\0\x18ftypheic",
            "This is an iPhone HEIC photo. Please save it as JPEG.",
        ),
        (
            "photo.jpg",
            jpeg(400, 400)[:900],
            "The picture is damaged or incomplete. Please export it again.",
        ),
        ("photo.jpg", b"", "The file is empty."),
        ("photo.jpg", jpeg() + b"\0" * 10 * 2**20, "The picture is larger than 10 MB."),
    ],
    ids=["pdf", "slides", "document", "heic", "half", "empty", "too large"],
)
def test_what_is_no_picture_gets_a_sentence_and_leaves_nothing(
    editor, settings, name, data, sentence
):
    response = send(editor, data, name)

    assert response.status_code == 400
    assert response.json() == {"error": sentence}
    assert files_on_disk(settings) == []
    assert ContentPicture.objects.count() == 0


def test_upload_without_a_file_gets_a_sentence(editor):
    response = editor.post(UPLOAD, {"picture": "a text"})

    assert response.status_code == 400
    assert response.json() == {"error": "No picture has arrived. Please choose one."}


def test_upload_that_sends_nothing_gets_a_sentence(editor):
    response = editor.get(UPLOAD)

    assert response.status_code == 405
    assert response.json() == {"error": "A picture has to be sent."}


def test_strangers_find_no_place_for_pictures(client, settings):
    assert send(client).status_code == 404
    assert files_on_disk(settings) == []


@pytest.mark.parametrize("fields", [{}, {"is_staff": True}])
def test_people_who_may_edit_nothing_find_no_place_for_pictures(
    client, settings, django_user_model, fields
):
    client.force_login(django_user_model.objects.create_user("eve", **fields))

    assert send(client).status_code == 404
    assert files_on_disk(settings) == []


@pytest.mark.parametrize("who", ["stranger", "member", "staff"])
@pytest.mark.parametrize("address", ["/markdownx/upload/", "/markdownx/markdownify/", UPLOAD])
def test_nobody_without_a_say_stores_a_picture_anywhere(
    client, django_user_model, settings, address, who
):
    """C117: the addresses that markdownx brings along, and ours."""
    if who != "stranger":
        user = django_user_model.objects.create_user(who, is_staff=who == "staff")
        client.force_login(user)

    response = client.post(
        address, {"image": SimpleUploadedFile("a.png", png(), "image/png"), "content": "x"}
    )

    assert response.status_code == 404
    assert files_on_disk(settings) == []
    assert not ContentPicture.objects.exists()


def test_upload_wants_a_token(django_user_model, settings):
    client = Client(enforce_csrf_checks=True)
    client.force_login(django_user_model.objects.create_superuser("ada"))

    assert send(client).status_code == 403
    assert files_on_disk(settings) == []


def test_uploads_rest_after_twenty_in_a_minute(editor, time_machine):
    time_machine.move_to("2025-06-14 12:00:30 +0000", tick=False)
    for _ in range(UPLOADS_A_MINUTE):
        assert send(editor).status_code == 200

    response = send(editor)

    assert response.status_code == 429
    assert response.json() == {
        "error": "That were many pictures. Please wait a minute before the next one."
    }
    time_machine.move_to("2025-06-14 12:01:00 +0000", tick=False)
    assert send(editor).status_code == 200


def test_one_persons_pictures_take_up_no_more_than_their_share(editor, settings):
    settings.PICTURE_QUOTA = 2**20
    send(editor, png())
    ContentPicture.objects.update(size=2**20)

    response = send(editor)

    assert response.status_code == 400
    assert response.json() == {
        "error": (
            "Your pictures in texts take up 1 MB, which is as much as one person may keep here. "
            "Whoever runs this site can allow more."
        )
    }
    assert len(files_on_disk(settings)) == 1


def test_full_disk_is_a_sentence(editor, monkeypatch, settings):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(total=9, free=1))

    response = send(editor)

    assert response.status_code == 400
    assert response.json() == {
        "error": "The server has no room for this file (it needs 1 MB). Nothing was saved."
    }
    assert files_on_disk(settings) == []
