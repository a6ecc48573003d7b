"""Names that are printed in a line: authors, speakers, advisers, winners."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from labsite.ordering import Ordered


class PrintedNameField(models.CharField):
    """A name exactly as printed; that of the member where somebody only chose the person."""

    def pre_save(self, credit, add):
        name = getattr(credit, self.attname).strip()
        if not name and credit.member_id:
            name = credit.member.display_name
        setattr(credit, self.attname, name)
        return name


class Credit(Ordered):
    """One name in a line of names: a member of ours, or somebody known only by name.

    The printed name stays when the member goes. The parts are for citations; where nobody has
    given them, the printed name is all that is known.
    """

    member = models.ForeignKey(
        "people.Member",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="%(class)ss",
        verbose_name=_("one of us"),
    )
    printed_name = PrintedNameField(
        _("name as printed"),
        max_length=300,
        blank=True,
        help_text=_("Empty: the name of the person chosen."),
    )
    given_name = models.CharField(_("given name"), max_length=150, blank=True)
    name_particle = models.CharField(
        _("particle"),
        max_length=40,
        blank=True,
        help_text=_("What stands in small letters before the family name: “van der”."),
    )
    family_name = models.CharField(_("family name"), max_length=150, blank=True)
    name_suffix = models.CharField(_("suffix"), max_length=20, blank=True, help_text=_("“Jr.”"))

    class Meta(Ordered.Meta):
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=~Q(printed_name=""),
                name="%(app_label)s_%(class)s_has_a_name",
                violation_error_message=_("Give a name, or choose one of us."),
            ),
        ]

    def __str__(self):
        return self.printed_name

    def clean(self):
        super().clean()
        if not self.printed_name and self.member_id:
            self.printed_name = self.member.display_name


class Adviser(Credit):
    """Who advised somebody's studies, or advises somebody in a lab."""

    education = models.ForeignKey(
        "people.Education", models.CASCADE, null=True, blank=True, related_name="advisers"
    )
    membership = models.ForeignKey(
        "people.Membership", models.CASCADE, null=True, blank=True, related_name="advisers"
    )

    class Meta(Credit.Meta):
        verbose_name = _("adviser")
        verbose_name_plural = _("advisers")
        constraints = [
            *Credit.Meta.constraints,
            models.CheckConstraint(
                condition=Q(education=None) ^ Q(membership=None),
                name="people_adviser_of_one_thing",
                violation_error_message=_("An adviser belongs to one study or one stay in a lab."),
            ),
        ]


class Recipient(Credit):
    """Who received an award."""

    award = models.ForeignKey("people.Award", models.CASCADE, related_name="recipients")

    class Meta(Credit.Meta):
        verbose_name = _("recipient")
        verbose_name_plural = _("recipients")
