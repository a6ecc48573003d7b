"""People who come, change their role and leave: what is saved then."""

from labsite.folding import fold
from labsite.ordering import renumber
from labsite.partial_dates import before
from labsite.visibility import MemberVisibility
from people.models import Adviser, Education, Membership


def arrive(member, stay, *, advisers=()):
    """Save a new person with a stay in a lab. ``advisers`` are members, or only names."""
    member.save()
    stay.member = member
    stay.save()
    for place, adviser in enumerate(advisers, start=1):
        who = {"printed_name": adviser} if isinstance(adviser, str) else {"member": adviser}
        Adviser.objects.create(membership=stay, position=place, **who)


def change_role(stay, *, role, title, since, expected_end="", keeps_advisers=False):
    """End a stay before ``since`` and begin another one in the same lab; returns the new one."""
    stay.end, stay.ending = before(since), Membership.Ending.ENDED
    stay.save()
    ending = Membership.Ending.EXPECTED if expected_end else Membership.Ending.OPEN
    new = Membership.objects.create(
        member=stay.member,
        lab=stay.lab,
        role=role,
        title=title,
        start=since,
        end=expected_end,
        ending=ending,
        is_public=stay.is_public,
    )
    if keeps_advisers:
        _copy_advisers(stay, membership=new)
    return new


def leave(stay, *, last_day, next_title="", next_place="", next_url=""):
    """End a stay, and say what came next."""
    stay.end, stay.ending = last_day, Membership.Ending.ENDED
    stay.next_title, stay.next_place, stay.next_url = next_title, next_place, next_url
    stay.save()


def keep_only_the_name(member):
    """Take somebody's page away; the name stays in the lists."""
    member.visibility = MemberVisibility.LISTED
    member.save()


def finish_degree(stay, *, degree, thesis_title="", year=""):
    """Write a degree that somebody finished here into the CV.

    Studies of that degree that were under way are finished; else it is a new line, above the
    others.
    """
    known = study_under_way(stay.member, degree)
    study = known or Education(
        member=stay.member, degree=degree, institution=stay.lab.institution, position=0
    )
    study.end, study.ending = year, Education.Ending.ENDED
    study.thesis_title = thesis_title or study.thesis_title
    if known is None:
        renumber(stay.member.education.all())  # leaves the first place free
    study.save()
    if known is None:
        renumber(stay.member.education.all())
        _copy_advisers(stay, education=study)
    return study


def study_under_way(member, degree):
    """The line of the CV that says that ``member`` studies for this degree, or None."""
    under_way = member.education.exclude(ending=Education.Ending.ENDED)
    wanted = _letters(degree)
    return next((study for study in under_way if _letters(study.degree) == wanted), None)


def _letters(degree):
    """What is left of "Ph.D." and "PhD" when they are compared."""
    return fold(degree).replace(".", "").replace(" ", "")


def _copy_advisers(stay, **to):
    for adviser in stay.advisers.all():
        Adviser.objects.create(
            **to,
            member=adviser.member,
            printed_name=adviser.printed_name,
            given_name=adviser.given_name,
            family_name=adviser.family_name,
            name_particle=adviser.name_particle,
            name_suffix=adviser.name_suffix,
            position=adviser.position,
        )
