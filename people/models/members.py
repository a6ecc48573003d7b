"""Members: everybody who belongs or belonged to a lab."""

from collections import defaultdict

from django.conf import settings
from django.core.validators import validate_email
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from labsite.colours import hue_of
from labsite.folding import fold, latin
from labsite.identifiers import OrcidField
from labsite.languages import LanguageField
from labsite.links import Link
from labsite.markdown import MarkdownField, RenderedMarkdown
from labsite.ordering import Ordered
from labsite.pictures import FocalPointField, PictureField
from labsite.records import Record
from labsite.sections import Section
from labsite.visibility import MemberVisibility
from people.models.credits import Adviser
from people.name_parts import sort_name
from people.querysets import MemberQuerySet


class SortKeyField(models.CharField):
    """The folded text that people are sorted by: the same order on every database engine."""

    def db_parameters(self, connection):
        parameters = super().db_parameters(connection)
        if connection.vendor == "postgresql":
            parameters["collation"] = "C"
        return parameters

    def pre_save(self, member, add):
        key = fold(member.sort_name)[: self.max_length]
        setattr(member, self.attname, key)
        return key


class Audience(models.TextChoices):
    """Who sees an e-mail address, a telephone number or an office."""

    EVERYONE = "everyone", _("Everyone")
    LAB = "lab", _("Only people of this lab")
    NOBODY = "nobody", _("Nobody")


class Member(Record):
    """A person: head, student, staff or alumna."""

    class FocalPoint(models.TextChoices):
        """Where in the photo the face is."""

        TOP_LEFT = "top-left", _("top left")
        TOP = "top", _("top")
        TOP_RIGHT = "top-right", _("top right")
        LEFT = "left", _("left")
        CENTRE = "centre", _("centre")
        RIGHT = "right", _("right")
        BOTTOM_LEFT = "bottom-left", _("bottom left")
        BOTTOM = "bottom", _("bottom")
        BOTTOM_RIGHT = "bottom-right", _("bottom right")

    history_parts = (
        "memberships",
        "memberships__advisers",
        "interests",
        "links",
        "education",
        "education__advisers",
        "positions",
        "services",
        "teaching",
        "names",
        "match_decisions",
        "sections",
    )
    history_rights = ("user",)

    visibility = models.CharField(
        _("who sees it"),
        max_length=8,
        choices=MemberVisibility,
        default=MemberVisibility.LISTED,
    )
    display_name = models.CharField(
        _("name as shown"), max_length=200, help_text=_("For example “Xinyi Liu”.")
    )
    given_name = models.CharField(_("given name"), max_length=120, blank=True)
    family_name = models.CharField(
        _("family name"),
        max_length=120,
        blank=True,
        help_text=_("One name only? Write it here and leave the given name empty."),
    )
    native_name = models.CharField(_("name in its own script"), max_length=120, blank=True)
    native_language = LanguageField(
        _("language of that name"), help_text=_("For example “zh” or “ja”.")
    )
    sort_under = models.CharField(
        _("sort under"),
        max_length=200,
        blank=True,
        help_text=_("For example “Liu, Xinyi”. Empty: family name, then given name."),
    )
    sort_key = SortKeyField(max_length=200, editable=False, default="")
    pronouns = models.CharField(_("pronouns"), max_length=40, blank=True)
    pronunciation = models.CharField(
        _("how to say the name"), max_length=120, blank=True, help_text=_("“SHIN-yee lyoh”")
    )
    headline = models.CharField(
        _("one line under the name"),
        max_length=200,
        blank=True,
        help_text=_("For example “LLM, MLsys”."),
    )
    about = MarkdownField(_("about"))
    about_html = RenderedMarkdown("about")
    notice = models.CharField(
        _("notice"),
        max_length=300,
        blank=True,
        help_text=_("For example “Open to collaborations”."),
    )
    notice_until = models.DateField(
        _("notice shown until"), null=True, blank=True, help_text=_("Empty: until you remove it.")
    )
    photo = PictureField(_("photo"))
    photo_description = models.CharField(
        _("description of the photo"),
        max_length=300,
        blank=True,
        help_text=_("What is to be seen, for people who cannot see it."),
    )
    focal_point = FocalPointField(
        _("where is the face?"), max_length=12, choices=FocalPoint, default=FocalPoint.CENTRE
    )
    email = models.CharField(_("e-mail"), max_length=254, blank=True, validators=[validate_email])
    email_shown_to = models.CharField(
        _("e-mail shown to"), max_length=8, choices=Audience, default=Audience.NOBODY
    )
    phone = models.CharField(_("telephone"), max_length=60, blank=True)
    phone_shown_to = models.CharField(
        _("telephone shown to"), max_length=8, choices=Audience, default=Audience.NOBODY
    )
    office = models.CharField(_("office"), max_length=120, blank=True)
    office_shown_to = models.CharField(
        _("office shown to"), max_length=8, choices=Audience, default=Audience.NOBODY
    )
    orcid = OrcidField(_("ORCID"))
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="member",
        verbose_name=_("signs in as"),
    )
    is_indexed = models.BooleanField(_("search engines may show the page"), default=True)

    objects = MemberQuerySet.as_manager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ["sort_key", "pk"]
        indexes = [models.Index(fields=["sort_key"], name="people_member_by_name")]
        constraints = [
            models.CheckConstraint(
                condition=~Q(display_name=""),
                name="people_member_has_a_name",
                violation_error_message=_("A person needs a name."),
            ),
            models.CheckConstraint(
                condition=Q(native_name="") | ~Q(native_language=""),
                name="people_member_native_name_has_language",
                violation_error_message=_("Say which language the name in its own script is in."),
            ),
            models.UniqueConstraint(
                fields=["orcid"],
                condition=~Q(orcid=""),
                name="people_member_orcid_once",
                violation_error_message=_("Somebody else has this ORCID already."),
            ),
        ]

    def __str__(self):
        return self.display_name

    def get_absolute_url(self):
        return reverse("people:member-detail", args=[self.slug])

    def address_source(self):
        """The name as shown if it holds anything Latin, else its parts as somebody gave them."""
        if latin(self.display_name):
            return self.display_name
        return f"{self.given_name} {self.family_name}"

    @property
    def has_page(self):
        return self.visibility == MemberVisibility.PUBLIC

    @property
    def sort_name(self):
        """What the person is sorted under: as told, else the family name without its particle."""
        return sort_name(
            self.display_name,
            given=self.given_name,
            family=self.family_name,
            told=self.sort_under,
        )

    @property
    def initials(self):
        """One or two letters that stand for the photo."""
        words = self.display_name.split() or ["?"]
        return "".join(word[0] for word in dict.fromkeys([words[0], words[-1]])).upper()

    @property
    def hue(self):
        """The number of the colour behind the initials."""
        return hue_of(self.sort_key)

    @cached_property
    def advisers_by_row(self):
        """The names of advisers for each of the member's studies and stays, in one query."""
        rows = Adviser.objects.filter(
            Q(education__member=self) | Q(membership__member=self)
        ).select_related("member")
        by_row = defaultdict(list)
        for adviser in rows:
            by_row[adviser.education_id, adviser.membership_id].append(adviser)
        return by_row

    def history_scope(self):
        """The lab of the latest stay: its editors see what happened to this record."""
        return self.memberships.order_by("-start", "-pk").values_list("lab", flat=True).first()


class MemberName(models.Model):
    """Another spelling of somebody's name, by which papers are recognised as theirs.

    A former name only recognises; it is printed, listed and searched nowhere.
    """

    history_keeps = ("is_former",)
    history_hidden_when = "is_former"

    member = models.ForeignKey(Member, models.CASCADE, related_name="names")
    name = models.CharField(
        _("spelling"), max_length=200, help_text=_("As it stands on papers: “M. Soltys”.")
    )
    is_former = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("other spelling in papers")
        verbose_name_plural = _("other spellings in papers")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["member", "name"],
                name="people_membername_once_per_member",
                violation_error_message=_("This spelling is listed already."),
            ),
        ]

    def __str__(self):
        return "" if self.is_former else self.name


class Interest(Ordered):
    """What somebody is interested in, or works on just now."""

    class Kind(models.TextChoices):
        INTEREST = "interest", _("research interest")
        WORKING_ON = "working_on", _("currently working on")

    member = models.ForeignKey(Member, models.CASCADE, related_name="interests")
    topic = models.ForeignKey(
        "people.Topic",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="interests",
        verbose_name=_("topic"),
    )
    words = models.CharField(
        _("in words"), max_length=200, blank=True, help_text=_("Empty: the name of the topic.")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.INTEREST)

    class Meta(Ordered.Meta):
        verbose_name = _("interest")
        verbose_name_plural = _("interests")
        constraints = [
            models.CheckConstraint(
                condition=Q(topic__isnull=False) | ~Q(words=""),
                name="people_interest_has_topic_or_words",
                violation_error_message=_("Choose a topic or write the interest in words."),
            ),
        ]

    def __str__(self):
        return self.words or str(self.topic)


class MemberLink(Link):
    """A link of a person: homepage, Scholar, GitHub."""

    owner = models.ForeignKey(Member, models.CASCADE, related_name="links")


class MemberSection(Section):
    """What a person wants different about one section of their page."""

    section_owner = "member"
    owner = models.ForeignKey(Member, models.CASCADE, related_name="sections")

    class Meta(Section.Meta):
        constraints = [
            *Section.Meta.constraints,
            models.UniqueConstraint(
                fields=["owner", "kind"],
                condition=~Q(kind="text"),
                name="people_membersection_once_per_kind",
                violation_error_message=_("This section is listed already."),
            ),
        ]
