"""The format of PubMed."""

from publications.importing import nbib
from publications.models import Kind
from publications.status import Status
from publications.works import Origin
from tests.publications.importing.reading import only, said

RECORD = """\
PMID- 12345678
OWN - NLM
IS  - 1234-567X (Electronic)
VI  - 7
IP  - 2
DP  - 2024 Mar 5
TI  - On the long tides
      of the sea.
PG  - 101-20
LID - 10.5555/tides.1 [doi]
AB  - First line
      second line.
FAU - Kurz, Lena
AU  - Kurz L
AUID- ORCID: 0000-0002-1825-0097
AD  - Institute of the Sea.
FAU - van der Berg, Otto
AU  - van der Berg O
CN  - Tide Consortium
LA  - eng
PT  - Journal Article
TA  - J Tides
JT  - Journal of Tides
PMC - PMC123
OT  - tides
OT  - sea
"""


def test_a_record_is_read_whole():
    work = only(nbib.read(RECORD, file="tides.nbib"))

    assert said(work) == {
        "kind": Kind.JOURNAL_ARTICLE,
        "title": "On the long tides of the sea",
        "authors": ["Lena Kurz", "Otto van der Berg", "Tide Consortium"],
        "venue": "Journal of Tides",
        "date": "2024-03-05",
        "volume": "7",
        "issue": "2",
        "pages": "101–20",
        "issn": "1234-567X",
        "doi": "10.5555/tides.1",
        "pubmed_id": "12345678",
        "identifiers": [("pmcid", "PMC123")],
        "abstract": "First line second line.",
        "extra": {"keywords": "tides, sea", "language": "eng"},
    }
    assert (work.authors[0].orcid, work.authors[0].affiliation) == (
        "0000-0002-1825-0097",
        "Institute of the Sea.",
    )
    assert work.origin == Origin("tides.nbib", 1, "12345678")


def test_each_record_begins_with_its_number():
    reading = nbib.read(f"\n{RECORD}\n{RECORD.replace('12345678', '2')}")

    assert reading.count == 2
    assert [work.origin.line for work in reading] == [2, 29]


def test_short_names_are_family_name_and_initials():
    work = only(nbib.read("PMID- 1\nTI  - Tides\nAU  - Kurz LM\nPT  - Retracted Publication"))

    assert (work.authors[0].family_name, work.authors[0].given_name) == ("Kurz", "LM")
    assert work.status == Status.RETRACTED
