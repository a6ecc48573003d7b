from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PublicationsConfig(AppConfig):
    """What labs put out: publications, talks, projects and news."""

    name = "publications"
    label = "publications"
    verbose_name = _("Publications")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        # Registering needs the models, which are not loaded before.
        from publications.joining import register_ties
        from publications.offers import register_offers
        from publications.sections import register_sections

        register_sections()
        register_offers()
        register_ties()
