"""Papers that the ORCID records of our members list and the site does not have.

They are kept as a prepared import of each member, for a person to look at; nothing is published.
Looked for again, the same papers are proposed once, and what somebody left out stays left out.
"""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from publications import lookups
from publications.importing import reconciling, runs
from publications.importing.plans import Options, Verdict
from publications.importing.readings import Reading
from publications.models import ImportEntry, ImportRun
from publications.works import Work

# Papers of one member that are looked up by their DOI in one go, as ORCID seldom lists authors.
LOOKED_UP = 25
_MISSING = {Verdict.NEW, Verdict.HELD}


@dataclass
class Report:
    """What was found for one member."""

    member: object
    listed: int = 0  # works on the ORCID record
    proposed: int = 0
    run: ImportRun | None = None  # the import that waits for a person
    is_new: bool = False  # it was not there before
    problem: str = ""
    notes: list[str] = field(default_factory=list)


def find(member):
    """Propose what the ORCID record of a member lists and the site does not have."""
    report = Report(member)
    reading = lookups.works_of_orcid(member.orcid)
    works = [entry for entry in reading if isinstance(entry, Work)]
    report.listed = reading.count
    options = Options(source=lookups.ORCID_SOURCE, member=member)
    left_out = _left_out(member)
    missing = [
        plan.work
        for plan in reconciling.plan(works, options)
        if plan.verdict in _MISSING and plan.origin.key not in left_out
    ]
    waiting = _waiting(member)
    if waiting and _keys_of(waiting) == {work.origin.key for work in missing}:
        report.run, report.proposed = waiting, len(missing)
        return report
    if waiting:
        waiting.delete()
    if missing:
        report.proposed = len(missing)
        proposals = Reading(
            reading.format,
            len(missing),
            lookups.completed_works(missing, report.notes, LOOKED_UP),
            reading.notes,
        )
        report.run, report.is_new = runs.prepare(proposals, options), True
    return report


def _waiting(member):
    """The proposals for a member at which nobody has looked yet."""
    return ImportRun.objects.filter(
        source=lookups.ORCID_SOURCE, member=member, state=ImportRun.State.PREPARED
    ).first()


def _keys_of(run):
    return set(run.entries.order_by().values_list("key", flat=True))


def _left_out(member):
    """What was proposed before and a person did not want: the numbers of works at ORCID."""
    entries = ImportEntry.objects.filter(
        run__source=lookups.ORCID_SOURCE,
        run__member=member,
        run__state=ImportRun.State.DONE,
        outcome=ImportEntry.Outcome.SKIPPED,
        publication=None,
    )
    return set(entries.values_list("key", flat=True)) - {""}


def sentence_about(report):
    """What was found, on one line."""
    words = {
        "member": report.member,
        "listed": report.listed,
        "proposed": report.proposed,
        "problem": report.problem,
    }
    if report.problem:
        return _("%(member)s: %(problem)s") % words
    if not report.proposed:
        return _("%(member)s: %(listed)s on the ORCID record, nothing is missing here.") % words
    if report.is_new:
        return _("%(member)s: %(listed)s on the ORCID record, %(proposed)s to look at.") % words
    return _("%(member)s: %(listed)s on the ORCID record, %(proposed)s still to look at.") % words
