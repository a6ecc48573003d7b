"""The authors of a paper as one line, and the line as rows.

A line that is read into rows keeps what is known about the names that it still holds: who of us it
is, the ORCID, the order on the author's own page.
"""

from collections import defaultdict, deque
from dataclasses import asdict

from labsite.folding import fold
from labsite.keys import key_in
from publications.author_lines import EQUAL_GROUP, parse
from publications.models import Authorship
from publications.recognition import Recognition

CORRESPONDING = "✉"
# What a line can say about a name; everything else in a row is left alone.
SAID = [
    *("printed_name", "given_name", "name_particle", "family_name", "name_suffix"),
    *("equal_group", "is_corresponding", "other_marks", "is_organisation"),
]
BATCH = 400


def line_of(authors):
    """All authors in one line, as ``parse`` reads it: "Ada Ng*; Bo Li*; {The Team}"."""
    return "; ".join(text_of(author) for author in authors)


def text_of(author):
    """One author as the line has it."""
    name = author.printed_name
    if author.is_organisation or not _is_read_as_it_stands(name):
        name = f"{{{name}}}"
    equal = "*" if author.equal_group == EQUAL_GROUP else ""
    corresponding = CORRESPONDING if author.is_corresponding else ""
    return f"{name}{equal}{author.other_marks}{corresponding}"


def _is_read_as_it_stands(name):
    return [author.printed_name for author in parse(f"{name};").authors] == [name]


def write_authors(publication, line):
    """Make the authors of a paper what the line says; for lists that are too long for rows."""
    authors = parse(line).authors
    rows = list(publication.authorships.all())
    taken = _matched(authors, rows)
    unknown = [author for author, row in zip(authors, taken, strict=True) if row is None]
    known = [row.member_id for row in taken if row and row.member_id]
    members = iter(_members(unknown, publication.pk, taken=known))
    added, moved, changed = [], [], []
    for place, (author, row) in enumerate(zip(authors, taken, strict=True), start=1):
        if row is None:
            row = Authorship(publication=publication, member_id=next(members), position=place)
            added.append(_told(row, author))
            continue
        if row.position != place:
            row.position = place
            moved.append(row)
        if text_of(row) != text_of(author):
            changed.append(_told(row, author))
    kept = {row.pk for row in taken if row is not None}
    gone = [row.pk for row in rows if row.pk not in kept]
    for start in range(0, len(gone), BATCH):
        publication.authorships.filter(pk__in=gone[start : start + BATCH]).delete()
    # Most rows of a long list only move: writing all columns of each would take seconds.
    Authorship.objects.bulk_update(moved, ["position"], batch_size=BATCH)
    Authorship.objects.bulk_update(changed, SAID, batch_size=BATCH)
    Authorship.objects.bulk_create(added, batch_size=BATCH)


def _members(authors, publication_id, *, orcids=None, taken=()):
    """For each author of a line the key of the member, or None; organisations are nobody."""
    if not authors:
        return []
    orcids = orcids or [""] * len(authors)
    names = [
        ("" if author.is_organisation else author.printed_name, orcid)
        for author, orcid in zip(authors, orcids, strict=True)
    ]
    line = Recognition().recognise_line(names, publication_id=publication_id, taken=taken)
    return [found.member_id for found in line]


def _matched(authors, rows):
    """For each author the row that says the same, or that has at least the same name, or None."""
    taken = [None] * len(authors)
    for likeness in (text_of, lambda author: fold(author.printed_name)):
        free = defaultdict(deque)
        used = {id(row) for row in taken if row is not None}
        for row in rows:
            if id(row) not in used:
                free[likeness(row)].append(row)
        for place, author in enumerate(authors):
            if taken[place] is None and free[likeness(author)]:
                taken[place] = free[likeness(author)].popleft()
    return taken


def _told(row, author):
    """The row with everything that the line says about its author."""
    for name, value in asdict(author).items():
        setattr(row, name, value)
    return row


def fill_rows(data, prefix, authors, names_of_members, publication_id=None):
    """Put the authors of a line into the rows of a form that was sent, and return what was sent.

    Rows whose name the line does not hold any more are ticked to be deleted, or emptied where they
    were not saved yet. ``names_of_members`` gives the names of members by their key as text,
    ``publication_id`` the paper where it is there already.
    """
    total, stored = (int(data.get(f"{prefix}-{name}_FORMS") or 0) for name in ("TOTAL", "INITIAL"))

    def cell(number, name):
        return f"{prefix}-{number}-{name}"

    free = defaultdict(deque)
    for number in range(total):
        member = names_of_members.get(data.get(cell(number, "member")), "")
        name = data.get(cell(number, "printed_name"), "").strip() or member
        free[fold(name)].append(number)
    numbers, empty = [], free.pop("", deque())
    for author in authors:
        same = free.get(fold(author.printed_name))
        if same or empty:
            numbers.append((same or empty).popleft())
        else:
            numbers.append(total)
            total += 1
    known = _orcids(publication_id)
    orcids = [known.get(data.get(cell(number, "id")), "") for number in numbers]
    chosen = [data.get(cell(number, "member")) for number in numbers]
    members = _members(authors, publication_id, orcids=orcids, taken=map(key_in, chosen))
    for place, (number, author, member) in enumerate(
        zip(numbers, authors, members, strict=True), start=1
    ):
        data[cell(number, "position")] = str(place)
        data.pop(cell(number, "DELETE"), None)
        if member and not data.get(cell(number, "member")):
            data[cell(number, "member")] = str(member)
        for name, value in asdict(author).items():
            _put(data, cell(number, name), value)
    for number in set(range(total)) - set(numbers):
        if number < stored:
            data[cell(number, "DELETE")] = "on"
        else:
            for name in ("printed_name", "member", "position", "equal_group", "other_marks"):
                data.pop(cell(number, name), None)
            data.pop(cell(number, "is_corresponding"), None)
    data[f"{prefix}-TOTAL_FORMS"] = str(total)
    return data


def _orcids(publication_id):
    """The ORCIDs of a paper's authors by the key of their row, as text."""
    if publication_id is None:
        return {}
    rows = Authorship.objects.filter(publication=publication_id).exclude(orcid="")
    return {str(key): orcid for key, orcid in rows.values_list("pk", "orcid")}


def _put(data, name, value):
    if value in (None, False):
        data.pop(name, None)
    else:
        data[name] = "on" if value is True else str(value)
