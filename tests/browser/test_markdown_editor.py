"""The editor of Markdown fields on a page of its own: two texts, and a row that is added later."""

import pytest
from django import forms
from django.core.cache import cache
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import include, path
from django.utils.html import format_html
from playwright.sync_api import expect

from labsite.models import ContentPicture
from labsite.widgets import MarkdownWidget
from tests.documents import PDF
from tests.pictures import jpeg, png

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
    path("", include("labsite.urls")),
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
    assert window.page.evaluate("document.activeElement.className") == "markdownx-file"
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


BOAT = {"name": "boat.jpg", "mimeType": "image/jpeg", "buffer": jpeg(400, 300)}
TIDE = {"name": "tide.png", "mimeType": "image/png", "buffer": png(300, 300)}


def part_of(window, field, part):
    return window.page.locator(f".markdownx:has(#{field}) .markdownx-{part}")


def choose(window, field, *files):
    """Press the button for pictures and choose files."""
    part_of(window, field, "file").set_input_files(files)


def address_of(number=0):
    return ContentPicture.objects.order_by("pk")[number].address


def give(window, field, files, *, event, types=("Files",)):
    """Drop files on an editor, or paste them into it."""
    window.page.evaluate(
        """([field, event, files, types]) => {
            const data = new DataTransfer();
            for (const { name, kind, bytes } of files) {
                data.items.add(new File([new Uint8Array(bytes)], name, { type: kind }));
            }
            for (const type of types) {
                if (type !== "Files") data.setData(type, "typed");
            }
            const options = { bubbles: true, cancelable: true };
            document.getElementById(field).dispatchEvent(
                event === "drop"
                    ? new DragEvent("drop", { ...options, dataTransfer: data })
                    : new ClipboardEvent("paste", { ...options, clipboardData: data }),
            );
        }""",
        [
            field,
            event,
            [
                {"name": file["name"], "kind": file["mimeType"], "bytes": list(file["buffer"])}
                for file in files
            ],
            list(types),
        ],
    )


def wait_for_text(window, field, text):
    expect(window.page.locator(f"#{field}")).to_have_value(text, timeout=30_000)


def test_picture_is_put_where_the_cursor_is_with_the_words_that_were_asked_for(window):
    editor = window.page.locator("#id_about")
    editor.fill("Before after")
    editor.press("Home")
    for _letter in "Before ":
        editor.press("ArrowRight")
    choose(window, "id_about", BOAT)

    words = part_of(window, "id_about", "words")
    words.wait_for()
    assert words.evaluate("words => words === document.activeElement")
    # The picture comes a moment after its dialog.
    width = "async picture => { await picture.decode(); return picture.naturalWidth; }"
    assert part_of(window, "id_about", "picture").evaluate(width) == 320
    assert window.barriers() == []
    words.press_sequentially("Our [old]  boat")
    words.press("Enter")

    wait_for_text(window, "id_about", f"Before ![Our \\[old\\] boat]({address_of()})after")
    assert editor.evaluate("editor => editor === document.activeElement")
    preview_of(window, "id_about").locator("img[alt='Our [old] boat']").wait_for()
    assert window.page.url.endswith("/writing/")  # the key did not send the form
    assert window.complaints == []


def test_picture_that_is_not_wanted_after_all_stays_out(window):
    choose(window, "id_about", BOAT)
    part_of(window, "id_about", "words").wait_for()

    window.page.keyboard.press("Escape")

    assert not part_of(window, "id_about", "words").is_visible()
    assert window.page.locator("#id_about").input_value() == ""
    choose(window, "id_about", BOAT)  # the same file once more
    part_of(window, "id_about", "words").wait_for()
    part_of(window, "id_about", "cancel").click()
    assert window.page.locator("#id_about").input_value() == ""


@pytest.mark.parametrize("event", ["drop", "paste"])
def test_pictures_are_dropped_or_pasted_one_after_the_other(window, event):
    give(window, "id_note", [BOAT, TIDE], event=event)

    for words in ["A boat", "The tide"]:
        part_of(window, "id_note", "words").wait_for()
        window.page.keyboard.type(words)
        part_of(window, "id_note", "insert").click()

    wait_for_text(window, "id_note", f"![A boat]({address_of(0)})![The tide]({address_of(1)})")
    assert window.page.locator("#id_about").input_value() == ""
    assert window.complaints == []


def test_text_from_a_word_processor_is_pasted_as_text(window):
    give(window, "id_about", [BOAT], event="paste", types=["Files", "text/plain"])
    window.page.evaluate("new Promise((done) => setTimeout(done, 100))")

    assert not part_of(window, "id_about", "words").is_visible()
    assert ContentPicture.objects.count() == 0


def test_row_that_was_added_later_takes_pictures_as_well(window):
    window.page.evaluate(ADD_A_ROW)
    choose(window, "id_added", BOAT)

    part_of(window, "id_added", "words").wait_for()
    window.page.keyboard.type("A boat")
    window.page.keyboard.press("Enter")

    wait_for_text(window, "id_added", f"![A boat]({address_of()})")
    assert window.page.locator("#id_about").input_value() == ""


def test_file_that_is_no_picture_gets_a_sentence_and_goes_when_one_comes(window):
    paper = {"name": "paper.pdf", "mimeType": "application/pdf", "buffer": PDF}
    give(window, "id_about", [paper], event="drop")
    problem = part_of(window, "id_about", "problem")
    problem.wait_for()

    assert problem.inner_text() == (
        "Only pictures (JPEG, PNG, WebP or GIF) can stand in a text. The PDF of a paper is added "
        "in the form of the paper, slides in the form of the talk."
    )
    assert window.barriers() == []
    choose(window, "id_about", BOAT)
    part_of(window, "id_about", "words").wait_for()
    assert not problem.is_visible()


def test_picture_that_is_too_large_is_not_even_sent(window):
    sent = []
    window.page.on("request", lambda request: sent.append(request.url))
    large = BOAT | {"buffer": jpeg() + b"\0" * 10 * 2**20}

    choose(window, "id_about", large)

    part_of(window, "id_about", "problem").wait_for()
    assert part_of(window, "id_about", "problem").inner_text() == (
        "The picture is larger than 10 MB."
    )
    assert sent == []


@pytest.mark.parametrize("status", [403, 413, 500])
def test_page_of_an_error_is_told_in_a_sentence(window, status):
    window.page.route(
        "**/editor/upload/",
        lambda route: route.fulfill(status=status, body="<h1>Sorry</h1>", content_type="text/html"),
    )

    choose(window, "id_about", BOAT)

    part_of(window, "id_about", "problem").wait_for()
    assert part_of(window, "id_about", "problem").inner_text() == (
        "The picture could not be sent. Please try again."
    )
    assert window.page.locator("#id_about").input_value() == ""
