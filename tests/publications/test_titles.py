import pytest
from django.urls import reverse
from django.utils.html import escape

from publications.bibtex_keys import give_key
from publications.titles import title_key
from tests.factories import make_publication, make_talk


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


TITLE = "TideBench: <i>E. coli</i> at low CO<sub>2</sub> & $n^2$"
LETTERS = "TideBench: E. coli at low CO2 & n²"


@pytest.mark.django_db
def test_places_that_know_letters_only_get_a_title_without_markup(admin_client):
    """C036, C038: the window, the address, lists of the admin, what else is about the paper."""
    publication = make_publication(title=TITLE)
    talk = make_talk()
    talk.publications.add(publication)

    page = admin_client.get(publication.get_absolute_url()).text
    changes = admin_client.get(reverse("admin:publications_publication_changelist")).text
    form = admin_client.get(
        reverse("admin:publications_publication_change", args=[publication.pk])
    ).text
    talk_page = admin_client.get(talk.get_absolute_url()).text

    assert str(publication) == LETTERS
    assert publication.slug == "tidebench-e-coli-at-low-co2-n2"
    assert f"<title>{escape(LETTERS)} · Labsite</title>" in page
    assert f">{escape(LETTERS)}</a>" in changes
    assert f"<title>{escape(LETTERS)}" in form
    assert f">{escape(LETTERS)}</a>" in talk_page
    assert give_key(make_publication("Bo Li", title="<i>E. coli</i>")) == "li2025e"


@pytest.mark.django_db
def test_a_page_shows_the_markup_of_its_title(client):
    """C038"""
    publication = make_publication(title=TITLE)

    shown = "TideBench: <i>E. coli</i> at low CO<sub>2</sub> &amp; "
    assert f"<h1>{shown}" in client.get(publication.get_absolute_url()).text
    assert f'">{shown}' in client.get(reverse("publications:publication-list")).text
