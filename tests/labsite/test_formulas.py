import pytest
from django.template import Context, Template

from labsite.formulas import mark_up


@pytest.mark.parametrize(
    "text",
    [
        "$5 and $7",
        "between $5 and 7$",
        "from $5-$10",
        "US$5/US$7",
        "$5/$7",
        "it cost $3,000 and saved $9,000 a year",
        "$HOME/$USER",
        "$PATH:$HOME",
        "\\$a_1$",
        "a$b_1$",
        "$ a_1$",
        "$a_1 $",
        "$",
        "$$",
        "$a_1",
        "$a_$",
        "$a_{$",
        "$" + "a_" * 200 + "$",
        "A title without any",
    ],
)
def test_prices_and_variables_of_a_shell_are_no_formulas(text):
    assert mark_up(text) == text


@pytest.mark.parametrize(
    ("formula", "html"),
    [
        ("$n$", "n"),
        ("$k'$", "k′"),
        ("$10$", "10"),
        ("$O(n)$", "O(n)"),
        ("$x_i^2$", "x<sub>i</sub><sup>2</sup>"),
        ("$x_{i,j}$", "x<sub>i,j</sub>"),
        ("$x_{i_k}$", "x<sub>i<sub>k</sub></sub>"),
        ("${T(n_{\\min})}$", "T(n<sub>min</sub>)"),
        ("$\\alpha\\le\\beta$", "α≤β"),
        ("$\\alpha \\le \\beta$", "α ≤ β"),
        ("$\\Delta t$", "Δ t"),
        ("$90\\%$", "90%"),
        ("$10^{-3}$", "10<sup>−3</sup>"),
        ("$O(n \\log n)$", "O(n log n)"),
        ("$\\frac{1}{2}$", "1/2"),
        ("$\\frac{a+b}{2}$", "(a+b)/2"),
        ("$\\sqrt{n}$", "√(n)"),
        ("$\\mathbb{R}^d$", "ℝ<sup>d</sup>"),
        ("$\\mathcal{O}(1)$", "O(1)"),
        ("$\\text{loss}_{\\mathrm{max}}$", "loss<sub>max</sub>"),
        ("$\\left(x\\right)$", "(x)"),
        ("$a<b$", "a&lt;b"),
        ("$\\unknown{x}$", "\\unknownx"),
        ("$x}^2$", "x<sup>2</sup>"),
        ("${x_}^2$", "x<sub></sub><sup>2</sup>"),
        ("${{x^2$", "x<sup>2</sup>"),
        ("$US\\$ = 1$", "US$ = 1"),
    ],
)
def test_formulas_read_well_without_a_script(formula, html):
    assert mark_up(formula) == f'<span class="math">{html}</span>'


def test_text_around_formulas_is_escaped_and_kept():
    assert mark_up("A & B: $k$-means at the $n$th <step> for $5") == (
        'A &amp; B: <span class="math">k</span>-means at the <span class="math">n</span>th '
        "&lt;step&gt; for $5"
    )


def test_template_filter_prints_a_title_with_its_formulas():
    template = Template("{% load formulas %}{{ title|formulas }}")

    assert template.render(Context({"title": "Fast & $n^2$"})) == (
        'Fast &amp; <span class="math">n<sup>2</sup></span>'
    )
