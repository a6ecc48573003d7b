"""Languages of names and texts, as HTML's ``lang`` wants them."""

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

language_tag = RegexValidator(
    r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
    message=_("Write a language as two letters, such as zh, ja, ko, de or zh-Hant."),
)


class LanguageField(models.CharField):
    """A BCP 47 language tag: "zh", "zh-Hant"."""

    default_validators = [language_tag]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{"max_length": 20, "blank": True} | kwargs)
