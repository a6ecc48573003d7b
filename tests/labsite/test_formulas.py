import re
import time

import pytest
from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from labsite.formulas import mark_up, plain


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


@pytest.mark.parametrize(
    ("title", "html"),
    [
        (
            "<i>E. coli</i> at low CO<sub>2</sub> & high <b>pH</b>",
            "<i>E. coli</i> at low CO<sub>2</sub> &amp; high <b>pH</b>",
        ),
        ("<i>in <b>both</b></i>", "<i>in <b>both</b></i>"),
        ("<i>$n^2$</i>", '<i><span class="math">n<sup>2</sup></span></i>'),
        ("5$ <i>and</i> 7$", "5$ <i>and</i> 7$"),
        # What is left open, closed twice or crossed stays in sight as text.
        ("<i>open", "&lt;i&gt;open"),
        ("closed</i>", "closed&lt;/i&gt;"),
        ("</i><i>", "&lt;/i&gt;&lt;i&gt;"),
        ("<i>a<b>c</i>d</b>", "<i>a&lt;b&gt;c</i>d&lt;/b&gt;"),
        ("<i>one\n\ntwo</i>", "&lt;i&gt;one\n\ntwo&lt;/i&gt;"),
        # Attributes, other letters and other elements are none of it.
        ('<i class="x">y', "&lt;i class=&quot;x&quot;&gt;y"),
        ("<I>a</I>", "&lt;I&gt;a&lt;/I&gt;"),
        ("<i >a", "&lt;i &gt;a"),
        ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
        ("<sup><img src=x></sup>", "<sup>&lt;img src=x&gt;</sup>"),
        ("$a<b>c</b>$", "$a<b>c</b>$"),
    ],
)
def test_inline_markup_is_shown_and_everything_else_is_text(title, html):
    """C038: i, b, sub and sup, in pairs and without attributes."""
    assert mark_up(title) == html


@pytest.mark.parametrize(
    ("title", "letters"),
    [
        # C038
        (
            "TideBench: <i>E. coli</i> at low CO<sub>2</sub> & high ph",
            "TideBench: E. coli at low CO2 & high ph",
        ),
        # C039
        (
            "Ports et marées, XVI<sup>e</sup>-XVII<sup>e</sup>\n siècles",
            "Ports et marées, XVIᵉ-XVIIᵉ siècles",
        ),
        # C036
        (
            "Bounds for $\\mathcal{Y}$-valued flows with $O(n^{2/3})$ regret at 5$ per run",
            "Bounds for Y-valued flows with O(n²ᐟ³) regret at 5$ per run",
        ),
        # C129
        ("</script><script>alert(1)</script> <i>x</i>", "</script><script>alert(1)</script> x"),
        ("<i>open and <b>bold</b>", "<i>open and bold"),
        ("10<sup>5</sup> samples", "10⁵ samples"),
        ("a<sup>Qed</sup>", "aQed"),
        ("$x_1$ of $x_i$ and $x_{\\max}$", "x₁ of xᵢ and x_max"),
        ("$10^{-3}$ and $2^{Q+1}$", "10⁻³ and 2^(Q+1)"),
        ("$a_{q,r}$", "a_(q,r)"),
        ("$\\alpha \\le \\beta$", "α ≤ β"),
        ("$a<b$", "a<b"),
        ("$5 and $7", "$5 and $7"),
        ("one  title\n on a line", "one title on a line"),
    ],
)
def test_in_plain_places_a_title_holds_letters_alone(title, letters):
    assert plain(title) == letters


@given(st.text(alphabet=st.sampled_from("<>/ibsup$^_{}\\n \n&x"), max_size=60))
def test_a_title_never_makes_elements_that_do_not_close(title):
    html = mark_up(title)

    open_elements = []
    for closing, name in re.findall(r"<(/?)(\w+)[^>]*>", html):
        if not closing:
            open_elements.append(name)
        else:
            assert open_elements.pop() == name
    assert open_elements == []
    assert set(re.findall(r"<(?!/)([^>]*)>", html)) <= {
        *("i", "b", "sub", "sup", 'span class="math"')
    }


@pytest.mark.parametrize(
    "text",
    ["<i>" * 30_000, "<i></b>" * 14_000, "<i>" * 7_000 + "</i>" * 7_000, "<i><b></i>" * 10_000],
)
def test_markup_without_end_takes_no_time(text):
    start = time.perf_counter()

    mark_up(text)
    plain(text)

    assert time.perf_counter() - start < 2
