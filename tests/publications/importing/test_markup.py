"""Titles and abstracts of JSON and XML sources."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labsite.formulas import plain
from publications.importing.markup import abstract_of, says_nothing, title_of, words_of


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("<em>E. coli</em> and <strong>more</strong>", "<i>E. coli</i> and <b>more</b>"),
        ("<jats:italic>E. coli</jats:italic>", "<i>E. coli</i>"),
        ("H<inf>2</inf>O", "H<sub>2</sub>O"),
        ("<span class='nocase'>ph</span> <u>x</u>", "ph x"),
        ("<foo>x</foo>", "x"),
        ("std::vector<bool> and a<b", "std::vector<bool> and a<b"),
        ("5 < 6 & 7 > 3", "5 < 6 & 7 > 3"),
        ("A &amp;amp; B", "A &amp; B"),
        ("&lt;i&gt;E. coli&lt;/i&gt;", "<i>E. coli</i>"),
        ("<i>open", "open"),
        ("closed</i>", "closed"),
        ("<i>a <b>b</i> c</b>", "<i>a b</i> c"),
        ("<i> E. coli </i>grows", "<i>E. coli</i> grows"),
        ("CO <sub>2</sub> uptake", "CO<sub>2</sub> uptake"),
        ("Decay of <sup>76</sup>Ge", "Decay of <sup>76</sup>Ge"),
        ("Decay of\n  <sup>76</sup>\n  Ge", "Decay of <sup>76</sup> Ge"),
        ("<script>alert(1)</script>Tides", "Tides"),
        ("<style>p{}</style>Tides<script>x", "Tides"),
        ("Tides <img src=x onerror=alert(1)>", "Tides"),
        ("a\x00b\ud800c\u0085d", "abc d"),
        ("Cafe\u0301", "Caf\u00e9"),
        ("{{7*7}} %s '; DROP", "{{7*7}} %s '; DROP"),
    ],
)
def test_titles_keep_what_carries_meaning(source, title):
    assert title_of(source) == title


def test_tags_of_crossref_are_kept_or_unwrapped_c038():
    title = title_of(
        "T<scp>ide</scp>Bench: <i>E. coli</i> at low CO<sub>2</sub> &amp; high"
        ' <span style="font-variant:small-caps;">ph</span>'
    )

    assert title == "TideBench: <i>E. coli</i> at low CO<sub>2</sub> & high ph"
    assert plain(title) == "TideBench: E. coli at low CO2 & high ph"


def test_line_breaks_around_tags_go_c039():
    title = title_of(
        "Ports et marées, XVI\n          <sup>e</sup>\n          -XVII\n          <sup>e</sup>\n"
        "          siècles"
    )

    assert title == "Ports et marées, XVI<sup>e</sup>-XVII<sup>e</sup> siècles"
    assert plain(title) == "Ports et marées, XVIᵉ-XVIIᵉ siècles"


def test_names_have_no_markup():
    assert words_of("Acta <i>Maris</i> &amp; Sea") == "Acta Maris & Sea"


@pytest.mark.parametrize(
    ("source", "abstract"),
    [
        ("<jats:p>One.</jats:p>\n<jats:p>Two &lt; 3.</jats:p>", "One.\n\nTwo < 3."),
        ("<jats:title>Abstract</jats:title><jats:p>One.</jats:p>", "One."),
        ("<jats:sec><jats:title>Aim</jats:title><jats:p>One.</jats:p></jats:sec>", "Aim\n\nOne."),
        ("Plain\nlines\n\nand &amp; more", "Plain lines\n\nand & more"),
        (
            "<p>We <jats:tex-math>\\documentclass{a}\\begin{document}$x$\\end{document}"
            "</jats:tex-math> <mml:math><mml:mi>x</mml:mi></mml:math></p>",
            "We $x$",
        ),
        ("", ""),
    ],
)
def test_abstracts_become_paragraphs(source, abstract):
    assert abstract_of(source) == abstract


@pytest.mark.parametrize(
    "piece",
    ["<", "<i>", "</b>", "<a ", "<script", "<script>", "<jats:title>", "<tex-math>", "\n <sup>"],
)
def test_a_megabyte_of_odd_marks_is_read_in_time(piece):
    source = piece * (10**6 // len(piece))
    started = time.monotonic()

    title_of(source)
    abstract_of(source)

    assert time.monotonic() - started < 10


@given(st.text(alphabet="<>/ibsup &;\nx2\t", max_size=80))
def test_a_title_is_one_line_with_single_blanks(source):
    title = title_of(source)

    assert title == " ".join(title.split())


@pytest.mark.parametrize(
    ("text", "is_nothing"),
    [
        *((word, True) for word in ("none", "NULL", " n/a ", "NaN", "undefined")),
        *((word, False) for word in ("", "Nonesuch", "None of us", "nullius in verba")),
    ],
)
def test_a_word_for_nothing_is_nothing_and_a_title_is_not_c067(text, is_nothing):
    assert says_nothing(text) is is_nothing
