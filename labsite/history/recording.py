"""Writing down what happens to records, one row for each record that a step touches.

Only states *after* a step are kept, and the last one before a deletion. What commands, imports and
bulk updates do outside a step costs nothing: the next step that touches the record notices the
difference and writes it down as "found".
"""

import uuid
from collections import defaultdict
from contextlib import contextmanager
from contextvars import ContextVar

from django.apps import apps
from django.db import transaction
from django.db.models import Max
from django.db.models.signals import m2m_changed, post_save, pre_delete, pre_save

from labsite.history.states import (
    companions_of,
    has_history,
    is_same,
    part_models,
    pointers,
    pointers_of,
    read,
    read_many,
    record_models,
    records_of,
)
from labsite.models import Change
from labsite.slugs import OldAddresses

AT_ONCE = 200  # rows in one statement, and records in one transaction of an undo

# Who is at work: a function, so that nobody is looked up for a request that changes nothing.
_actor = ContextVar("actor", default=lambda: None)
_step = ContextVar("step", default=None)


@contextmanager
def acting(who):
    """Name the person to whom changes are put down meanwhile; ``who`` is a function."""
    token = _actor.set(who)
    try:
        yield
    finally:
        _actor.reset(token)


@contextmanager
def step(user=None, *, action="", number=None):
    """Do something in one transaction, and write down what it did to which records.

    Records that are saved or deleted meanwhile, and those whose parts or lists are, get noticed
    by themselves; ``touch`` those that a bulk update is about to change. ``action`` is another
    word than added or changed, ``number`` the one that several transactions of a long step share.
    A step inside a step is a part of it.
    """
    if current := _step.get():
        yield current
        return
    with transaction.atomic():
        current = Step(user or _actor.get()(), action, number)
        token = _step.set(current)
        try:
            yield current
            if not transaction.get_connection().needs_rollback:
                current.write_down()
        finally:
            _step.reset(token)


class Step:
    """What somebody does at once."""

    def __init__(self, user, action="", number=None):
        self.user = user
        self.action = action
        self.number = number or uuid.uuid4()
        self._before = {}
        self._actions = {}
        self._taken_in = set()

    def touch(self, *records):
        """Lock the records that are about to change, and notice how they are now."""
        keys = defaultdict(list)
        for record in records:
            for model, key in records_of(record):
                keys[model].append(key)
        for model, listed in keys.items():
            self.touch_keys(model, listed)

    def touch_keys(self, model, keys):
        """The same for records of which only the keys are at hand."""
        new = {key for key in keys if key is not None and (model, key) not in self._before}
        if not new:
            return
        lock(model, new)
        found = notice_many(model, new)
        for key in sorted(new):
            self._before[model, key] = found.get(key)

    def before(self, model, key):
        """How a record that was touched was before this step; None if it was not there."""
        return self._before[model, key]

    def begin(self, record):
        """Remember that the record did not exist before this step."""
        self._before.setdefault((type(record), record.pk), None)

    def end(self, record):
        """Remember that the record was deleted in this step: from here on, it does not exist."""
        self._before[type(record), record.pk] = None

    def take_in(self, kept, other):
        """Write down how ``other`` is, which is about to become one with ``kept``.

        What it has may then go over to the kept one; deleting it afterwards writes nothing more.
        """
        self.touch(kept, other)
        record, state = read(type(other), other.pk)
        state |= last_traces(record) | {"_taken_in_by": kept.pk}
        write(record, Change.Action.DELETED, user=self.user, state=state, number=self.number)
        self.end(record)
        self._taken_in.add((type(record), record.pk))
        self.call(kept, Change.Action.MERGED)

    def delete(self, model, keys):
        """Delete many records, with as many queries for all as for one; their last states stay."""
        lock(model, keys)
        found = read_many(model, keys)
        last_rows, traces = _last_rows(model, found), last_traces_of(model, found)
        rows = []
        for key, (record, state) in found.items():
            last = last_rows.get(key)
            if last is not None and not is_same(model, last.state, state):
                rows.append(row_about(record, Change.Action.FOUND, state=state))
            state |= traces[key] | {"_version": getattr(record, "version", 0)}
            action, number = Change.Action.DELETED, self.number
            rows.append(row_about(record, action, user=self.user, state=state, number=number))
            self.end(record)
            self._taken_in.add((model, key))
        Change.objects.bulk_create(rows, batch_size=AT_ONCE)
        model._base_manager.filter(pk__in=found).delete()

    def has_taken_in(self, record):
        """Tell whether the end of the record is written down already."""
        return (type(record), record.pk) in self._taken_in

    def call(self, record, action):
        """Say by which word the change of this record goes down."""
        self._actions[type(record), record.pk] = action

    def write_down(self):
        """Write a row for each record that is not as it was."""
        keys = defaultdict(list)
        for model, key in self._before:
            keys[model].append(key)
        rows = []
        for model, listed in keys.items():
            found = read_many(model, listed)
            for key in listed:
                record, state = found.get(key, (None, None))
                before = self._before[model, key]
                if record is None or (before and is_same(model, before, state)):
                    continue
                action = self._actions.get((model, key)) or self.action
                action = action or (Change.Action.CHANGED if before else Change.Action.ADDED)
                rows.append(
                    row_about(record, action, user=self.user, state=state, number=self.number)
                )
        Change.objects.bulk_create(rows, batch_size=AT_ONCE)


def lock(model, keys, *, waits=True):
    """Keep everybody else from changing the records until the transaction ends.

    Their rows alone: a query with outer joins cannot be locked on PostgreSQL. They come in order,
    so that two who want the same ones do not wait for each other; who does not wait at all gets
    an OperationalError instead. SQLite lets one transaction write at a time anyway.
    """
    rows = model._base_manager.select_for_update(nowait=not waits)
    rows = rows.filter(pk__in=keys).order_by("pk")
    list(rows.values_list("pk"))


def is_under_way():
    """Tell whether a step has begun that is not over yet."""
    return _step.get() is not None


def touch(*records):
    """Notice records that a bulk update is about to change in the step under way."""
    if current := _step.get():
        current.touch(*records)


def changes_of(model, pk):
    """What happened to one record, the latest first."""
    return Change.objects.filter(kind=model._meta.label_lower, record_id=pk)


def model_of(change):
    """The kind of record that a change is about, or None if no app knows it any more."""
    try:
        model = apps.get_model(change.kind)
    except LookupError:
        return None
    return model if has_history(model) else None


def notice(model, pk):
    """The state of a record under the lock, before anything changes; None if it does not exist.

    What happened since the last row, by whomever, is written down first.
    """
    return notice_many(model, [pk]).get(pk)


def notice_many(model, keys):
    """The states of several records by key, each noticed."""
    found, last_rows = read_many(model, keys), _last_rows(model, keys)
    rows = []
    for key, (record, state) in found.items():
        last = last_rows.get(key)
        if last is None or not _goes_on(last, state):
            rows.append(row_about(record, Change.Action.FOUND, state=state))
        elif last.state.get("_pointed", {}) != (pointed := pointers(record, to_itself=False)):
            # Links of other records to parts of this one: theirs to tell, ours to bring back.
            last.state["_pointed"] = pointed
            last.save(update_fields=["state"])
    Change.objects.bulk_create(rows, batch_size=AT_ONCE)
    return {key: state for key, (_record, state) in found.items()}


def _last_rows(model, keys):
    """What was written down last about each of the records, by key."""
    changes = Change.objects.filter(kind=model._meta.label_lower, record_id__in=keys)
    newest = changes.order_by().values("record_id").annotate(newest=Max("pk"))
    rows = Change.objects.in_bulk([row["newest"] for row in newest])
    return {row.record_id: row for row in rows.values()}


def _goes_on(last, state):
    """Tell whether a record is still as its last row says."""
    was_there = last.action != Change.Action.DELETED
    return was_there and is_same(model_of(last), last.state, state)


def write(record, action, *, user=None, state, number=None):
    """Write down how the record is after a step, or was before its deletion."""
    row = row_about(record, action, user=user, state=state, number=number)
    row.save()
    return row


def row_about(record, action, *, user=None, state, number=None):
    """The row for ``write``, not saved yet."""
    if "_pointed" not in state:
        state = state | {"_pointed": pointers(record, to_itself=False)}
    return Change(
        action=action,
        user_id=user.pk if user else None,
        kind=record._meta.label_lower,
        record_id=record.pk,
        label=str(record)[:200],
        scope=scope_of(record),
        state=state,
        **{"step": number} if number else {},
    )


def last_traces(record):
    """What only the last state of a record holds: all that is lost with it elsewhere."""
    traces = last_traces_of(type(record), [record.pk])[record.pk]
    return traces | {"_version": getattr(record, "version", 0)}


def last_traces_of(model, keys):
    """The same of several records without their versions, by key."""
    pointed, others = pointers_of(model, keys, to_itself=True), companions_of(model, keys)
    addresses = OldAddresses.of_many(model, keys)
    return {
        key: {"_pointed": pointed[key], "_companions": others[key], "_addresses": addresses[key]}
        for key in keys
    }


def scope_of(record):
    """The number of the lab whose editors look after the record, or None."""
    if hasattr(record, "history_scope"):
        return record.history_scope()
    return getattr(record, "lab_id", None)


def _before_saving(sender, instance, raw, **kwargs):
    if (current := _step.get()) and not raw:
        current.touch(instance)


def _after_saving(sender, instance, created, raw, **kwargs):
    if (current := _step.get()) and created and not raw and has_history(sender):
        current.begin(instance)


def _before_deleting(sender, instance, **kwargs):
    """However a record goes, its last state stays. All of its parts still exist here."""
    current = _step.get()
    if current and current.has_taken_in(instance):
        return
    lock(sender, [instance.pk])
    record, state = read(sender, instance.pk)
    if record is None:
        return
    last = changes_of(sender, record.pk).first()
    if last is not None and not is_same(sender, last.state, state):
        write(record, Change.Action.FOUND, state=state)
    state |= last_traces(record)
    user = current.user if current else _actor.get()()
    number = current.number if current else None
    write(record, Change.Action.DELETED, user=user, state=state, number=number)
    if current:
        current.end(record)


def _before_losing_a_part(sender, instance, **kwargs):
    if current := _step.get():
        current.touch(instance)


def _before_linking(sender, instance, action, model, pk_set, reverse, **kwargs):
    current = _step.get()
    if current is None or action not in {"pre_add", "pre_remove", "pre_clear"}:
        return
    if not reverse:
        current.touch(instance)
        return
    rows = model._base_manager
    if pk_set is None:
        name = next(
            field.name for field in model._meta.many_to_many if field.remote_field.through is sender
        )
        rows = rows.filter(**{name: instance})
    else:
        rows = rows.filter(pk__in=pk_set)
    current.touch(*rows.order_by("pk"))


def connect():
    """Begin to listen; called once, by the app that puts all others together."""
    pre_save.connect(_before_saving, dispatch_uid="history")
    m2m_changed.connect(_before_linking, dispatch_uid="history")
    for model in record_models():
        post_save.connect(_after_saving, sender=model, dispatch_uid="history")
        pre_delete.connect(_before_deleting, sender=model, dispatch_uid="history")
    for model in part_models():
        pre_delete.connect(_before_losing_a_part, sender=model, dispatch_uid="history")
