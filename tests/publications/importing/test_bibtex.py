"""BibTeX and BibLaTeX files: C007, C035, C041, C064 to C094 as far as they concern reading."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publications.importing import bibtex, texts
from publications.importing.readings import Unreadable
from publications.models import Kind
from publications.status import Status
from publications.works import Author, Origin, Work
from tests.publications.importing.reading import only


def works(text, **options):
    return list(bibtex.read(text, **options))


def work(fields, kind="article", **options):
    """The work of an entry with these fields and a title, without what it warns of."""
    return only(bibtex.read(f"@{kind}{{a, title={{T}}, author={{Kurz, L.}}, {fields}}}", **options))


def titles(text, **options):
    return [read.title for read in works(text, **options)]


# Files


def test_a_reading_knows_its_format_its_count_and_where_each_work_stands():
    text = "% A list\n\n@article{one,\n title={One}}\n @Book(two, title={Two})\n"

    reading = bibtex.read(text, file="pubs.bib")

    assert (reading.format, reading.count) == ("BibTeX", 2)
    assert [read.origin for read in reading] == [
        Origin("pubs.bib", 3, "one"),
        Origin("pubs.bib", 5, "two"),
    ]


def test_works_are_read_when_they_are_asked_for():
    reading = bibtex.read("@article{a, title={One}}\n" * 3)

    first = next(iter(reading))

    assert first.title == "One"
    assert [rest.title for rest in reading] == ["One", "One"]
    assert list(reading) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_all_systems_count_as_in_an_editor_c087(end):
    text = end.join(["@article{x1,", " title={A", " long title},", " year=2001}", "@misc{x2,}"])

    assert [(read.title, read.origin.line) for read in works(text)] == [
        ("A long title", 1),
        ("x2", 5),
    ]


def test_both_entries_behind_a_byte_order_mark_are_read_c082():
    text = "@article{w1, title={One}}\n@article{w2, title={Two}}"

    for content in (text.encode("utf-8-sig"), text.encode("utf-16")):
        assert [read.key for read in works(texts.decode(content))] == ["w1", "w2"]


def test_signs_that_no_database_keeps_are_left_out_everywhere():
    text = (
        "\ufeff@article{k\x00ey, ti\x01tle={O\x02ne}, cus\x00tom={x\ud800}, "
        "eprint={4\x007}, eprinttype={ja}}"
    )

    read = only(bibtex.read(text))

    assert (read.key, read.title, read.extra) == ("key", "One", {"custom": "x"})
    assert read.identifiers == [("ja", "47")]


def test_what_stands_between_entries_is_no_entry():
    text = (
        "Remarks: ask lab@example.org (office) or see @ home {not here}.\n"
        "@comment{jabref-meta: grouping {x};}\n@Comment without braces\n"
        "%@article{old, title={Old}}\n  % @book{older, title={Older}}\n"
        "@article{a, title={One}} @article{b, title={Two}}\n"
    )

    reading = bibtex.read(text)

    assert reading.count == 2
    assert [read.title for read in reading] == ["One", "Two"]
    assert reading.notes == [
        "1 comment or preamble was passed over.",
        "2 entries that a per cent sign takes out were passed over.",
    ]


@pytest.mark.parametrize(
    "preamble",
    [
        r'@preamble{ {\providecommand{\url}[1]{\texttt{#1}} } # "\def\x#1{}" }',
        r'@preamble{"\newcommand{\noop}[1]{}"}',
        '@PREAMBLE{" \\makeatletter\n\\@ifundefined{url}{\\newcommand{\\url}[1]{#1}}{} "}',
        '@preamble{"\\def\\x{"',
        "@comment{ never closed {",
    ],
)
def test_a_preamble_or_a_comment_is_passed_over_and_noted_c041_c079(preamble):
    reading = bibtex.read(f"{preamble}\n@article{{a, title={{One}}}}\n")

    assert [read.title for read in reading] == ["One"]
    assert reading.notes == ["1 comment or preamble was passed over."]


@pytest.mark.parametrize("text", ["", "No entries at all.", "@", "@article", "@string{x = {y}}"])
def test_a_file_without_entries_is_read_and_has_none(text):
    reading = bibtex.read(text)

    assert (reading.count, list(reading)) == (0, [])


# Entries that are odd or broken


def test_a_missing_comma_costs_nothing_c068():
    text = """@inproceedings{q1,
  title = {Quiet Harbour},
  url = {https://example.org/a.pdf}
  keywords = {harbour}
  year = {2011}
}
@article{q2, title={Good}, year={2012}}"""

    first, second = works(text)

    assert (first.title, first.date, second.title) == ("Quiet Harbour", "2011", "Good")
    assert first.links == [("PDF", "https://example.org/a.pdf")]
    assert first.extra == {"keywords": "harbour"}
    assert first.warnings[0] == "A comma is missing after the field “url”."


def test_names_of_types_and_fields_are_taken_in_any_case_and_a_key_may_be_missing_c070():
    read = only(
        bibtex.read("@ARTICLE{,Title={A}, AUTHOR={Kurz, L.}, Year={2001}, DOI={10.5555/a}}")
    )

    assert (read.key, read.title, read.date, read.doi) == ("", "A", "2001", "10.5555/a")
    assert read.warnings == ["The entry has no key."]


@pytest.mark.parametrize(
    ("head", "key"),
    [
        ("@article{key-1,", "key-1"),
        ("@article{ DBLP:conf/x/Y01 ,", "DBLP:conf/x/Y01"),
        ("@article {a key,", "a key"),
        ("@article{key", "key"),
        ("@article\n{\n key,", "key"),
        ("@article{O'Neil(2001),", "O'Neil(2001)"),
        ("@article{", ""),
        ("@article{{braced},", "braced"),
        ("@article{雨2001,", "雨2001"),
    ],
)
def test_keys_are_taken_as_people_write_them(head, key):
    assert only(bibtex.read(f"{head} title={{One}}}}")).key == key


def test_field_names_with_plus_and_minus_are_kept_c071():
    read = work(
        "author+an={1=student}, date-added={2011-01-01}, bdsk-url-1={https://example.org}, "
        "year=2011"
    )

    assert read.date == "2011"
    assert read.extra == {
        "author+an": "1=student",
        "date-added": "2011-01-01",
        "bdsk-url-1": "https://example.org",
    }


def test_quotes_in_braces_and_per_cent_signs_are_text_c073():
    text = (
        '@article{t1, title = "{Curved "Q + Silent" Pulse}", slac = "%%CITATION = X;%%", '
        'note="Remarks on {"}Ports{"}", year = "2014", author="Kurz, L."}'
    )

    read = only(bibtex.read(text))

    assert (read.title, read.note, read.date) == (
        'Curved "Q + Silent" Pulse',
        'Remarks on "Ports"',
        "2014",
    )
    assert read.extra == {"slac": "%%CITATION = X;%%"}


def test_a_per_cent_sign_begins_no_comment_c074():
    read = work(r"url={https://example.org/%a8/x%20y}, abstract={Gain of 5{\%}.}")

    assert read.links == [("example.org", "https://example.org/%a8/x%20y")]
    assert read.abstract == "Gain of 5%."


def test_quotes_within_quotes_are_read_and_told():
    read = only(bibtex.read('@article{a, title = "The "best" of it", year = 2001}'))

    assert (read.title, read.date) == ('The "best" of it', "2001")
    assert read.warnings[0] == "There are quotation marks within quotation marks."


@pytest.mark.parametrize(
    "opened",
    [
        "title = {{Lost in braces},",
        "title = {Lost in braces,",
        'title = "Lost in braces,',
        'title = "Lost {in braces",',
    ],
)
def test_a_field_that_nothing_closes_ends_where_the_next_one_begins_c077(opened):
    text = (
        f"\n@book{{a,\n {opened}\n author = {{Ng, Ada}},\n year = 2001\n}}\n@book{{b, title={{T}}}}"
    )

    read, other = works(text)

    assert (read.title, read.date, other.title) == ("Lost in braces", "2001", "T")
    assert [author.printed_name for author in read.authors] == ["Ada Ng"]
    assert read.origin == Origin("", 2, "a")
    assert read.warnings == [
        "Nothing closes the field “title”, which was read up to the next one: "
        f"“{opened.removeprefix('title = ')}”"
    ]


def test_an_unclosed_quotation_mark_ends_there_too_c077():
    text = '@book{a,\n title = "Lost,\n author = "Ng, Ada",\n year = "2001"\n}'

    read = only(bibtex.read(text))

    assert (read.title, read.date, len(read.authors)) == ("Lost", "2001", 1)


def test_one_unclosed_brace_of_300_costs_one_entry_c077():
    entries = [f"@article{{k{number},\n  title={{T{number}}}\n}}" for number in range(1, 301)]
    entries[149] = "@article{k150,\n  note={x},\n  title={Lost {in braces,\n  (2001)\n}"

    read = works("\n".join(entries))

    [unread] = [entry for entry in read if isinstance(entry, Unreadable)]
    assert len(read) == 300
    assert unread.origin == Origin("", 448, "k150")
    assert unread.reason == (
        "The brace or quotation mark that opens the field “title” is never closed "
        "(2 lines below the beginning of the entry). Please add the missing one."
    )
    assert unread.excerpt == "@article{k150, note={x}, title={Lost {in braces, (2001) }"


def test_an_entry_without_its_last_brace_is_read_and_told():
    first, second = works("@article{a, title={One}, year=2001\n\n@article{b, title={Two}}")

    assert (first.title, first.date, second.title) == ("One", "2001", "Two")
    assert first.warnings[0] == "The brace that closes the entry is missing."


def test_a_brace_too_many_loses_none_of_the_fields_behind_it():
    first, second = works("@article{a, title={One}}, year=2001}\n@article{b, title={Two}}")

    assert (first.title, first.date, second.title) == ("One", "2001", "Two")
    assert "There is a closing brace too many." in first.warnings


def test_escaped_braces_are_letters_where_bibtex_would_be_lost():
    first, second = works("@article{a, title={The set \\{x}, year=2001}\n@article{b, title={Two}}")

    assert (first.title, first.date, second.title) == ("The set {x", "2001", "Two")


def test_a_title_without_braces_is_read_to_its_comma():
    read = only(bibtex.read("@article{a, title = A plain title, year = 2001, volume = 12-A}"))

    assert (read.title, read.date, read.volume) == ("A plain title", "2001", "12-A")


def test_the_first_of_repeated_fields_counts_and_none_is_lost_c080():
    read = work(
        "url={https://example.org/a}, url={https://example.org/b}, year=2015, Year={2015}, "
        "keywords={tide}, keywords={wave}, note={first}, note={second}"
    )

    assert read.links == [
        ("example.org", "https://example.org/a"),
        ("example.org", "https://example.org/b"),
    ]
    assert (read.date, read.note) == ("2015", "first")
    assert read.extra == {"keywords": "tide, wave", "year-2": "2015", "note-2": "second"}
    assert read.warnings == [
        f"The field “{name}” is there more than once; the first one counts."
        for name in ("url", "year", "keywords", "note")
    ]


def test_repeated_keys_are_two_works_c064():
    text = (
        "@article{Zhao20171, title={Tags for tides}, doi={10.5555/s.1}}\n"
        "@article{Zhao20171, title={Answers for tides}, doi={10.5555/s.2}}"
    )

    assert [(read.key, read.doi) for read in works(text)] == [
        ("Zhao20171", "10.5555/s.1"),
        ("Zhao20171", "10.5555/s.2"),
    ]


def test_parentheses_delimit_entries_too():
    text = '@article(a, title = "One (of two)", note = {f)}, year = 2001)\n@misc{b, title={Two}}'

    first, second = works(text)

    assert (first.title, first.note, first.date, second.title) == (
        *("One (of two)", "f)", "2001"),
        "Two",
    )


def test_an_entry_without_a_title_is_called_by_what_names_it():
    whole, keyed = works(
        "@proceedings{p, booktitle={Tides 2001}, editor={Kurz, L.}}\n@misc{tides2001, year=2001}"
    )

    assert (whole.title, whole.is_title_missing, whole.warnings) == ("Tides 2001", False, [])
    assert (keyed.title, keyed.is_title_missing) == ("tides2001", True)
    assert keyed.warnings[0] == (
        "The entry has no title; “tides2001” stands in its place. Please check it."
    )


@pytest.mark.parametrize(
    ("kind", "fields"),
    [("inproceedings", "booktitle={Waves}"), ("article", "journal={Waves}")],
)
def test_a_paper_without_a_title_still_stands_where_it_stands(kind, fields):
    read = only(bibtex.read(f"@{kind}{{a, {fields}, author={{Ng, Ada}}, year=2001}}"))

    assert (read.title, read.is_title_missing, read.venue) == ("Waves", True, "Waves")


def test_an_entry_without_title_and_key_cannot_be_read():
    [unread] = works("\n@misc{, year=2001}")

    assert unread == Unreadable(
        Origin("", 2, ""),
        "The entry has neither a title nor a key. Please add a title.",
        "@misc{, year=2001}",
    )


def test_settings_and_parts_for_others_are_told_apart_from_works():
    [unread] = works("@xdata{press, publisher={Tide Press}}")

    assert unread.reason == (
        "This entry (“xdata”) holds settings or parts for others and is no work."
    )


@pytest.mark.parametrize("nothing", ["none", "None", "{n/a}", "{}", "{ }", '"N/A"', "{NULL}"])
def test_what_says_nothing_is_nothing_c067(nothing):
    read = work(f"journal={nothing}, note={nothing}, doi={nothing}, custom={nothing}")

    assert (read.venue, read.note, read.doi, read.extra, read.warnings) == ("", "", "", {}, [])


# Abbreviations


def test_abbreviations_are_joined_and_explained_wherever_they_stand():
    text = (
        '@string{tj = "Tide Journal"}\n@STRING(short = tj # " Letters")\n'
        "@article{a, title={One}, journal = short, month = may # {~3}, year = 1955, note = later}\n"
        "@article{b, title={Two}, journal = Tj # { B}, month = {10~} # jan, year = 1955}\n"
        "@string{later = {defined later}}"
    )

    first, second = works(text)

    assert (first.venue, first.date, first.note) == (
        "Tide Journal Letters",
        "1955-05-03",
        "defined later",
    )
    assert (second.venue, second.date) == ("Tide Journal B", "1955-01-10")


def test_abbreviations_of_another_file_are_known_and_those_of_this_one_go_before():
    other = bibtex.macros_of('@string{TJ = "Tide Journal"}\n@string{wj = "Wave" # { } # "Journal"}')

    read = works(
        "@string{wj = {Our Waves}}@article{a, title={One}, journal=tj}\n"
        "@article{b, title={Two}, journal=WJ}",
        macros=other,
    )

    assert other == {"tj": "Tide Journal", "wj": "Wave Journal"}
    assert [entry.venue for entry in read] == ["Tide Journal", "Our Waves"]


def test_an_abbreviation_that_nobody_explains_stands_as_it_is():
    read = work("journal = tidej # { B}")

    assert read.venue == "tidej B"
    assert read.warnings == ["The abbreviation “tidej” is explained nowhere; it stands as it is."]


def test_names_joined_from_unexplained_abbreviations_stay_apart():
    read = only(bibtex.read("@article{a, title={T}, author = Kurz_L # and # Ng_A}"))

    assert [author.printed_name for author in read.authors] == ["Kurz_L", "Ng_A"]


# What others hold


VOLUME = """
@inproceedings{paper, title={A Paper}, author={Kurz, L.}, pages={1--2}, crossref={Vol}}
@proceedings{vol, title={Proceedings of Tides}, subtitle={Waves}, editor={Ng, Ada}, year=2001,
  publisher={Tide Press}, doi={10.5555/vol}, isbn={978-0-306-40615-7}, pages={1--900}}
"""


def test_a_paper_takes_from_its_volume_which_may_come_later():
    paper, volume = works(VOLUME)

    assert (paper.title, paper.venue, paper.date, paper.publisher) == (
        *("A Paper", "Proceedings of Tides: Waves", "2001"),
        "Tide Press",
    )
    assert (paper.doi, paper.pages, paper.extra["editor"]) == ("", "1–2", "Ng, Ada")
    assert (volume.title, volume.doi) == ("Proceedings of Tides: Waves", "10.5555/vol")
    assert volume.are_editors


def test_a_volume_that_repeats_its_title_for_the_book_gives_that():
    paper, volume = works(
        "@inproceedings{p, title={A}, crossref={v}}\n"
        "@proceedings{v, title={Long Title}, booktitle={Short}}"
    )

    assert paper.venue == "Short"
    assert volume.venue == ""  # it does not stand in itself


def test_common_fields_come_from_xdata():
    read = works(
        "@book{a, title={One}, xdata={press, place}}\n"
        "@xdata{press, publisher={Tide Press}, xdata={place}}\n@xdata{place, location={Oslo}}"
    )

    assert (read[0].publisher, read[0].extra["location"]) == ("Tide Press", "Oslo")


@pytest.mark.parametrize(
    "text",
    [
        "@inproceedings{a, title={One}, crossref={a}}",
        "@inproceedings{a, title={One}, crossref={b}}\n@book{b, title={Two}, crossref={a}}",
        "@book{a, title={One}, xdata={a,a,b}}\n@xdata{b, xdata={a,b}}",
    ],
)
def test_references_in_a_circle_end(text):
    assert works(text)[0].title == "One"


def test_a_volume_that_is_not_there_is_told():
    read = work("crossref={nowhere}")

    assert read.warnings == ["The entry refers to “nowhere”, which this file does not have."]
    assert read.extra == {"crossref": "nowhere"}


# Fields


def test_every_field_has_its_place():
    text = r"""@article{kurz2001,
      title = {Tides of {Z}ara}, subtitle = {A Study}, author = {Kurz, Lena and others},
      journaltitle = {Journal of Tides}, volume = 3, number = 2, pages = {12--15}, year = 2001,
      month = mar, publisher = {Tide Press}, series = {Waves}, edition = {2nd}, issn = {1234-567X},
      isbn = {978-0-306-40615-7}, doi = {10.5555/ABC.1}, pmid = {1234567}, pmcid = {PMC123456},
      abstract = {One.

      Two.}, note = {With an appendix.}, address = {Oslo}, langid = {english}, editor = {Ng, Ada},
      custom_a = {x}, file = {:C\:\\papers\\a.pdf:PDF}
    }"""

    read = only(bibtex.read(text, file="pubs.bib"))

    assert read == Work(
        kind=Kind.JOURNAL_ARTICLE,
        title="Tides of Zara: A Study",
        date="2001-03",
        venue="Journal of Tides",
        volume="3",
        issue="2",
        pages="12–15",
        publisher="Tide Press",
        series="Waves",
        edition="2nd",
        isbn="978-0-306-40615-7",
        issn="1234-567X",
        doi="10.5555/abc.1",
        pubmed_id="1234567",
        abstract="One.\n\nTwo.",
        note="With an appendix.",
        authors=[Author("Lena Kurz", "Lena", "Kurz")],
        is_list_incomplete=True,
        identifiers=[("pmcid", "PMC123456")],
        key="kurz2001",
        extra={
            "location": "Oslo",
            "language": "english",
            "editor": "Ng, Ada",
            "custom_a": "x",
            "file": r":C\:\\papers\\a.pdf:PDF",
        },
        origin=Origin("pubs.bib", 1, "kurz2001"),
    )


@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        ("article", "", (Kind.JOURNAL_ARTICLE, "")),
        ("inproceedings", "", (Kind.CONFERENCE_PAPER, "")),
        ("conference", "", (Kind.CONFERENCE_PAPER, "")),
        ("incollection", "", (Kind.CHAPTER, "")),
        ("inbook", "", (Kind.CHAPTER, "")),
        ("book", "", (Kind.BOOK, "")),
        ("mvbook", "", (Kind.BOOK, "")),
        ("proceedings", "", (Kind.BOOK, "")),
        ("phdthesis", "", (Kind.THESIS, "PhD thesis")),
        ("mastersthesis", "", (Kind.THESIS, "Master’s thesis")),
        ("masterthesis", "", (Kind.THESIS, "Master’s thesis")),
        ("thesis", "type={mathesis}", (Kind.THESIS, "Master’s thesis")),
        ("thesis", "type={Habilitation}", (Kind.THESIS, "Habilitation")),
        ("techreport", "", (Kind.REPORT, "")),
        ("report", "type={White Paper}", (Kind.REPORT, "White Paper")),
        ("unpublished", "", (Kind.MANUSCRIPT, "")),
        ("online", "", (Kind.WEBPAGE, "")),
        ("software", "", (Kind.SOFTWARE, "")),
        ("dataset", "", (Kind.DATASET, "")),
        ("patent", "", (Kind.PATENT, "")),
        ("misc", "", (Kind.DOCUMENT, "")),
        ("misc", "note={US Patent 1,234}", (Kind.PATENT, "")),
        ("misc", "entrysubtype={motion_picture}", (Kind.MOTION_PICTURE, "")),
        ("article", "entrysubtype={newspaper}", (Kind.NEWSPAPER_ARTICLE, "")),
    ],
)
def test_types_of_entries_are_kinds_of_works(kind, fields, expected):
    read = work(fields, kind=kind)

    assert (read.kind, read.genre, read.warnings) == (*expected, [])


def test_a_type_that_nobody_knows_is_a_document_and_told():
    read = work("", kind="tidechart")

    assert (read.kind, read.extra) == (Kind.DOCUMENT, {"entrytype": "tidechart"})
    assert read.warnings == ["The type “tidechart” is not known; the work was taken as a document."]


@pytest.mark.parametrize(
    ("kind", "fields", "publisher"),
    [
        ("phdthesis", "school={Oslo University}, publisher={Tide Press}", "Oslo University"),
        ("thesis", "institution={Oslo University}", "Oslo University"),
        ("techreport", "institution={Tide Institute}", "Tide Institute"),
        ("book", "publisher={Tide Press}, institution={Oslo}", "Tide Press"),
    ],
)
def test_theses_and_reports_are_published_by_their_institution(kind, fields, publisher):
    assert work(fields, kind=kind).publisher == publisher


@pytest.mark.parametrize("kind", ["techreport", "report", "patent"])
def test_the_number_of_a_report_is_that_of_no_issue(kind):
    read = work("number={TR-7}", kind=kind)

    assert (read.issue, read.extra) == ("", {"number": "TR-7"})


def test_an_issue_beside_a_number_is_kept():
    both = work("number=3, issue={Spring}")
    assert (both.issue, both.extra) == ("3", {"issue": "Spring"})


def test_a_book_of_editors_has_their_names():
    read = only(bibtex.read("@book{a, title={T}, editor={Ng, Ada and Li, Bo}}"))

    assert [author.printed_name for author in read.authors] == ["Ada Ng", "Bo Li"]
    assert read.are_editors
    assert read.extra == {}


def test_2932_authors_are_read_in_their_order():
    letters = "abcdefghijklmnopqrstuvwxyz"
    families = [f"Ng{a}{b}{c}" for a in letters for b in letters for c in letters][:2_932]
    names = " and ".join(f"{family}, Ada" for family in families)

    read = only(bibtex.read(f"@article{{a, title={{T}}, author={{{names}}}}}"))

    assert [author.family_name for author in read.authors] == families


def test_a_work_without_authors_is_told_c019():
    read = only(bibtex.read("@article{a, title={T}, author={}}"))

    assert (read.authors, read.warnings) == ([], ["The entry names no authors."])


def test_the_same_name_twice_is_one_author_c029():
    read = only(bibtex.read("@article{a, title={T}, author={Ng, Ada and Li, Bo and Ng, Ada}}"))

    assert [author.printed_name for author in read.authors] == ["Ada Ng", "Bo Li"]
    assert len(read.warnings) == 1


def test_annotations_of_authors_are_read_c004():
    read = only(
        bibtex.read(
            "@article{a, title={T}, author={Ng, A. and Li, B. and Yu, C.}, "
            "author+an={1=equal; 2=equal; 3=corresponding}}"
        )
    )

    assert [(author.equal_group, author.is_corresponding) for author in read.authors] == [
        (1, False),
        (1, False),
        (None, True),
    ]
    assert read.extra == {}


@pytest.mark.parametrize(
    ("pages", "printed"),
    [
        ("1--10", "1–10"),
        ("1-10", "1–10"),
        ("1 -- 10", "1–10"),
        ("1---10", "1–10"),
        ("[12]--14", "[12]–14"),
        ("pp. 12-15", "12–15"),
        ("S1-S9, 12-15", "S1–S9, 12–15"),
        ("3-1--3-10", "3-1–3-10"),
        ("e33693", "e33693"),
        ("47", "47"),
    ],
)
def test_pages_have_one_dash_c041(pages, printed):
    assert work(f"pages={{{pages}}}").pages == printed


@pytest.mark.parametrize(
    ("fields", "status", "note"),
    [
        ("pubstate={inpress}", Status.IN_PRESS, ""),
        ("pubstate={forthcoming}", Status.TO_APPEAR, ""),
        ("pubstate={submitted}", Status.SUBMITTED, ""),
        ("pubstate={accepted}", Status.ACCEPTED, ""),
        ("pubstate={prepublished}", Status.PREPRINT, ""),
        ("pubstate={retracted}", Status.RETRACTED, ""),
        ("note={To appear}", Status.TO_APPEAR, ""),
        ("note={Submitted to Tides}", Status.SUBMITTED, "Submitted to Tides"),
        ("year={2024, in press}", Status.IN_PRESS, ""),
    ],
)
def test_the_state_of_a_work_is_read_wherever_it_stands_c047(fields, status, note):
    read = work(fields)

    assert (read.status, read.note) == (status, note)


def test_titles_keep_every_letter_in_any_language_c035():
    read = work("title={x}, langid={ngerman}")
    german = only(
        bibtex.read("@article{a, title={Zur Thermik großer Ströme im Wattenmeer}, year=2001}")
    )

    assert read.extra["language"] == "ngerman"
    assert german.title == "Zur Thermik großer Ströme im Wattenmeer"


def test_brackets_and_signs_in_titles_are_text_c041():
    read = only(bibtex.read(r"@article{j1, title={Growth of 5\% in [Fe/H]}, pages={[12]--14}}"))

    assert (read.title, read.pages) == ("Growth of 5% in [Fe/H]", "[12]–14")


def test_journals_of_the_astrophysics_data_system_have_their_names():
    assert work(r"journal={\mnras}").venue == "Monthly Notices of the Royal Astronomical Society"


# Addresses and identifiers


def test_addresses_and_dois_lose_what_only_tex_needs_c088():
    read = work(r"url={https://example.org/a\_b/c\%20d\#s}, doi={10.5555/978-3-030-1\_12}")

    assert read.links == [("example.org", "https://example.org/a_b/c%20d#s")]
    assert read.doi == "10.5555/978-3-030-1_12"


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        (r"\url{https://example.org/~kurz}", "https://example.org/~kurz"),
        (r"\href{https://example.org/} {\texttt{https://example.org/}}", "https://example.org/"),
        (r"https://example.org/$\sim$kurz", "https://example.org/~kurz"),
        (r"https://example.org/{\textasciitilde}kurz", "https://example.org/~kurz"),
        (r"https://example.org/\~{}kurz", "https://example.org/~kurz"),
        ("https://example.org/a{\\_}b", "https://example.org/a_b"),
        ("https://example.org/?a=1\\&b=2", "https://example.org/?a=1&b=2"),
        ("https://example.org/?a=1&amp;b=2", "https://example.org/?a=1&b=2"),
        ("<https://example.org/x>", "https://example.org/x"),
        ("https://example.org/a file", "https://example.org/a%20file"),
        ("https://example.org/long/\n   path", "https://example.org/long/path"),
        ('https://example.org/"><script>', "https://example.org/%22%3E%3Cscript%3E"),
        ("www.example.org/b", "https://www.example.org/b"),
        ("example.org/b", "https://example.org/b"),
        ("HTTP://example.org/B", "http://example.org/B"),
    ],
)
def test_addresses_are_those_that_a_browser_opens_c088_c093(typed, address):
    assert [url for _label, url in work(f"url={{{typed}}}").links] == [address]


@pytest.mark.parametrize(
    "typed",
    [
        "http://w ww.example.org/a.pdf",
        "example",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "ftp://example.org/a",
        "http://[bad/x",
    ],
)
def test_what_is_no_web_address_is_kept_and_told_but_not_linked_c093_attack_123(typed):
    read = work(f"url={{{typed}}}")

    assert (read.links, read.extra["url"]) == ([], typed)
    assert len(read.warnings) == 1


def test_several_addresses_in_one_field_are_several_links():
    read = work("url={https://example.org/a.pdf, https://example.org/b}")

    assert read.links == [
        ("PDF", "https://example.org/a.pdf"),
        ("example.org", "https://example.org/b"),
    ]


def test_fields_of_lab_sites_become_links_with_their_names():
    read = work(
        "code={https://example.org/code}, pdf={paper.pdf}, url_slides={https://example.org/s}"
    )

    assert read.links == [("Code", "https://example.org/code"), ("Slides", "https://example.org/s")]
    assert read.extra == {"pdf": "paper.pdf"}


@pytest.mark.parametrize(
    "typed",
    [
        "10.5555/a and 10.5555/b",
        "10.5555/a, https://doi.org/10.5555/b",
        "doi:10.5555/a; doi:10.5555/b",
        "10.5555/a\n 10.5555/b",
    ],
)
def test_of_two_dois_the_first_leads_and_the_other_is_kept_c062(typed):
    read = work(f"doi={{{typed}}}")

    assert (read.doi, read.identifiers) == ("10.5555/a", [("doi", "10.5555/b")])


def test_a_doi_that_was_broken_over_lines_is_whole_again():
    assert work("doi={10.5555/abc\n  def}").doi == "10.5555/abcdef"


@pytest.mark.parametrize(
    "note",
    ["internal: ask T.", "To do: pages", "[private] not yet", "Internal note", "confidential"],
)
def test_notes_that_people_write_for_themselves_are_not_shown_c142(note):
    read = work(f"note={{{note}}}")

    assert (read.note, read.extra) == ("", {"annote": note})
    assert read.warnings == [
        "The note is for yourselves, as it says; it was kept and is not shown."
    ]


@pytest.mark.parametrize(
    "note", ["Internal waves are long", "Private communication", "Internal Report 12", "Best paper"]
)
def test_notes_for_readers_are_shown(note):
    assert work(f"note={{{note}}}").note == note


@pytest.mark.parametrize(
    ("how", "venue", "arxiv_id"),
    [
        ("bioRxiv", "bioRxiv", ""),
        ("arXiv:2101.00006 [cs.CL]", "", "2101.00006"),
        ("arXiv preprint arXiv:2101.00006", "", "2101.00006"),
        ("arXiv e-print", "arXiv", ""),
    ],
)
def test_an_archive_in_howpublished_makes_a_preprint_c091(how, venue, arxiv_id):
    read = work(f"howpublished={{{how}}}", kind="misc")

    assert (read.kind, read.status) == (Kind.PREPRINT, Status.PREPRINT)
    assert (read.venue, read.arxiv_id, read.extra) == (venue, arxiv_id, {})


def test_an_address_in_howpublished_is_a_link():
    read = work(r"howpublished={Online: \url{https://example.org/a}}", kind="misc")

    assert read.links == [("example.org", "https://example.org/a")]
    assert read.extra == {"howpublished": "Online"}


@pytest.mark.parametrize(
    "fields",
    [
        "doi={10.5555/x.1}",
        "doi={https://doi.org/10.5555/X.1}",
        "doi={http://dx.doi.org/10.5555/x.1}",
        "doi={doi:10.5555/x.1}",
        "doi={10.5555/x.1.}",
        "doi={ 10.5555/x.1 }",
        "url={https://doi.org/10.5555/x.1}",
        "url={http://dx.doi.org/10.5555%2Fx.1}",
        "url={10.5555/x.1}",
        "doi={10.5555/x.1}, url={https://doi.org/10.5555/x.1}",
        "note={doi: 10.5555/x.1}",
        "note={https://doi.org/10.5555/x.1}",
        r"howpublished={\url{https://doi.org/10.5555/x.1}}",
        "doi={https://publisher.example/doi/abs/10.5555/x.1}",
        "eprint={10.5555/x.1}, eprinttype={doi}",
    ],
)
def test_a_doi_is_recognised_wherever_it_stands_c062_c090(fields):
    read = work(fields)

    assert (read.doi, read.links, read.note, read.extra) == ("10.5555/x.1", [], "", {})


def test_an_old_doi_with_brackets_is_kept_whole_c090():
    sici = "10.1002/(SICI)1097-0000(199601)1:1<1::AID-X1>3.0.CO;2-A"
    in_tex = sici.replace("<", r"{\textless}").replace(">", r"{\textgreater}")

    assert work(f"doi={{{sici}}}").doi == sici.lower()
    assert work(f"doi={{{in_tex}}}").doi == sici.lower()


def test_what_is_no_doi_is_kept_and_told():
    read = work("doi={forthcoming 12}")

    assert (read.doi, read.extra) == ("", {"doi": "forthcoming12"})
    assert len(read.warnings) == 1


def test_a_short_doi_is_an_identifier():
    for fields in ("doi={10/b2bx34}", "url={https://doi.org/10/b2bx34}"):
        read = work(fields)

        assert (read.identifiers, read.links, read.warnings) == (
            [("shortdoi", "10/b2bx34")],
            [],
            [],
        )


@pytest.mark.parametrize(
    ("fields", "number"),
    [
        ("eprint={hep-th/9912345}", "hep-th/9912345"),
        ("eprint={math.AT/9912345}", "math.AT/9912345"),
        ("eprint={arXiv:2101.00001v2}", "2101.00001"),
        ("eprint={https://arxiv.org/abs/cs/0712345}", "cs/0712345"),
        ("eprint={1612.34567}, archivePrefix={arXiv}, primaryClass={math.NA}", "1612.34567"),
        ("eprint={2101.00001}, eprinttype={arxiv}", "2101.00001"),
        ("arxivId={2101.00001}", "2101.00001"),
        ("url={https://arxiv.org/abs/2101.00001v3}", "2101.00001"),
        ("url={https://arxiv.org/pdf/2101.00001.pdf}", "2101.00001"),
        ("doi={10.48550/arXiv.2101.00001}", "2101.00001"),
        ("journal={arXiv preprint arXiv:2101.00001}", "2101.00001"),
        ("journal={CoRR}, volume={abs/2101.00001}", "2101.00001"),
        (
            "journal={arXiv e-prints}, pages={arXiv:2101.00001}, eid={arXiv:2101.00001}",
            "2101.00001",
        ),
        ("note={arXiv:2101.00001}", "2101.00001"),
    ],
)
def test_numbers_of_arxiv_are_recognised_c091(fields, number):
    read = work(fields, kind="misc")

    assert (read.arxiv_id, read.doi, read.links) == (number, "", [])
    assert (read.kind, read.status) == (Kind.PREPRINT, Status.PREPRINT)
    assert (read.venue, read.volume, read.pages, read.note) == ("", "", "", "")


def test_an_article_that_is_also_at_arxiv_is_an_article_c091():
    read = work("journal={Tides}, eprint={2101.00001}, archiveprefix={arXiv}")

    assert (read.kind, read.status, read.arxiv_id) == (
        Kind.JOURNAL_ARTICLE,
        Status.PUBLISHED,
        "2101.00001",
    )


def test_a_preprint_of_another_server_names_it():
    read = work("journal={bioRxiv}, doi={10.5555/2021.01.01}")

    assert (read.kind, read.status, read.venue) == (Kind.PREPRINT, Status.PREPRINT, "bioRxiv")


def test_the_number_of_another_archive_is_not_one_of_arxiv_c091():
    read = work("eprint={4711}, eprinttype={jstor}")

    assert (read.arxiv_id, read.identifiers) == ("", [("jstor", "4711")])


def test_what_is_no_number_of_arxiv_is_kept_and_told_c091():
    read = work("eprint={tides}, archiveprefix={arXiv}")

    assert (read.arxiv_id, read.extra["eprint"]) == ("", "tides")
    assert len(read.warnings) == 1


# Everything


@pytest.mark.parametrize("ending", ["}", ""])
@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    "@article{",
                    "@misc(",
                    "@string{",
                    "@comment{",
                    "@",
                    "{",
                    "}",
                    "(",
                    ")",
                    '"',
                    "#",
                ),
                *(
                    ",",
                    "=",
                    "\n",
                    " ",
                    "title",
                    "author",
                    "year",
                    "crossref",
                    "k",
                    "and",
                    "\\",
                    "%",
                ),
                *("{x}", "title={T},", "\n@book{b,", "$", "~", "é"),
            ]
        ),
        max_size=40,
    )
)
def test_any_text_is_read_and_every_entry_accounted_for_c076(ending, pieces):
    reading = bibtex.read("".join(pieces) + ending)

    read = list(reading)

    assert len(read) == reading.count
    assert all(isinstance(entry, Work | Unreadable) for entry in read)
    assert all(entry.reason and entry.excerpt for entry in read if isinstance(entry, Unreadable))
    lines = [entry.origin.line for entry in read]
    assert lines == sorted(lines)


CORPORA = os.environ.get("LABSITE_CORPORA", "")


@pytest.mark.skipif(not CORPORA, reason="LABSITE_CORPORA names no folder with real files")
def test_every_entry_of_real_files_is_accounted_for_c076():
    total = unread = 0
    stray = []
    for folder in sorted(path for path in (Path(CORPORA) / "bib").iterdir() if path.is_dir()):
        sources = [(path, texts.decode(path.read_bytes())) for path in sorted(folder.glob("*.bib"))]
        macros = {}
        for _path, text in sources:
            macros |= bibtex.macros_of(text)
        for path, text in sources:
            plain_count = sum(
                found[1].lower() not in ("string", "comment", "preamble")
                for found in re.finditer(r"^[ \t]*@\s*(\w+)\s*[{(]", text, re.MULTILINE)
            )
            reading = bibtex.read(text, macros=macros)
            read = list(reading)
            assert (path.name, len(read), reading.count) == (path.name, plain_count, plain_count)
            total += len(read)
            unread += sum(isinstance(entry, Unreadable) for entry in read)
            stray += [
                (path.name, entry.origin.line, text)
                for entry in read
                if isinstance(entry, Work)
                for text in (entry.venue, *(author.printed_name for author in entry.authors))
                if re.search(r"[{}\\]", text)
            ]

    assert total > 20_000
    assert unread <= 0.002 * total
    assert len(stray) <= 0.0005 * total
