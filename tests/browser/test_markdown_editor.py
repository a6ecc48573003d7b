"""The editor of Markdown fields on a page of its own: two texts, and a row that is added later."""

import pytest
from django import forms
from django.core.cache import cache
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import path
from django.utils.html import format_html

from labsite import editor
from labsite.widgets import MarkdownWidget

pytestmark = pytest.mark.urls(__name__)


class Writing(forms.Form):
    about = forms.CharField(widget=MarkdownWidget)
    note = forms.CharField(widget=MarkdownWidget)


def writing(request):
    form = Writing()
    return HttpResponse(
        format_html(
            '<!doctype html><html lang="en"><head><title>Writing</title>'
            '<link rel="icon" href="data:,">{}</head><body><main>'
            '<h1>Writing</h1><form><input type="hidden" name="csrfmiddlewaretoken" value="{}">{}'
            "<button>Save</button></form></main></body></html>",
            form.media,
            get_token(request),
            form.as_div(),
        )
    )


urlpatterns = [
    path("writing/", writing),
    path("editor/preview/", editor.preview, name="editor-preview"),
]

ADD_A_ROW = """() => {
    const row = document.querySelector(".markdownx").cloneNode(true);
    row.querySelector("textarea").id = "id_added";
    row.querySelector("textarea").value = "";
    document.querySelector("form").append(row);
}"""


@pytest.fixture
def window(live_server, open_window, client, django_user_model, settings):
    cache.clear()
    client.force_login(django_user_model.objects.create_superuser("ada"))
    window = open_window()
    name = settings.SESSION_COOKIE_NAME
    window.page.context.add_cookies(
        [{"name": name, "value": client.cookies[name].value, "url": str(live_server)}]
    )
    window.asked = []
    window.page.on(
        "request",
        lambda request: window.asked.append(request.url) if "preview" in request.url else None,
    )
    window.page.goto(f"{live_server}/writing/")
    return window


def preview_of(window, field):
    return window.page.locator(f".markdownx:has(#{field}) .markdownx-preview")


def test_preview_follows_what_is_written_and_asks_for_nothing_before(window):
    assert window.asked == []
    assert not preview_of(window, "id_about").is_visible()

    window.page.locator("#id_about").fill("We *like* <img src=x onerror=alert(1)> tides.")

    preview_of(window, "id_about").locator("em").wait_for()
    assert preview_of(window, "id_about").inner_text() == (
        "We like <img src=x onerror=alert(1)> tides."
    )
    assert not preview_of(window, "id_note").is_visible()
    assert len(window.asked) == 1
    assert window.complaints == []


def test_row_that_was_added_later_has_a_preview_as_well(window):
    window.page.evaluate(ADD_A_ROW)

    window.page.locator("#id_added").fill("**Bold**")

    preview_of(window, "id_added").locator("strong").wait_for()
    assert not preview_of(window, "id_about").is_visible()


def test_preview_goes_when_the_text_goes(window):
    window.page.locator("#id_about").fill("Some")
    preview_of(window, "id_about").locator("p").wait_for()

    window.page.locator("#id_about").fill("")

    preview_of(window, "id_about").wait_for(state="hidden")
    assert len(window.asked) == 1


def test_tab_key_leaves_the_text(window):
    window.page.locator("#id_about").focus()

    window.page.keyboard.press("Tab")

    assert window.page.evaluate("document.activeElement.id") == "id_note"
    assert window.page.locator("#id_about").input_value() == ""


def test_older_answer_never_overtakes_a_newer_text(window):
    held = []

    def hold_the_first(route):
        if held:
            route.continue_()
        else:
            held.append(route)

    window.page.route("**/editor/preview/", hold_the_first)
    with window.page.expect_request("**/editor/preview/"):
        window.page.locator("#id_about").fill("old")
    window.page.locator("#id_about").fill("new")
    preview_of(window, "id_about").get_by_text("new").wait_for()

    with window.page.expect_response("**/editor/preview/") as late:
        held[0].continue_()
    late.value.finished()
    window.page.evaluate("new Promise((done) => setTimeout(done, 50))")  # the script reads it

    assert late.value.text() == "<p>old</p>\n"
    assert preview_of(window, "id_about").inner_text() == "new"


@pytest.mark.parametrize("status", [403, 404, 500])
def test_page_of_an_error_is_never_shown_as_a_preview(window, status):
    window.page.route(
        "**/editor/preview/",
        lambda route: route.fulfill(
            status=status, body="<h1>Log in</h1>", content_type="text/html"
        ),
    )

    window.page.locator("#id_about").fill("Some text")

    preview_of(window, "id_about").wait_for()
    assert preview_of(window, "id_about").inner_text() == (
        "The preview cannot be shown now. Your text is still here."
    )
    assert window.page.locator("#id_about").input_value() == "Some text"


def test_editor_with_a_preview_has_no_barriers(window):
    window.page.locator("#id_about").fill("We *like* tides.")
    preview_of(window, "id_about").locator("em").wait_for()

    assert window.barriers() == []
