"""The front page of the admin: what one can do, and where everything is."""

from typing import NamedTuple

from django.contrib.admin import AdminSite
from django.contrib.auth.models import User
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext_lazy as _

from labsite import history
from labsite.models import OldAddress, OutsideService
from labsite.permissions import may, may_give_rights
from labsite.site.first_steps import first_steps
from labsite.site.models import SiteSettings
from people.models import Lab, LabPicture, Member, Opening, Page, Topic
from people.own_labs import own_labs
from people.presence import with_stay
from publications.models import Grant, ImportRun, NewsItem, Project, Publication, Talk, Venue


class Task(NamedTuple):
    """Something that one comes here to do."""

    label: str
    view: str
    verb: str
    model: type


class Place(NamedTuple):
    """A list that one comes here to look at; ``asked`` filters it."""

    label: str
    model: type
    asked: dict = {}
    is_counted: bool = True
    view: str = ""  # where it leads, if not to the list

    @property
    def url(self):
        opts = self.model._meta
        view = self.view or f"{opts.app_label}_{opts.model_name}_changelist"
        return reverse(f"admin:{view}", query=self.asked or None)


TASKS = [
    Task(_("Add a publication"), "publications_publication_paste", "add", Publication),
    Task(_("Add a person"), "people_member_new", "add", Member),
    Task(_("Post news"), "publications_newsitem_add", "add", NewsItem),
    Task(_("Somebody is leaving"), "people_member_leaving", "change", Member),
    Task(_("Add several people"), "people_member_several", "add", Member),
    Task(_("Advertise a position"), "people_opening_add", "add", Opening),
]

GROUPS = [
    (
        _("People"),
        [
            Place(_("People"), Member, {"stay": "now"}),
            Place(_("Former people"), Member, {"stay": "former"}),
        ],
    ),
    (
        _("Publications"),
        [
            Place(_("Publications"), Publication),
            Place(_("Talks"), Talk),
            Place(_("Projects, software and data"), Project),
        ],
    ),
    (
        _("News and events"),
        [Place(_("News"), NewsItem), Place(_("Open positions"), Opening)],
    ),
    (
        _("The lab"),
        [
            Place(_("About the lab"), Lab, is_counted=False, view="about_lab"),
            Place(_("Pages (Join us, Contact …)"), Page),
            Place(_("Pictures"), LabPicture),
            Place(_("Funders and grants"), Grant),
            Place(_("Research topics"), Topic),
        ],
    ),
]

WHOLE_SITE = (
    _("Whole site"),
    [
        Place(_("Labs"), Lab),
        Place(_("Users and access"), User),
        Place(_("Journals and conferences"), Venue),
        Place(_("Site settings and footer"), SiteSettings, is_counted=False),
        Place(_("Old addresses"), OldAddress),
        Place(_("Imports"), ImportRun, is_counted=False),
        Place(_("Sites that we ask"), OutsideService, is_counted=False),
    ],
)

LATEST = 6


class Entry(NamedTuple):
    """A link to a list, with how much is in it."""

    label: str
    url: str
    count: int | None
    is_current: bool


class Desk(AdminSite):
    """The admin in the words of a lab: tasks first, and lists in five groups."""

    index_template = "site/desk.html"
    index_title = _("What do you want to do?")

    def get_urls(self):
        return [
            path("about/", self.admin_view(self.about_lab), name="about_lab"),
            *super().get_urls(),
        ]

    def index(self, request, extra_context=None):
        context = {
            "tasks": tasks(request),
            "groups": self.groups(request, are_counted=True),
            "steps": first_steps(self, request),
            "latest_changes": history.latest(request.user, LATEST),
        }
        return super().index(request, context | (extra_context or {}))

    def app_index(self, request, app_label, extra_context=None):
        """There is one front page; parts of it by program are of no use to anybody."""
        return redirect("admin:index")

    def about_lab(self, request):
        """The form of the only lab; where there are several, their list."""
        labs = own_labs(self.get_model_admin(Lab), request)
        if len(labs) == 1:
            return redirect("admin:people_lab_change", labs[0].pk)
        return redirect("admin:people_lab_changelist" if labs else "admin:people_lab_add")

    def each_context(self, request):
        context = super().each_context(request)
        if site := getattr(request, "site", None):
            context |= {"site_header": site.title, "site_title": site.title}
        return context

    def get_app_list(self, request, app_label=None):
        """The groups of the front page, for the list beside every other page."""
        return self.groups(request)

    def groups(self, request, *, are_counted=False):
        """What the user may look at, under headings; groups with nothing in them are left out."""
        groups = GROUPS + ([WHOLE_SITE] if may_give_rights(request.user) else [])
        current = current_place(request, [place for _heading, own in groups for place in own])
        listed = []
        for heading, places in groups:
            entries = [
                Entry(
                    place.label,
                    place.url,
                    self.count(request, place) if are_counted and place.is_counted else None,
                    place is current,
                )
                for place in places
                if may(request.user, "view", place.model)
            ]
            if entries:
                listed.append((heading, entries))
        return listed

    def count(self, request, place):
        """How many records the user finds there."""
        records = self.get_model_admin(place.model).get_queryset(request)
        return (with_stay(records, **place.asked) if place.asked else records).count()


def tasks(request):
    """What the user may do, as labels and addresses."""
    return [
        (task.label, reverse(f"admin:{task.view}"))
        for task in TASKS
        if may(request.user, task.verb, task.model)
    ]


def current_place(request, places):
    """Where in the list of places the page of ``request`` belongs, or None."""
    here = [place for place in places if request.path.startswith(place.url.partition("?")[0])]
    asked = [place for place in here if place.asked.items() <= request.GET.dict().items()]
    exact = [place for place in asked if place.asked]
    return next(iter(exact or here), None)
