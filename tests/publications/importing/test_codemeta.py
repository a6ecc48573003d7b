"""codemeta.json, and what looks like it."""

import json
import os
from pathlib import Path

import pytest

from publications.importing import codemeta
from publications.models import Kind
from publications.works import Work
from tests.publications.importing.reading import only, reasons, said

SOFTWARE = {
    "@context": "https://w3id.org/codemeta/3.0",
    "@type": "SoftwareSourceCode",
    "@id": "https://doi.org/10.5555/tides",
    "name": "Tides",
    "description": "All about tides.",
    "author": [
        {
            "@type": "Person",
            "@id": "http://orcid.org/0000-0002-1825-0097",
            "givenName": ["Lena", "M."],
            "familyName": "van der Kurz",
            "affiliation": {"@type": "Organization", "name": "Institute of the Sea"},
        },
        {"@type": "Organization", "name": "Tide Consortium"},
        {"@type": "Person", "name": "Lind, Ina"},
        "Otto Berg",
    ],
    "codeRepository": "https://github.com/sea/tides",
    "datePublished": "2024-03-05",
    "dateCreated": "2020",
    "version": "1.10",
    "license": "https://spdx.org/licenses/MIT",
    "keywords": ["tides", "sea"],
    "publisher": {"name": "Zenodo"},
}


def read(record):
    return codemeta.read(json.dumps(record))


def test_a_software_is_read_whole():
    work = only(read(SOFTWARE))

    assert said(work) == {
        "kind": Kind.SOFTWARE,
        "title": "Tides",
        "abstract": "All about tides.",
        "authors": ["Lena M. van der Kurz", "Tide Consortium", "Ina Lind", "Otto Berg"],
        "links": [("Code", "https://github.com/sea/tides")],
        "date": "2024-03-05",
        "doi": "10.5555/tides",
        "publisher": "Zenodo",
        "extra": {
            "version": "1.10",
            "license": "https://spdx.org/licenses/MIT",
            "keywords": "tides, sea",
        },
    }
    assert (work.authors[0].orcid, work.authors[0].name_particle, work.authors[0].affiliation) == (
        *("0000-0002-1825-0097", "van der"),
        "Institute of the Sea",
    )


def test_a_file_without_a_name_is_told_with_the_keys_at_fault_c147():
    invalid = {"@context": "https://codemeta.example", "not_in_schema": "x", "descriptionn": "y"}

    assert reasons(read(invalid)) == [
        (
            None,
            "“name” is missing, and these are no terms of CodeMeta: “not_in_schema”,"
            " “descriptionn”.",
        )
    ]
    assert reasons(read({"@context": "codemeta"})) == [(None, "“name” is missing.")]


def test_terms_may_carry_the_prefix_of_their_vocabulary():
    record = {
        "@context": {},
        "type": "schema:SoftwareApplication",
        "schema:name": "Tides",
        "codemeta:codeRepository": "https://github.com/sea/tides",
        "schema:author": {"id": "https://example.org/1", "name": "Ina Lind"},
    }

    assert said(only(read(record))) == {
        "kind": Kind.SOFTWARE,
        "title": "Tides",
        "authors": ["Ina Lind"],
        "links": [("Code", "https://github.com/sea/tides")],
    }


def test_the_software_of_a_crate_is_found():
    crate = {
        "@context": "https://w3id.org/ro/crate/1.1/context",
        "@graph": [
            {"@id": "./", "@type": "CreativeWork", "name": "Crate"},
            {"@id": "#1", "@type": ["File", "SoftwareSourceCode"], "name": "Tides"},
        ],
    }

    assert only(read(crate)).title == "Tides"


def test_the_paper_about_a_software_is_a_work_of_its_own():
    paper = {
        "@type": "ScholarlyArticle",
        "name": "The Long Tides",
        "identifier": {"@type": "PropertyValue", "propertyID": "DOI", "value": "10.5555/long"},
        "author": "Kurz, Lena",
    }
    reading = read(SOFTWARE | {"referencePublication": paper})
    _software, article = reading

    assert reading.count == 2
    assert said(article) == {
        "kind": Kind.JOURNAL_ARTICLE,
        "title": "The Long Tides",
        "doi": "10.5555/long",
        "authors": ["Lena Kurz"],
    }


@pytest.mark.parametrize("author", [None, 7, [None, {}, [], {"@type": "Person"}]])
def test_authors_without_a_name_are_left_out(author):
    assert only(read(SOFTWARE | {"author": author})).authors == []


CORPORA = os.environ.get("LABSITE_CORPORA", "")


@pytest.mark.skipif(not CORPORA, reason="LABSITE_CORPORA names no folder of real files.")
def test_all_real_files_pass_but_the_one_that_should_not_c147():
    paths = [
        path
        for path in sorted(Path(CORPORA).rglob("*.json"))
        if "codemeta" in path.name or "schemaorg" in path.name
    ]
    failed = [
        path.name
        for path in paths
        for entry in codemeta.read(path.read_text())
        if not isinstance(entry, Work)
    ]

    assert len(paths) > 20
    assert failed == ["examples__example-codemeta-invalid.json"]
