"""Finding people by their names, however somebody spells them; former names find nobody."""

from functools import lru_cache

from labsite.folding import fold
from people.models import Member

# Folding costs more than all the rest, and an editor searches again with every letter.
_folded = lru_cache(maxsize=50_000)(fold)


def keys_called(text):
    """The keys of members in whose names all words of ``text`` occur, in any spelling."""
    words = fold(text).split()
    names = {}
    rows = Member.objects.order_by().values_list(
        *("pk", "display_name", "given_name", "family_name", "native_name", "sort_under"),
        *("names__name", "names__is_former"),
    )
    for key, *own, spelling, is_former in rows:
        said = own if is_former or not spelling else [*own, spelling]
        names.setdefault(key, set()).update(map(_folded, filter(None, said)))
    return [
        key
        for key, spellings in names.items()
        if all(any(word in spelling for spelling in spellings) for word in words)
    ]
