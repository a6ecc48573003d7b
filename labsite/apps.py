from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LabsiteConfig(AppConfig):
    """The words that all apps share; it knows none of them."""

    name = "labsite"
    label = "labsite"
    verbose_name = _("Shared")
    default_auto_field = "django.db.models.BigAutoField"
