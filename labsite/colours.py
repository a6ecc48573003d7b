"""The colours that a lab or a venue can choose, and the ones that initials get."""

from django.db import models
from django.utils.translation import gettext_lazy as _

HUES = 12


class Accent(models.TextChoices):
    """A colour of the style sheet, checked for contrast in light and dark."""

    BLUE = "blue", _("blue")
    INDIGO = "indigo", _("indigo")
    VIOLET = "violet", _("violet")
    PLUM = "plum", _("plum")
    CRIMSON = "crimson", _("crimson")
    RUST = "rust", _("rust")
    OCHRE = "ochre", _("ochre")
    GREEN = "green", _("green")
    TEAL = "teal", _("teal")
    SLATE = "slate", _("slate")


def hue_of(text):
    """The number of the colour behind somebody's initials: always the same for the same name."""
    return sum(map(ord, text)) % HUES
