"""How well authors are recognised, on the names of real bibliographies.

    LABSITE_CORPORA=folder python -m tests.benchmarks.matching [--unlisted] [--missed]

reads the BibTeX files below that folder. In each, the authors who stand there most often become
members, with every second one of their other spellings listed, or none; then all names of the file
are asked about. The names that were missed are told on demand, those linked wrongly always.

Who is who is not read from the printed name, as the site does it, but from the parts that the file
tells: two names are one person's if family name and first given name are the same, folded, and
their middle names do not contradict each other. A name with nothing but initials is the one person
of the file whom it fits; where it fits several, nobody can say who it is, and linking it counts as
wrong. A whole name without the middle initial that tells two people apart is counted by itself: by
our rule it is whichever of them is a member, and nobody knows better.
"""

import os
import re
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

MEMBERS = 60  # of each file
FEWEST_NAMES = 250  # in a file that is worth asking about


class Figures(NamedTuple):
    """What became of the names of one file."""

    file: str
    names: int  # different ones
    ours: int  # of them, those of members
    linked: int
    wrong: int
    proposed: int
    unsure: int
    missed: list[str]
    mistaken: list[str]

    @property
    def found(self):
        """How many of the members' names were linked or proposed, as a share."""
        return (self.linked + self.proposed) / self.ours if self.ours else 1.0


class Told(NamedTuple):
    """A name as the file tells its parts, folded."""

    family_words: tuple[str, ...]
    given: tuple[str, ...]

    @property
    def family(self):
        return "".join(self.family_words)

    @property
    def is_initials(self):
        return all(len(word) == 1 for word in self.given[:1])


def told(author):
    from labsite.folding import fold

    def words(text):
        text = fold(text).replace("'", "").replace('"', "")
        return tuple("".join(mark if mark.isalnum() else " " for mark in text).split())

    given = re.sub(r"\b[A-Z]{2,3}\b", lambda found: " ".join(found[0]), author.given_name)
    return Told(words(author.family_name), words(given))


def contradict(one, other):
    """Whether middle names, as far as both have them, are those of two people."""
    common = {word for word in one if len(word) > 1 and word in other}
    one = [word for word in one if word not in common]
    other = [word for word in other if word not in common]
    return any(here[0] != there[0] for here, there in zip(one, other, strict=False))


def persons(counted, parts):
    """Who each printed name is: one of the told names, or None where it may be several people."""
    usual = {}  # files mix up the parts: the order that is the most frequent is the right one
    for printed, _count in counted.most_common():
        usual.setdefault(_words(parts[printed]), parts[printed])
    who = _grouped(usual.values())
    return {printed: who[usual[_words(parts[printed])]] for printed in counted}


def _words(name):
    """The words of a name without an order; initials keep their neighbours."""
    words = (*name.given, *name.family_words)
    if any(len(word) == 1 for word in words):
        return min(words[start:] + words[:start] for start in range(len(words)))
    return tuple(sorted(words))


def _grouped(names):
    by_family, who = defaultdict(set), {}
    for name in names:
        by_family[name.family].add(name)
    for same in by_family.values():
        groups = []
        whole = sorted((name for name in same if not name.is_initials), key=lambda n: -len(n.given))
        for name in whole:
            fitting = [group for group in groups if _is_one(name, group)]
            if len(fitting) == 1:
                fitting[0].append(name)
            elif not fitting:
                groups.append([name])
            else:
                who[name] = None
        for group in groups:
            who |= dict.fromkeys(group, group[0])
        for name in same - set(whole):
            fitting = [
                group for group in groups if any(_may_be(name.given, one.given) for one in group)
            ]
            who[name] = None
            if len(fitting) < 2:
                who[name] = fitting[0][0] if fitting else name
    return who


def _is_one(name, group):
    return any(
        (name.given[0] == other.given[0] or "".join(name.given) == "".join(other.given))
        for other in group
    ) and not any(
        contradict(name.given, other.given) and "".join(name.given) != "".join(other.given)
        for other in group
    )


def _may_be(initials, given):
    """Whether initials fit the given names; "J. C." may be Jean-Claude and Jeanclaude."""
    pairs = zip(initials, given, strict=False)
    return all(initial[0] == word[0] for initial, word in pairs)


def names_in(path):
    """The printed names of people in a file, with what it tells of them, and how often."""
    from publications.importing import sources
    from publications.importing.readings import Unreadable

    counted, parts = Counter(), {}
    for work in sources.read(path.read_bytes(), file=path.name):
        if isinstance(work, Unreadable):
            continue
        for author in work.authors:
            name = told(author)
            if not author.is_organisation and name.family and name.given:
                counted[author.printed_name] += 1
                parts[author.printed_name] = name
    return counted, parts


def figures_of(path, folder, *, listed):
    """Make the most frequent authors of a file members, and ask about all its names.

    With ``listed``, every second one of their other spellings is listed for them.
    """
    from people.models import Member, MemberName
    from publications.recognition import Recognition

    counted, parts = names_in(path)
    who = persons(counted, parts)
    spellings = defaultdict(list)
    for printed, _count in counted.most_common():
        if person := who[printed]:
            spellings[person].append(printed)
    most = Counter()
    for person, printed in spellings.items():
        if not all(parts[name].is_initials for name in printed):
            most[person] = sum(counted[name] for name in printed)
    members = {}
    for person, _count in most.most_common(MEMBERS):
        own = spellings[person]
        shown = next(name for name in own if not parts[name].is_initials)
        member = Member.objects.create(display_name=shown)
        others = [name for name in own if name != shown] if listed else []
        MemberName.objects.bulk_create(MemberName(member=member, name=name) for name in others[::2])
        members[person] = member.pk
    recognition = Recognition()
    linked, wrong, proposed, ours, unsure, missed, mistaken = 0, 0, 0, 0, 0, [], []
    for printed in counted:
        right = members.get(who[printed])
        found = recognition.recognise(printed)
        if who[printed] is None and not parts[printed].is_initials:
            unsure += found.member_id is not None
            continue
        ours += right is not None
        if found.member_id is not None and found.member_id == right:
            linked += 1
        elif found.member_id is not None:
            wrong += 1
            mistaken.append(printed)
        elif right in [proposal.member_id for proposal in found.proposals]:
            proposed += 1
        elif right is not None:
            missed.append(printed)
    return Figures(
        str(path.relative_to(folder)),
        len(counted),
        ours,
        linked,
        wrong,
        proposed,
        unsure,
        missed,
        mistaken,
    )


def figures(folder, *, listed=True):
    """The figures of each file that has enough names, apart from each other."""
    from django.db import transaction

    for path in sorted(Path(folder, "bib").rglob("*.bib")):
        counted, _parts = names_in(path)
        if len(counted) < FEWEST_NAMES:
            continue
        with transaction.atomic():
            yield figures_of(path, folder, listed=listed)
            transaction.set_rollback(True)


def main():
    folder = os.environ.get("LABSITE_CORPORA")
    if not folder:
        sys.exit("LABSITE_CORPORA names no folder of real bibliographies.")
    with tempfile.TemporaryDirectory(prefix="labsite-benchmark-") as own:
        os.environ["LABSITE_DATA_DIR"] = own
        os.environ.setdefault("LABSITE_BASE_URL", "http://127.0.0.1")
        os.environ["DJANGO_SETTINGS_MODULE"] = "labsite.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        report(figures(folder, listed="--unlisted" not in sys.argv))


COUNTED = ("names", "ours", "linked", "wrong", "proposed", "unsure")


def report(found):
    """Print a line for each file and one for all of them."""
    sys.stdout.write("".join(f"{head:>10}" for head in (*COUNTED, "found")) + "  file\n")
    total = Counter()
    for row in found:
        total.update({column: getattr(row, column) for column in COUNTED})
        told = [f"wrong: {name}" for name in row.mistaken]
        if "--missed" in sys.argv:
            told += [f"missed: {name}" for name in row.missed]
        sys.stdout.write(line_of(row._asdict(), row.file))
        sys.stdout.writelines(f"{sentence:>30}\n" for sentence in told)
    sys.stdout.write(line_of(total, "all"))


def line_of(row, file):
    share = (row["linked"] + row["proposed"]) / (row["ours"] or 1)
    return "".join(f"{row[column]:>10}" for column in COUNTED) + f"{share:>10.1%}  {file}\n"


if __name__ == "__main__":
    main()
