"""Putting records back to what they were, and bringing back deleted ones."""

from collections import defaultdict
from itertools import islice

from django.apps import apps
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models.deletion import ProtectedError, RestrictedError
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from labsite.history.recording import AT_ONCE, changes_of, model_of, step
from labsite.history.states import (
    SELF,
    as_stored,
    current_names,
    has_history,
    is_same,
    part_models,
    parts_of,
    read,
    records_of,
    remembered,
    row_of,
    rows_by_key,
)
from labsite.models import Change
from labsite.permissions import looks_after, may, may_give_rights
from labsite.slugs import AddressField, OldAddresses

LOOKED_BACK = 50  # changes in which a removed row is looked for


class CannotRestoreError(ValidationError):
    """Why a record cannot be put back, in a sentence."""


def may_restore(user, change):
    """Tell whether ``user`` may put the record of ``change`` back, or bring it back if it is gone.

    ``user`` is None for commands, which ask nobody.
    """
    model = model_of(change)
    if model is None:
        return False
    if user is None:
        return True
    if record := model._base_manager.filter(pk=change.record_id).first():
        return may(user, "change", record)
    return may(user, "add", model) and looks_after(user, change.scope)


def restore(change, user):
    """Put a record with its parts back to the state of ``change``, or bring it back.

    Returns the record and, in sentences, what could not come back. Raises
    PermissionDenied, also when the record as it was then would not be the user's, and
    ValidationError when it cannot be put back.
    """
    if not may_restore(user, change):
        raise PermissionDenied
    model = model_of(change)
    with step(user) as current:
        current.touch_keys(model, [change.record_id])
        _record, now = read(model, change.record_id)
        return _put_back(change, user, current, now, with_parts_of_others=True)


def _put_back(change, user, current, now, *, with_parts_of_others):
    """Do it; parts of other records that went with it come back unless those are put back too."""
    model = model_of(change)
    restorer = _Restorer(
        model,
        change,
        now,
        with_rights=user is not None and may_give_rights(user),
        with_parts_of_others=with_parts_of_others,
    )
    record = restorer.restore()
    current.call(record, Change.Action.RESTORED)
    if user is not None and not may(user, "change", record):
        raise PermissionDenied  # it would have been carried to another lab
    return record, restorer.lost


class _Restorer:
    """One record on its way back."""

    def __init__(self, model, change, now, *, with_rights, with_parts_of_others=True):
        self.model = model
        self.pk = change.record_id
        self.state = change.state
        self.now = now  # the state that the database holds; None if the record is gone
        self.existed = now is not None
        self.left_out = () if with_rights else getattr(model, "history_rights", ())
        self.with_parts_of_others = with_parts_of_others
        self.lost = []
        self.new_keys = {}  # of rows whose key somebody else has by now

    def restore(self):
        self._restore_itself()
        for path, part in parts_of(self.model).items():
            if path in self.state and path not in self.left_out:
                self._restore_part(path, part)
        if not self.existed:
            self._restore_companions()
            addresses = self.state.get("_addresses")
            if addresses or "_taken_in_by" in self.state:
                OldAddresses.lead_to(self.model._base_manager.get(pk=self.pk), addresses)
        self._point_again()
        return self.model._base_manager.get(pk=self.pk)

    def _restore_itself(self):
        data = rows_by_key(self.model, self.state, SELF)[self.pk]
        now = rows_by_key(self.model, self.now or {}, SELF).get(self.pk, {})
        data = {
            name: value
            for name, value in data.items()
            if name not in self.left_out and (not self.existed or now.get(name) != value)
        }
        if not data:
            return
        record = self.model._base_manager.filter(pk=self.pk).first() or self.model(pk=self.pk)
        if not self.existed and "_version" in self.state:
            record.version = self.state["_version"]
        lists = self.fill(record, data, self.targets(self.model, [data]))
        if missing := _missing(record):
            raise CannotRestoreError(
                _("What it belonged to is gone (%(what)s). Bring that back first.")
                % {"what": ", ".join(capfirst(str(field.verbose_name)) for field in missing)}
            )
        if self.existed:
            record.clean()  # such as a lab that stands inside its own part by now
        addresses = self._give_way(record, data)
        try:
            with transaction.atomic():
                record.save(force_insert=not self.existed, force_update=self.existed)
        except IntegrityError as error:
            raise CannotRestoreError(
                _("It cannot be put back, because it contradicts what is there now.")
            ) from error
        for wanted in addresses:
            self.lost.append(
                _("The address “%(wanted)s” belongs to another record now; it got “%(given)s”.")
                % {"wanted": wanted, "given": record.slug}
            )
        if not self.existed:
            self._set_birth(record, data)
        for name, keys in lists.items():
            getattr(record, name).set(keys)

    def _give_way(self, record, data):
        """Leave what must be unique to whoever has it now; addresses given up are returned."""
        given_up = []
        for field in self._clashing(record, data):
            value = getattr(record, field.attname)
            if isinstance(field, AddressField):
                given_up.append(value)
                setattr(record, field.attname, "")
            elif field.blank and (field.null or isinstance(field, models.CharField)):
                self.lost.append(
                    _("%(what)s was left out: another record has it now.")
                    % {"what": capfirst(field.verbose_name)}
                )
                setattr(record, field.attname, None if field.null else "")
            else:
                raise CannotRestoreError(
                    _("%(what)s “%(value)s” belongs to another record now. Change that one first.")
                    % {"what": capfirst(field.verbose_name), "value": value}
                )
        return given_up

    def _clashing(self, record, data):
        """The columns that must be unique and hold what another record has."""
        opts = self.model._meta
        for field in opts.concrete_fields:
            value = getattr(record, field.attname)
            is_alone = field.unique and not field.primary_key and field.name in data
            if is_alone and value not in {None, ""}:
                others = self.model._base_manager.filter(**{field.attname: value})
                if others.exclude(pk=self.pk).exists():
                    yield field
        for constraint in opts.constraints:
            is_touched = isinstance(constraint, models.UniqueConstraint) and (
                data.keys() & constraint.fields
            )
            if is_touched:
                try:
                    constraint.validate(self.model, record)
                except ValidationError:
                    yield opts.get_field(constraint.fields[-1])

    def _set_birth(self, record, data):
        """Keep the moment at which it was first made; saving would take the one of today."""
        births = {
            name: field.to_python(data[name])
            for name, field in remembered(type(record)).items()
            if getattr(field, "auto_now_add", False) and data.get(name)
        }
        if births:
            type(record)._base_manager.filter(pk=record.pk).update(**births)

    def _restore_part(self, path, part):
        wanted = rows_by_key(self.model, self.state, path)
        if self.existed and wanted == rows_by_key(self.model, self.now, path):
            return  # nothing to do: no query
        now = {row.pk: row for row in part.rows(self.pk)}
        stored_now = {
            key: current_names(part.model, as_stored(row_of(row))) for key, row in now.items()
        }
        changed = {
            key: data
            for key, data in wanted.items()
            if key not in now or any(stored_now[key].get(name) != data[name] for name in data)
        }
        surplus = [row for key, row in now.items() if key not in wanted]
        if _has_unique_sets(part.model):
            # Two rows that swap what only one may have would clash half-way.
            surplus += [now[key] for key in changed if key in now]
        gone = {row.pk for row in surplus}
        for row in surplus:
            row.delete()
        foreign = set(
            part.model._base_manager.filter(pk__in=changed.keys() - now.keys()).values_list(
                "pk", flat=True
            )
        )
        targets = self.targets(part.model, changed.values())
        for key, data in changed.items():
            kept = now.get(key) if key not in gone else None
            row = kept or part.model(pk=None if key in foreign else key)
            told = len(self.lost)
            self.fill(row, data, targets)
            setattr(row, part.owner.attname, self._owner_key(part, data))
            if self._put(row, is_new=kept is None, is_told=len(self.lost) > told):
                self.new_keys[part.model, key] = row.pk
                if kept is None:
                    self._set_birth(row, data)

    def _owner_key(self, part, data):
        """The key of what the row belongs to; None where that could not come back."""
        if part.above is None:
            return self.pk
        key = data[part.owner.name]
        key = self.new_keys.get((part.above.model, key), key)
        return key if part.above.rows(self.pk).filter(pk=key).exists() else None

    def _put(self, row, *, is_new, is_told):
        """Save one row; what contradicts the records of today stays away and is told."""
        if _missing(row):
            return False
        try:
            with transaction.atomic():
                row.save(force_insert=is_new, force_update=not is_new)
        except IntegrityError:
            if not is_told:
                self.lost.append(
                    _("%(kind)s: “%(what)s” could not come back.")
                    % {"kind": capfirst(row._meta.verbose_name), "what": row}
                )
            return False
        return True

    def _restore_companions(self):
        for label, rows in self.state.get("_companions", {}).items():
            model = apps.get_model(label)
            if model in part_models() and not self.with_parts_of_others:
                continue
            rows = [current_names(model, data) for data in rows]
            there = set(
                model._base_manager.filter(pk__in=[data["pk"] for data in rows]).values_list(
                    "pk", flat=True
                )
            )
            targets = self.targets(model, rows)
            for data in rows:
                is_there = data["pk"] in there
                if is_there and "_taken_in_by" not in self.state:
                    continue
                row = model(pk=data["pk"])
                told = len(self.lost)
                self.fill(row, data, targets)
                if self._put(row, is_new=not is_there, is_told=len(self.lost) > told):
                    self._set_birth(row, data)

    def targets(self, model, rows):
        """Which of the records that the rows point to exist, in one query for each column."""
        found = {}
        for name, field in remembered(model).items():
            if field.remote_field is None:
                continue
            keys = set()
            for data in rows:
                value = data.get(name)
                keys.update(value if isinstance(value, list) else [value])
            keys.discard(None)
            if keys:
                others = field.related_model._base_manager.filter(pk__in=keys)
                keys = set(others.values_list("pk", flat=True))
            found[name] = keys
        return found

    def fill(self, row, data, targets):
        """Set the columns of ``row``; returns its lists. What a column pointed to may be gone."""
        lists = {}
        for name, field in remembered(type(row)).items():
            if name not in data:
                continue  # newer than the state: keeps the value of today
            value = data[name]
            if field.many_to_many:
                there = [key for key in value if key in targets[name]]
                self._tell_gone(row, field, len(value) - len(there))
                lists[name] = there
            elif field.remote_field:
                if value is not None and value not in targets[name]:
                    self._tell_gone(row, field, 1)
                    value = None
                setattr(row, field.attname, value)
            elif isinstance(field, models.FileField):
                if value and not field.storage.exists(value):
                    self.lost.append(
                        _("%(what)s: the file is no longer there.")
                        % {"what": capfirst(field.verbose_name)}
                    )
                    value = ""
                setattr(row, field.attname, value)
            else:
                setattr(row, field.attname, field.to_python(value))
        return lists

    def _tell_gone(self, row, field, number):
        if number:
            self.lost.append(
                _("%(kind)s, %(what)s: no longer there.")
                % {
                    "kind": capfirst(row._meta.verbose_name),
                    "what": capfirst(field.verbose_name),
                }
            )

    def _point_again(self):
        """Lead links of other records back here, where they lead nowhere else by now.

        Those of rows without a history also come back from the record that took this one in.
        """
        taken_in_by = self.state.get("_taken_in_by")
        for path, links in self.state.get("_pointed", {}).items():
            label, _dot, name = path.rpartition(".")
            model = apps.get_model(label)
            field = model._meta.get_field(name)
            target = field.related_model
            by_target = defaultdict(list)
            for key, target_key in links:
                by_target[self.new_keys.get((target, target_key), target_key)].append(key)
            for target_key, keys in by_target.items():
                if not target._base_manager.filter(pk=target_key).exists():
                    continue
                others = model._base_manager.filter(pk__in=keys)
                if field.many_to_many:
                    for other in others:
                        getattr(other, name).add(target_key)
                    continue
                is_free = models.Q(**{f"{name}__isnull": True})
                has_no_history = not has_history(model) and model not in part_models()
                if target is self.model and has_no_history and not self.existed:
                    is_free |= models.Q(**{name: taken_in_by})
                others.filter(is_free).update(**{field.attname: target_key})


def row_as_it_was(owner, column, key):
    """A removed row of ``owner``, as its record's history knows it last; None if it does not.

    ``column`` is the one by which the row belongs to its owner.
    """
    for model, record_id in records_of(owner):
        for part in parts_of(model).values():
            if part.owner is not column:
                continue
            for change in changes_of(model, record_id)[:LOOKED_BACK]:
                if data := rows_by_key(model, change.state, part.path).get(key):
                    row = part.model(pk=key)
                    restorer = _Restorer(model, change, None, with_rights=False)
                    restorer.fill(row, data, restorer.targets(part.model, [data]))
                    return row
    return None


def _missing(row):
    """The columns that must point to something and do not."""
    return [
        field
        for field in row._meta.concrete_fields
        if field.remote_field and not field.null and getattr(row, field.attname) is None
    ]


def _has_unique_sets(model):
    return any(field.unique and not field.primary_key for field in model._meta.concrete_fields) or (
        any(isinstance(item, models.UniqueConstraint) for item in model._meta.constraints)
    )


def undo_step(number, user):
    """Take everything back that was done in one step, such as an import or an action on many.

    What somebody has changed since, or may not be changed by ``user``, is left alone. Returns how
    many records were put back and, in sentences, what was left alone and why.
    """
    changes = Change.objects.filter(step=number).exclude(action=Change.Action.FOUND)
    undo = _Undo(changes, user)
    keys = _in_order(changes)
    own_number = None
    while batch := list(islice(keys, AT_ONCE)):
        with step(user, number=own_number) as current:
            own_number = current.number
            undo.put_back(current, batch)
    return undo.done, undo.left_alone


def _in_order(changes):
    """The records of a step: deleted ones first, each after those that it needs; then the latest.

    What was added goes last, when nothing needs it any more. Before all of them, a record that
    took another one in gives back what only one of the two can have.
    """
    rows = list(changes.order_by("-pk").values_list("kind", "record_id", "action"))
    deleted = {(kind, key) for kind, key, action in rows if action == Change.Action.DELETED}
    added = {(kind, key) for kind, key, action in rows if action == Change.Action.ADDED}
    took_in = {(kind, key) for kind, key, action in rows if action == Change.Action.MERGED}
    took_in -= deleted
    yield from sorted(took_in)
    waiting = dict.fromkeys((kind, key) for kind, key, _action in rows if (kind, key) in deleted)
    needs = {}
    for change in changes.filter(action=Change.Action.DELETED).iterator(chunk_size=AT_ONCE):
        needs[change.kind, change.record_id] = _needed(change) & deleted
    while waiting:
        ready = [key for key in waiting if not needs.get(key, set()) & waiting.keys() - {key}]
        for key in ready or list(waiting)[:1]:
            del waiting[key]
            yield key
    first = deleted | took_in
    others = dict.fromkeys((kind, key) for kind, key, _action in rows if (kind, key) not in first)
    yield from (key for key in others if key not in added)
    yield from (key for key in others if key in added)


def _needed(change):
    """Kinds and keys of the records that a deleted one points to."""
    model = model_of(change)
    found = set()
    if model is None:
        return found
    paths = [(SELF, model), *((path, part.model) for path, part in parts_of(model).items())]
    for path, row_model in paths:
        for data in rows_by_key(model, change.state, path).values():
            for name, field in remembered(row_model).items():
                if field.remote_field and data.get(name):
                    value = data[name]
                    label = field.related_model._meta.label_lower
                    found.update(
                        (label, key) for key in (value if isinstance(value, list) else [value])
                    )
    return found


class _Undo:
    """An undo on its way through the records of a step."""

    def __init__(self, changes, user):
        self.changes = changes
        self.user = user
        self.done = 0
        self.left_alone = []

    def put_back(self, current, batch):
        """Put some records back, given by kind and key, as far as nobody has changed them since."""
        keys = defaultdict(list)
        for kind, key in batch:
            keys[kind].append(key)
        of_step = defaultdict(list)
        for kind, listed in keys.items():
            for change in self.changes.filter(kind=kind, record_id__in=listed).order_by("pk"):
                of_step[kind, change.record_id].append(change)
            if model := model_of(of_step[kind, listed[0]][0]):
                current.touch_keys(model, listed)
        for kind, key in batch:
            self._put_back_one(current, of_step[kind, key])

    def _put_back_one(self, current, of_step):
        first, last = of_step[0], of_step[-1]
        model = model_of(last)
        if model is None or not may_restore(self.user, last):
            self._leave(last, _("“%s” is not yours to change."))
            return
        now = current.before(model, last.record_id)
        is_gone = last.action == Change.Action.DELETED
        if (now is None) != is_gone or (now and not is_same(model, last.state, now)):
            self._leave(last, _("“%s” was changed since."))
            return
        is_only_gone = is_gone and first is last
        earlier = Change.objects.filter(kind=last.kind, record_id=last.record_id, pk__lt=first.pk)
        wanted = last if is_only_gone else earlier.first()
        did_not_exist = wanted is None or (
            wanted.action == Change.Action.DELETED and not is_only_gone
        )
        try:
            with transaction.atomic():
                if did_not_exist:
                    self._remove(model._base_manager.filter(pk=last.record_id).first())
                else:
                    _record, lost = _put_back(
                        wanted, self.user, current, now, with_parts_of_others=False
                    )
                    self.left_alone += [f"{last.label}: {sentence}" for sentence in lost]
            self.done += 1
        except PermissionDenied:
            self._leave(last, _("“%s” is not yours to change."))
        except (ProtectedError, RestrictedError):
            self._leave(last, _("“%s” is needed by other records by now."))
        except ValidationError as error:
            self.left_alone.append(f"{last.label}: {' '.join(error.messages)}")

    def _remove(self, record):
        if record is None:
            return
        if self.user is not None and not may(self.user, "delete", record):
            raise PermissionDenied
        record.delete()

    def _leave(self, change, sentence):
        self.left_alone.append(sentence % (change.label or change.kind))
