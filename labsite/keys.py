"""Keys of records in what browsers send."""

LONGEST = 18  # digits; a longer number may not fit into the column, and is the key of no record


def key_in(text):
    """The key that ``text`` spells, or None where it can be that of no record."""
    text = str(text or "")
    is_key = text.isascii() and text.isdigit() and len(text) <= LONGEST
    return int(text) if is_key else None
