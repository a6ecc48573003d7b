"""People who may be on the list twice, as the admin shows them."""

from django.utils.translation import gettext_lazy as _

from labsite.joining.twin_pages import Twins
from people import duplicates
from people.joining import PeopleJoining
from people.models import DistinctMembers


class PeopleTwins(Twins):
    """People of one name, or of resembling names in one lab."""

    label = _("People")
    lead = _(
        "These people have the same name, or resembling names in one lab. Merge those who are one "
        "person; who are two people will not be asked about again."
    )
    apart = _("These are two different people")
    told_apart = _("{one} and {two} are two people. You will not be asked again.")
    joining = PeopleJoining
    distinct = DistinctMembers
    pairs = staticmethod(duplicates.pairs)

    @staticmethod
    def read(records):
        return records.select_related("user")
