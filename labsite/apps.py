from django.apps import AppConfig
from django.db.models.signals import post_delete, post_save
from django.utils.translation import gettext_lazy as _


class LabsiteConfig(AppConfig):
    """The words that all apps share; it knows none of them."""

    name = "labsite"
    label = "labsite"
    verbose_name = _("Shared")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        """Follow texts wherever they are saved, so that their pictures are seen with them."""
        from labsite import content_pictures  # its models need all apps to be ready

        post_save.connect(content_pictures.follow_saved_row)
        post_delete.connect(content_pictures.follow_deleted_row)
