"""Lines of names in the forms."""

from labsite.admin import RowInline
from people.models import Adviser, Recipient


class AdviserInline(RowInline):
    model = Adviser
    fields = ["member", "printed_name", "position"]


class RecipientInline(RowInline):
    model = Recipient
    fields = ["member", "printed_name", "position"]
