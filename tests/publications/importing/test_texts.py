"""Bytes of files as text: C082, C087 and attack 122."""

import pytest

from publications.importing.texts import decode

ENTRY = "@article{w1, title={Größe und Łódź 雨}, year=2001}\n@article{w2, title={Zwei}}\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_told_by_its_mark_or_by_its_bytes_c082(encoding):
    assert decode(ENTRY.encode(encoding)) == ENTRY


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_utf16_with_a_mark_is_read_in_its_own_order_c082(mark):
    encoding = "utf-16-le" if mark == b"\xff\xfe" else "utf-16-be"

    assert decode(mark + ENTRY.encode(encoding)) == ENTRY


def test_a_mark_within_a_file_that_was_put_together_from_two_is_no_text():
    twice = ENTRY.encode("utf-8-sig") * 2

    assert decode(twice) == ENTRY * 2


def test_what_is_not_utf8_is_read_in_the_code_page_of_windows():
    assert decode("title = {Müller – Žižek “x”}".encode("cp1252")) == "title = {Müller – Žižek “x”}"


def test_a_header_says_the_encoding_c087():
    content = "% Encoding: ISO8859_2\n@article{a, title={Łódź}}".encode("iso8859-2")

    assert decode(content) == "% Encoding: ISO8859_2\n@article{a, title={Łódź}}"


def test_utf8_is_utf8_whatever_the_header_says_c087():
    content = "% Encoding: Cp1252\n@article{a, title={Łódź}}".encode()

    assert decode(content) == "% Encoding: Cp1252\n@article{a, title={Łódź}}"


@pytest.mark.parametrize("name", ["UTF-8", "hex", "punycode", "nonsense-8", "utf_7"])
def test_a_header_that_is_wrong_or_no_encoding_of_texts_is_passed_over(name):
    content = f"% Encoding: {name}\n".encode() + "25° C".encode("cp1252")

    assert decode(content) == f"% Encoding: {name}\n25° C"


def test_lines_of_two_encodings_in_one_file_are_both_read():
    content = "author={Ødegård}\n".encode() + "author={Müller}\n".encode("latin-1")

    assert decode(content) == "author={Ødegård}\nauthor={Müller}\n"


def test_bytes_that_no_code_page_has_are_kept_as_something():
    assert decode(b"a\x81\x8db \xff") == "a\x81\x8db ÿ"


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_of_all_systems_are_one_c087(end):
    assert decode(f"one{end}two{end}".encode()) == "one\ntwo\n"


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"\xef\xbb\xbf", b"a", b"\x00", b"\xff\xfea"]
)
def test_nothing_and_half_a_character_are_no_error(content):
    assert isinstance(decode(content), str)
