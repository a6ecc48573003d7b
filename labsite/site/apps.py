from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SiteConfig(AppConfig):
    """What composes both apps into one site: home, search, content files, commands."""

    name = "labsite.site"
    label = "site"
    verbose_name = _("Site")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        # Needs the models of every app, which are not loaded before.
        from labsite.history import recording

        recording.connect()
