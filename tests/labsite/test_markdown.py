import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import escape
from hypothesis import given
from hypothesis import strategies as st

from labsite.markdown import (
    MarkdownField,
    RenderedMarkdown,
    inline_math,
    render,
)
from labsite.widgets import MarkdownWidget
from people.models import Page
from tests.labsite.allowed_html import inspect


def test_longer_text_is_refused_in_words_and_never_cut():
    with pytest.raises(ValidationError) as refusal:
        render("a" * 23_114)

    assert refusal.value.messages == ["Your text has 23,114 characters; the limit is 20,000."]


def test_characters_nobody_can_see_are_taken_out():
    text = "a\x00b\x02c\x03d\ufffee\ud800f\u202eg\x9fh"

    assert render(text) == "<p>abcdefgh</p>\n"
    assert inline_math(text) == "abcdefgh"


def test_characters_nobody_can_see_are_taken_out_when_spelt_as_entities():
    assert render("a&#x202e;b&#x2028;c") == "<p>ab\nc</p>\n"


@pytest.mark.parametrize("end", ["\r\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"])
def test_line_ends_of_every_program_are_line_ends(end):
    assert render(f"a{end}{end}b") == "<p>a</p>\n<p>b</p>\n"


@given(st.text(alphabet="$\\_^{}<>\"'&[]()!*`~#-|:/ \nabjs1é", max_size=80))
def test_any_text_stays_within_the_allowed_html(text):
    assert inspect(render(text)).violations == []
    assert inspect(inline_math(text)).violations == []


@given(
    st.text(
        alphabet=st.characters(
            exclude_characters="$\u2028\u2029", categories=["L", "N", "P", "S", "Z"]
        )
    )
)
def test_title_without_a_formula_is_printed_letter_by_letter(title):
    assert inline_math(title) == escape(title)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("my_file_name.py and snake_case", "<p>my_file_name.py and snake_case</p>\n"),
        ("https://example.org/a_b_c", "<p>https://example.org/a_b_c</p>\n"),
        ("$5 and $7", "<p>$5 and $7</p>\n"),
        (
            "takes ${T(n_{\\min})}$ steps where ${n_{\\min}}$ is small",
            '<p>takes <span class="math">T(n<sub>min</sub>)</span> steps where '
            '<span class="math">n<sub>min</sub></span> is small</p>\n',
        ),
        ("# A\n\n## B", "<h2>A</h2>\n<h3>B</h3>\n"),
        ("### A\n\n##### B\n\n# C", "<h2>A</h2>\n<h3>B</h3>\n<h2>C</h2>\n"),
        ("~~old~~ **new**", "<p><s>old</s> <strong>new</strong></p>\n"),
        ("`$a_1$`", "<p><code>$a_1$</code></p>\n"),
        ("\\$a_1$", "<p>$a_1$</p>\n"),
        (
            "[us](https://example.org/a_b_c)",
            '<p><a href="https://example.org/a_b_c" rel="nofollow noopener noreferrer ugc">us</a>'
            "</p>\n",
        ),
        (
            "![a boat](/media/pictures/a.webp)",
            '<p><img src="/media/pictures/a.webp" alt="a boat" loading="lazy"></p>\n',
        ),
        (
            "![a boat](https://elsewhere.example/a.png)",
            '<p><a href="https://elsewhere.example/a.png" '
            'rel="nofollow noopener noreferrer ugc">a boat</a></p>\n',
        ),
        ("", ""),
    ],
)
def test_markdown_as_the_page_shows_it(text, html):
    assert render(text) == html


def test_picture_of_ours_comes_in_the_size_that_the_page_needs():
    html = render('![a *boat*, $n_1$ m](/media/content/3f0c-800x600.webp "At sea")')

    [picture] = inspect(html).pictures
    assert picture == {
        "src": "/media/content/3f0c-800x600.webp",
        "alt": "a boat, n_1 m",
        "title": "At sea",
        "width": "800",
        "height": "600",
        "srcset": (
            "/media/content/3f0c-800x600-320.webp 320w, "
            "/media/content/3f0c-800x600-640.webp 640w, /media/content/3f0c-800x600.webp 800w"
        ),
        "sizes": "(min-width: 48rem) 40rem, 100vw",
        "loading": "lazy",
    }
    assert inspect(html).violations == []


class MarkdownForm(forms.Form):
    text = MarkdownField().formfield()


def test_lines_count_the_same_whatever_the_browser_sends():
    form = MarkdownForm({"text": "a\r\n" * 10_000})

    assert form.is_valid()
    assert len(form.cleaned_data["text"]) == 19_999


def test_form_refuses_a_longer_text_in_words():
    form = MarkdownForm({"text": "a" * 20_001})

    assert form.errors["text"] == ["Your text has 20,001 characters; the limit is 20,000."]


@pytest.mark.parametrize("widget", [None, forms.Textarea, forms.Textarea()])
def test_field_brings_its_own_editor_whatever_text_area_the_form_wants(widget):
    kwargs = {} if widget is None else {"widget": widget}

    assert isinstance(MarkdownField().formfield(**kwargs).widget, MarkdownWidget)


def test_editor_names_the_preview_and_brings_no_script_of_markdownx():
    html = str(MarkdownForm()["text"])
    media = str(MarkdownForm().media)

    assert 'data-markdownx-urls-path="/editor/preview/"' in html
    assert 'aria-label="Preview"' in html
    assert 'data-markdownx-upload-urls-path="/editor/upload/"' in html
    assert "labsite/markdown-editor.js" in media
    assert "markdownx/js" not in media


@pytest.mark.django_db
def test_saving_renders_and_reading_gives_html_that_templates_print():
    page = Page.objects.create(title="Join us", body="We *like*\x00 $n_1$ <b>")

    page.refresh_from_db()

    assert page.body == "We *like* $n_1$ <b>"
    assert page.body_html == (
        '<p>We <em>like</em> <span class="math">n<sub>1</sub></span> &lt;b&gt;</p>\n'
    )
    assert page.body_html.__html__() == page.body_html


@pytest.mark.django_db
def test_saving_a_text_that_is_too_long_raises_instead_of_cutting_it():
    with pytest.raises(ValidationError):
        Page.objects.create(title="Join us", body="a" * 20_001)

    assert not Page.objects.exists()


def test_fields_describe_themselves_completely_to_migrations():
    _name, _path, args, kwargs = RenderedMarkdown("about").deconstruct()
    assert (args, kwargs) == (["about"], {})

    _name, _path, args, kwargs = MarkdownField("about").deconstruct()
    assert (args, kwargs) == ([], {"verbose_name": "about", "blank": True})
