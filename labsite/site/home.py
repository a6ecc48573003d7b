"""The home page of a site with several labs."""

from django.utils import timezone

from people.lab_tree import JUMPS_FROM, LABS_A_PAGE, add_people, labs_of, lettered, read_branches
from people.models import Lab, Membership, Opening
from publications.models import NewsItem, Publication
from publications.rows import Citations, Listing

OPENINGS_SHOWN = 5
NEWS_SHOWN = 6
NEWS_READ = 60
PUBLICATIONS_SHOWN = 5


def department():
    """All labs, and what is new in them."""
    branches = read_branches()
    labs = {lab.pk: lab for lab in labs_of(branches)}
    branches = [branch for branch in branches if branch.lab.status == Lab.Status.ACTIVE]
    shown = add_people(branches[:LABS_A_PAGE])
    openings = Opening.objects.public().open().select_related("lab").soonest_first()
    newest = Publication.objects.public().newest_first()[:PUBLICATIONS_SHOWN]
    listing = Listing(newest.found_by_key())
    return {
        "branches": shown,
        "jumps": lettered(branches) if len(branches) >= JUMPS_FROM else [],
        "openings": list(openings[:OPENINGS_SHOWN]),
        "news": [(item, labs.get(item.lab_id)) for item in latest_news()],
        "publications": Citations(listing).list_html(listing.rows) if listing.rows else "",
        "legend": listing.legend(),
        "numbers": numbers(),
    }


def latest_news():
    """The latest news of labs, never two from the same lab one after the other."""
    news = NewsItem.objects.public().of_labs().order_by("-date", "-pk")
    chosen = []
    for item in news[:NEWS_READ]:
        if not chosen or chosen[-1].lab_id != item.lab_id:
            chosen.append(item)
        if len(chosen) == NEWS_SHOWN:
            break
    return chosen


def numbers():
    """How much there is."""
    papers = Publication.objects.public()
    return {
        "labs": Lab.objects.public().count(),
        "people": Membership.objects.public().current().values("member").distinct().count(),
        "publications": papers.count(),
        "publications_this_year": papers.of_year(timezone.localdate().year).count(),
    }
