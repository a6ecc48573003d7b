import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import Resolver404, get_resolver, resolve, reverse

from labsite.editor import PREVIEWS_A_MINUTE

pytestmark = pytest.mark.django_db

ADDRESS = "/editor/preview/"


@pytest.fixture(autouse=True)
def no_previews_yet():
    cache.clear()


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


def test_preview_has_its_published_address():
    assert reverse("editor-preview") == ADDRESS
