"""What an import has to tell: below its table, and entry by entry in a file."""

import json

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from publications.models import ImportEntry

MOST_LINES = 40  # of each kind of remark; the report has all


class Remarks:
    """What is said below the table: failures, all of them; what else to look at, in short."""

    def __init__(self):
        self.failed = []
        self.held = []
        self.notes = []
        self.more = 0

    def about(self, label, entry):
        place = f"{label}:{entry.line or ''} {entry.key}".rstrip()
        if entry.outcome == ImportEntry.Outcome.FAILED:
            self.failed.append(f"{place}: {entry.reason}")
            return
        if entry.work:
            self._keep(self.held, f"{place}: {entry.reason}")
        for note in entry.notes:
            self._keep(self.notes, f"{place}: {note}")

    def about_file(self, label, notes):
        for note in notes:
            self._keep(self.notes, f"{label}: {note}")

    def _keep(self, lines, line):
        if len(lines) < MOST_LINES:
            lines.append(line)
        else:
            self.more += 1

    def lines(self):
        yield from self.failed
        if self.held:
            yield _("Please check; these were left out:")
            yield from self.held
        if self.notes:
            yield _("Notes:")
            yield from self.notes
        if self.more:
            said = ngettext(
                "… and %d more; --report FILE.json has it.",
                "… and %d more; --report FILE.json has them all.",
                self.more,
            )
            yield said % self.more


class Report:
    """The report as JSON, written as the import goes on."""

    def __init__(self, stream):
        self.stream = stream
        self.has_files = self.has_entries = False
        self.stream.write('{"files": [')

    def begin(self, label):
        self.stream.write(",\n" if self.has_files else "\n")
        self.stream.write(f'{{"file": {json.dumps(label)}, "items": [')
        self.has_files, self.has_entries = True, False

    def add(self, entry):
        told = {
            "line": entry.line,
            "key": entry.key,
            "outcome": entry.outcome,
            "reason": entry.reason,
            "notes": entry.notes,
            "publication": entry.publication_id,
            "is_held": bool(entry.work),
            "before": _without_traces(entry.before),
            "after": _without_traces(entry.after),
        }
        self.stream.write(",\n" if self.has_entries else "\n")
        self.stream.write(json.dumps(told, ensure_ascii=False))
        self.has_entries = True

    def end(self, tally):
        self.stream.write(f"\n], {_as_members(tally)}}}")

    def finish(self, total, unread):
        self.stream.write(
            f'\n], "unread": {json.dumps(unread, ensure_ascii=False)}, {_as_members(total)}}}\n'
        )


def _without_traces(values):
    return {name: value for name, value in values.items() if not name.startswith("_")}


def _as_members(tally):
    names = ("entries", "created", "updated", "skipped", "failed")
    return ", ".join(f'"{name}": {getattr(tally, name)}' for name in names)
