"""The one box that takes anything that names a paper, and the table that follows."""

import json
import time
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from publications.admin.quick_add import MOST_BYTES, MOST_ENTRIES
from publications.models import ImportRun, MatchDecision, NewsItem, Publication
from tests.factories import make_lab, make_member, make_publication, make_venue
from tests.forms import filled_in
from tests.services import CSL_JSON, Reply, csl_record, external_ids, orcid_record, orcid_work

pytestmark = pytest.mark.django_db

BOX = "/admin/publications/publication/paste/"

TIDES = """\
@article{kurz2026,
  title = {Tides of the Northern Lagoon},
  author = {Kurz, Lena and Piękos, Piotr and Somebody, Else},
  journal = {Journal of Waves},
  year = {2026},
  doi = {10.5555/tides.1},
}
"""

SEAGRASS = """\
@inproceedings{piekos2025,
  title = {Seagrass at Night},
  author = {Piękos, Piotr},
  booktitle = {Proceedings of the Shore},
  year = 2025,
}
"""

NO_TITLE = "\n@article{, author = {A. Nobody}, year = 2020}\n"


@pytest.fixture
def lab():
    return make_lab(name="Tidal Lab")


def paste(client, text="", **fields):
    return client.post(BOX, {"text": text, "_look": "1"} | fields, follow=True)


def rows(page):
    return page.context["table"].rows


def states(page):
    return [(str(row.label), row.title) for row in rows(page)]


def press(client, page, button="_do", **changes):
    """Press a button of the table as it stands, after having changed some fields."""
    ticked = [row.tick_value for row in rows(page) if row.is_ticked]
    data = filled_in(page) | {"entry": ticked, button: "1"} | changes
    return client.post(page.request["PATH_INFO"], data, follow=True)


def said(response):
    return [str(message) for message in response.context["messages"]]


def complaints(page):
    return [complaint.sentence for complaint in page.context["complaints"]] + [
        str(error) for errors in page.context["form"].errors.values() for error in errors
    ]


# The way to the box


def test_the_front_page_and_the_list_lead_to_the_box(admin_client):
    front = admin_client.get("/admin/")
    listed = admin_client.get("/admin/publications/publication/")

    assert ("Add a publication", BOX) in [
        (str(label), address) for label, address in front.context["tasks"]
    ]
    assert f'href="{BOX}"' in listed.text


def test_the_box_leads_to_the_ordinary_form(admin_client):
    page = admin_client.get(BOX)

    assert "Paste anything that names the paper." in page.text
    assert 'href="/admin/publications/publication/add/"' in page.text


def test_only_who_may_add_papers_gets_to_the_box(client):
    client.force_login(User.objects.create_user("clerk", is_staff=True))

    assert client.get(BOX).status_code == 403
    assert paste(client, TIDES).status_code == 403
    assert ImportRun.objects.count() == 0


# What it understands


def test_looking_saves_nothing(admin_client, lab):
    paste(admin_client, TIDES)

    assert Publication.objects.count() == 0


def test_each_row_says_what_would_happen(admin_client, lab):
    make_publication(
        "Piotr Piękos", title="Seagrass at Night", date="2025", kind="paper-conference"
    )

    page = paste(admin_client, TIDES + SEAGRASS + NO_TITLE)

    assert states(page) == [
        ("New", "Tides of the Northern Lagoon"),
        ("Changed: 2 things", "Seagrass at Night"),
        ("Not understood", ""),
    ]
    assert [(change.label, change.old, change.new) for change in rows(page)[1].changes] == [
        ("Journal, conference or book", "", "Proceedings of the Shore"),
        ("Labs that show it", "", "Tidal Lab"),
    ]
    assert [row.is_ticked for row in rows(page)] == [True, True, False]
    assert "Add 1, update 1" in page.text


def test_what_is_here_with_all_of_it_needs_no_tick(admin_client, lab):
    press(admin_client, paste(admin_client, TIDES))

    page = paste(admin_client, TIDES)

    assert states(page) == [("Already here", "Tides of the Northern Lagoon")]
    assert "Nothing is ticked" not in page.text
    assert page.context["table"].has_deeds is False


def test_our_authors_stand_out_with_the_reason(admin_client, lab):
    make_member(display_name="Lena Kurz")
    make_member(display_name="Pawel Piękos")

    page = paste(admin_client, TIDES.replace("Piękos, Piotr", "Piękos, P."))

    assert (
        '<strong><bdi>Lena Kurz</bdi></strong> <span class="evidence">(name as listed)</span>, '
        '<bdi>P. Piękos</bdi> <span class="evidence">(same name, not sure)</span>, '
        "<bdi>Else Somebody</bdi>"
    ) in page.text


def test_a_long_line_of_authors_shows_the_first_ours_and_the_last(admin_client, lab):
    make_member(display_name="Lena Kurz")
    names = [f"{letter}ora Gauge{letter.lower()}" for letter in "ABCDEFGHIJKL"]
    names.insert(6, "Lena Kurz")
    entry = "@article{{a, title={{Gauges}}, author={{{}}}, year=2025}}".format(" and ".join(names))

    (row,) = rows(paste(admin_client, entry))

    assert row.authors.number == 13
    assert [author.printed for author in row.authors.shortened() if author] == [
        *("Aora Gaugea", "Bora Gaugeb", "Cora Gaugec", "Lena Kurz", "Lora Gaugel")
    ]


def test_a_list_of_dois_is_looked_up_once_and_not_again_when_it_is_added(
    admin_client, lab, services
):
    services.reply("/doi.org/10.5555/tides.1", csl_record(), media_type=CSL_JSON)
    services.reply(
        "/doi.org/10.48550/arxiv.2501.01234",
        csl_record(DOI="10.48550/arxiv.2501.01234", title="Waves", type="posted-content"),
        media_type=CSL_JSON,
    )
    text = "https://doi.org/10.5555/TIDES.1\n10.5555/nobody\narXiv:2501.01234v2\nsome words\n"

    page = paste(admin_client, text)
    asked = len(services.asked)
    press(admin_client, page)

    assert [(str(row.label), row.where_from) for row in rows(page)] == [
        ("New", "line 1, 10.5555/tides.1"),
        ("Not understood", "line 2, 10.5555/nobody"),
        ("New", "line 3, 2501.01234"),
        ("Not understood", "line 4, some words"),
    ]
    assert len(services.asked) == asked
    assert sorted(Publication.objects.values_list("doi", "arxiv_id")) == [
        ("10.48550/arxiv.2501.01234", "2501.01234"),
        ("10.5555/tides.1", ""),
    ]


def test_what_was_not_found_goes_back_into_the_box(admin_client, lab, services):
    services.reply("/doi.org/10.5555/tides.1", csl_record(), media_type=CSL_JSON)
    page = paste(admin_client, "10.5555/tides.1\n10.5555/nobody")

    box = press(admin_client, page, "_back")

    assert box.context["form"]["text"].value() == "10.5555/nobody"
    assert f'action="{BOX}"' in box.text


def test_an_orcid_brings_the_papers_of_a_person(admin_client, lab, services):
    services.reply(
        "/pub.orcid.org/v3.0/0000-0002-1825-0097/record",
        orcid_record(
            [orcid_work(1, **{"external-ids": external_ids(("doi", "10.5555/tides.1"))})],
            [orcid_work(2, title="Gauges")],
        ),
    )
    services.reply("/doi.org/10.5555/tides.1", csl_record(), media_type=CSL_JSON)

    page = paste(admin_client, "https://orcid.org/0000-0002-1825-0097")

    assert states(page) == [("New", "Tides of the inner sea"), ("New", "Gauges")]
    assert [author.printed for author in rows(page)[0].authors.authors] == [
        "Lena Kurz",
        "Otto van der Berg",
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("refs.ris", b"TY  - JOUR\nTI  - Tides\nAU  - Kurz, Lena\nPY  - 2026\nER  - \n"),
        ("refs.json", b'[{"type": "article-journal", "title": "Tides"}]'),
        ("crossref.json", b'{"message": {"DOI": "10.5555/t", "title": ["Tides"]}}'),
        (
            "CITATION.cff",
            b"cff-version: 1.2.0\nmessage: Cite it\ntitle: Tides\nauthors:\n- family-names: Kurz\n",
        ),
        ("dois.txt", b"@article{t, title = {Tides}}"),
    ],
)
def test_files_are_told_apart_by_what_is_in_them(admin_client, lab, name, content):
    page = paste(admin_client, file=SimpleUploadedFile(name, content))

    assert states(page) == [("New", "Tides")]
    assert ImportRun.objects.get().source == name


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1", "cp1252"])
def test_files_of_every_encoding_are_read(admin_client, lab, encoding):
    """Attack 122."""
    content = "@article{t, title = {Ebbe für Möwen}, author = {Günter Strøm}}".encode(encoding)

    page = paste(admin_client, file=SimpleUploadedFile("old.bib", content))

    assert states(page) == [("New", "Ebbe für Möwen")]


# What it does not understand


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  \n", "There is nothing in it yet. Paste a DOI, for example."),
        ("Something about tides", "We do not recognise what this is."),
        ("<html><p>Error 502</p></html>", "This is a web page, not a list of publications"),
        ("x" * (MOST_BYTES + 1), "That is more than this page takes at once"),
        ("10.5555/a\n" * 3 + "\n".join(f"10.5555/{n}" for n in range(MOST_ENTRIES + 1)), "That is"),
    ],
)
def test_what_cannot_be_read_is_kept_and_a_sentence_says_what_to_do(admin_client, lab, text, said):
    """Attacks 118 and 119."""
    page = paste(admin_client, text)

    (complaint,) = complaints(page)
    assert complaint.startswith(said)
    assert page.context["form"]["text"].value() == text
    assert ImportRun.objects.count() == 0


@pytest.mark.parametrize("beginning", [b"%PDF-1.7\n", b"PK\x03\x04", b"{\\rtf1 ", b"\x1f\x8b\x08"])
def test_no_number_is_looked_for_in_a_document(admin_client, lab, services, beginning):
    document = SimpleUploadedFile(
        "paper.pdf", beginning + b"\n10.5555/tides.1\n" + bytes(range(256))
    )

    (complaint,) = complaints(paste(admin_client, file=document))

    assert complaint.startswith("This is a document, not a list of publications. Copy the DOIs out")
    assert services.asked == []


def test_a_number_beside_whole_entries_is_not_passed_over_in_silence(admin_client, lab, services):
    page = paste(admin_client, f"10.5555/above\n\n{TIDES}")

    assert states(page) == [("New", "Tides of the Northern Lagoon")]
    assert (
        "10.5555/above was not looked up, because whole entries stand beside it. "
        "Paste it by itself."
    ) in page.text
    assert services.asked == []


def test_a_number_beside_a_broken_entry_is_not_passed_over_either(admin_client, lab, services):
    page = paste(admin_client, f"10.5555/above\n{NO_TITLE}")

    assert complaints(page) == [
        "The entry has neither a title nor a key. Please add a title.",
        "10.5555/above was not looked up, because whole entries stand beside it. "
        "Paste it by itself.",
    ]


def test_every_paper_that_a_sentence_names_is_looked_up(admin_client, lab, services):
    services.reply("/doi.org/10.5555/tides.1", csl_record(), media_type=CSL_JSON)
    waves = csl_record(DOI="10.48550/arxiv.2501.01234", title="Waves", type="posted-content")
    services.reply("/doi.org/10.48550/arxiv.2501.01234", waves, media_type=CSL_JSON)

    page = paste(admin_client, "see https://doi.org/10.5555/tides.1, and arXiv:2501.01234v2")

    assert states(page) == [("New", "Tides of the inner sea"), ("New", "Waves")]


def test_a_mistyped_orcid_is_named_as_such(admin_client, lab, services):
    page = paste(admin_client, "0000-0002-1825-0098")

    assert complaints(page) == ["This ORCID iD has a wrong digit; please copy it once more."]
    assert services.asked == []


def test_too_many_entries_are_a_matter_for_the_command(admin_client, lab):
    """Attack 119: 20,000 entries do not fit into half a megabyte, but 501 do."""
    entries = "\n".join(f"@misc{{k{n}, title={{Gauge {n}}}}}" for n in range(MOST_ENTRIES + 1))

    page = paste(admin_client, file=SimpleUploadedFile("all.bib", entries.encode()))

    (complaint,) = complaints(page)
    assert "import_publications" in complaint


def test_a_text_that_no_form_carries_is_refused_in_words(admin_client, lab):
    """Attack 118: a field of five megabytes. The browser still has the text, one page back."""
    page = paste(admin_client, "x" * 5_000_000)

    assert page.status_code == 413
    assert "go back one page, where your text still is" in page.text


def test_a_file_that_is_too_large_is_not_read(admin_client, lab):
    """Attack 118."""
    page = paste(admin_client, file=SimpleUploadedFile("big.bib", b"x" * (MOST_BYTES + 1)))

    assert complaints(page)[0].startswith("That is more than this page takes at once")


def test_a_text_and_a_file_come_one_at_a_time(admin_client, lab):
    page = paste(admin_client, TIDES, file=SimpleUploadedFile("a.bib", SEAGRASS.encode()))

    assert complaints(page) == ["Paste a text or choose a file: one at a time."]
    assert page.context["form"]["text"].value() == TIDES


def test_an_unknown_doi_can_be_typed_in_by_hand(admin_client, lab, services):
    """C140: the service answers "Resource not found." as text."""
    page = paste(admin_client, "10.5555/geb.1")

    (complaint,) = page.context["complaints"]
    assert complaint.sentence.startswith(
        "10.5555/geb.1 was found neither at doi.org nor at DataCite"
    )
    assert page.context["form"]["text"].value() == "10.5555/geb.1"
    form = admin_client.get(complaint.url)
    assert form.context["adminform"].form["doi"].value() == "10.5555/geb.1"


def test_a_record_without_title_or_authors_opens_the_form_with_what_there_is(
    admin_client, lab, services
):
    """C141."""
    bare = {"DOI": "10.5555/x", "title": [], "author": None, "container-title": ["Tides"]}
    services.reply("/doi.org/10.5555/x", bare, media_type=CSL_JSON)

    page = paste(admin_client, "10.5555/x")

    (row,) = rows(page)
    assert (str(row.label), row.reason, row.deed) == ("Not understood", "It has no title.", "")
    form = admin_client.get(row.by_hand_url).context["adminform"].form
    assert (form["doi"].value(), form["venue"].value(), form["title"].value()) == (
        "10.5555/x",
        "Tides",
        None,
    )
    saved = admin_client.post(row.by_hand_url, {"doi": "10.5555/x", "_save": "1"})
    assert "title" in saved.context["adminform"].form.errors
    assert Publication.objects.count() == 0


@pytest.mark.parametrize(
    "reply",
    [
        Reply(b"", 500),
        Reply(b"", 429, headers={"Retry-After": "120"}),
        Reply(b"{", seconds=30),
        Reply(b"", is_endless=True),
        Reply(b"", 302, headers={"Location": "http://169.254.169.254/latest/"}),
        Reply(b"", 302, headers={"Location": "file:///etc/passwd"}),
        Reply(b"{no json", media_type=CSL_JSON),
        Reply(b"<p>Hello</p>", media_type="text/html"),
    ],
    ids=["500", "429", "silence", "endless", "inward", "file", "bad JSON", "wrong type"],
)
def test_a_service_that_fails_takes_nothing_away(admin_client, lab, services, reply):
    """Attack 126 and R11."""
    services.replies["/doi.org/10.5555/tides.1"] = reply

    page = paste(admin_client, "10.5555/tides.1")

    (complaint,) = page.context["complaints"]
    assert complaint.sentence.startswith("doi.org ")
    assert complaint.sentence.endswith("Your text is kept. Try again, or paste the BibTeX instead.")
    assert page.context["form"]["text"].value() == "10.5555/tides.1"


def test_a_service_that_is_down_is_not_asked_again_for_each_line(admin_client, lab, services):
    """R11: nobody waits ten seconds for each of five hundred DOIs."""
    for number in range(20):
        services.reply(f"/doi.org/10.5555/{number}", b"", status=500)

    page = paste(admin_client, "\n".join(f"10.5555/{number}" for number in range(20)))

    assert len(services.asked) == 1
    sentences = complaints(page)
    assert sentences[0].startswith("Line 1: doi.org does not answer.")
    assert sentences[-1] == "And 15 more."


@pytest.mark.parametrize(
    "text",
    ["10.5555/a\r\nX-Evil: 1", "10.5555/../../admin", "10.5555/" + "a" * 300, "10.5555/%0d%0a"],
)
def test_odd_dois_lead_nowhere(admin_client, lab, services, text):
    """Attack 125."""
    paste(admin_client, text)

    for path, _headers in services.asked:
        assert path.startswith(("/doi.org/10.5555", "/api.datacite.org/dois/10.5555"))
        assert "/../" not in path
    assert Publication.objects.count() == 0


HOSTILE = {
    115: "@article{a, title = " + "{" * 100_000 + "x" + "}" * 100_000 + "}",
    116: "@article{a, title = {" + "x" * 200_000,
    117: "".join(
        f"@string{{s{n} = {' # '.join([f's{n - 1}'] * 10) if n else '{xxxxxxxxxx}'}}}\n"
        for n in range(12)
    )
    + "@article{a, title = s11}",
    120: "@article{a, title = " + "{x} # " * 80_000 + "{x}}",
    121: "@article{a, title={Tides}, title={Waves}}\n@article{a, title={Waves of another kind}}",
    124: "@article{a, title={\\input{/etc/passwd} \\write18{ls}}, year={2020}}",
    128: "@article{a, title={{{7*7}} %s {% now %} '; DROP TABLE publications_publication; --}}",
}


@pytest.mark.parametrize("number", HOSTILE)
def test_hostile_bibtex_is_answered_in_time(admin_client, lab, number):
    """Attacks 115 to 117, 120, 121, 124 and 128, through the box."""
    page = paste(admin_client, HOSTILE[number])

    assert page.status_code == 200
    if "table" in page.context:
        press(admin_client, page)
        assert "root:" not in "".join(Publication.objects.values_list("title", flat=True))


def test_what_a_source_says_is_text_on_every_page(admin_client, lab):
    """Attacks 123 and 128."""
    title = "<script>alert(1)</script> {{ 7*70707 }}"
    entry = {
        "type": "article-journal",
        "title": title,
        "author": [{"literal": "<img src=x onerror=alert(1)>"}],
        "URL": "javascript:alert(1)",
        "container-title": "<b onclick=alert(1)>Waves</b>",
    }
    page = paste(admin_client, json.dumps([entry]))
    done = press(admin_client, page)

    for answer in (page, done):
        assert "<script>alert" not in answer.text
        assert "<img src=x" not in answer.text
        assert "onclick" not in answer.text
        assert 'href="javascript' not in answer.text
        assert "494949" not in answer.text


# Doing it


def test_what_is_ticked_is_added_and_the_rest_is_told(admin_client, lab):
    page = paste(admin_client, TIDES + SEAGRASS + NO_TITLE)
    first = str(rows(page)[0].key)

    done = press(admin_client, page, entry=[first])

    paper = Publication.objects.get()
    assert (paper.title, paper.visibility, list(paper.labs.all())) == (
        "Tides of the Northern Lagoon",
        "public",
        [lab],
    )
    assert done.context["sentence"] == (
        "1 added, 1 left out, 1 not understood (line 15: The entry has neither a title nor a key. "
        "Please add a title)."
    )


def test_new_papers_become_drafts_where_that_is_wanted(admin_client, lab):
    press(admin_client, paste(admin_client, TIDES), visibility="draft")

    assert Publication.objects.get().visibility == "draft"


def test_news_is_drafted_for_new_papers_only(admin_client, lab):
    member = make_member(display_name="Lena Kurz")
    make_publication("Piotr Piękos", title="Seagrass at Night", date="2025")

    press(admin_client, paste(admin_client, TIDES + SEAGRASS))

    item = NewsItem.objects.get()
    assert (item.visibility, item.lab, list(item.members.all())) == ("draft", lab, [member])
    assert [paper.title for paper in item.publications.all()] == ["Tides of the Northern Lagoon"]


def test_no_news_is_drafted_where_the_box_is_not_ticked(admin_client, lab):
    page = paste(admin_client, TIDES)
    data = filled_in(page) | {"entry": [str(rows(page)[0].key)], "_do": "1"}
    del data["news"]

    admin_client.post(page.request["PATH_INFO"], data)

    assert (Publication.objects.count(), NewsItem.objects.count()) == (1, 0)


def test_pasting_the_doi_later_completes_the_same_record(admin_client, lab, services):
    """Walk 4: the accepted paper without DOI becomes the published one at its address."""
    paper = make_publication(
        "Lena Kurz",
        "Otto van der Berg",
        title="Tides of the Inner Sea",
        date="2024",
        status="accepted",
        kind="article-journal",
        venue=make_venue(name="Journal of Tides"),
        labs=[lab],
    )
    NewsItem.objects.create(body="Accepted!", date="2024-01", lab=lab).publications.add(paper)
    address = paper.get_absolute_url()
    services.reply("/doi.org/10.5555/tides.1", csl_record(), media_type=CSL_JSON)

    page = paste(admin_client, "https://doi.org/10.5555/tides.1")
    (row,) = rows(page)
    done = press(admin_client, page)

    assert str(row.label).startswith("Changed: ")
    changed = {change.label: (change.old, change.new) for change in row.changes}
    assert changed["State"] == ("accepted", "published")
    assert changed["DOI"] == ("", "10.5555/tides.1")
    paper.refresh_from_db()
    assert Publication.objects.get() == paper
    assert (paper.status, paper.doi, paper.pages) == ("published", "10.5555/tides.1", "101–120")
    assert paper.get_absolute_url() == address
    assert NewsItem.objects.count() == 1
    assert done.context["sentence"] == "1 changed."


def held_page(client):
    """A paper whose title is here already, with another DOI, in another journal."""
    make_publication(
        *("Lena Kurz", "Piotr Piękos", "Else Somebody"),
        title="Tides of the Northern Lagoon",
        date="2025",
        doi="10.5555/other",
        kind="article-journal",
        venue=make_venue(name="Letters of the Shore"),
    )
    return paste(client, TIDES)


def test_a_probable_duplicate_waits_for_a_decision(admin_client, lab):
    page = held_page(admin_client)

    (row,) = rows(page)
    assert (str(row.label), row.deed) == ("Please check", "")
    assert [twin.title for twin in row.twins] == ["Tides of the Northern Lagoon"]
    assert [str(choice.words) for choice in row.choices] == [
        *("Leave it for now", "The same work: update it", "Another work: add it")
    ]
    assert press(admin_client, page).context["complaint"].startswith("Nothing is ticked.")
    assert Publication.objects.count() == 1


def test_what_nobody_decided_about_goes_on_waiting_when_the_rest_is_added(admin_client, lab):
    held_page(admin_client)
    page = paste(admin_client, TIDES + SEAGRASS)

    done = press(admin_client, page)

    assert done.context["sentence"] == "1 added, 1 to check."
    assert "Tides of the Northern Lagoon" in admin_client.get(done.context["held_url"]).text
    assert sorted(Publication.objects.values_list("title", flat=True)) == [
        "Seagrass at Night",
        "Tides of the Northern Lagoon",
    ]


def test_another_work_of_the_same_title_is_added(admin_client, lab):
    page = held_page(admin_client)

    press(admin_client, page, **{f"twin-{rows(page)[0].key}": "add"})

    assert set(Publication.objects.values_list("doi", flat=True)) == {
        "10.5555/other",
        "10.5555/tides.1",
    }


def test_the_same_work_is_completed(admin_client, lab):
    page = held_page(admin_client)
    twin = Publication.objects.get()

    press(admin_client, page, **{f"twin-{rows(page)[0].key}": str(twin.pk)})

    paper = Publication.objects.get()
    assert (paper.pk, paper.pages) == (twin.pk, "")
    assert [str(listing) for listing in paper.listings.all()] == ["Tidal Lab"]


def test_nobody_chooses_a_paper_that_was_not_offered(admin_client, lab):
    page = held_page(admin_client)
    stranger = make_publication(title="Something else")

    answer = press(admin_client, page, **{f"twin-{rows(page)[0].key}": str(stranger.pk)})

    assert answer.context["complaint"].startswith("Nothing is ticked.")


@pytest.mark.parametrize("answer", ["yes", "nobody", ""])
def test_who_an_author_is_can_be_said_in_the_row(admin_client, lab, answer):
    member = make_member(display_name="Pawel Piękos")
    page = paste(admin_client, SEAGRASS.replace("Piękos, Piotr", "Piękos, P."))
    (question,) = rows(page)[0].questions

    said = str(member.pk) if answer == "yes" else answer
    press(admin_client, page, **{f"who-{question.name}": said})

    author = Publication.objects.get().authorships.get()
    assert author.member == (member if answer == "yes" else None)
    assert (
        list(MatchDecision.objects.values_list("member", "verdict"))
        == {
            "yes": [(member.pk, "yes")],
            "nobody": [(member.pk, "no")],
            "": [],
        }[answer]
    )


def test_a_name_that_is_asked_about_is_told_once(admin_client, lab):
    make_member(display_name="Pawel Piękos")

    page = paste(admin_client, SEAGRASS.replace("Piękos, Piotr", "Piękos, P."))
    done = press(admin_client, page)

    sentence = "“P. Piękos” may be Pawel Piękos; nobody was linked."
    assert (page.text.count("Who is “P. Piękos”?"), sentence in page.text) == (1, False)
    assert sentence in done.text


def test_nothing_is_asked_about_what_nobody_can_send(admin_client, lab):
    """A paper that is here already has no button; its authors are asked about elsewhere."""
    make_member(display_name="Pawel Piękos")
    text = SEAGRASS.replace("Piękos, Piotr", "Piękos, P.")
    press(admin_client, paste(admin_client, text))

    page = paste(admin_client, text)

    assert states(page) == [("Already here", "Seagrass at Night")]
    assert [rows(page)[0].questions, "Who is" in page.text] == [[], False]
    assert "“P. Piękos” may be Pawel Piękos; nobody was linked." in page.text


def test_all_or_nothing_can_be_ticked_at_once(admin_client, lab):
    page = paste(admin_client, TIDES + SEAGRASS)

    none = press(admin_client, page, "_none")
    every = press(admin_client, none, "_all")

    assert [row.is_ticked for row in rows(none)] == [False, False]
    assert [row.is_ticked for row in rows(every)] == [True, True]


def test_a_list_can_be_forgotten(admin_client, lab):
    page = paste(admin_client, TIDES)

    press(admin_client, page, "_forget")

    assert (ImportRun.objects.count(), Publication.objects.count()) == (0, 0)


def test_the_lab_is_chosen_where_there_are_several(admin_client, lab):
    other = make_lab(name="Shore Lab")

    press(admin_client, paste(admin_client, TIDES, lab=str(other.pk)))

    assert list(Publication.objects.get().labs.all()) == [other]


# Once, by the right person


def test_pressing_twice_adds_once(admin_client, lab):
    """R18 and R19: a double click, the back button, two windows with one list."""
    page = paste(admin_client, TIDES)

    press(admin_client, page)
    again = press(admin_client, page)

    assert Publication.objects.count() == NewsItem.objects.count() == 1
    assert [str(message) for message in again.context["messages"]] == ["This was done already."]


def test_the_same_text_in_two_windows_is_one_paper(admin_client, lab):
    """R18."""
    one, other = paste(admin_client, TIDES), paste(admin_client, TIDES)

    press(admin_client, one)
    press(admin_client, other)

    assert Publication.objects.count() == NewsItem.objects.count() == 1


def test_what_two_people_paste_has_nothing_in_common(admin_client, client, lab):
    """The entry "a" of one is not that of the other, however much the titles are alike."""
    first = "@article{a, title={Tides of the Northern Lagoon I}, author={Kurz, Lena}, year=2020}"
    press(admin_client, paste(admin_client, first))
    client.force_login(User.objects.create_superuser("other"))

    page = paste(client, first.replace("Lagoon I", "Lagoon II").replace("2020", "2024"))
    press(client, page)

    assert states(page) == [("New", "Tides of the Northern Lagoon II")]
    assert sorted(Publication.objects.values_list("title", flat=True)) == [
        "Tides of the Northern Lagoon I",
        "Tides of the Northern Lagoon II",
    ]


@pytest.mark.parametrize("name", ["doi.org", "orcid.org", "pasted", "pasted:1"])
def test_a_file_is_not_taken_for_the_service_that_it_is_called_after(admin_client, lab, name):
    """Else it could change what was looked up there."""
    page = paste(admin_client, file=SimpleUploadedFile(name, TIDES.encode()))

    assert ImportRun.objects.get().source == f"./{name}"
    assert page.context["can_go_back"] is False


def test_what_one_person_pastes_again_is_the_same_source(admin_client, lab):
    press(admin_client, paste(admin_client, TIDES))

    page = paste(admin_client, TIDES.replace("Lagoon", "Lagoons"))

    assert states(page) == [("Changed: 1 thing", "Tides of the Northern Lagoons")]


def test_what_somebody_deleted_meanwhile_is_not_added_unasked(admin_client, lab):
    """R16: a paper that was to be completed is gone; that it becomes a new one must be seen."""
    press(admin_client, paste(admin_client, TIDES))
    page = paste(admin_client, TIDES.replace("year =", "volume = {7}, year ="))
    Publication.objects.all().delete()

    table = press(admin_client, page)
    untouched = Publication.objects.count()
    press(admin_client, press(admin_client, table, "_all"))

    assert table.context["complaint"] == (
        "Nothing was done yet: somebody changed or deleted papers here meanwhile. "
        "Look at “Tides of the Northern Lagoon” again, and tick what you still want."
    )
    assert [(row.deed, row.is_ticked) for row in rows(table)] == [("add", False)]
    assert (untouched, Publication.objects.count()) == (0, 1)


def test_what_somebody_added_meanwhile_is_not_changed_unasked(admin_client, lab):
    """R18 and R19: what was new is to be completed by now."""
    page = paste(admin_client, TIDES)
    names = ("Lena Kurz", "Piotr Piękos", "Else Somebody")
    make_publication(*names, title="Tides of the Northern Lagoon", date="2026", kind="article")

    table = press(admin_client, page)

    assert table.context["complaint"].startswith("Nothing was done yet: ")
    assert [row.deed for row in rows(table)] == ["update"]
    assert Publication.objects.get().doi == ""


@pytest.mark.parametrize("entry", ["abc", "-add", "1" * 30, "１-add", ""])
def test_forged_ticks_do_nothing(admin_client, lab, entry):
    other = rows(paste(admin_client, SEAGRASS))[0].tick_value
    page = paste(admin_client, TIDES)

    table = press(admin_client, page, entry=[entry, other])

    assert table.context["complaint"] == "Nothing is ticked. Tick what you want to have."
    assert Publication.objects.count() == 0


def test_what_is_here_by_now_is_said_to_be(admin_client, lab):
    """R18: two windows with the same text; or somebody typed it in meanwhile."""
    one, other = paste(admin_client, TIDES), paste(admin_client, TIDES)
    press(admin_client, one)

    again = press(admin_client, other)

    assert again.context["complaint"] == (
        "What you ticked is here by now, so there is nothing left to do."
    )


def test_the_list_of_somebody_else_is_not_there_for_who_may_not_see_it(admin_client, client, lab):
    page = paste(admin_client, TIDES)
    where = page.request["PATH_INFO"]
    client.force_login(User.objects.create_user("clerk", is_staff=True))

    assert client.get(where).status_code == 404
    assert client.post(where, {"_do": "1"}).status_code == 404
    assert Publication.objects.count() == 0


def test_nothing_is_done_by_a_link(admin_client, lab):
    page = paste(admin_client, TIDES)

    admin_client.get(page.request["PATH_INFO"], {"_do": "1", "entry": rows(page)[0].key})

    assert Publication.objects.count() == 0


@pytest.mark.parametrize("count", [1, 5])
def test_the_table_costs_the_same_for_any_number(
    admin_client, lab, count, django_assert_num_queries
):
    make_member(display_name="Pawel Piękos")
    text = "".join(
        f"@article{{k{n}, title={{Gauge {n}}}, author={{P. Piękos}}, year=2025}}"
        for n in range(count)
    )
    where = paste(admin_client, text).request["PATH_INFO"]

    with django_assert_num_queries(16):
        page = admin_client.get(where)

    assert len(rows(page)) == count


def test_five_hundred_entries_fit_into_one_form_and_five_seconds(admin_client, lab, settings):
    """Every entry with a question about its author, and none is too much for the form."""
    make_member(display_name="Pawel Piękos")
    text = "".join(
        f"@misc{{k{n}, title={{Gauge {n}}}, author={{P. Piękos}}}}" for n in range(MOST_ENTRIES)
    )

    begun = time.process_time()
    page = paste(admin_client, text)
    number = len(filled_in(page)) + MOST_ENTRIES - 1  # the ticks, which have one name
    done = press(admin_client, page)

    assert time.process_time() - begun < 5  # seconds, by whatever else the machine is slowed down
    assert number < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
    assert done.context["sentence"] == "500 added."


def test_a_prepared_list_waits_at_the_box(admin_client, lab):
    where = paste(admin_client, TIDES).request["PATH_INFO"]
    when = datetime(2026, 3, 4, 9, 5, tzinfo=UTC)
    ImportRun.objects.update(started_at=when)

    with timezone.override(UTC):
        box = admin_client.get(BOX)

    assert [(waiting.sentence, waiting.url) for waiting in box.context["waiting"]] == [
        ("Pasted text, 4 March 2026, 09:05: 1 paper waits for you.", where)
    ]


def test_a_session_that_ends_while_looking_takes_no_tick_away(admin_client, lab):
    """R20: whoever was signed out meanwhile signs in again, and finds the table as it was left."""
    page = paste(admin_client, TIDES + SEAGRASS)
    second = str(rows(page)[1].key)
    left = filled_in(page) | {"entry": [second], "visibility": "draft", "_do": "1"}
    admin_client.logout()

    signed_out = admin_client.post(page.request["PATH_INFO"], left)
    kept = signed_out.context["kept"]
    account = {"username": "admin", "password": "password", "_kept": kept}
    again = admin_client.post("/login/", account)
    table = admin_client.post(
        again.context["path"],
        dict(again.context["fields"]) | {"_again": "1"},
    )

    assert [row.is_ticked for row in rows(table)] == [False, True]
    assert table.context["visibility"] == "draft"
    assert Publication.objects.count() == 0


def test_a_form_that_comes_back_after_signing_in_again_does_nothing(admin_client, lab):
    """R20: the text and the ticks are as they were left."""
    box = admin_client.post(BOX, {"text": TIDES, "_look": "1", "_again": "1"})
    page = paste(admin_client, TIDES + SEAGRASS)
    second = str(rows(page)[1].key)
    table = press(admin_client, page, entry=[second], _again="1")

    assert box.context["form"]["text"].value() == TIDES
    assert [row.is_ticked for row in rows(table)] == [False, True]
    assert Publication.objects.count() == 0
