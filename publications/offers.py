"""Papers that are here already and may be by somebody who was added, or is called anew."""

from django.urls import reverse
from django.utils.translation import ngettext

from labsite.permissions import may
from people import offers
from publications.models import Publication
from publications.open_names import papers_for

MOST_NAMED = 3  # people; what may belong to more of them is said in one sentence


def register_offers():
    offers.register(papers_of)


def page_of(member=None):
    """Where one decides whether authors are members; those of one member if one is given."""
    query = {"member": member.pk} if member else None
    return reverse("admin:publications_authorship_one_of_us", query=query)


def papers_of(user, members):
    """Sentences about papers that these people may have written, with where to decide it."""
    if not may(user, "change", Publication):
        return
    found = papers_for([member.pk for member in members])
    with_papers = [member for member in members if found[member.pk]]
    if len(with_papers) > MOST_NAMED:
        number = len(set().union(*found.values()))
        said = ngettext(
            "%(number)d paper here may be by the people you added.",
            "%(number)d papers here may be by the people you added.",
            number,
        )
        yield said % {"number": number}, page_of()
        return
    for member in with_papers:
        said = ngettext(
            "%(number)d paper here may be by %(name)s.",
            "%(number)d papers here may be by %(name)s.",
            len(found[member.pk]),
        )
        yield said % {"number": len(found[member.pk]), "name": member.display_name}, page_of(member)
