"""The DOIs, arXiv numbers and ORCID iDs in a text that somebody pasted, line by line."""

import re
from typing import NamedTuple

from django.core.exceptions import ValidationError

from labsite.identifiers import arxiv, doi, orcid


class Named(NamedTuple):
    """A paper or a person that a line of a pasted text names, by which kind of number.

    ``scheme`` is "doi", "arxiv" or "orcid"; "" where the line names nothing that we know. Then
    ``complaint`` says what is wrong with what looks like a number.
    """

    line: int
    text: str
    scheme: str = ""
    value: str = ""
    complaint: str = ""


SCHEMES = {"doi": doi, "arxiv": arxiv, "orcid": orcid}
LONGEST_TEXT = 2000  # characters of a line that are told again
# Old DOIs hold "<1::AID-X1>", which begins with a digit as no mark-up does; "](" parts the words
# of a Markdown link from its address.
_DOI = re.compile(
    r"\b10\.[0-9]{4,9}(?:/|%2F)(?:(?!\]\()[^\s\"<>])+(?:<[0-9][^\s<>]*>[^\s\"<>]*)*",
    re.IGNORECASE,
)
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*)"
    r"([a-z.-]+/[0-9]{7}|[0-9]{4}\.[0-9]{4,5})(?:v[0-9]+)?",
    re.IGNORECASE,
)
_ORCID = re.compile(r"\b[0-9]{4}(?:[-‐–][0-9]{4}){2}[-‐–][0-9]{3}[0-9X]\b", re.IGNORECASE)
_OF_AN_ADDRESS = re.compile(r"(?:\.pdf|/(?:full|abstract|pdf|epdf|html|meta))?/?(?:[?#].*)?$")
_LISTED = re.compile(r"^\s*(?:[-*•–]|\(?[0-9]{1,3}[.)])\s+")
_BROKEN_OFF = re.compile(r"\b10\.[0-9]{4,9}/\s*$")
_QUOTES = "“”„‘’«»‹›\"'`"
_OPENERS = {")": "(", "]": "[", "}": "{", ">": "<"}
_BEFORE, _AFTER = {*_QUOTES, *_OPENERS.values()}, {*_QUOTES, *".,;:!?…"}
# What every number has in it, so that thousands of lines without any take no time.
_DIGITS = re.compile(r"10\.[0-9]{4}|[0-9]{4}[-‐‑–—.\s]?[0-9]{4}|/[0-9]{7}")


def names_in(text):
    """What each line of a pasted text names; lines with nothing in them are left out."""
    named = []
    lines = iter(enumerate(text.splitlines(), start=1))
    for number, line in lines:
        if _BROKEN_OFF.search(line):  # a DOI that goes on in the next line, as in a PDF
            line = line.rstrip() + next(lines, (0, ""))[1].lstrip()
        if line.strip():
            named += _named_in(number, line.strip())
    return named


def beside(text, entries):
    """What a text of whole entries names besides them: above the first, or in lines of its own."""
    known = {value for entry in entries for value in _numbers_of(entry)}
    first = min((entry.origin.line for entry in entries if entry.origin.line), default=1)
    named = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not (_DOI.search(line) or _ARXIV.search(line) or _ORCID.search(line)):
            continue
        found = _named_in(number, line.strip()) if number < first else _only_numbers(number, line)
        named += [name for name in found if name.scheme and name.value not in known]
    return named


def _numbers_of(entry):
    numbers = [getattr(entry, "doi", ""), getattr(entry, "arxiv_id", "")]
    return [*numbers, *(value for _scheme, value in getattr(entry, "identifiers", []))]


def _named_in(number, line):
    """What a line is, or what it has in it, or that it names nothing."""
    if not _DIGITS.search(line):
        return [Named(number, line[:LONGEST_TEXT])]
    bare = _without_marks(_LISTED.sub("", line))
    text = line[:LONGEST_TEXT]
    if whole := _whole(number, bare):
        return [whole._replace(text=text)]
    if several := _only_numbers(number, line):
        return several
    found = [_checked(number, text, *each) for each in _found_in(line)]
    each_once = {(name.scheme, name.value): name for name in found if name.scheme}
    if each_once:
        return list(each_once.values())
    return [next((name for name in found if name.complaint), Named(number, text))]


def _whole(number, text):
    """The number that a text is, or None."""
    for scheme, checked in SCHEMES.items():
        try:
            value = checked(text)
        except ValidationError:
            continue
        if value:
            return _told(number, text, scheme, value)
    return None


def _only_numbers(number, line):
    """The numbers of a line that holds nothing else, one behind the other; else an empty list."""
    named = []
    for word in re.split(r"[\s,;]+", line):
        if bare := _without_marks(word):
            if not (name := _whole(number, bare)):
                return []
            named.append(name)
    return named


def _found_in(line):
    """Each number in a line as its scheme and value, in the order of the line."""
    found = [(match.start(), "doi", _doi_of(line, match)) for match in _DOI.finditer(line)]
    found += [(match.start(), "arxiv", match[1]) for match in _ARXIV.finditer(line)]
    if "orcid" in line.lower() or _ORCID.fullmatch(_without_marks(line)):
        found += [(match.start(), "orcid", match[0]) for match in _ORCID.finditer(line)]
    return [(scheme, value) for _start, scheme, value in sorted(found)]


def _doi_of(line, match):
    """The DOI of a match, without what the address or the sentence around it adds."""
    value, before = match[0], line[: match.start()]
    address = before.split()[-1] if before and not before[-1].isspace() else ""
    if "://" in address and not address.lower().endswith("doi.org/"):
        value = _OF_AN_ADDRESS.sub("", value)
    value = _without_marks(value)
    return f"https://doi.org/{value}" if "://" in address or "%" in value else value


def _without_marks(text):
    """A text without quotation marks, brackets and full stops around it that are not its own."""
    start, end = 0, len(text)
    while start < end and text[start] in _BEFORE:
        start += 1
    unopened = {
        closer: text.count(closer, start) - text.count(opener, start)
        for closer, opener in _OPENERS.items()
    }
    while end > start:
        last = text[end - 1]
        if unopened.get(last, 0) > 0:
            unopened[last] -= 1
        elif last not in _AFTER:
            break
        end -= 1
    return text[start:end].strip()


def _checked(number, text, scheme, value):
    try:
        return _told(number, text, scheme, SCHEMES[scheme](value))
    except ValidationError as error:
        # What begins like a DOI is one, or too long for any.
        complaint = "" if scheme == "doi" else " ".join(error.messages)
        return Named(number, text, complaint=complaint)


def _told(number, text, scheme, value):
    """A DOI of arXiv is the number there."""
    if scheme == "doi" and value.startswith("10.48550/arxiv."):
        return _checked(number, text, "arxiv", value)
    return Named(number, text, scheme, value)
