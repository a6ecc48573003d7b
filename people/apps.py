from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    """Labs, members, memberships, and what a CV holds."""

    name = "people"
    label = "people"
    verbose_name = _("People")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        # Registering needs the models, which are not loaded before.
        from people import joining, lab_sections, sections

        sections.register_sections()
        lab_sections.register_sections()
        joining.register_ties()
