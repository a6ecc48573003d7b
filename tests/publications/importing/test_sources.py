"""Sources told apart by what is in them, and lists of numbers."""

import json

import pytest

from publications.importing import sources
from publications.importing.readings import UnreadableError
from tests.publications.importing.reading import only
from tests.publications.importing.test_cff import SOFTWARE
from tests.publications.importing.test_nbib import RECORD
from tests.services import csl_record, datacite_record, orcid_record, orcid_work

BIBTEX = "@article{k, title = {Tides}, author = {Kurz, Lena}, year = 2024}"
RIS = "TY  - JOUR\nTI  - Tides\nAB  - As in @article{k,\nER  - "
CSL = [{"type": "book", "title": "Tides"}]
CODEMETA = {"@context": "https://w3id.org/codemeta/3.0", "name": "Tides"}


def read(text):
    return sources.read(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize(
    ("text", "format_name"),
    [
        (BIBTEX, "BibTeX"),
        (f"Some words before\n{BIBTEX}", "BibTeX"),
        ("@article{k,\n title = {Tides},\n abstract = {\nTY  - JOUR\n}\n}", "BibTeX"),
        (RIS, "RIS"),
        (f"Scopus\nEXPORT DATE:01 May 2024\n\n{RIS}", "RIS"),
        (RECORD, "PubMed"),
        (json.dumps(CSL), "CSL-JSON"),
        (json.dumps({"items": CSL}), "CSL-JSON"),
        (json.dumps(CSL[0]), "CSL-JSON"),
        (json.dumps({"message": csl_record(title=["Tides"])}), "Crossref"),
        (json.dumps([csl_record(title=["Tides"])]), "Crossref"),
        (json.dumps(datacite_record()), "DataCite"),
        (json.dumps(orcid_record([orcid_work(1)])), "ORCID"),
        (SOFTWARE, "CITATION.cff"),
        (json.dumps(CODEMETA), "CodeMeta"),
    ],
)
def test_the_content_tells_the_format(text, format_name):
    assert read(text).format == format_name


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16", b""), ("latin-1", b"")],
)
def test_the_encoding_does_not_matter_122(encoding, mark):
    text = "TY  - JOUR\r\nTI  - Ströme\r\nER  - \r\n"

    assert only(read(mark + text.encode(encoding))).title == "Ströme"


def test_a_name_says_nothing_about_what_is_in_a_file():
    assert sources.read(RIS.encode(), file="pubs.bib").format == "RIS"


@pytest.mark.parametrize(
    ("content", "beginning"),
    [
        (b"", "This is empty."),
        (b" \r\n", "This is empty."),
        (b"\xef\xbb\xbf", "This is empty."),
        (b"%PDF-1.7", "This is a document, not a list of publications."),
        (b"PK\x03\x04", "This is a document, not a list of publications."),
        (b"<!DOCTYPE html><html>", "This is a web page, not a list of publications;"),
        (b"Dear all, see our papers.", "We do not recognise what this is."),
        (b'{"name": "x"}', "This JSON holds no publications."),
        (b"[1, 2]", "This JSON holds no publications."),
        (b'[{"model": "app.post", "pk": 1, "fields": {}}]', "This JSON holds no publications."),
        (b'{"message": "not found"}', "This JSON holds no publications."),
        (
            b'{"items": [{"itemType": "book", "title": "T", "creators": []}]}',
            "This JSON holds no publications.",
        ),
        (b'{"title": "x"', "The JSON breaks off or has a mistake in line 1."),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(content, beginning):
    with pytest.raises(UnreadableError) as caught:
        read(content)

    assert caught.value.sentence.startswith(beginning)


def test_a_list_that_begins_with_a_mistake_is_read_up_to_it():
    reading = read('[{"title": oops}]')

    assert (reading.format, reading.count) == ("CSL-JSON", 1)


def test_an_empty_list_has_no_works():
    assert list(read("[]")) == []
