"""Attacks 115 to 124: bibliographies that somebody wrote to bring the reader to its knees.

Criterion: time and memory grow with the length of the file and nothing else, nothing is carried
out or linked to, and the entries beside the hostile one are read.
"""

import time
import tracemalloc

import pytest

from publications.importing import bibtex, texts
from publications.importing.readings import Unreadable
from publications.works import Work

GOOD = "\n@article{good, title={Good}, year=2001}\n"
SECONDS = 20  # for what takes about one on a quiet machine
LENGTHS = (10_000, 40_000)


def read(text, **options):
    reading = bibtex.read(text, **options)
    entries = list(reading)
    assert len(entries) == reading.count
    return entries


def titles(entries):
    return [entry.title for entry in entries if isinstance(entry, Work)]


HOSTILE = {
    "115 open braces": lambda n: "@article{a, title={" + "{" * n,
    "115 pairs within pairs": lambda n: "@article{a, title={" + "{" * n + "x" + "}" * n + "}}",
    "115 accents within accents": lambda n: "@article{a, title={" + r"\'{" * n + "}" * n + "}}",
    "115 closing braces": lambda n: "@article{a, title={x" + "}" * n,
    "116 unclosed entries on one line": lambda n: "@a{x, " * (n // 6),
    "116 unclosed entries on lines": lambda n: "@a{x, t={\n" * (n // 10),
    "116 unclosed entries with escaped braces": lambda n: "@a{x,\\{} " * (n // 9),
    "116 unclosed parentheses": lambda n: "@a(x, t={(}, " * (n // 12),
    "116 unclosed quotes": lambda n: '@article{a, title="' + 'x " ' * (n // 4),
    "116 quotes that seem to end": lambda n: "@article{a," + 't="a" x "b" y,' * (n // 14),
    "116 names without values": lambda n: "@article{a, " + "x = " * (n // 4) + "}",
    "116 values without names": lambda n: "@article{a, " + "{x} " * (n // 4) + "}",
    "116 words without commas": lambda n: "@article{" + "word " * (n // 5) + "}",
    "116 blanks": lambda n: "@article{a," + " " * n + "title={T}}",
    "116 blanks for a key": lambda n: "@article{" + " " * n,
    "116 empty lines": lambda n: "@article{a," + "\n" * n + "title={T}}",
    "116 signs of entries": lambda n: "@" * n,
    "116 addresses": lambda n: "x@example.org (" * (n // 15),
    "116 a long type": lambda n: "@" + "a" * n,
    "116 fields": lambda n: "@article{a," + "".join(f"f{i}=1," for i in range(n // 8)) + "}",
    "116 the same field": lambda n: "@article{a," + "keywords={x}," * (n // 13) + "}",
    "117 macros that double": lambda n: "".join(
        f"@string{{m{i + 1} = m{i} # m{i}}}\n" for i in range(n // 25)
    ).replace("m0 # m0", '"' + "x" * 100 + '"'),
    "117 a macro used often": lambda n: (
        "@string{m = {"
        + "x" * 2_000
        + "}}@article{a,"
        + "".join(f"f{i} = m # m # m," for i in range(n // 20))
        + "}"
    ),
    "117 entries full of a macro": lambda n: (
        "@string{m = {" + "x" * 2_000 + "}}\n" + "@a{k,title=m}\n" * (n // 15)
    ),
    "120 signs of joining": lambda n: "@article{a, title = x " + "#" * n + " {y}}",
    "120 parts to join": lambda n: "@article{a, title = x " + "# {y}" * (n // 5) + "}",
    "123 tags": lambda n: "@article{a, title={" + "<script>" * (n // 8) + "}}",
    "123 half tags": lambda n: "@article{a, title={" + "<i " * (n // 3) + "}}",
    "123 addresses in one field": lambda n: "@article{a, url={" + "http://a.b/ " * (n // 12) + "}}",
    "124 commands": lambda n: "@article{a, title={" + r"\input" * (n // 6) + "}}",
    "124 formulas": lambda n: "@article{a, title={" + "$^{" * (n // 3) + "}" * (n // 3) + "}}",
    "names": lambda n: "@article{a, author={" + "a and " * (n // 6) + "}}",
    "commas in a name": lambda n: "@article{a, author={" + "a, " * (n // 3) + "}}",
    "references in a chain": lambda n: "".join(
        f"@book{{b{i}, title={{T}}, crossref={{b{i + 1}}}}}\n" for i in range(n // 40)
    ),
    "references to many": lambda n: "".join(
        f"@xdata{{b{i}, xdata={{{','.join(f'b{j}' for j in range(25))}}}}}\n"
        for i in range(n // 125)
    ),
    "years": lambda n: (
        "@article{a, year={" + "2001-" * (n // 5) + "}, month={" + "may " * 999 + "}}"
    ),
}


def cost_of(text):
    """The processor time that reading takes, without what the machine did beside it."""
    costs = []
    for _round in range(3):
        started = time.process_time()
        entries = read(text)
        costs.append(time.process_time() - started)
        assert titles(entries)[-1] == "Good"
    return min(costs)


@pytest.mark.parametrize("attack", HOSTILE)
def test_time_grows_with_the_length_of_the_file_alone(attack):
    short, long = (cost_of(HOSTILE[attack](length) + GOOD) for length in LENGTHS)
    assert long < SECONDS
    # Four times the length; what grows with the square of it would take sixteen times as long.
    assert long < 10 * short + 0.3


@pytest.mark.parametrize("attack", HOSTILE)
def test_memory_grows_with_the_length_of_the_file_alone(attack):
    text = HOSTILE[attack](LENGTHS[0]) + GOOD
    tracemalloc.start()

    for _entry in bibtex.read(text):
        pass
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert most < 10_000_000


def test_the_entry_behind_100_000_open_braces_is_read_attack_115():
    hostile, good = read("@article{a, title={" + "{" * 100_000 + GOOD)

    assert isinstance(hostile, Unreadable)
    assert hostile.origin.key == "a"
    assert len(hostile.excerpt) <= 80
    assert good.title == "Good"


def test_braces_without_end_give_the_text_within_attack_115():
    deep, _good = read("@article{a, title={" + "{" * 100_000 + "x" + "}" * 100_001 + "}" + GOOD)

    assert deep.title == "x"


def test_abbreviations_that_double_stay_short_attack_117():
    bomb = '@string{m0 = "lol"}\n' + "".join(
        f"@string{{m{number + 1} = m{number} # m{number}}}\n" for number in range(100)
    )

    entries = read(f"{bomb}@article{{a, title = m100, note = m100 # m100}}{GOOD}")

    assert [len(entry.title) <= 2_000 for entry in entries] == [True, True]
    assert max(map(len, bibtex.macros_of(bomb).values())) <= 2_000


def test_a_field_of_5_mb_is_read_once_attack_118():
    text = "@article{a, title={T}, annote={" + "word {x} " * 600_000 + "}}" + GOOD

    started = time.process_time()
    long, good = read(text)

    assert time.process_time() - started < SECONDS
    assert (long.title, good.title) == ("T", "Good")
    assert len(long.extra["annote"]) <= 20_000
    assert "The field “annote” was very long and was cut." in long.warnings


def test_a_title_of_5_mb_fits_into_its_column_attack_118():
    long, _good = read("@article{a, title={" + "word " * 1_000_000 + "}}" + GOOD)

    assert len(long.title) == 1_000
    assert "The title was very long and was cut." in long.warnings


def test_20_000_entries_are_read_one_by_one_attack_119():
    text = "".join(
        f"@article{{k{number}, title={{T{number}}}, year=2001}}\n" for number in range(20_000)
    )
    tracemalloc.start()

    reading = bibtex.read(text)
    entries = iter(reading)
    keys = [next(entries).key for _first in range(1_000)]
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    keys += [entry.key for entry in entries]

    assert reading.count == 20_000
    assert keys == [f"k{number}" for number in range(20_000)]
    assert most < 30_000_000  # where they stand, but not the works


def test_200_000_signs_of_joining_join_what_there_is_attack_120():
    joined, good = read('@article{a, title = "x"' + " #" * 200_000 + ' "y"}' + GOOD)

    assert (joined.title, good.title) == ("xy", "Good")


def test_one_key_for_all_entries_is_no_loss_attack_121():
    entries = read("@article{same, title={T}}\n" * 2_000)

    assert [entry.key for entry in entries] == ["same"] * 2_000


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-8-sig", "utf-8"])
def test_all_encodings_give_the_same_text_attack_122(encoding):
    content = "@article{a, title={Größe}, author={Müller, É.}}".encode(encoding)

    [entry] = read(texts.decode(content))

    assert (entry.key, entry.title, entry.authors[0].printed_name) == ("a", "Größe", "É. Müller")


@pytest.mark.parametrize("content", [bytes(range(256)) * 40, b"\x00" * 10_000, b"\xff" * 10_000])
def test_bytes_of_no_text_are_no_error_attack_122(content):
    assert titles(read(texts.decode(content) + GOOD)) == ["Good"]


def test_a_script_in_a_title_is_no_markup_attack_123():
    [entry] = read(
        "@article{a, title={Tides <script>alert(1)</script> <i onclick=x>E. coli</i> <img src=x>}, "
        "author={<b>Ng</b>, Ada}, journal={<iframe>}, url={javascript:alert(1)}, "
        "note={<script>x</script>}}"
    )

    assert entry.title == "Tides <i>E. coli</i>"
    assert entry.authors[0].printed_name == "Ada Ng"
    assert entry.links == []


@pytest.mark.parametrize(
    "command",
    [
        r"\input{/etc/passwd}",
        r"\input /etc/passwd",
        r"\include{/etc/passwd}",
        r"\openin1=/etc/passwd \read1 to \x",
        r"\immediate\write18{touch broken}",
        r"\csname input\endcsname{/etc/passwd}",
        r"\def\x{\x\x}\x",
        r"\verbatiminput{/etc/passwd}",
    ],
)
def test_commands_of_tex_are_words_attack_124(command):
    [entry] = read(
        f"@article{{a, title={{T {command}}}, note={{{command}}}, abstract={{{command}}}}}"
    )

    for text in (entry.title, entry.note, entry.abstract):
        assert "root:" not in text
        assert "\\" not in text
        assert len(text) <= len(command) + 2
