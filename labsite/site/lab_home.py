"""The home page of a site that has one lab, or shows one of several."""

from datetime import timedelta

from django.utils import timezone

from labsite.partial_dates import first_day
from labsite.sections import sections_of
from people.models import LabSection
from people.views.labs import describe

# After so many days news says rather that nothing happens.
NEWS_AGES_AFTER = timedelta(days=365)


def lab_home(lab):
    """The page of a lab for those who come for the first time: a little of everything."""
    rows = list(lab.sections.all())
    sections = sections_of("home", lab, rows, defaults=LabSection)
    sections = with_old_news_later(sections, timezone.localdate())
    return describe(lab, sections, is_home=True)


def with_old_news_later(sections, today):
    """The same sections; news that is old stands behind papers, unless the lab gave it a place."""
    kinds = [section.kind for section in sections]
    if "news" not in kinds or "publications" not in kinds:
        return sections
    news = sections[kinds.index("news")]
    newest = max(filter(None, (first_day(item.date) for item in news.content)), default=None)
    is_old = newest is None or newest < today - NEWS_AGES_AFTER
    if not is_old or news.settings.position is not None:
        return sections
    others = [section for section in sections if section is not news]
    behind = [section.kind for section in others].index("publications") + 1
    return [*others[:behind], news, *others[behind:]]
