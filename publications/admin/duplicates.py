"""Works that may be on the list twice, as the admin shows them."""

from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from labsite.joining.twin_pages import Twins
from publications import duplicates
from publications.joining import WorkJoining
from publications.models import Authorship, DistinctPublications


class WorkTwins(Twins):
    """Works of one title, one DOI, or of titles that begin alike."""

    label = _("Papers")
    lead = _(
        "These papers have the same title or number, or titles that begin alike. Merge those that "
        "are one work, such as a preprint and its published version; what are two works will not "
        "be asked about again."
    )
    apart = _("These are two different works")
    told_apart = _("“{one}” and “{two}” are two works. You will not be asked again.")
    joining = WorkJoining
    distinct = DistinctPublications
    pairs = staticmethod(duplicates.pairs)

    @staticmethod
    def read(records):
        authors = Prefetch("authorships", Authorship.objects.order_by("position", "pk"))
        return records.select_related("venue", "degree").prefetch_related(authors)
