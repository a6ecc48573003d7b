"""One record takes in another of its kind, as one step that can be undone."""

import time
from collections import defaultdict

from django.core.exceptions import ValidationError
from django.db import OperationalError, transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from labsite import history
from labsite.history.recording import lock
from labsite.history.states import records_of
from labsite.joining.columns import KEPT, OTHER, Question, differing, filled_from_other
from labsite.joining.ties import loose_ends, ties_of
from labsite.models import PreviewLinks
from labsite.slugs import OldAddresses

ATTEMPTS = 5
PAUSE = 0.2  # seconds until the next attempt, while somebody saves a record that is needed


class CannotJoinError(ValidationError):
    """Why two records cannot become one, in a sentence."""


class Joining:
    """How two records of one kind become one; each kind says what is special about it."""

    model = None
    columns = ()  # groups of columns that are filled in, or chosen

    def __init__(self, kept, other):
        self.kept, self.other = kept, other

    # What a person sees beforehand

    def title(self):
        """The question that the page asks."""
        return _("Merge two into one")

    @staticmethod
    def in_words(record):
        """What tells a record from others of the same name."""
        return ""

    @staticmethod
    def resembling(record):
        """The keys of records that may be the same as this one."""
        return []

    def sentences(self):
        """What will be true afterwards, besides what a person chooses."""
        kept, other = self.kept, self.other
        if moving := self.moving():
            yield _("Goes over to the one that stays: {what}.").format(
                what=get_text_list(moving, _("and"))
            )
        else:
            yield _("Nothing else belongs to the other one.")
        if filled := self.filled():
            yield _("Filled in from the other one, because it is empty here: {what}.").format(
                what=", ".join(filled)
            )
        yield from self.further_sentences()
        yield _("The old address {old} leads to {new} from then on.").format(
            old=other.get_absolute_url(), new=kept.get_absolute_url()
        )

    def further_sentences(self):
        """What else a kind of record has to say."""
        return []

    @classmethod
    def leading(cls, one, other):
        """The record of the two that one would rather keep."""
        return one

    def questions(self):
        """Where the two say different things."""
        leading = self.leading(self.kept, self.other)
        return [
            Question(
                name=group.lead,
                label=group.label_of(self.model),
                kept=group.side(self.kept),
                other=group.side(self.other),
                first=self.first_side(group, leading),
            )
            for group in differing(self.columns, self.kept, self.other)
        ]

    def first_side(self, group, leading):
        """The side that is proposed for columns that differ; "" where a person must choose."""
        return KEPT if leading == self.kept else OTHER

    def moving(self):
        """What goes over, in words with numbers: "3 papers"."""
        return [
            tie.said % number
            for tie in ties_of(self.model)
            if tie.said and (number := tie.number(self.kept, self.other))
        ]

    def filled(self):
        """What the other one adds where the kept one says nothing."""
        return [
            group.label_of(self.model)
            for group in filled_from_other(self.columns, self.kept, self.other)
        ]

    def warnings(self):
        """Sentences about what a person should think of before."""
        return []

    def doubts(self):
        """Sentences about what a person should look at afterwards."""
        return [
            sentence
            for tie in ties_of(self.model)
            for sentence in tie.doubts(self.kept, self.other)
        ]

    def refusal(self, user):
        """Why this user cannot make one of them, in a sentence, or ""."""
        return ""

    # Doing it

    def join(self, user, chosen=(), *, seen=None):
        """Let the kept record take in the other one; returns the step.

        ``chosen`` names the questions that the other one wins, ``seen`` the versions of both that
        somebody looked at. Raises CannotJoinError when one of them is gone or has changed.
        """
        if ends := loose_ends(self.model):
            names = ", ".join(str(column) for column in ends)
            raise CannotJoinError(
                _("These cannot be merged yet: it is not settled what becomes of {what}.").format(
                    what=names
                )
            )
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with history.step(user) as step:
                    self._join(step, set(chosen), seen)
                return step
            except OperationalError as error:
                # Somebody saves one of the records at this moment, and waits for ours.
                if attempt == ATTEMPTS or transaction.get_connection().in_atomic_block:
                    raise CannotJoinError(
                        _(
                            "Somebody is saving something that belongs to them at this moment. "
                            "Nothing was merged; please try again."
                        )
                    ) from error
                time.sleep(PAUSE)
        return None

    def _join(self, step, chosen, seen):
        lock(self.model, [self.kept.pk, self.other.pk])
        self._read_again(seen)
        kept, other = self.kept, self.other
        ties = ties_of(self.model)
        touch_without_waiting(step, [row for tie in ties for row in tie.touched(kept, other)])
        step.take_in(kept, other)
        self.prepare(chosen)
        for tie in ties:
            tie.lead_over(kept, other)
        addresses = [other.slug, *OldAddresses.of(other)]
        empty_here = filled_from_other(self.columns, kept, other)
        taken = [group for group in self.columns if group.lead in chosen or group in empty_here]
        type(other)._base_manager.get(pk=other.pk).delete()
        for group in taken:
            group.take(kept, other)
        self.finish(taken, chosen)
        kept.save()
        OldAddresses.lead_to(kept, addresses)
        PreviewLinks.objects.filter(kind=other._meta.label_lower, record_id=other.pk).delete()
        self.after(chosen)

    def _read_again(self, seen):
        """Both as they stand under the lock; what changed since somebody looked stops it."""
        found = self.model._base_manager.in_bulk([self.kept.pk, self.other.pk])
        if len(found) < 2:
            raise CannotJoinError(
                _("One of the two is no longer there. Perhaps somebody else merged them just now.")
            )
        self.kept, self.other = found[self.kept.pk], found[self.other.pk]
        if seen is not None and seen != self.versions():
            raise CannotJoinError(
                _("Somebody changed one of the two while you were looking. Please look again.")
            )

    def versions(self):
        """The versions of both, as the page about them remembers them."""
        return f"{self.kept.version}-{self.other.version}"

    # What is special about a kind

    def prepare(self, chosen):
        """Do what must come before anything goes over."""

    def finish(self, taken, chosen):
        """Do what must come before the kept one is saved."""

    def after(self, chosen):
        """Do what can only come once the kept one is saved."""


def touch_without_waiting(step, rows):
    """Notice the records that are about to change; whoever saves one of them goes first.

    Who saves a paper may be waiting for the person on it, which is locked by now: to wait for the
    paper would last for ever.
    """
    keys = defaultdict(set)
    for row in rows:
        for model, key in records_of(row):
            keys[model].add(key)
    for model in sorted(keys, key=lambda model: model._meta.label_lower):
        lock(model, keys[model], waits=False)
        step.touch_keys(model, keys[model])
