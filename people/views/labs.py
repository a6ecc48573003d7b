"""Labs: the list of all, the page of each, and what stands below it."""

from django.db.models import Count
from django.db.models.functions import Substr
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from labsite.pages import page_of
from labsite.sections import sections_of
from labsite.sharing import shared
from people.cards import GROUP_HEADINGS, PEOPLE_A_PAGE, Directory, RoleOrder
from people.former import arranged, former_members, read_former
from people.forms import PeopleFilter
from people.lab_tree import JUMPS_FROM, LABS_A_PAGE, add_people, lettered, read_branches
from people.models import Lab, LabSection, Membership
from people.pages import LabPart, part_of_lab
from people.structured_data import lab_page


class LabList(TemplateView):
    """All labs by name, the ones inside others under those."""

    template_name = "people/lab_list.html"

    def get_context_data(self, **kwargs):
        branches = read_branches()
        active = [branch for branch in branches if branch.lab.status == Lab.Status.ACTIVE]
        former = [branch for branch in branches if branch.lab.status != Lab.Status.ACTIVE]
        page = page_of(self.request, active, LABS_A_PAGE)
        context = {
            "page_title": _("Labs"),
            "page_obj": page,
            "branches": add_people(page.object_list),
            "jumps": lettered(active) if len(active) >= JUMPS_FROM else [],
            "former_branches": former if not page.has_next() else [],
        }
        return super().get_context_data(**context, **kwargs)


# Sections about what the lab in numbers counts.
COUNTED = {"heads", "people", "publications", "projects", "talks", "news"}


def lab_context(lab):
    """What the page of a lab shows at its own address."""
    return describe(lab, sections_of("lab", lab, list(lab.sections.all()), defaults=LabSection))


def describe(lab, sections, *, is_home=False):
    """What the page of a lab shows: the lab with its links, and these sections."""
    links = list(lab.links.all())
    path = "/" if is_home else lab.get_absolute_url()
    by_kind = {section.kind: section for section in sections}
    openings = by_kind.get("openings")
    return {
        "lab": lab,
        "page_title": lab.name,
        "last_changed": lab.updated_at,
        "links": links,
        "sections": sections,
        "kinds": {kind: section.anchor for kind, section in by_kind.items()},
        "next_opening": openings and openings.content.next_opening,
        "has_numbers": any(kind in COUNTED for kind in by_kind),
        "merged_into": merged_into(lab),
        "is_home": is_home,
        "things": lab_page(lab, path, links=links),
        "shared": shared(
            "website",
            path,
            lab.name,
            words=lab.tagline,
            html=lab.about_html,
            picture=lab.photo or lab.logo,
            picture_description=lab.photo_description or lab.name,
        ),
    }


def merged_into(lab):
    """The lab that this one became part of, if visitors may see it."""
    if lab.status != Lab.Status.MERGED:
        return None
    return Lab.objects.public().filter(pk=lab.merged_into_id).first()


class LabDetail(LabPart, TemplateView):
    """Everything about one lab."""

    template_name = "people/lab_detail.html"

    def get(self, request, *args, **kwargs):
        # Not for good: with a second lab this address is a page of its own again.
        if self.lab.pk == request.site.single_lab_id:
            return redirect("/")
        return super().get(request, *args, **kwargs)

    def get_context_data(self, **kwargs):
        return super().get_context_data(**lab_context(self.lab) | kwargs)


class LabPeople(LabPart, TemplateView):
    """Who is in a lab, by role, and who has left it."""

    template_name = "people/member_list.html"

    def get_context_data(self, **kwargs):
        context = part_of_lab(self, _("People"))
        if self.lab.recruiting and self.lab.status == Lab.Status.ACTIVE:
            context["join_url"] = reverse("people:lab-openings", args=[self.lab.slug])
        context |= people_context(self.request, RoleOrder(self.lab.pk), lab=self.lab)
        return super().get_context_data(**context, **kwargs)


def people_context(request, order, *, lab=None):
    """What a list of people shows: who is here now, a page at a time, or who has left."""
    stays = Membership.objects.public()
    if lab:
        stays = stays.filter(lab=lab)
    former = page_of(request, former_members(lab), PEOPLE_A_PAGE)
    context = {"former_count": former.paginator.count}
    if PeopleFilter(request.GET).wants_former:
        people = arranged(read_former(former.object_list, lab))
        return context | {"wants_former": True, "page_obj": former, "former": people}
    directory = Directory(stays, order)
    page = page_of(request, directory.places, PEOPLE_A_PAGE)
    number_of = {
        place: number // PEOPLE_A_PAGE + 1 for number, place in enumerate(directory.places)
    }
    groups = directory.groups(page.object_list, number_of=number_of.get)
    # A long list of people who have left has pages of its own.
    is_together = not page.has_other_pages() and not former.has_other_pages()
    return context | {
        "page_obj": page,
        "groups": groups,
        "count": len(directory),
        "former": arranged(read_former(former.object_list, lab)) if is_together else None,
    }


class LabPictures(LabPart, TemplateView):
    """Pictures of the lab and its people."""

    template_name = "people/lab_pictures.html"

    def get_context_data(self, **kwargs):
        context = {
            **part_of_lab(self, _("Pictures")),
            "pictures": list(self.lab.pictures.all()),
        }
        return super().get_context_data(**context, **kwargs)


class LabNumbers(LabPart, TemplateView):
    """The lab in numbers, counted from what is public."""

    template_name = "people/lab_numbers.html"

    def get_context_data(self, **kwargs):
        context = {
            **part_of_lab(self, _("Lab in numbers")),
            "tables": [table for table in numbers_of(self.lab) if table["rows"]],
        }
        return super().get_context_data(**context, **kwargs)


def numbers_of(lab):
    """Tables of what there is how much of, as pairs of words and a number."""
    stays = Membership.objects.public().filter(lab=lab).order_by()
    by_role = dict(stays.current().values_list("role").annotate(Count("member", distinct=True)))
    papers = lab.publications.of_lab(lab).public().order_by()
    kinds = dict(papers.model._meta.get_field("kind").flatchoices)
    by_kind = papers.values_list("kind").annotate(count=Count("pk")).order_by("-count", "kind")
    years = papers.exclude(date="").annotate(year=Substr("date", 1, 4)).values_list("year")
    others = [
        (_("Projects, software and data"), lab.projects.public().count()),
        (_("Talks"), lab.talks.public().count()),
        (_("News"), lab.news.public().count()),
    ]
    return [
        {
            "title": _("People today"),
            "heading": _("Role"),
            "rows": [
                (heading, by_role[role])
                for role, heading in GROUP_HEADINGS.items()
                if role in by_role
            ],
        },
        {
            "title": _("Publications by year"),
            "heading": _("Year"),
            "rows": list(years.annotate(count=Count("pk")).order_by("-year")),
        },
        {
            "title": _("Publications by kind"),
            "heading": _("Kind"),
            "rows": [(kinds[kind], count) for kind, count in by_kind],
        },
        {
            "title": _("What else there is"),
            "heading": _("Kind"),
            "rows": [(words, count) for words, count in others if count],
        },
    ]
