"""Changes in the words of editors: who did what to which record, and what was there before."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import Count, Max, Min, Q
from django.db.models.functions import Coalesce
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime, parse_time
from django.utils.formats import time_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from labsite.differences import word_differences
from labsite.history.recording import model_of
from labsite.history.states import SELF, owner_columns, parts_of, remembered, rows_by_key
from labsite.models import Change
from labsite.partial_dates import PartialDateField, words
from labsite.permissions import looks_after, may, may_give_rights

EMPTY = "—"
LONG = 80  # texts from this length on are compared word by word
LOOKED_AT = 5000  # rows of history in which the latest steps are searched


@dataclass(frozen=True)
class Line:
    """One thing that a step changed: a column, a row of a part, or the order of rows."""

    part: str  # the heading of the part, empty for the record itself
    row: str  # which of its rows
    what: str  # the column; or "added", "removed", "moved" about the row as a whole
    old: str = ""
    new: str = ""
    pieces: list = field(default_factory=list)


@dataclass(frozen=True)
class _Difference:
    """A line before names are known: keys instead of names."""

    path: str
    model: Any
    column: Any  # the column; None where a whole row came, went or moved
    kind: str
    old: Any
    new: Any
    row: dict


class Names:
    """What the records are called that states mention by key; one query for each kind."""

    def __init__(self):
        self._wanted = defaultdict(set)
        self._known = {}

    def want(self, model, keys):
        """Say which keys will be asked for."""
        self._wanted[model].update(key for key in keys if key is not None)

    def of(self, model, key):
        """The name behind a key; the first question of a kind looks up all of the kind."""
        if model not in self._known:
            rows = model._base_manager.filter(pk__in=self._wanted[model])
            if model is get_user_model():
                self._known[model] = {user.pk: person(user) for user in rows}
            else:
                self._known[model] = {row.pk: str(row) for row in rows}
        return self._known[model].get(key) or _("(no longer there)")


def person(user):
    """What a user is called; None is the site itself, at work for an import or a command."""
    if user is None:
        return _("The site")
    return user.get_full_name() or user.get_username()


def moment(at):
    """When something happened, to the minute, in the zone of the site."""
    local = timezone.localtime(at)
    return f"{words(local.date().isoformat())}, {time_format(local, 'H:i')}"


def differences(model, pairs, user):
    """What changed between two states, as lines, for each of the ``pairs`` of (old, new).

    What only those read who may give rights is left out for everybody else.
    """
    hidden = () if may_give_rights(user) else getattr(model, "history_rights", ())
    names = Names()
    found = [list(_differences(model, old or {}, new or {}, hidden)) for old, new in pairs]
    for difference in (difference for listed in found for difference in listed):
        _want_names(names, difference)
    return [[_in_words(difference, names) for difference in listed] for listed in found]


def _differences(model, old, new, hidden):
    for path in (SELF, *parts_of(model)):
        if path in hidden or (path != SELF and old and path not in old):
            continue
        row_model = model if path == SELF else parts_of(model)[path].model
        left, right = rows_by_key(model, old, path), rows_by_key(model, new, path)
        columns = _columns(model, path, hidden)
        for key in {**left, **right}:
            before, after = left.get(key), right.get(key)
            if _is_hidden(row_model, before) or _is_hidden(row_model, after):
                continue
            if path != SELF and (before is None or after is None):
                kind = "added" if before is None else "removed"
                yield _Difference(path, row_model, None, kind, before, after, after or before)
                continue
            before = before or {}
            for column in columns:
                was, now = before.get(column.name), (after or {}).get(column.name)
                is_new_column = before and column.name not in before
                if was == now or is_new_column or (not before and now in ("", None, False, [], {})):
                    continue
                row = after or before
                yield _Difference(path, row_model, column, "changed", was, now, row)
        if path != SELF and _is_moved(left, right):
            yield _Difference(path, row_model, None, "moved", None, None, {})


def _columns(model, path, hidden):
    """The columns of a row that are worth a line: not its place, nor to whom it belongs."""
    row_model = model if path == SELF else parts_of(model)[path].model
    owner = None if path == SELF else parts_of(model)[path].owner
    return [
        column
        for name, column in remembered(row_model).items()
        if column is not owner
        and name not in hidden
        and not getattr(column, "auto_now_add", False)
        and (path == SELF or name != "position")
        and name != getattr(row_model, "history_hidden_when", None)
    ]


def _is_hidden(model, row):
    column = getattr(model, "history_hidden_when", None)
    return bool(column and row and row.get(column))


def _is_moved(left, right):
    """Tell whether the rows that were there before and after stand in another order."""

    def order(rows):
        kept = [data for key, data in rows.items() if key in left and key in right]
        placed = [data for data in kept if data.get("position") is not None]
        return [
            data["pk"] for data in sorted(placed, key=lambda data: (data["position"], data["pk"]))
        ]

    return order(left) != order(right)


def _want_names(names, difference):
    columns = remembered(difference.model).values()
    for column in columns:
        if column.remote_field:
            for data in (difference.old, difference.new, difference.row):
                if isinstance(data, dict):
                    value = data.get(column.name)
                    names.want(column.related_model, value if isinstance(value, list) else [value])
    if difference.column is not None and difference.column.remote_field:
        for value in (difference.old, difference.new):
            keys = value if isinstance(value, list) else [value]
            names.want(difference.column.related_model, keys)


def _in_words(difference, names):
    is_own = difference.path == SELF
    part = "" if is_own else capfirst(difference.model._meta.verbose_name_plural)
    if difference.kind == "moved":
        return Line(part, "", "moved")
    row = "" if is_own else _row_name(difference.model, difference.row, names)
    if difference.column is None:
        text = _row_text(difference.model, difference.row, names)
        is_added = difference.kind == "added"
        return Line(
            part, row, difference.kind, old="" if is_added else text, new=text if is_added else ""
        )
    old = in_words(difference.column, difference.old, names)
    new = in_words(difference.column, difference.new, names)
    is_text = isinstance(difference.old, str) and isinstance(difference.new, str)
    is_long = is_text and max(len(old), len(new)) > LONG and difference.old and difference.new
    pieces = word_differences(old, new) if is_long else []
    return Line(part, row, capfirst(difference.column.verbose_name), old, new, pieces)


def _row_name(model, row, names):
    """What a row is about: the first thing that it names, or the first words in it."""
    named, chosen = [], []
    for name, column in remembered(model).items():
        value = row.get(name)
        if value in (None, "", []) or isinstance(column, PartialDateField):
            continue
        if column.remote_field:
            if not column.many_to_many and column not in owner_columns(model):
                named.append(in_words(column, value, names))
        elif isinstance(column, models.CharField | models.TextField):
            (chosen if column.flatchoices else named).append(in_words(column, value, names))
    return next(iter(named + chosen), "")


def _row_text(model, row, names):
    """All that a row says, on one line."""
    said = []
    for name, column in remembered(model).items():
        value = row.get(name)
        is_owner = column in owner_columns(model)
        if name != "position" and not is_owner and value not in (None, "", [], {}, False):
            said.append(f"{capfirst(column.verbose_name)}: {in_words(column, value, names)}")
    return "; ".join(said)


def in_words(column, value, names):
    """A stored value as an editor would say it."""
    if value in (None, "", [], {}):
        return EMPTY
    if column.many_to_many:
        return ", ".join(sorted(names.of(column.related_model, key) for key in value))
    if column.remote_field:
        return names.of(column.related_model, value)
    if column.flatchoices:
        return str(dict(column.flatchoices).get(value, value))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(column, models.FileField):
        return value.rpartition("/")[2]
    if isinstance(column, PartialDateField):
        return words(value)
    if isinstance(column, models.DateTimeField):
        return moment(parse_datetime(value))
    if isinstance(column, models.DateField):
        return words(value)
    if isinstance(column, models.TimeField):
        return time_format(parse_time(value), "H:i")
    if isinstance(value, list):
        return " · ".join(map(str, value))
    if isinstance(value, dict):
        return "; ".join(f"{name}: {text}" for name, text in value.items())
    return str(value)


@dataclass(frozen=True)
class Happening:
    """One step as *Latest changes* tells it."""

    at: datetime
    when: str
    who: str
    what: str
    see: str
    undo: str


def latest(user, number):
    """The latest ``number`` steps that ``user`` may see, the latest first."""
    newest = Change.objects.aggregate(newest=Max("pk"))["newest"] or 0
    rows = Change.objects.filter(pk__gt=newest - LOOKED_AT).exclude(action=Change.Action.FOUND)
    # A step is told by its first row; one that made one record of two, by that one.
    merged = Min("pk", filter=Q(action=Change.Action.MERGED))
    steps = rows.order_by().values("step")
    steps = steps.annotate(
        last=Max("pk"), merged=merged, first=Coalesce(merged, Min("pk")), rows=Count("pk")
    )
    steps = list(steps.order_by("-last")[: 5 * number])
    changes = Change.objects.defer("state").select_related("user")
    changes = changes.in_bulk([listed["first"] for listed in steps])
    records = records_behind(changes.values())
    found = []
    for listed in steps:
        change = changes[listed["first"]]
        record = records.get((change.kind, change.record_id))
        if len(found) < number and may_see(user, change, record):
            others = 0 if listed["merged"] else listed["rows"] - 1
            found.append(_happening(change, record, others))
    return found


def records_behind(changes):
    """The records behind some changes, as far as they exist."""
    keys = defaultdict(set)
    for change in changes:
        if model := model_of(change):
            keys[model].add(change.record_id)
    return {
        (model._meta.label_lower, record.pk): record
        for model, known in keys.items()
        for record in model._base_manager.filter(pk__in=known)
    }


def may_see(user, change, record):
    """Tell whether ``user`` may read about a change of ``record``, which is None if it is gone."""
    if record is not None:
        return may(user, "change", record)
    return looks_after(user, change.scope)


def _happening(change, record, others):
    return Happening(
        at=change.at,
        when=moment(change.at),
        who=person(change.user),
        what=sentence(change, others),
        see=address(change, "history" if record else "deleted"),
        undo=reverse("admin:labsite_change_undo", args=[change.step]),
    )


def sentence(change, others=0):
    """What was done: “changed the publication “Maps of ice” and 11 more”."""
    model = model_of(change)
    kind = model._meta.verbose_name if model else _("record")
    texts = {
        Change.Action.ADDED: _("added the %(kind)s “%(name)s”"),
        Change.Action.CHANGED: _("changed the %(kind)s “%(name)s”"),
        Change.Action.DELETED: _("deleted the %(kind)s “%(name)s”"),
        Change.Action.RESTORED: _("put back the %(kind)s “%(name)s”"),
        Change.Action.IMPORTED: _("imported the %(kind)s “%(name)s”"),
        Change.Action.MERGED: _("merged the %(kind)s “%(name)s”"),
        Change.Action.FOUND: _("the %(kind)s “%(name)s” was found like this"),
    }
    text = texts[change.action] % {"kind": kind, "name": change.label}
    if others:
        more = ngettext("%(text)s and one more", "%(text)s and %(number)s more", others)
        text = more % {"text": text, "number": others}
    return text


def heading(change, is_first):
    """What happened, above the lines that say it in detail."""
    if change.action == Change.Action.FOUND:
        if is_first:
            return _("As it was when this history begins")
        return _("Changed by an import or a program")
    texts = {
        Change.Action.ADDED: _("%(who)s added this"),
        Change.Action.CHANGED: _("%(who)s changed this"),
        Change.Action.DELETED: _("%(who)s deleted this"),
        Change.Action.RESTORED: _("%(who)s put this back"),
        Change.Action.IMPORTED: _("%(who)s imported this"),
        Change.Action.MERGED: _("%(who)s merged this with another one"),
    }
    return texts[change.action] % {"who": person(change.user)}


def address(change, page):
    """The page of the admin about the record of a change: "history" or, once gone, "deleted"."""
    app, _dot, name = change.kind.partition(".")
    args = [change.record_id] if page == "history" else []
    try:
        return reverse(f"admin:{app}_{name}_{page}", args=args)
    except NoReverseMatch:
        return ""
