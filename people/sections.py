"""Sections about the person on a member's page."""

from typing import NamedTuple

from django.db.models import Q
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from labsite import visibility
from labsite.prose import Folded, fold
from labsite.sections import SectionKind, register
from people.credits import Name, Printer
from people.models import Adviser, Award, Interest

WORDS_BEFORE_THE_FOLD = 200


class About(NamedTuple):
    """What a person says about themselves."""

    text: Folded | None
    working_on: list[Interest]
    interests: list[Interest]


def member_about(member, settings):
    # A topic that is still a draft lends an interest no name.
    says_something = ~Q(words="") | visibility.is_public("topic__")
    interests = list(member.interests.filter(says_something).select_related("topic"))
    by_kind = {
        kind: [interest for interest in interests if interest.kind == kind]
        for kind in Interest.Kind.values
    }
    about = About(
        fold(member.about_html, after=WORDS_BEFORE_THE_FOLD) if member.about_html else None,
        by_kind[Interest.Kind.WORKING_ON],
        by_kind[Interest.Kind.INTEREST],
    )
    return about if any(about) else None


class Study(NamedTuple):
    """A degree and who advised it."""

    education: object
    advisers: SafeString


def names_line(credited, *, self_id=None):
    """Credits that were fetched with their member, as one line of names."""
    names = [
        Name(
            credit.printed_name,
            credit.member_id,
            credit.member.slug if credit.member and credit.member.has_page else None,
        )
        for credit in credited
    ]
    return Printer(self_id=self_id).line(names)


def member_education(member, settings):
    return [
        Study(education, names_line(member.advisers_by_row[education.pk, None]))
        for education in member.education.all()[: settings.limit]
    ]


def member_positions(member, settings):
    """Jobs and internships; the template says which is which only where both occur."""
    return list(member.positions.all()[: settings.limit])


def member_awards(member, settings):
    return list(Award.objects.filter(recipients__member=member).distinct()[: settings.limit])


def member_services(member, settings):
    return list(member.services.all()[: settings.limit])


def member_teaching(member, settings):
    return list(member.teaching.all()[: settings.limit])


def member_students(member, settings):
    """Stays in labs that the member advises or advised, current ones first."""
    advised = (
        Adviser.objects.filter(visibility.membership_is_public("membership__"), member=member)
        .select_related("membership__member", "membership__lab")
        .order_by("membership__member__sort_key", "pk")
    )
    stays = [adviser.membership for adviser in advised]
    return sorted(stays, key=lambda stay: stay.is_past())


def register_sections():
    """Tell members' pages what this app has to show."""
    for kind, heading, emoji, position, content in [
        ("about", _("About"), "", 10, member_about),
        ("education", _("Education"), "📖", 60, member_education),
        ("positions", _("Jobs and internships"), "💻", 70, member_positions),
        ("awards", _("Honours and awards"), "🎖", 80, member_awards),
        ("services", _("Academic service"), "📋", 90, member_services),
        ("teaching", _("Teaching"), "📚", 100, member_teaching),
        ("students", _("Students advised"), "", 110, member_students),
    ]:
        template = f"people/sections/_{kind}.html"
        register(SectionKind("member", kind, heading, emoji, position, template, content))
