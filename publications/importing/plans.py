"""What an import is to do, and what it would do with each entry, before anything is written.

- ``reconciling.plan(entries, options) -> list[Plan]`` decides, and writes nothing;
- ``runs.carry_out(entries, options, progress=…) -> ImportRun`` imports a whole source;
- ``runs.prepare(entries, options) -> ImportRun`` keeps a source until somebody has looked at it,
  ``runs.plans_of(run) -> list[(ImportEntry, Plan)]`` shows what would happen to it now, and
  ``runs.confirm(run, ticked, visibility, user) -> ImportRun`` imports the entries with these keys;
- ``undoing.undo(run, user) -> list[str]`` takes a run back, and says what it left alone.

``entries`` is a ``Reading`` or a list of what one yields.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from labsite.visibility import Visibility
from publications.works import Origin, Work


@dataclass(frozen=True)
class Options:
    """For whom an import is made, and where it comes from.

    ``source`` names what is read ("pubs.bib", "doi.org", "orcid.org", "pasted"): a source may
    update what it wrote itself. With a ``lab`` the lab lists every work; names that can be the
    ``member`` are linked to that person. ``visibility`` is that of new works.
    """

    source: str = ""
    lab: Any = None
    member: Any = None
    user: Any = None
    visibility: str = Visibility.PUBLIC


class Verdict(models.TextChoices):
    """What would become of an entry."""

    NEW = "new", _("new")
    SAME = "same", _("already here")
    CHANGED = "changed", _("already here, to be completed")
    HELD = "held", _("please check")
    FAILED = "failed", _("cannot be imported")


class Change(NamedTuple):
    """What an import does to one field of a work that is here: values as people read them.

    ``field`` is a column of ``Publication``, or "venue", "authors", "members", "links", "labs",
    "identifiers", "extra_fields".
    """

    field: str
    before: Any
    after: Any


class Disagreement(NamedTuple):
    """A field of which the source says something else than the site, which stays as it is."""

    field: str
    here: Any
    source: Any


class PlannedAuthor(NamedTuple):
    """One name of an entry: the key of the member that it is and why, or who it may be."""

    name: str
    member: int | None = None
    why: str = ""  # "ORCID", "name as listed", "decided" …: translated, for people
    proposals: tuple[int, ...] = ()  # keys of members who resemble the name; several: ambiguous


@dataclass
class Plan:
    """What would become of one entry of a source."""

    work: Work | None  # None: it could not be read
    verdict: Verdict
    origin: Origin
    writer: str = ""  # "pubs.bib#kurz2022"
    changes: list[Change] = field(default_factory=list)
    source_says: list[Disagreement] = field(default_factory=list)
    authors: list[PlannedAuthor] = field(default_factory=list)
    reason: str = ""  # one sentence: why it is held, failed or left alone
    notes: list[str] = field(default_factory=list)  # sentences: what was read with doubt, and so on
    # Names that may be members, each with a sentence; kept beside the notes for those who ask.
    open_names: dict[str, str] = field(default_factory=dict)
    record: Any = field(default=None, repr=False)  # the ``Record`` that it is, or will be
    was: Any = field(default=None, repr=False)  # the ``Snapshot`` of a record before
    features: str = field(default="", repr=False)  # a digest of what a held one was compared by
    doubles: list = field(default_factory=list, repr=False)  # ``Record``s that it may be

    @property
    def publication(self):
        """The key of the publication that it is, where that is on the site."""
        return self.record.pk if self.record else None

    @property
    def duplicates(self):
        """The keys of publications that it may be."""
        return [record.pk for record in self.doubles if record.pk]
