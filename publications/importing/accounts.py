"""What a run writes down about each entry: what became of it, why, and what it changed.

What starts with an underscore is for taking the run back; the rest is for people.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from publications.bibtex_keys import is_key
from publications.importing.plans import Change, Verdict
from publications.importing.records import digest
from publications.importing.statements import name_of, safe
from publications.models import ImportEntry, Kind
from publications.status import Status

_OUTCOMES = {
    Verdict.NEW: ImportEntry.Outcome.CREATED,
    Verdict.CHANGED: ImportEntry.Outcome.UPDATED,
    Verdict.SAME: ImportEntry.Outcome.SKIPPED,
    Verdict.HELD: ImportEntry.Outcome.SKIPPED,
    Verdict.FAILED: ImportEntry.Outcome.FAILED,
}
KEY_LIMIT = ImportEntry._meta.get_field("key").max_length
REASON_LIMIT = ImportEntry._meta.get_field("reason").max_length
LONGEST_NOTE = 1000
MOST_NOTES = 50
_CHOICES = {"kind": Kind, "status": Status}


def entry_of(plan, run):
    """The entry of the report for what was decided, and written if there was anything to write."""
    entry = ImportEntry(
        run=run,
        line=plan.origin.line,
        key=safe(plan.origin.key)[:KEY_LIMIT],
        outcome=_OUTCOMES[plan.verdict],
        reason=safe(plan.reason or _reason_of(plan))[:REASON_LIMIT],
        notes=notes_of(plan),
        publication_id=plan.publication,
    )
    if plan.verdict == Verdict.HELD:
        entry.work = safe(plan.work.to_json()) | {"_duplicates": plan.duplicates}
    entry.before, entry.after = _before_and_after(plan)
    return entry


def _reason_of(plan):
    if plan.verdict == Verdict.SAME:
        return _("Already here, with all that the source says.")
    return ""


def notes_of(plan):
    """In sentences: what was read with doubt, and where source and site disagree."""
    notes = [*plan.notes, *plan.open_names.values(), *map(sentence_about, plan.source_says)]
    if plan.verdict == Verdict.NEW and plan.record.key and plan.record.wanted_key:
        wanted, given = plan.record.wanted_key, plan.record.key
        if wanted != given:
            sentence = (
                _("The key “%(wanted)s” is that of another work; this one got “%(given)s”.")
                if is_key(wanted)
                else _("“%(wanted)s” is no key for BibTeX; the work got “%(given)s”.")
            )
            notes.append(sentence % {"wanted": wanted, "given": given})
    if len(notes) > MOST_NOTES:
        more = len(notes) - MOST_NOTES
        said = ngettext("… and %d more note.", "… and %d more notes.", more) % more
        notes = [*notes[:MOST_NOTES], said]
    return [safe(note)[:LONGEST_NOTE] for note in notes]


def sentence_about(disagreement):
    """That the source says something else: "pages: the source says “1–9”, here stays “1–8”."."""
    field, here, source = disagreement
    return _("%(field)s: the source says “%(source)s”; here stays “%(here)s”.") % {
        "field": name_of(field),
        "source": _words(field, source),
        "here": _words(field, here),
    }


def _words(field, value):
    """A value as people read it, a long one shortened."""
    if field in _CHOICES and value in _CHOICES[field].values:
        return str(_CHOICES[field](value).label)
    text = str(value)
    return text if len(text) <= 200 else f"{text[:200]}…"


def changes_of(entry):
    """What an entry changed, for people: ``Change``s with values as text."""
    fields = [name for name in entry.after if not name.startswith("_")]
    return [Change(name, entry.before.get(name, ""), entry.after[name]) for name in fields]


def _before_and_after(plan):
    record, was = plan.record, plan.was
    if plan.verdict == Verdict.NEW:
        return {}, {"_state": record.state}
    if plan.verdict == Verdict.HELD:
        held = {"writer": plan.writer, "features": plan.features, "duplicates": plan.duplicates}
        return {}, {"_held": held}
    if record is None:
        return {}, {}
    added = sorted(list(pair) for pair in record.identifiers - was.identifiers)
    if not plan.changes:
        return {}, {"_identifiers": added} if added else {}
    before, after = {}, {}
    for change in plan.changes:
        for told, value in ((before, change.before), (after, change.after)):
            text = _words(change.field, value) if value != "" else ""
            told[change.field] = "; ".join(filter(None, [told.get(change.field, ""), text]))
    names = [
        name
        for name in {**was.columns, **record.columns}
        if was.columns.get(name) != record.columns.get(name)
    ]
    before["_columns"] = {name: was.columns.get(name) for name in names}
    after["_columns"] = {name: record.columns.get(name) for name in names}
    if was.venue != record.venue:
        before["_venue"], after["_venue"] = was.venue, record.venue
    if was.extra != record.extra:
        before["_extra"], after["_extra"] = was.extra, record.extra
    if was.rows != [(row.pk, row.current()) for row in record.rows]:
        before["_rows"] = [[pk, list(values)] for pk, values in was.rows]
        after["_rows"] = rows_digest(record.rows)
        linked = {pk for pk, values in was.rows if values[-1] is None}
        after["_members"] = [
            [row.pk, row.member] for row in record.rows if row.member and row.pk in linked
        ]
    before["_written_by"] = {
        name: was.written_by.get(name)
        for name in {**was.written_by, **record.written_by}
        if was.written_by.get(name) != record.written_by.get(name)
    }
    after["_links"] = [list(link) for link in record.links if link not in was.links]
    after["_identifiers"] = added
    after["_labs"] = [lab for lab in record.labs if lab not in was.labs]
    after["_state"] = record.state
    return before, after


def rows_digest(rows):
    """A short name for the whole author line with its links, to tell whether it was changed."""
    return digest([row.current() for row in rows])
