"""Attacks 1 to 40: what somebody could write into a text, tried at the editor and its pages.

Criterion: 1 to 22 are rendered inert; 23 to 39 are answered within two seconds at the limit and
with a sentence above it; 40 is refused or cleaned, on both databases the same.
"""

import time

import markdown as python_markdown
import pytest
from django.urls import reverse

from labsite import editor, formulas
from labsite import markdown as our_markdown
from labsite.markdown import MARKDOWN_LIMIT, inline_math
from people.models import Page
from tests.forms import filled_in
from tests.labsite.allowed_html import inspect

pytestmark = pytest.mark.django_db

PREVIEW = "/editor/preview/"
SECONDS = 2

HOSTILE = {
    "1 script": "<script>alert(1)</script>",
    "2 picture with a handler": "<img src=x onerror=alert(1)>",
    "3 drawing with a handler": "<svg onload=alert(1)><circle/></svg>",
    "4 frame": '<iframe src="https://evil.example"></iframe>',
    "5 form for a password": '<form action="https://evil.example"><input type="password"></form>',
    "6 redirect": '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    "7 base address": '<base href="https://evil.example/">',
    "8 style sheet": "<style>body{display:none}</style>",
    "8 overlay": '<div style="position:fixed;inset:0">x</div>',
    "9 javascript link": "[x](javascript:alert(1))",
    "10 mixed case and a tab": (
        "[x](jAvA\tscript:alert(1)) [y](<java\tscript:alert(1)>) [z](jAvAsCrIpT:alert(1))"
    ),
    "11 entity in a scheme": "[x](&#106;avascript:alert(1)) [y](&#x6a;avascript:alert(1))",
    "12 data address": "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "12 picture in the text": "![x](data:image/svg+xml;base64,PHN2Zy8+)",
    "13 vbscript link": "[x](vbscript:msgbox(1))",
    "14 reference to javascript": "[x][1]\n\n[1]: javascript:alert(1)",
    "15 javascript autolink": "<javascript:alert(1)>",
    "16 quotes in a title": (
        '[x](https://a.example "\\" onmouseover=\\"alert(1)") '
        '<a title="\\" onmouseover="alert(1)">y</a>'
    ),
    "16 quotes in a description": (
        '![" onerror="x](/media/a.webp) <img src="/media/a.webp" alt="\\" onerror="x">'
    ),
    "17 attribute list": "a paragraph\n{: onclick=alert(1) }",
    "18 Markdown in HTML": '<div markdown=1 onclick="alert(1)">**x**</div>',
    "19 mutation": (
        "<math><mtext><table><mglyph><style><!--</style>"
        '<img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">'
    ),
    "20 noscript": '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "21 picture that reports visitors": "![x](https://evil.example/p.gif) ![y](//evil.example/p)",
    "21 media address that leads out": "![x](/media/../admin/logout/) ![y](/media/%2e%2e/admin/)",
    "22 reversed text": "[safe\u202egpj.exe](https://\u202eexample.org)",
    "1 script in a formula": "$x<script>alert(1)</script>_1$ $<img src=x onerror=alert(1)>^2$",
    "16 attribute in a formula": '$\\text{" onclick="alert(1)}_1$',
}


def careless(text):
    """What markdownx would show if its views were ours."""
    return python_markdown.markdown(text, extensions=["extra"])


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_inert_in_the_preview(admin_client, text):
    response = admin_client.post(PREVIEW, {"content": text})

    assert response.status_code == 200
    assert inspect(response.text).violations == []


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_inert_on_its_page_and_there_as_in_the_preview(client, admin_client, text):
    address = reverse("admin:people_page_add")
    data = filled_in(admin_client.get(address))

    admin_client.post(address, data | {"title": "Join us", "body": text, "_publish": "1"})

    page = Page.objects.get()
    assert inspect(page.body_html).violations == []
    assert page.body_html in client.get(page.get_absolute_url()).text
    assert page.body_html == admin_client.post(PREVIEW, {"content": text}).text


@pytest.mark.parametrize(
    "text",
    [text for name, text in HOSTILE.items() if "formula" not in name],
    ids=[name for name in HOSTILE if "formula" not in name],
)
def test_twin_every_hostile_text_does_harm_without_our_renderer(admin_client, monkeypatch, text):
    monkeypatch.setattr(editor, "render", careless)

    response = admin_client.post(PREVIEW, {"content": text})

    assert inspect(response.text).violations != []


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_titles_are_inert(text):
    assert inspect(inline_math(text)).violations == []


def test_twin_titles_do_harm_when_they_are_not_escaped(monkeypatch):
    """One guard stands before all of the above, so one of them shows that it can be missing."""
    monkeypatch.setattr(formulas, "escape", lambda text: text)

    assert inspect(inline_math(HOSTILE["1 script in a formula"])).violations != []


def filled(unit):
    return (unit * MARKDOWN_LIMIT)[:MARKDOWN_LIMIT]


EXPENSIVE = {
    "23 opening brackets": filled("["),
    "24 nested brackets": "[" * 10_000 + "]" * 10_000,
    "25 links in links": filled("[a]("),
    "26 pictures in pictures": filled("![a]("),
    "27 quotes": filled(">"),
    "28 staircase of quotes": "\n".join("> " * depth + "a" for depth in range(1, 140))[
        :MARKDOWN_LIMIT
    ],
    "29 staircase of lists": "\n".join("  " * depth + "- a" for depth in range(140))[
        :MARKDOWN_LIMIT
    ],
    "30 lists on one line": filled("- - - a\n"),
    "31 definitions": filled("a\n: b\n"),
    "32 unclosed links": filled("<a "),
    "33 unclosed elements": filled("<div>"),
    "34 unclosed sections": filled("<![CDATA["),
    "35 growing backticks": " ".join("`" * length for length in range(1, 198))[:MARKDOWN_LIMIT],
    "36 crossing emphasis": filled("*a_ "),
    "37 footnotes": filled("[^1]: a\n*[b]: c\n"),
    "38 wide table": "|a" * 4_990 + "|\n" + "|-" * 4_990 + "|",
    "39 entities": filled("&#x"),
    "39 dollars": filled("$"),
    "39 unclosed formulas": filled("$a_"),
    "39 formulas": filled("$a_1$ "),
    "39 deep formula": "$" + "{_" * 140 + "}" * 10 + "$",
    "39 deep indices": "$" + "x_" * 140 + "y$",
}


@pytest.fixture
def seconds():
    """A function that says how long this process has worked since it was made."""
    started = time.process_time()
    return lambda: time.process_time() - started


@pytest.mark.parametrize("text", EXPENSIVE.values(), ids=EXPENSIVE.keys())
def test_expensive_text_is_rendered_inert_and_soon_at_the_limit(admin_client, seconds, text):
    assert len(text) <= MARKDOWN_LIMIT

    response = admin_client.post(PREVIEW, {"content": text})

    assert inspect(response.text).violations == []
    assert inspect(inline_math(text)).violations == []
    assert seconds() <= SECONDS


TOO_LONG = "<p>Your text has 20,001 characters; the limit is 20,000.</p>"


@pytest.mark.parametrize("text", EXPENSIVE.values(), ids=EXPENSIVE.keys())
def test_expensive_text_above_the_limit_is_a_sentence(admin_client, text):
    response = admin_client.post(PREVIEW, {"content": text.ljust(MARKDOWN_LIMIT + 1, text[-1])})

    assert response.text == TOO_LONG


@pytest.mark.parametrize("text", EXPENSIVE.values(), ids=EXPENSIVE.keys())
def test_twin_expensive_text_of_any_length_is_rendered_without_the_limit(
    admin_client, monkeypatch, text
):
    monkeypatch.setattr(our_markdown, "MARKDOWN_LIMIT", 10**9)

    response = admin_client.post(PREVIEW, {"content": text.ljust(MARKDOWN_LIMIT + 1, text[-1])})

    assert response.text != TOO_LONG


def test_twin_the_clock_of_23_would_notice_markdownx(admin_client, monkeypatch, seconds):
    """A tenth of the brackets is enough; all of them would take a minute."""
    monkeypatch.setattr(editor, "render", careless)
    ours = EXPENSIVE["23 opening brackets"]

    admin_client.post(PREVIEW, {"content": ours[:4_000]})

    assert seconds() > SECONDS / 2


def test_23_two_megabytes_of_brackets_are_not_even_read(admin_client):
    """The twin is the setting itself: at 2.5 MB, which is Django's own, the body is read."""
    data = {"content": "[" * 2_400_000}

    assert admin_client.post(PREVIEW, data).status_code == 413
    assert admin_client.post(reverse("admin:people_page_add"), data).status_code == 413


def test_twin_23_two_megabytes_are_read_with_the_setting_of_django(admin_client, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440

    response = admin_client.post(PREVIEW, {"content": "[" * 2_400_000})

    assert response.text == "<p>Your text has 2,400,000 characters; the limit is 20,000.</p>"


def test_editor_reads_its_own_text_again_when_it_was_too_long(admin_client):
    address = reverse("admin:people_page_add")
    data = filled_in(admin_client.get(address)) | {"title": "Join us", "body": "a" * 20_001}

    response = admin_client.post(address, data)

    assert "Your text has 20,001 characters; the limit is 20,000." in response.text
    assert filled_in(response)["body"] == "a" * 20_001
    assert Page.objects.count() == 0


INVISIBLE = {
    "40 line separator": ("a\u2028\u2028b", "a\n\nb", "<p>a</p>\n<p>b</p>\n"),
    "40 next line": ("a\x85b", "a\nb", "<p>a\nb</p>\n"),
    "40 no character": ("a\ufffeb\uffffc", "abc", "<p>abc</p>\n"),
    "40 start and end of text": ("a\x02b\x03c", "abc", "<p>abc</p>\n"),
    "40 escape": ("a\x1b[31mb", "a[31mb", "<p>a[31mb</p>\n"),
}


@pytest.mark.parametrize(("text", "kept", "html"), INVISIBLE.values(), ids=INVISIBLE.keys())
def test_characters_nobody_can_see_are_cleaned_in_the_preview_and_in_the_form(
    admin_client, text, kept, html
):
    address = reverse("admin:people_page_add")
    data = filled_in(admin_client.get(address))

    preview = admin_client.post(PREVIEW, {"content": text}).text
    admin_client.post(address, data | {"title": "Join us", "body": text, "_draft": "1"})

    page = Page.objects.get()
    assert (preview, page.body, page.body_html) == (html, kept, html)


@pytest.mark.parametrize("text", [text for text, _kept, _html in INVISIBLE.values()])
def test_twin_characters_nobody_can_see_stay_without_the_guard(admin_client, monkeypatch, text):
    monkeypatch.setattr(our_markdown, "printable", lambda text: text)

    preview = admin_client.post(PREVIEW, {"content": text}).text

    assert preview == f"<p>{text}</p>\n"


def test_40_nul_is_cleaned_in_the_preview_and_refused_in_the_form(admin_client):
    """The form's guard is Django's; PostgreSQL would be the next, with an error for a page."""
    address = reverse("admin:people_page_add")
    data = filled_in(admin_client.get(address)) | {"title": "Join us", "body": "a\0b"}

    assert admin_client.post(PREVIEW, {"content": "a\0b"}).text == "<p>ab</p>\n"
    assert "Null characters are not allowed." in admin_client.post(address, data).text
    assert Page.objects.count() == 0


def test_40_half_a_character_arrives_as_none(admin_client):
    """A lone surrogate cannot be written in UTF-8; its bytes are taken for three unknown ones."""
    response = admin_client.post(
        PREVIEW, "content=a%ED%A0%80b", content_type="application/x-www-form-urlencoded"
    )

    assert response.text == "<p>a\ufffd\ufffd\ufffdb</p>\n"
