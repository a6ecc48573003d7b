"""What every page shows around its content: the site's name, its menu and its footer."""

from typing import NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.db.models import Case, CharField, Exists, Q, Subquery, Value, When
from django.db.models.functions import Cast, Concat
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from labsite.compiled import first_row
from labsite.site.models import SiteSettings
from people.models import Lab, Membership, Opening, Page, Topic
from publications.models import NewsItem, Project, Publication, Talk


class Entry(NamedTuple):
    """One entry of the menu or of the footer."""

    label: str
    url: str
    is_current: bool = False


class SingleLab(NamedTuple):
    """The lab whose page is the home page."""

    pk: int
    theme_colour: str
    name: str


class Site:
    """The site as one request sees it.

    Reading its settings takes one query. A page takes two more: one for its labs and for what
    there is in the menu, and one for free pages.
    """

    def __init__(self, request):
        self.request = request
        self.settings = SiteSettings.objects.first() or SiteSettings()
        self.tagline = self.settings.tagline
        self.contact_email = self.settings.contact_email
        self.address = self.settings.address
        self.zone = self.settings.zone
        self.language = self.settings.language

    @property
    def title(self):
        """The name of the site; until somebody has given it one, its only lab lends its own."""
        if self.settings.pk or not self._single_lab:
            return self.settings.title
        return self._single_lab.name

    @property
    def contact(self):
        """Address and e-mail, as the footer prints them."""
        return "\n".join(filter(None, [self.address, self.contact_email]))

    @property
    def single_lab_id(self):
        """The only lab, or the one that the home page shows; None where a directory is needed."""
        return self._single_lab and self._single_lab.pk

    @property
    def theme_colour(self):
        return self._single_lab and self._single_lab.theme_colour

    @cached_property
    def _single_lab(self):
        if not self._row["first_lab"]:
            return None
        key, theme_colour, name = self._row["first_lab"].split(" ", 2)
        is_chosen = int(key) == self._home_lab_id
        return SingleLab(int(key), theme_colour, name) if is_chosen or self._is_alone else None

    @property
    def _is_alone(self):
        return self._row["second_lab"] is None

    @property
    def _home_lab_id(self):
        is_lab = self.settings.home == SiteSettings.Home.LAB
        return self.settings.home_lab_id if is_lab else None

    @cached_property
    def _row(self):
        """The first two public labs, the chosen one first, and what there is for the menu."""
        self._row_lab = getattr(self.request, "lab", None)
        return self._read(labs_and_menu, self._home_lab_id, self._row_lab)

    def _read(self, compose, *arguments):
        *others, lab = arguments
        return first_row(ContentType, compose, *others, lab and lab.pk, timezone.localdate())

    @property
    def menu_lab(self):
        """The lab whose menu this page shows; None for the menu of the site."""
        lab = getattr(self.request, "lab", None)
        return None if lab is None or lab.pk == self.single_lab_id else lab

    @cached_property
    def menu(self):
        """What there is to see here, each entry only if it has content."""
        content, lab = self._row, self.menu_lab
        if lab != self._row_lab:
            content = self._read(menu_of, lab)
        is_reachable = content["has_contact"] and bool(lab or self._single_lab)
        shown = content | {
            "has_openings": content["has_openings"] or content["has_recruiting"],
            "has_contact": is_reachable or (bool(self.contact) and not lab),
        }
        entries = [(label, url) for name, label, url in places(lab) if shown[f"has_{name}"]]
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
        """Whose free pages stand in the menu: those of the lab, or of the site and its one lab."""
        lab = self.menu_lab
        return {lab.pk} if lab else {None, self.single_lab_id}

    @cached_property
    def _pages(self):
        """The free pages of menu and footer, in one query."""
        owners = Q(lab__in=[key for key in self._menu_owners if key])
        if None in self._menu_owners:
            owners |= Q(lab=None)
        in_menu = Q(owners, menu_position__isnull=False)
        pages = Page.objects.public().filter(in_menu | Q(pk__in=self._legal_ids))
        return list(pages.select_related("lab").defer("body", "body_html"))


def places(lab=None):
    """The entries that a menu can have, in order: what must exist, the label, the address."""
    if lab:
        page = lab.get_absolute_url()
        research, contact = f"{page}#topics", f"{page}#contact"
        people = reverse("people:lab-people", args=[lab.slug])
        publications = reverse("publications:lab-publications", args=[lab.slug])
        projects = reverse("publications:lab-projects", args=[lab.slug])
        talks = reverse("publications:lab-talks", args=[lab.slug])
        news = reverse("publications:lab-news", args=[lab.slug])
        openings = reverse("people:lab-openings", args=[lab.slug])
    else:
        research, contact = reverse("people:topic-list"), f"{reverse('site:home')}#contact"
        people = reverse("people:member-list")
        publications = reverse("publications:publication-list")
        projects = reverse("publications:project-list")
        talks = reverse("publications:talk-list")
        news = reverse("publications:news-list")
        openings = reverse("people:opening-list")
    return [
        ("research", _("Research"), research),
        ("people", _("People"), people),
        ("publications", _("Publications"), publications),
        ("projects", _("Projects"), projects),
        ("talks", _("Talks"), talks),
        ("news", _("News"), news),
        ("openings", _("Join us"), openings),
        ("contact", _("Contact"), contact),
    ]


def labs_and_menu(home_lab, lab, day):
    """The first two public labs, the one of the home page first, and what there is to see."""
    is_other = Case(When(pk=home_lab, then=Value(0)), default=Value(1))
    labs = Lab.objects.public().order_by(is_other, "pk")
    # All in one column: who sees a lab is a long question, asked once instead of three times.
    known = Concat(Cast("pk", CharField()), Value(" "), "theme_colour", Value(" "), "name")
    return one_row(
        first_lab=Subquery(labs.annotate(known=known).values("known")[:1]),
        second_lab=Subquery(labs.values("pk")[1:2]),
        **content_flags(lab, day),
    )


def menu_of(lab, day):
    """What there is to see in a lab."""
    return one_row(**content_flags(lab, day))


def one_row(**columns):
    # A query needs a table to stand on; this one always has rows.
    return ContentType.objects.order_by().values(**columns)[:1]


def content_flags(lab, day):
    """Whether there is anything of each kind on ``day``, in a lab (its key) or on the site."""
    topics, stays = Topic.objects.public(), Membership.objects.public()
    publications, projects = Publication.objects.public(), Project.objects.public()
    talks, news = Talk.objects.public(), NewsItem.objects.public(day)
    openings, labs = Opening.objects.public().open(day), Lab.objects.public()
    if lab:
        topics, stays = topics.filter(lab=lab), stays.filter(lab=lab)
        publications, projects = publications.of_lab(lab), projects.of_lab(lab)
        talks, news = talks.filter(labs=lab), news.filter(lab=lab)
        openings, labs = openings.filter(lab=lab), labs.filter(pk=lab)
    else:
        news = news.of_labs()  # what people tell on their own pages only stands in no list
    return {
        "has_research": Exists(topics),
        "has_people": Exists(stays),
        "has_publications": Exists(publications),
        "has_projects": Exists(projects),
        "has_talks": Exists(talks),
        "has_news": Exists(news),
        "has_openings": Exists(openings),
        "has_recruiting": Exists(labs.recruiting()),
        "has_contact": Exists(labs.reachable()),
    }
