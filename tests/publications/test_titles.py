import pytest

from publications.titles import title_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Fast {x} in $O(n^2)$ time", "Fast x in O(n²) time"),
        ("Bounds of $n^{2/3}$", "Bounds of n2/3"),
        ("The $\\alpha$-helix", "The α-helix"),
        ("<i>E. coli</i> at low CO<sub>2</sub>", "E. coli at low CO2"),
        ("CO₂ and tides", "CO<sub>2</sub> and Tides"),
        ("XVI<sup>e</sup> siècle", "XVIe siecle"),
        ("T<scp>ide</scp>Bench", "TideBench"),
        ("The Łódź tide – a study", "The Lodz Tide: A Study"),
    ],
)
def test_spellings_of_one_title_have_one_key(one, other):
    """C036, C038, C039."""
    assert title_key(one) == title_key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [("Bounds of $n^2$", "Bounds of $n^3$"), ("On <i>a</i>", "On <i>b</i>"), ("潮汐", "海洋")],
)
def test_different_titles_have_different_keys(one, other):
    assert title_key(one) != title_key(other)
