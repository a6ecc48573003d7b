"""What people decide about printed names: who of us they are, and that it is remembered."""

from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from labsite import history
from people.models import MemberName
from publications.models import Authorship, MatchDecision, Publication
from publications.open_names import members_of, open_rows, read_rows
from publications.recognition import Recognition, key_of_decision

AT_ONCE = 200
LONGEST_SPELLING = MemberName._meta.get_field("name").max_length


class Answer(models.TextChoices):
    """What one can say to the question whether a name is one of us."""

    YES = "yes", _("Yes")
    ALWAYS = "always", _("Yes, also remember this spelling")
    NO = "no", _("No")
    NEVER = "never", _("Never")


class Decided(NamedTuple):
    """What became of an answer: on how many papers it holds, and on how many it came too late.

    That a name is never somebody is remembered without any paper, too.
    """

    papers: int
    too_late: int
    is_remembered: bool
    step: history.recording.Step


def decide(answer, printed_name, member, keys, user):
    """Write down whether ``printed_name`` is ``member`` in the author lines' rows of these keys.

    Rows that somebody else has decided about meanwhile are left alone, and so are those of other
    names. All of it is one step of the history.
    """
    with history.step(user) as step:
        rows = Authorship.objects.filter(pk__in=keys).order_by()
        step.touch_keys(Publication, list(rows.values_list("publication", flat=True)))
        step.touch(member)
        name = key_of_decision(printed_name)
        recognition = Recognition()
        taken = set(member.authorships.values_list("publication", flat=True))
        papers = {}
        for pk, printed, orcid, publication, _date in sorted(
            read_rows(open_rows().filter(pk__in=keys))
        ):
            is_asked = key_of_decision(printed) == name and publication not in taken
            if is_asked and member.pk in members_of(printed, orcid, publication, recognition):
                papers[pk] = publication
                if answer in (Answer.YES, Answer.ALWAYS):
                    taken.add(publication)  # nobody is two authors of one paper
        if answer in (Answer.YES, Answer.ALWAYS):
            Authorship.objects.filter(pk__in=papers).update(member=member)
            remember(MatchDecision.Verdict.YES, name, member, papers.values(), user)
        if answer == Answer.ALWAYS and papers:
            _remember_spelling(printed_name, name, member, user)
        if answer == Answer.NO:
            remember(MatchDecision.Verdict.NO, name, member, papers.values(), user)
        is_never = answer == Answer.NEVER and (
            papers or recognition.may_be(printed_name, member.pk)
        )
        if is_never:
            remember(MatchDecision.Verdict.NEVER, name, member, [None], user)
    number = len(set(papers.values()))
    return Decided(number, len(set(keys)) - len(papers), bool(number or is_never), step)


def remember(verdict, name, member, publications, user):
    """Keep a verdict about a name for these papers; ``None`` stands for every paper."""
    publications = set(publications)
    decisions = MatchDecision.objects.filter(member=member, folded_name=name)
    for_all = models.Q(publication=None) if None in publications else models.Q(pk__in=[])
    known = decisions.filter(for_all | models.Q(publication__in=publications - {None}))
    there = set(known.values_list("publication", flat=True))
    known.update(verdict=verdict, decided_by=user)
    MatchDecision.objects.bulk_create(
        [
            MatchDecision(
                member=member,
                folded_name=name,
                publication_id=publication,
                verdict=verdict,
                decided_by=user,
            )
            for publication in sorted(publications - there, key=lambda key: key or 0)
        ],
        batch_size=AT_ONCE,
    )


def _remember_spelling(printed_name, name, member, user):
    """List the spelling with the person; where it is listed already, decide between several."""
    spellings = [member.display_name, member.native_name]
    spellings += member.names.values_list("name", flat=True)
    if name in map(key_of_decision, spellings) or len(printed_name) > LONGEST_SPELLING:
        remember(MatchDecision.Verdict.YES, name, member, [None], user)
    else:
        member.names.create(name=printed_name)
