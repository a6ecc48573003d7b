"""TeX as plain Unicode: C031, C033, C036, C038, C041, C074, C085."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publications.importing import tex


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"Mart{\'\i}n", "Martín"),
        (r"Kr{\=u}m{\=i}lis", "Krūmīlis"),
        (r"Kova{\v c}evi{\'c}", "Kovačević"),
        (r"\'{E}va Sz\H{o}ke", "Éva Szőke"),
        (r"{\'E}va Sz{\H o}ke", "Éva Szőke"),
        (r"{\O}deg{\aa}rd", "Ødegård"),
        (r"T{\^o}n Th{\'\^a}t", "Tôn Thất"),
        (r"Th{\'{\^a}}t", "Thất"),
        ('na\\"{\\i}ve', "naïve"),
        (r"L{\^e} Th{\d a}nh", "Lê Thạnh"),
        (r"Pi{\k{e}}kos", "Piękos"),
        (r"\c{C}etin and \c Cetin", "Çetin and Çetin"),
        (r"Luk\'{a}\v{s} Nov\'{a}k", "Lukáš Novák"),
        (r"\textcommabelow{S}tefan", "Ștefan"),
        (r"Pi\~na, Pi\~ na, Pi{\~n}a", "Piña, Piña, Piña"),
        (r"Stra{\ss}e, {\L}{\'o}d{\'z}, \AE sir, \dh", "Straße, Łódź, Æsir, ð"),
        (r"Beno$\hat{i}$t", "Benoît"),
        (r"\.{I}stanbul {\u g}", "İstanbul ğ"),
    ],
)
def test_accents_become_letters_c031(written, read):
    assert tex.plain(written) == read
    assert tex.title(written) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"50\% \& 20% of \#1 in [Fe/H]", "50% & 20% of #1 in [Fe/H]"),
        (r"Gain of 5{\%}.", "Gain of 5%."),
        ("``Quiet'' and `small' isn't", "“Quiet” and ‘small’ isn't"),
        ("pages 1--3 --- and 4-5", "pages 1–3 — and 4-5"),
        ("a~b\\,c\\ d", "a b c d"),
        ("<<Вагнер>>", "«Вагнер»"),
        (r"\url{https://a.example/c%20e_f}", "https://a.example/c%20e_f"),
        (r"\href{https://a.example}{the page}", "the page"),
        (r"\noopsort{1973b}1973", "1973"),
        (r"\texttt{z} \textsc{SAT} {\relax Ch}ristos", "z SAT Christos"),
        (r"\LaTeX{} and \BibTeX", "LaTeX and BibTeX"),
        (r"1 {\textless} 2, \textbackslash, \textasciitilde", r"1 < 2, \, ~"),
        (r"\~{} \^{} \={}", "~ ^"),
        (r"\enquote{Deep} \mkbibparens{sea}", "“Deep” (sea)"),
        (r"\NIME papers on \unknown{things}", "NIME papers on things"),
        ("R&amp;D &#233;", "R&D é"),
        (r"\"Hello, q\"", '"Hello, q"'),
        (r"{unclosed \emph{brace", "unclosed brace"),
        ("too many } braces }", "too many braces"),
    ],
)
def test_signs_and_commands_become_text(written, read):
    assert tex.plain(written) == read.replace('"H', "Ḧ")


def test_braces_that_protect_capitals_vanish_c033():
    written = "Fast {TideNet} runs on the {Open Current} {T}oolkit"

    assert tex.title(written) == "Fast TideNet runs on the Open Current Toolkit"


def test_letters_of_titles_keep_their_case_c035():
    assert tex.title("Zur Thermik großer Ströme") == "Zur Thermik großer Ströme"


def test_formulas_of_titles_stay_and_a_lone_dollar_too_c036():
    written = (
        r"Bounds for $\mathcal{Y}$-valued flows with $O(n^{2/3})$ regret and \textsf{Tool} "
        "at 5$ per run"
    )

    assert tex.title(written) == (
        r"Bounds for $\mathcal{Y}$-valued flows with $O(n^{2/3})$ regret and Tool at 5$ per run"
    )


@pytest.mark.parametrize(
    ("written", "title", "plain"),
    [
        (r"C$^3$A and H$_2$O", "C<sup>3</sup>A and H<sub>2</sub>O", "C³A and H₂O"),
        (r"$\alpha$-helix", "α-helix", "α-helix"),
        (r"\(x^2\)", "$x^2$", "x²"),
        (r"Costs \$5 vs \$10 and 5$ for all", "Costs $5 vs $10 and 5$ for all", None),
        (
            r"\textit{E. coli} at {\em low} \textbf{pH}",
            "<i>E. coli</i> at <i>low</i> <b>pH</b>",
            None,
        ),
        (r"CO\textsubscript{2}", "CO<sub>2</sub>", "CO₂"),
        (r"the 19\textsuperscript{th}", "the 19<sup>th</sup>", "the 19th"),
        (
            "T<scp>ide</scp>: <i>E. coli</i> &amp; CO<sub>2</sub>",
            "Tide: <i>E. coli</i> & CO<sub>2</sub>",
            "Tide: E. coli & CO2",
        ),
        (r"{\textless}i{\textgreater}x{\textless}/i{\textgreater}", "<i>x</i>", "x"),
    ],
)
def test_markup_of_titles_is_that_of_csl_and_other_fields_have_none_c036_c038(
    written, title, plain
):
    assert tex.title(written) == title
    assert tex.plain(written) == (
        plain or title.replace("<i>", "").replace("</i>", "").replace("<b>", "").replace("</b>", "")
    )


def test_an_abstract_keeps_its_paragraphs():
    written = "One\nline.\n\n  Two \\textit{in vivo}.\\par Three: $n^2$."

    assert tex.paragraphs(written) == "One line.\n\nTwo in vivo.\n\nThree: n²."


def test_text_is_composed_and_signs_of_all_planes_survive_c085():
    written = "Dvořákova\u0301, S\u0304anti 𝓐 🌊 \u200bx\u00ad\x07 \ud800"

    read = tex.plain(written)

    assert read == "Dvořáková, S̄anti 𝓐 🌊 x"
    assert unicodedata.is_normalized("NFC", read)


@pytest.mark.parametrize(
    "command", [r"\input{/etc/passwd}", r"\include{/etc/passwd}", r"\write18{ls}", r"\openin1"]
)
def test_no_command_is_carried_out_attack_124(command):
    assert "root:" not in tex.plain(command)
    assert len(tex.plain(command)) < len(command) + 1


@pytest.mark.parametrize(
    "hostile",
    [
        "{" * 100_000,
        "}" * 100_000,
        "{" * 50_000 + "x" + "}" * 50_000,
        r"\'{" * 50_000 + "e",
        r"\'" * 50_000 + "e",
        "$" * 100_000,
        "$x " * 50_000,
        r"\emph{" * 30_000,
        "$^{" * 30_000,
        "`" * 100_000,
        "<i>" * 30_000,
        "e" + "\u0301\u0316" * 50_000,
        r"\unknown" * 20_000,
        "&" * 100_000,
        r"\url{" * 20_000,
        r"\textsuperscript{" * 5_000,
    ],
    ids=lambda text: text[:12],
)
def test_deep_and_unclosed_texts_cost_no_more_than_long_ones_attack_115(hostile):
    started = time.perf_counter()

    tex.title(hostile)
    tex.plain(hostile)
    tex.paragraphs(hostile)

    assert time.perf_counter() - started < 5


@given(st.text(alphabet=st.sampled_from(list("\\{}$~^_'`\"-% aeiLH<>&;#\n0é")), max_size=60))
def test_any_value_is_read_to_one_clean_line(value):
    for read in (tex.plain(value), tex.title(value)):
        assert read == " ".join(read.split())
        assert unicodedata.is_normalized("NFC", read)
    assert "\n\n\n" not in tex.paragraphs(value)
