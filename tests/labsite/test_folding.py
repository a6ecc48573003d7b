import pytest
from hypothesis import given
from hypothesis import strategies as st

from labsite import folding
from labsite.folding import fold, latin


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("Dvořáková", "dvorakova"),
        ("DVOŘÁKOVÁ", "dvorakova"),
        ("Dvor\u030ca\u0301kova\u0301", "dvorakova"),
        ("Ødegård", "odegard"),
        ("Sołtys", "soltys"),
        ("Straße", "strasse"),
        ("Çağlar", "caglar"),
        ("İLHAN", "ilhan"),
        ("Işık", "isik"),
        ("Đorđe", "dorde"),
        ("Æsir", "aesir"),
        ("Œuvre", "oeuvre"),
        ("Þórr", "thorr"),
        ("Guðrún", "gudrun"),
        ("Jürgen", "jurgen"),
        ("Οδυσσεύς", "οδυσσευσ"),
        ("Ο΄ΔΥΣΣΕΥΣ", "οδυσσευσ"),
        ("O’Neil", "o'neil"),
        ("O´Neil", "o'neil"),
        ("O'Neil", "o'neil"),
        ("Jean\u2010Luc", "jean-luc"),
        ("Jean–Luc", "jean-luc"),
        ("Wer\u00adner", "werner"),
        ("  two \u00a0 words\n", "two words"),
        ("ＦＵＬＬ　ｗｉｄｔｈ", "full width"),
        ("ﬁne", "fine"),
        ("周雨晴", "周雨晴"),
        ("ガウス", "ガウス"),
        ("김철수", "김철수"),
        ("", ""),
    ],
)
def test_spellings_of_a_name_fold_together(typed, folded):
    assert fold(typed) == folded


@given(st.text())
def test_folding_twice_changes_nothing_more(text):
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("J. R. O’Neil-Smith", "j r oneil smith"),
        ("J. R. O'Neil-Smith", "j r oneil smith"),
        ("AC/DC Lab", "ac dc lab"),
        ("node.js", "node js"),
        ("Iker Núñez Vidal", "iker nunez vidal"),
        ("Łukasz", "lukasz"),
        ("周雨晴", ""),
        ("周雨晴 (Zhou Yuqing)", "zhou yuqing"),
        ("ΘΑΛΑΣΣΑ", ""),
        ("🌊🌊", ""),
        ("…!?", ""),
    ],
)
def test_addresses_hold_the_latin_words_of_a_name_and_guess_no_reading(name, words):
    assert latin(name) == words


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_plain_letters_fold_to_what_the_long_way_makes_of_them(plain):
    assert fold(plain) == folding._fold(plain)
