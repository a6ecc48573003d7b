import pytest

from labsite.markdown import render
from labsite.prose import fold


def test_a_short_text_stays_whole():
    html = render("One two three.\n\nFour five six.")

    assert fold(html, after=120) == (html, "")


def test_a_long_text_is_folded_between_two_paragraphs():
    folded = fold(render("One two three.\n\nFour five six.\n\nSeven."), after=4)

    assert folded.shown == "<p>One two three.</p>\n<p>Four five six.</p>\n"
    assert folded.more == "<p>Seven.</p>\n"


@pytest.mark.parametrize(
    "text", ["- one two three\n- four five", "> one two three\n>\n> four five"]
)
def test_a_list_or_a_quotation_is_never_torn(text):
    html = render(text)

    assert fold(html, after=2).shown == html


def test_a_few_words_more_are_not_worth_a_fold():
    html = render(f"{'word ' * 100}\n\nOne two three.")

    assert fold(html, after=80).more == ""


def test_both_parts_together_are_the_text():
    html = render(
        f"# Title\n\n{'word ' * 30}![x](/media/x.webp)\n\n* * *\n\n| a |\n|---|\n| b |\n" * 4
    )

    folded = fold(html, after=30)

    assert folded.more
    assert folded.shown + folded.more == html
