"""Labs: the groups, departments and institutes whose home this site is."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from labsite.colours import Accent
from labsite.identifiers import RorField
from labsite.languages import LanguageField
from labsite.links import Link, WebAddressField
from labsite.markdown import MarkdownField, RenderedMarkdown
from labsite.ordering import Ordered
from labsite.partial_dates import PartialDateField
from labsite.pictures import Picture, PictureField
from labsite.records import Record
from labsite.sections import Section
from labsite.visibility import LAB_LEVELS
from people.models.memberships import Role
from people.querysets import LabQuerySet

MOST_CONTACTS = 5


class Lab(Record):
    """A group of people with a page; it can stand inside another lab, such as its department."""

    class Status(models.TextChoices):
        ACTIVE = "active", _("active")
        CLOSED = "closed", _("closed")
        MOVED = "moved", _("moved to another place")
        MERGED = "merged", _("merged into another lab")

    history_parts = ("contacts", "links", "role_groups", "pictures", "sections", "lab_roles")
    history_rights = ("lab_roles",)

    name = models.CharField(_("name"), max_length=200)
    short_name = models.CharField(
        _("short name"), max_length=60, blank=True, help_text=_("For example “DAIR”.")
    )
    native_name = models.CharField(_("name in its own script"), max_length=200, blank=True)
    native_language = LanguageField(
        _("language of that name"), help_text=_("For example “zh” or “ja”.")
    )
    tagline = models.CharField(
        _("one sentence"),
        max_length=300,
        blank=True,
        help_text=_("What the lab does, for anybody."),
    )
    about = MarkdownField(_("about the lab"))
    about_html = RenderedMarkdown("about")
    parent = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="sublabs",
        verbose_name=_("part of"),
        help_text=_("The department or larger lab that it belongs to."),
    )
    institution = models.CharField(_("institution"), max_length=200, blank=True)
    ror = RorField(_("ROR identifier of the institution"))
    address = models.TextField(_("visiting address"), max_length=1000, blank=True)
    directions = MarkdownField(_("how to find us"))
    directions_html = RenderedMarkdown("directions")
    logo = PictureField(_("logo"))
    photo = PictureField(_("photo"))
    photo_description = models.CharField(
        _("description of the photo"),
        max_length=300,
        blank=True,
        help_text=_("What is to be seen, for people who cannot see it."),
    )
    theme_colour = models.CharField(_("colour"), max_length=10, choices=Accent, default=Accent.BLUE)
    head_name = models.CharField(
        _("head of the lab"),
        max_length=200,
        blank=True,
        help_text=_("Only if the head has no page here; else give them the role “Head”."),
    )
    recruiting = MarkdownField(
        _("joining the lab"), help_text=_("Shown also while there are no open positions.")
    )
    recruiting_html = RenderedMarkdown("recruiting")
    status = models.CharField(_("state"), max_length=6, choices=Status, default=Status.ACTIVE)
    ended_on = PartialDateField(_("closed, moved or merged on"))
    moved_to = WebAddressField(_("new address on the web"))
    merged_into = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="merged_labs",
        verbose_name=_("merged into"),
    )

    objects = LabQuerySet.as_manager()

    class Meta:
        verbose_name = _("lab")
        verbose_name_plural = _("labs")
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(name=""),
                name="people_lab_has_a_name",
                violation_error_message=_("A lab needs a name."),
            ),
            models.CheckConstraint(
                condition=Q(parent=None) | ~Q(parent=F("pk")),
                name="people_lab_not_inside_itself",
                violation_error_message=_("A lab cannot be part of itself."),
            ),
            models.CheckConstraint(
                condition=~Q(status="moved") | ~Q(moved_to=""),
                name="people_lab_moved_says_where",
                violation_error_message=_("Give the new address of a lab that has moved."),
            ),
            models.CheckConstraint(
                condition=~Q(status="merged") | Q(merged_into__isnull=False),
                name="people_lab_merged_says_into_what",
                violation_error_message=_("Say which lab it was merged into."),
            ),
            models.CheckConstraint(
                condition=Q(native_name="") | ~Q(native_language=""),
                name="people_lab_native_name_has_language",
                violation_error_message=_("Say which language the name in its own script is in."),
            ),
        ]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("people:lab-detail", args=[self.slug])

    def clean(self):
        super().clean()
        above, levels = self.parent, 1
        while above is not None:
            levels += 1
            if above.pk == self.pk and self.pk:
                raise ValidationError({"parent": _("That lab is a part of this one.")})
            if levels > LAB_LEVELS:
                raise ValidationError(
                    {"parent": _("Labs can stand at most %s levels deep.") % LAB_LEVELS}
                )
            above = above.parent

    @property
    def label(self):
        """The short name where there is one, for menus and breadcrumbs."""
        return self.short_name or self.name

    def history_scope(self):
        """The lab whose editors see what happened to this record."""
        return self.pk


class LabContact(Ordered):
    """Whom to write to about what."""

    lab = models.ForeignKey(Lab, models.CASCADE, related_name="contacts")
    about = models.CharField(
        _("about"), max_length=120, help_text=_("For example “PhD positions” or “Press”.")
    )
    name = models.CharField(_("name"), max_length=120, blank=True)
    email = models.CharField(_("e-mail"), max_length=254, validators=[validate_email])

    class Meta(Ordered.Meta):
        verbose_name = _("contact")
        verbose_name_plural = _("contacts")

    def __str__(self):
        return self.about


class RoleGroup(Ordered):
    """The place and heading that a lab gives to a role on its page of people."""

    lab = models.ForeignKey(Lab, models.CASCADE, related_name="role_groups")
    role = models.CharField(_("role"), max_length=20, choices=Role)
    heading = models.CharField(
        _("heading"), max_length=80, blank=True, help_text=_("Empty: the usual name of the role.")
    )

    class Meta(Ordered.Meta):
        verbose_name = _("group of people")
        verbose_name_plural = _("groups of people, in order")
        constraints = [
            models.UniqueConstraint(
                fields=["lab", "role"],
                name="people_rolegroup_once_per_lab",
                violation_error_message=_("This role is listed already."),
            ),
        ]

    def __str__(self):
        return str(self.heading or self.get_role_display())


class LabLink(Link):
    """A link of a lab."""

    owner = models.ForeignKey(Lab, models.CASCADE, related_name="links")


class LabPicture(Picture):
    """A picture of the lab and its people."""

    lab = models.ForeignKey(Lab, models.CASCADE, related_name="pictures")


class LabSection(Section):
    """What a lab wants different about one section of its page."""

    section_owner = "lab"
    owner = models.ForeignKey(Lab, models.CASCADE, related_name="sections")

    class Meta(Section.Meta):
        constraints = [
            *Section.Meta.constraints,
            models.UniqueConstraint(
                fields=["owner", "kind"],
                condition=~Q(kind="text"),
                name="people_labsection_once_per_kind",
                violation_error_message=_("This section is listed already."),
            ),
        ]


class LabRole(models.Model):
    """Which user looks after which lab; the labs inside it are included."""

    class Kind(models.TextChoices):
        ADMIN = "admin", _("may do everything, also give access to others")
        EDITOR = "editor", _("may edit")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="lab_roles",
        verbose_name=_("user"),
    )
    lab = models.ForeignKey(Lab, models.CASCADE, related_name="lab_roles", verbose_name=_("lab"))
    kind = models.CharField(_("may do"), max_length=6, choices=Kind, default=Kind.EDITOR)

    class Meta:
        verbose_name = _("person who may edit")
        verbose_name_plural = _("who may edit")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "lab"],
                name="people_labrole_once_per_user",
                violation_error_message=_("This person is listed already."),
            ),
        ]

    def __str__(self):
        return f"{self.user}, {self.lab}"
