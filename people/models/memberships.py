"""Stays of members in labs."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from labsite.links import WebAddressField
from labsite.periods import Period
from people.querysets import MembershipQuerySet


class Role(models.TextChoices):
    """What somebody is in a lab; the order is the one in which people are listed."""

    HEAD = "head", _("Head")
    FACULTY = "faculty", _("Faculty")
    RESEARCHER = "researcher", _("Researcher")
    POSTDOC = "postdoc", _("Postdoctoral researcher")
    ENGINEER = "engineer", _("Engineer")
    PHD = "phd", _("PhD student")
    MASTER = "master", _("Master’s student")
    BACHELOR = "bachelor", _("Undergraduate student")
    INTERN = "intern", _("Intern")
    VISITOR = "visitor", _("Visitor")
    STAFF = "staff", _("Staff")


class Membership(Period):
    """One stay of a member in a lab; whoever comes back gets a second one."""

    Role = Role

    member = models.ForeignKey(
        "people.Member", models.CASCADE, related_name="memberships", verbose_name=_("person")
    )
    lab = models.ForeignKey(
        "people.Lab", models.PROTECT, related_name="memberships", verbose_name=_("lab")
    )
    role = models.CharField(_("role"), max_length=20, choices=Role)
    title = models.CharField(
        _("title as printed"),
        max_length=200,
        blank=True,
        help_text=_("For example “Associate Professor”. Empty: the role."),
    )
    is_public = models.BooleanField(_("shown"), default=True)
    next_title = models.CharField(
        _("went on as"), max_length=200, blank=True, help_text=_("For example “Postdoc”.")
    )
    next_place = models.CharField(_("at"), max_length=200, blank=True)
    next_url = WebAddressField(_("address of that place"))

    objects = MembershipQuerySet.as_manager()

    class Meta(Period.Meta):
        verbose_name = _("stay in a lab")
        verbose_name_plural = _("stays in labs")
        ordering = ["-start", "-pk"]
        constraints = [
            *Period.Meta.constraints,
            models.CheckConstraint(
                condition=Q(role__in=Role.values),
                name="people_membership_role_is_known",
                violation_error_message=_("Choose a role from the list."),
            ),
        ]
        indexes = [
            models.Index(fields=["lab", "role"], name="people_membership_by_role"),
        ]

    def __str__(self):
        return f"{self.member}, {self.printed_title} ({self.lab.label})"

    @property
    def printed_title(self):
        """The title as printed where there is one, else the name of the role."""
        return self.title or self.get_role_display()
