"""Notes that people keep in their bibliographies for themselves."""

import re

_PRIVATE = re.compile(
    r"[\s*\[(]*(?:internal|private|confidential|to[\s-]?do|fixme|xxx|note to self|do not publish)"
    r"(?:\s+(?:note|use|only)\b.*|\s*[:;,.!\])-].*|\s*)",
    re.IGNORECASE | re.DOTALL,
)


def is_private(note):
    """Whether a note says by its beginning that no reader is to see it: "internal: ask T."."""
    return bool(_PRIVATE.fullmatch(note))
