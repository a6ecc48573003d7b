"""Who sees somebody's e-mail address, telephone number and office."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from people.models import Membership
from people.models.members import Audience


class Contact(NamedTuple):
    """One way to reach a person, as the page prints it."""

    label: str
    words: str
    url: str


def contacts_of(member, user=None):
    """The contacts of ``member`` that ``user`` (None: any visitor) may see."""
    dialled = "".join(sign for sign in member.phone if sign.isdigit() or sign == "+")
    contacts = [
        (member.email_shown_to, Contact(_("E-mail"), member.email, f"mailto:{member.email}")),
        (
            member.phone_shown_to,
            Contact(_("Telephone"), member.phone, f"tel:{dialled}"),
        ),
        (member.office_shown_to, Contact(_("Office"), member.office, "")),
    ]
    shown_to = {Audience.EVERYONE}
    if user and are_colleagues(member, user):
        shown_to.add(Audience.LAB)
    return [contact for audience, contact in contacts if contact.words and audience in shown_to]


def are_colleagues(member, user):
    """Whether the user is the member or belongs to one of the member's labs today."""
    labs = Membership.objects.current().filter(member=member).values("lab")
    return (
        Membership.objects.current().filter(member__user=user, lab__in=labs).exists()
        or member.user_id == user.pk
    )
