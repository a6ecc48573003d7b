"""When two records are one work: the rules, in words that a report can print."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum

from django.utils.translation import gettext as _

from labsite.folding import fold
from labsite.formulas import plain
from publications.importing.statements import ARXIV_DOI
from publications.models import Kind
from publications.status import Status
from publications.titles import title_key

# Registered for preprints; a DOI that begins like this never is that of the published version.
_PREPRINT_DOIS = (
    *(ARXIV_DOI, "10.31219/", "10.31222/", "10.31223/", "10.31234/", "10.31235/", "10.31730/"),
    *("10.20944/preprints", "10.21203/rs", "10.26434/chemrxiv", "10.36227/techrxiv"),
    *("10.2139/ssrn", "10.22541/", "10.55277/researchhub", "10.14293/s2199-1006"),
    "10.12688/verixiv",
)
# CSHL registers bioRxiv and medRxiv beside its journals, whose DOIs go on with letters.
_CSHL = "10.1101/"
PREPRINT_ARCHIVES = {
    *("arxiv", "arxiv preprint", "arxiv e-prints", "arxiv.org", "corr", "biorxiv", "medrxiv"),
    *("chemrxiv", "techrxiv", "ssrn", "ssrn electronic journal", "research square"),
    *("osf preprints", "psyarxiv", "socarxiv", "hal", "preprints.org", "eprint"),
    "cryptology eprint archive",
}
_STAGES = {
    Status.PREPRINT: 0,
    Status.SUBMITTED: 1,
    Status.ACCEPTED: 2,
    Status.IN_PRESS: 3,
    Status.TO_APPEAR: 3,
    Status.PUBLISHED: 4,
    Status.WITHDRAWN: 5,
    Status.RETRACTED: 5,
}
PREPRINT, PUBLISHED = _STAGES[Status.PREPRINT], _STAGES[Status.PUBLISHED]
# Kinds that say little about what a work is, so that it may be one with a work of another kind.
_VAGUE_KINDS = {Kind.PREPRINT, Kind.DOCUMENT, Kind.MANUSCRIPT, Kind.REPORT, Kind.WEBPAGE, Kind.POST}
# What one catalogue calls this, the next one calls that.
_LIKE_KINDS = [{Kind.CONFERENCE_PAPER, Kind.CHAPTER}, {Kind.JOURNAL_ARTICLE, Kind.MAGAZINE_ARTICLE}]
# What journals print under the same heading again and again.
_HEADINGS = set(
    map(
        title_key,
        [
            *("Abstract", "Abstracts", "Acknowledgements", "Acknowledgments", "Afterword"),
            *("Announcement", "Appendix", "Bibliography", "Book review", "Book reviews"),
            *("Comment", "Comments", "Conclusion", "Conclusions", "Contents", "Correction"),
            *("Corrigendum", "Discussion", "Editorial", "Editor's note", "Epilogue"),
            *("Errata", "Erratum", "Foreword", "From the editor", "Guest editorial"),
            *("In memoriam", "Index", "Introduction", "Keynote", "Letter to the editor"),
            *("Letters to the editor", "News", "Obituary", "Panel", "Poster", "Preface"),
            *("Prologue", "Reply", "Review", "Reviews", "Summary", "Table of contents"),
            *("Title page", "Untitled"),
        ],
    )
)
SHARE_OF_WORDS, SHARE_OF_AUTHORS = 1 / 3, 1 / 2
LIKE_ENOUGH = 0.8  # of the letters of two titles that one source gives one work
SHORTEST_BEGINNING = 12  # letters of a title that is the beginning of another one
YEARS_UNTIL_PUBLISHED = 2


class Judgement(Enum):
    """Whether two records are one work."""

    SAME = "same"
    MAYBE = "maybe"
    OTHER = "other"


@dataclass(frozen=True)
class Features:
    """What of a record tells which work it is."""

    title: str
    title_key: str
    families: frozenset[str]
    year: str = ""
    kind: str = Kind.DOCUMENT
    status: str = Status.PUBLISHED
    doi: str = ""
    dois: frozenset[str] = frozenset()  # with former ones
    venue: str = ""
    place: tuple[str, ...] = ()  # volume, issue, pages

    @property
    def stage(self):
        return stage_of(self.kind, self.status)


def stage_of(kind, status):
    """How far a work has come, as a number: 0 for a preprint, 4 for what is published."""
    stage = _STAGES.get(status, PUBLISHED)
    return PREPRINT if kind == Kind.PREPRINT and stage <= PUBLISHED else stage


def is_preprint_doi(doi):
    """Whether a DOI is that of a preprint, and not of the published version."""
    if doi.startswith(_CSHL):
        return doi.removeprefix(_CSHL)[:1].isdigit()
    return doi.startswith(_PREPRINT_DOIS)


def is_archive(venue):
    """Whether a journal by name is an archive of preprints: "arXiv preprint arXiv:2101.00001"."""
    name = fold(venue)
    beginning = name.split(" arxiv:")[0].split(":")[0].strip()
    return name in PREPRINT_ARCHIVES or beginning in PREPRINT_ARCHIVES


def words_of(title):
    """The words of a title that tell it apart: those of four letters and more, folded."""
    return {word for word in fold(plain(title)).replace("-", " ").split() if len(word) > 3}


def have_something_in_common(one, other):
    """Whether two records with one identifier can be the same work by their titles."""
    left, right = one.title_key, other.title_key
    if left == right or _is_beginning(left, right):
        return True
    here, there = words_of(one.title), words_of(other.title)
    common = here & there
    if here and there and len(common) >= SHARE_OF_WORDS * min(len(here), len(there)):
        return True
    if common and one.families & other.families:
        return True
    return SequenceMatcher(None, left, right, autojunk=False).ratio() > 0.6


def _is_beginning(left, right):
    short, long = sorted((left, right), key=len)
    return len(short) >= SHORTEST_BEGINNING and long.startswith(short)


def resemble(one, other):
    """Whether two records that one source gives one key are one work, perhaps retitled."""
    left, right = one.title_key, other.title_key
    if one.families and other.families and not one.families & other.families:
        return left == right
    if left == right or _is_beginning(left, right):
        return True
    return SequenceMatcher(None, left, right, autojunk=False).ratio() >= LIKE_ENOUGH


def judge(one, other):
    """Whether two records of one title are the same work, and what speaks against it."""
    authors = _share_of_authors(one, other)
    if authors == 0:
        return Judgement.OTHER, ""
    if _have_two_dois(one, other):
        return Judgement.MAYBE, _("each has a DOI of its own")
    if one.title_key in _HEADINGS and _are_apart(one, other):
        return Judgement.OTHER, ""
    years = _years_between(one, other)
    if years is not None and abs(years) > YEARS_UNTIL_PUBLISHED:
        return Judgement.OTHER, ""
    if kinds := _kinds_apart(one, other):
        return Judgement.MAYBE, kinds
    is_earlier = min(one.stage, other.stage) < PUBLISHED <= max(one.stage, other.stage)
    if years is None and authors != 1:
        return Judgement.MAYBE, _("one of them has no year")
    if years and not is_earlier:
        if abs(years) > 1:
            return Judgement.OTHER, ""
        return Judgement.MAYBE, _("the years differ")
    if authors is None:
        return Judgement.MAYBE, _("one of them names no authors")
    if authors < SHARE_OF_AUTHORS:
        return Judgement.MAYBE, _("only some of the authors are the same")
    return Judgement.SAME, ""


def _share_of_authors(one, other):
    """How many of the family names are the same, of the shorter list; None if one has none."""
    if not one.families and not other.families:
        return 1
    if not one.families or not other.families:
        return None
    common = one.families & other.families
    return len(common) / min(len(one.families), len(other.families))


def _have_two_dois(one, other):
    """Whether each has a DOI, neither of them that of a preprint, that the other never had."""
    if not one.doi or not other.doi or one.dois & other.dois:
        return False
    if is_preprint_doi(one.doi) or is_preprint_doi(other.doi):
        return False
    return Kind.PREPRINT not in {one.kind, other.kind}


def _are_apart(one, other):
    """Whether two pieces of one heading stand in different places."""
    return one.place != other.place or fold(one.venue) != fold(other.venue)


def _years_between(one, other):
    """The difference of the years; 0 when neither has one, None when only one of them has."""
    if not one.year or not other.year:
        return 0 if one.year == other.year else None
    return int(one.year) - int(other.year)


def _kinds_apart(one, other):
    """In words, that two kinds of work never are one, such as a thesis and an article; or ""."""
    kinds = {one.kind, other.kind}
    if len(kinds) == 1 or kinds & _VAGUE_KINDS or kinds in _LIKE_KINDS:
        return ""
    first, second = (Kind(kind).label if kind in Kind.values else kind for kind in sorted(kinds))
    return _("one is “%(one)s”, the other “%(other)s”") % {"one": first, "other": second}
