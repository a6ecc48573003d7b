"""What a CV holds beside the stays in our labs."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from labsite.links import WebAddressField
from labsite.ordering import Ordered
from labsite.partial_dates import PartialDateField
from labsite.periods import Period
from people.querysets import CvQuerySet


class Education(Ordered, Period):
    """A degree, finished or under way."""

    member = models.ForeignKey("people.Member", models.CASCADE, related_name="education")
    degree = models.CharField(_("degree"), max_length=120, help_text=_("For example “Ph.D.”."))
    field = models.CharField(_("field"), max_length=200, blank=True)
    school = models.CharField(
        _("school or institute"),
        max_length=200,
        blank=True,
        help_text=_("The part of the university."),
    )
    institution = models.CharField(_("university"), max_length=200, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    thesis_title = models.CharField(_("title of the thesis"), max_length=500, blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True)

    objects = CvQuerySet.as_manager()

    class Meta(Period.Meta):
        verbose_name = _("education")
        verbose_name_plural = _("education")
        ordering = ["position", "-start", "pk"]

    def __str__(self):
        return self.degree


class Position(Ordered, Period):
    """A job or an internship, here or elsewhere."""

    class Kind(models.TextChoices):
        JOB = "job", _("job")
        INTERNSHIP = "internship", _("internship")

    member = models.ForeignKey("people.Member", models.CASCADE, related_name="positions")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.JOB)
    organisation = models.CharField(_("organisation"), max_length=200)
    unit = models.CharField(_("group or department"), max_length=200, blank=True)
    title = models.CharField(_("title"), max_length=200, blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True)

    objects = CvQuerySet.as_manager()

    class Meta(Period.Meta):
        verbose_name = _("job or internship")
        verbose_name_plural = _("jobs and internships")
        ordering = ["position", "-start", "pk"]

    def __str__(self):
        return ", ".join(filter(None, [self.title, self.organisation]))


class Award(Ordered):
    """An award, a scholarship or a place in a contest; shared by all its recipients."""

    class Status(models.TextChoices):
        RECEIVED = "received", _("received")
        CANDIDATE = "candidate", _("candidate")

    history_parts = ("recipients",)

    title = models.CharField(_("title"), max_length=300)
    result = models.CharField(
        _("result"),
        max_length=200,
        blank=True,
        help_text=_("For example “Gold medal, 7th place (0.2 %)”."),
    )
    status = models.CharField(_("state"), max_length=9, choices=Status, default=Status.RECEIVED)
    body = models.CharField(_("given by"), max_length=200, blank=True)
    date = PartialDateField(_("when"))
    url = WebAddressField(_("address"))

    class Meta:
        verbose_name = _("award")
        verbose_name_plural = _("awards")
        ordering = ["position", "-date", "pk"]

    def __str__(self):
        return self.title


class Service(Ordered):
    """Work for the community: reviewing, organising, editing."""

    member = models.ForeignKey("people.Member", models.CASCADE, related_name="services")
    role = models.CharField(_("role"), max_length=200, help_text=_("For example “Reviewer”."))
    organisation = models.CharField(_("conference, journal or organisation"), max_length=300)
    years = models.CharField(
        _("years"), max_length=120, blank=True, help_text=_("For example “2023, 2025–2026”.")
    )

    objects = CvQuerySet.as_manager()

    class Meta(Ordered.Meta):
        verbose_name = _("service")
        verbose_name_plural = _("service")

    def __str__(self):
        return f"{self.role}, {self.organisation}"


class Teaching(Ordered):
    """A course that somebody teaches or helps to teach."""

    member = models.ForeignKey("people.Member", models.CASCADE, related_name="teaching")
    course = models.CharField(_("course"), max_length=300)
    role = models.CharField(
        _("role"), max_length=120, blank=True, help_text=_("For example “Teaching assistant”.")
    )
    audience = models.CharField(
        _("for whom"), max_length=200, blank=True, help_text=_("For example “undergraduates”.")
    )
    term = models.CharField(_("term"), max_length=60, blank=True, help_text=_("“Fall”, “WS”"))
    year = models.CharField(_("year"), max_length=20, blank=True, help_text=_("“2023”, “2023/24”"))
    institution = models.CharField(_("university"), max_length=200, blank=True)
    url = WebAddressField(_("address of the course"))

    objects = CvQuerySet.as_manager()

    class Meta(Ordered.Meta):
        verbose_name = _("teaching")
        verbose_name_plural = _("teaching")
        constraints = [
            models.CheckConstraint(
                condition=~Q(course=""),
                name="people_teaching_has_a_course",
                violation_error_message=_("Name the course."),
            ),
        ]

    def __str__(self):
        return self.course
