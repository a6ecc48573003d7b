"""Sections about publications, talks, projects and news on the pages of members, labs, topics."""

from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, Q, Subquery
from django.utils.translation import gettext_lazy as _

from labsite import visibility
from labsite.sections import Section, SectionKind, register
from publications.exporting.links import FileLink, files_of
from publications.models import (
    Authorship,
    Component,
    Grant,
    NewsItem,
    Project,
    ProjectRole,
    Publication,
    PublicationListing,
    Talk,
    TalkDelivery,
)
from publications.rows import Citations, Group, Listing, grouped, kind_heading, year_heading

# On a page that is about something else, this many show what a lab does.
A_FEW = 5
PROJECTS_ON_THE_HOME_PAGE = 3
TALKS_ON_THE_HOME_PAGE = 2
# A longer list of papers folds the years after these many rows; print and search still have them.
FOLDED_AFTER = 60


class PublicationsShown(NamedTuple):
    """The publications of a section, printed; ``count`` is how many there are in all."""

    count: int
    years: str
    selected: str
    groups: list[Group]
    older: list[Group]
    older_count: int
    legend: str
    files: list[FileLink]
    is_part: bool  # the list shows only some of what is in the files


def _printed(listing, citations, *, grouping, files, is_part=False):
    """All publications of a listing; selected ones first, unless they are all selected."""
    rows = listing.rows
    chosen = [row for row in rows if row.is_selected]
    is_split = bool(chosen) and len(chosen) < len(rows)
    if grouping == Section.Grouping.NONE:
        groups = [Group(None, len(rows), citations.list_html(rows))]
    else:
        heading_of = kind_heading if grouping == Section.Grouping.KIND else year_heading
        groups = grouped(citations, rows, heading_of)
    shown, older = _split(groups)
    return PublicationsShown(
        count=len(rows),
        years=_span(rows),
        selected=citations.list_html(chosen) if is_split else "",
        groups=shown,
        older=older,
        older_count=sum(group.count for group in older),
        legend=listing.legend(),
        files=files,
        is_part=is_part,
    )


def _split(groups):
    """Whole groups until enough rows are shown, and the rest."""
    rows = 0
    for number, group in enumerate(groups, start=1):
        rows += group.count
        if rows >= FOLDED_AFTER:
            return groups[:number], groups[number:]
    return groups, []


def _span(rows):
    """The years that the publications come from: "2019–2026"."""
    years = sorted(row.year for row in rows if row.date)
    if not years:
        return ""
    return years[0] if years[0] == years[-1] else f"{years[0]}–{years[-1]}"


# Members


def member_publications(member, settings):
    """Papers that the member is a recognised author of, arranged as the member wants them."""
    own = Authorship.objects.filter(publication=OuterRef("pk"), member=member)
    is_selected = Exists(own.filter(is_selected=True))
    publications = Publication.objects.public().of_member(member).newest_first()
    if settings.only_selected:
        publications = publications.filter(is_selected)
    if settings.row_order == Section.RowOrder.HAND:
        own_order = Subquery(own.order_by("own_order").values("own_order")[:1])
        publications = publications.annotate(own_order=own_order).order_by(
            F("own_order").asc(nulls_last=True), "group", "-date", "-pk"
        )
    publications = publications[: settings.limit]
    listing = Listing(publications, selected=is_selected)
    if not listing.rows:
        return None
    citations = Citations(
        listing,
        own={member.pk},
        self_id=member.pk,
        authors_first=settings.name_order == Section.NameOrder.AUTHORS,
        show_year=settings.grouping != Section.Grouping.YEAR,
    )
    return _printed(
        listing,
        citations,
        grouping=settings.grouping,
        files=files_of("publications:member-publications-file", member.slug),
        is_part=bool(settings.only_selected or settings.limit),
    )


def member_news(member, settings):
    """News about the member."""
    news = NewsItem.objects.public().filter(members=member).pinned_first()
    return list(news[: settings.limit])


def member_projects(member, settings):
    """What the member works or worked on, with the role and the table of each project."""
    roles = list(
        ProjectRole.objects.filter(visibility.is_public("project__"), member=member)
        .select_related("project")
        .prefetch_related(
            Prefetch("project__components", Component.objects.select_related("own_project")),
            "project__links",
        )
        .order_by("project__position", "project__name", "pk")
    )
    return roles[: settings.limit]


def member_talks(member, settings):
    """Talks that the member gave or gives, each once, with its occasions."""
    last_given = TalkDelivery.objects.filter(talk=OuterRef("pk")).order_by("-date").values("date")
    talks = (
        Talk.objects.public()
        .of_member(member)
        .annotate(last_given=Subquery(last_given[:1]))
        .prefetch_related(Prefetch("deliveries", TalkDelivery.objects.newest_first()))
        .order_by(F("last_given").desc(nulls_last=True), "-pk")
    )
    return list(talks[: settings.limit])


# Labs


def _own_members(lab):
    """The members whose names stand out on a lab's lists: whoever is or was in the lab."""
    return set(lab.memberships.public().values_list("member", flat=True))


class LabPapers:
    """A few papers that a lab has selected, and as many of its newest others."""

    def __init__(self, lab, few):
        is_selected = Exists(
            PublicationListing.objects.filter(
                publication=OuterRef("pk"), lab=lab, is_accepted=True, is_selected=True
            )
        )
        self.all = Publication.objects.public().of_lab(lab).newest_first()
        newest = self.all.filter(~is_selected)[:few]
        selected = self.all.filter(is_selected)[:few]
        either = Q(pk__in=selected.values("pk")) | Q(pk__in=newest.values("pk"))
        self.listing = Listing(self.all.filter(either), selected=is_selected)
        self.selected = [row for row in self.listing.rows if row.is_selected]
        self.newest = [row for row in self.listing.rows if not row.is_selected]

    def shown(self, citations, selected, newest):
        """These rows, printed."""
        return PublicationsShown(
            count=self.all.count(),
            years="",
            selected=citations.list_html(selected) if selected else "",
            groups=[Group(None, len(newest), citations.list_html(newest))] if newest else [],
            older=[],
            older_count=0,
            legend=self.listing.legend(),
            files=[],
            is_part=True,
        )


def lab_publications(lab, settings):
    """A few selected papers, then the newest."""
    papers = LabPapers(lab, settings.limit or A_FEW)
    if not papers.listing.rows:
        return None
    citations = Citations(papers.listing, own=_own_members(lab))
    return papers.shown(citations, papers.selected, papers.newest)


def home_publications(lab, settings):
    """Selected papers, told in a sentence each; without any, the newest."""
    papers = LabPapers(lab, settings.limit or A_FEW)
    if not papers.listing.rows:
        return None
    citations = Citations(papers.listing, own=_own_members(lab), has_summaries=True)
    return papers.shown(citations, papers.selected, [] if papers.selected else papers.newest)


def lab_projects(lab, settings, most=A_FEW):
    """The lab's own projects and those that it lists."""
    projects = Project.objects.public().of_lab(lab).exclude(state=Project.State.ARCHIVED)
    return list(projects[: settings.limit or most])


def home_projects(lab, settings):
    """A few of the lab's projects."""
    return lab_projects(lab, settings, PROJECTS_ON_THE_HOME_PAGE)


def lab_talks(lab, settings, most=A_FEW):
    """The occasions that are still to come, soonest first."""
    upcoming = TalkDelivery.objects.public().upcoming().filter(talk__labs=lab)
    return list(upcoming.select_related("talk").order_by("date", "pk")[: settings.limit or most])


def home_talks(lab, settings):
    """The next occasions."""
    return lab_talks(lab, settings, TALKS_ON_THE_HOME_PAGE)


def lab_news(lab, settings):
    """The lab's latest news."""
    news = NewsItem.objects.public().filter(lab=lab).pinned_first()
    return list(news[: settings.limit or A_FEW])


def lab_grants(lab, settings):
    """Who pays for the lab's work now."""
    return list(Grant.objects.filter(labs=lab).current().select_related("funder"))


# Topics


def topic_publications(topic, settings):
    """Papers on the topic, newest first."""
    listing = Listing(Publication.objects.public().filter(topics=topic).newest_first())
    if not listing.rows:
        return None
    citations = Citations(listing, show_year=False)
    files = files_of("publications:topic-publications-file", topic.slug)
    return _printed(listing, citations, grouping=Section.Grouping.YEAR, files=files)


def topic_projects(topic, settings):
    """Projects on the topic."""
    return list(Project.objects.public().filter(topics=topic))


def _kind(owner, kind, heading, position, template, content, *, emoji=""):
    template = f"publications/sections/_{template}.html"
    register(SectionKind(owner, kind, heading, emoji, position, template, content))


def register_sections():
    """Tell the pages of members, labs and topics what this app has to show."""
    _kind("member", "news", _("News"), 20, "news", member_news, emoji="🔥")
    _kind(
        "member",
        "publications",
        _("Publications"),
        30,
        "publications",
        member_publications,
        emoji="📝",
    )
    _kind("member", "projects", _("Projects"), 40, "roles", member_projects, emoji="🚀")
    _kind("member", "talks", _("Talks"), 50, "talks", member_talks, emoji="💬")
    _kind("lab", "publications", _("Publications"), 50, "lab_publications", lab_publications)
    _kind("lab", "projects", _("Projects"), 60, "projects", lab_projects)
    _kind("lab", "talks", _("Upcoming talks"), 75, "occasions", lab_talks)
    _kind("lab", "news", _("News"), 80, "lab_news", lab_news)
    _kind("lab", "funders", _("Funding"), 110, "grants", lab_grants)
    _kind("home", "news", _("News"), 30, "lab_news", lab_news)
    _kind("home", "publications", _("Publications"), 40, "lab_publications", home_publications)
    _kind("home", "projects", _("Projects"), 70, "projects", home_projects)
    _kind("home", "talks", _("Upcoming talks"), 80, "occasions", home_talks)
    _kind("home", "funders", _("Funding"), 110, "grants", lab_grants)
    _kind("topic", "publications", _("Publications"), 50, "publications", topic_publications)
    _kind("topic", "projects", _("Projects"), 60, "projects", topic_projects)
