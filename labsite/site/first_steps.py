"""Five steps to a lab page, which tick themselves: what a new site shows to its lab manager."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from labsite.permissions import may
from people.models import Lab, Membership, Opening
from publications.models import Publication


class Step(NamedTuple):
    """One step: what to do, why, where, and whether it is done."""

    label: str
    text: str
    url: str
    is_done: bool


def first_steps(desk, request):
    """The steps until the page of the only lab is complete; none where nobody needs them."""
    if not may(request.user, "add", Lab):
        return []
    labs = list(desk.get_model_admin(Lab).get_queryset(request)[:2])
    if len(labs) > 1:
        return []
    lab = labs[0] if labs else None
    steps = _steps(lab)
    return [] if all(step.is_done for step in steps) else steps


def _steps(lab):
    form = reverse("admin:about_lab")
    return [
        Step(
            _("Say who you are"),
            _("A few sentences about the lab, and a logo or a photo."),
            form,
            bool(lab and lab.about and (lab.logo or lab.photo)),
        ),
        Step(
            _("Add the people"),
            _("Paste them from a spreadsheet, or enter them one by one."),
            reverse("admin:people_member_several"),
            bool(lab) and Membership.objects.filter(lab=lab).exists(),
        ),
        Step(
            _("Add publications"),
            _("Paste a list of DOIs or a file from Zotero, or type them in."),
            reverse("admin:publications_publication_paste"),
            Publication.objects.exists(),
        ),
        Step(
            _("Say whether you take students"),
            _("A paragraph about joining the lab, or an open position."),
            form,
            bool(lab) and (bool(lab.recruiting) or Opening.objects.filter(lab=lab).exists()),
        ),
        Step(
            _("Publish"),
            _("Until then nobody but you sees the page."),
            form,
            bool(lab) and Lab.objects.public().filter(pk=lab.pk).exists(),
        ),
    ]
