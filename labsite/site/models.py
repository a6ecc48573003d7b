"""What belongs to the site as a whole."""

from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from people.models import Lab, Page


class SiteSettings(models.Model):
    """The one row that says what this site is called and how it presents itself."""

    class Home(models.TextChoices):
        DIRECTORY = "directory", _("all labs")
        LAB = "lab", _("one lab")

    history_parts = ()

    title = models.CharField(_("title of the site"), max_length=200, default="Labsite")
    tagline = models.CharField(
        _("one sentence"),
        max_length=300,
        blank=True,
        help_text=_("Under the title on the home page."),
    )
    language = models.CharField(
        _("language"), max_length=20, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    zone = models.CharField(
        _("time zone"),
        max_length=60,
        default=settings.TIME_ZONE,
        help_text=_("“Europe/Zurich”. A new day begins here at midnight of this zone."),
    )
    home = models.CharField(
        _("home page"),
        max_length=9,
        choices=Home,
        default=Home.DIRECTORY,
        help_text=_("With one public lab only, the home page is always that lab’s."),
    )
    home_lab = models.ForeignKey(
        Lab,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("lab on the home page"),
    )
    contact_email = models.CharField(
        _("e-mail for questions"), max_length=254, blank=True, validators=[validate_email]
    )
    address = models.TextField(_("postal address"), max_length=1000, blank=True)
    imprint = models.ForeignKey(
        Page, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("imprint")
    )
    privacy = models.ForeignKey(
        Page, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("privacy")
    )
    accessibility = models.ForeignKey(
        Page,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("accessibility"),
    )

    class Meta:
        verbose_name = _("site settings")
        verbose_name_plural = _("site settings")
        constraints = [
            models.CheckConstraint(
                condition=Q(pk=1),
                name="site_settings_one_row",
                violation_error_message=_("The site has its settings already; change those."),
            ),
            models.CheckConstraint(
                condition=~Q(home="lab") | Q(home_lab__isnull=False),
                name="site_settings_home_lab_is_named",
                violation_error_message=_("Say which lab the home page shows."),
            ),
        ]

    def __str__(self):
        return self.title

    def clean(self):
        super().clean()
        if self.zone not in available_timezones():
            raise ValidationError(
                {"zone": _("Write the time zone like “Europe/Zurich” or “Asia/Shanghai”.")}
            )


class SearchRow(models.Model):
    """One record as the search sees it: folded words, and where to find it."""

    kind = models.CharField(max_length=60)
    record_id = models.PositiveBigIntegerField()
    title = models.CharField(max_length=1000)
    address = models.CharField(max_length=400)
    words = models.TextField(blank=True)
    date = models.CharField(max_length=10, blank=True)

    class Meta:
        verbose_name = _("line of the search index")
        verbose_name_plural = _("search index")
        constraints = [
            models.UniqueConstraint(fields=["kind", "record_id"], name="site_searchrow_once"),
        ]

    def __str__(self):
        return self.title
