"""Links with a label of their own."""

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from labsite.ordering import Ordered

web_address = URLValidator(
    schemes=["http", "https"],
    message=_("Write a whole web address, such as https://example.org/page."),
)


class WebAddressField(models.CharField):
    """An address on the web: http or https, nothing that a browser would run.

    Forms and content files check the whole address. Whatever else saves a row is held to the
    beginning: what stands here is printed as a link.
    """

    default_validators = [web_address]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{"max_length": 1000, "blank": True} | kwargs)

    def pre_save(self, model_instance, add):
        address = super().pre_save(model_instance, add)
        if address and not address.lower().startswith(("http://", "https://")):
            raise ValidationError({self.name: web_address.message})
        return address


class Link(Ordered):
    """A labelled link of a record; without an address its label is printed all the same."""

    label = models.CharField(_("label"), max_length=120, help_text=_("For example “Code”."))
    url = WebAddressField(_("address"))
    checked_at = models.DateTimeField(_("checked"), null=True, blank=True, editable=False)
    last_error = models.CharField(_("last error"), max_length=200, blank=True, editable=False)

    class Meta(Ordered.Meta):
        abstract = True
        verbose_name = _("link")
        verbose_name_plural = _("links")

    def __str__(self):
        return self.label
