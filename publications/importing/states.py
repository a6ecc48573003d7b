"""How far a work has come, in the words of sources: "in press", "forthcoming", "under review"."""

import re

from publications.status import Status

# In the languages that bibliographies are written in.
_STATES = (
    (
        r"in[\s_-]?press|in print|ahead of print|advance[\s_-]online(?: publication)?|online first"
        r"|im druck|sous presse|en prensa|in corso di stampa|no prelo|w druku|в печати|印刷中",
        Status.IN_PRESS,
    ),
    (
        r"to[\s_-]?appear|forthcoming|to be published|upcoming|im erscheinen|[àa] para[îi]tre"
        r"|de próxima aparición|in uscita|待刊|待发表|待出版|即将发表|即将出版|掲載予定",
        Status.TO_APPEAR,
    ),
    (
        r"accepted(?:\s+for\s+publication)?|(?:zur\s+veröffentlichung\s+)?angenommen|accepté"
        r"|aceptado|accettato|aceito|已录用|录用|已接收|已接受",
        Status.ACCEPTED,
    ),
    (
        r"submitted(?:\s+for\s+(?:publication|review))?|(?:under|in)[\s_-]+(?:peer\s+)?review"
        r"|in submission|under revision|under consideration"
        r"|(?:zur\s+veröffentlichung\s+)?eingereicht|soumis|submetido|已投稿|投稿中|审稿中",
        Status.SUBMITTED,
    ),
    (r"pre-?published|preprint", Status.PREPRINT),
    (r"retracted", Status.RETRACTED),
    (r"withdrawn", Status.WITHDRAWN),
)
_STATE = re.compile(
    r"\(?\b(?:" + "|".join(f"({words})" for words, _status in _STATES) + r")\b\)?", re.IGNORECASE
)
_PUBLISHED = re.compile(r"published", re.IGNORECASE)


def status_of(words):
    """The state that a source means, or None."""
    words = words.strip()
    if _PUBLISHED.fullmatch(words):
        return Status.PUBLISHED
    found = _STATE.fullmatch(words)
    return _STATES[found.lastindex - 1][1] if found else None


def found_in(text):
    """The state that a date holds, or "", and the text without it: "2024, in press"."""
    found = _STATE.search(text)
    if not found:
        return "", text
    rest = text[: found.start()] + text[found.end() :]
    return _STATES[found.lastindex - 1][1], rest.strip(" ,;.:()[]-–")


def beginning_of(text):
    """The state that a text begins with ("To appear in …"), and whether that is all it says."""
    found = _STATE.match(text)
    if found:
        return _STATES[found.lastindex - 1][1], not text[found.end() :].strip(" .,;!")
    return "", bool(_PUBLISHED.fullmatch(text.strip()))
