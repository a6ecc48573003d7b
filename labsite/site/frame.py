"""What every page shows around its content: the site's name, its menu and its footer."""

from typing import NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.db.models import Exists, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from labsite.site.models import SiteSettings
from people.models import Lab, Membership, Opening, Page, Topic
from publications.models import NewsItem, Project, Publication, Talk


class Entry(NamedTuple):
    """One entry of the menu or of the footer."""

    label: str
    url: str
    is_current: bool = False


class Site:
    """The site as one request sees it.

    Reading it takes one query; the menu and the footer take two more when a template prints them.
    """

    def __init__(self, request):
        self.request = request
        settings, lab = read_settings()
        self.settings = settings
        self.tagline = settings.tagline
        self.contact_email = settings.contact_email
        self.address = settings.address
        self.zone = settings.zone
        self.language = settings.language
        # The only lab, or the one that the home page shows; None where a directory is needed.
        self.single_lab_id = lab.pk
        self.theme_colour = lab.theme_colour
        # Until somebody has named the site, its only lab lends its name.
        self.title = settings.title if settings.pk else lab.name or settings.title

    @property
    def contact(self):
        """Address and e-mail, as the footer prints them."""
        return "\n".join(filter(None, [self.address, self.contact_email]))

    @property
    def menu_lab(self):
        """The lab whose menu this page shows; None for the menu of the site."""
        lab = getattr(self.request, "lab", None)
        return None if lab is None or lab.pk == self.single_lab_id else lab

    @cached_property
    def menu(self):
        """What there is to see here, each entry only if it has content."""
        lab = self.menu_lab
        shown = kinds_with_content(self, lab)
        entries = [(label, url) for kind, label, url in places(lab) if shown[kind]]
        entries += [
            (page.title, page.get_absolute_url())
            for page in self._pages
            if page.menu_position is not None and page.lab_id in self._menu_owners
        ]
        return [Entry(label, url, url == self.request.path) for label, url in entries]

    @cached_property
    def legal(self):
        """The pages that the foot of every page leads to, as far as they are public."""
        pages = {page.pk: page for page in self._pages}
        return [
            Entry(pages[key].title, pages[key].get_absolute_url())
            for key in self._legal_ids
            if key in pages
        ]

    @property
    def _legal_ids(self):
        ids = self.settings.imprint_id, self.settings.privacy_id, self.settings.accessibility_id
        return list(filter(None, ids))

    @property
    def _menu_owners(self):
        lab = self.menu_lab
        return {lab.pk} if lab else {None, self.single_lab_id}

    @cached_property
    def _pages(self):
        """The free pages of menu and footer, in one query."""
        of_lab = Q(lab__in=filter(None, self._menu_owners))
        owners = of_lab | Q(lab=None) if None in self._menu_owners else of_lab
        in_menu = Q(owners, menu_position__isnull=False)
        pages = Page.objects.public().filter(in_menu | Q(pk__in=self._legal_ids))
        return list(pages.select_related("lab").defer("body", "body_html"))


class SingleLab(NamedTuple):
    """The lab whose page is the home page; all None where the home page is a directory."""

    pk: int | None = None
    theme_colour: str | None = None
    name: str | None = None


def read_settings():
    """The settings of the site, or the defaults, and the lab that the site is about."""
    labs = Lab.objects.public().order_by("pk")
    settings = SiteSettings.objects.annotate(
        **_columns("chosen", labs.filter(pk=OuterRef("home_lab"))),
        **_columns("first", labs),
        second_lab=Subquery(labs.values("pk")[1:2]),
    ).first()
    if settings is None:
        labs = list(labs.values_list(*SingleLab._fields)[:2])
        return SiteSettings(), SingleLab(*labs[0]) if len(labs) == 1 else SingleLab()
    if settings.home == SiteSettings.Home.LAB and settings.chosen_pk:
        return settings, _lab(settings, "chosen")
    return settings, SingleLab() if settings.second_lab else _lab(settings, "first")


def _columns(kind, labs):
    """What is read of the first of these labs, each in a column of its own."""
    return {f"{kind}_{name}": Subquery(labs.values(name)[:1]) for name in SingleLab._fields}


def _lab(settings, kind):
    return SingleLab(*(getattr(settings, f"{kind}_{name}") for name in SingleLab._fields))


def places(lab=None):
    """The entries that a menu can have, in order: what must exist, the label, the address."""
    if lab:
        page = lab.get_absolute_url()
        return [
            ("research", _("Research"), f"{page}#topics"),
            ("people", _("People"), reverse("people:lab-people", args=[lab.slug])),
            (
                "publications",
                _("Publications"),
                reverse("publications:lab-publications", args=[lab.slug]),
            ),
            ("projects", _("Projects"), reverse("publications:lab-projects", args=[lab.slug])),
            ("talks", _("Talks"), reverse("publications:lab-talks", args=[lab.slug])),
            ("news", _("News"), reverse("publications:lab-news", args=[lab.slug])),
            ("openings", _("Join us"), reverse("people:lab-openings", args=[lab.slug])),
            ("contact", _("Contact"), f"{page}#contact"),
        ]
    return [
        ("research", _("Research"), reverse("people:topic-list")),
        ("people", _("People"), reverse("people:member-list")),
        ("publications", _("Publications"), reverse("publications:publication-list")),
        ("projects", _("Projects"), reverse("publications:project-list")),
        ("talks", _("Talks"), reverse("publications:talk-list")),
        ("news", _("News"), reverse("publications:news-list")),
        ("openings", _("Join us"), reverse("people:opening-list")),
        ("contact", _("Contact"), f"{reverse('site:home')}#contact"),
    ]


def kinds_with_content(site, lab=None):
    """Which kinds of page have something to show, on the site or in one lab, in one query."""
    records = public_records_of(lab) if lab else public_records()
    if not lab:
        # With one lab its address is the site's; other labs have theirs on their own pages.
        records["contact"] = records["contact"].filter(pk=site.single_lab_id)
    # A query needs a table to stand on; this one always has a row.
    row = ContentType.objects.order_by().values_list(*map(Exists, records.values()))[0]
    shown = dict(zip(records, row, strict=True))
    return shown | {
        "openings": shown["openings"] or shown["recruiting"],
        "contact": shown["contact"] or (bool(site.contact) and not lab),
    }


def public_records():
    """What the pages of the menu would list."""
    return {
        "research": Topic.objects.public(),
        "people": Membership.objects.public(),
        "publications": Publication.objects.public(),
        "projects": Project.objects.public(),
        "talks": Talk.objects.public(),
        "news": NewsItem.objects.public(),
        "openings": Opening.objects.public().open(),
        "recruiting": Lab.objects.public().recruiting(),
        "contact": Lab.objects.public().reachable(),
    }


def public_records_of(lab):
    """The same for one lab."""
    records = public_records()
    return {
        "research": records["research"].filter(lab=lab),
        "people": records["people"].filter(lab=lab),
        "publications": records["publications"].of_lab(lab),
        "projects": records["projects"].of_lab(lab),
        "talks": records["talks"].filter(labs=lab),
        "news": records["news"].filter(lab=lab),
        "openings": records["openings"].filter(lab=lab),
        "recruiting": records["recruiting"].filter(pk=lab.pk),
        "contact": records["contact"].filter(pk=lab.pk),
    }
