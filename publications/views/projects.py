"""Projects, software and data."""

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from labsite.pages import PagedList, RecordDetail
from labsite.sharing import shared
from people.credits import Name, Printer
from people.models import Lab, Topic
from people.pages import LabPart
from publications.crosslinks import crosslinks
from publications.exporting.links import files_of
from publications.models import Component, NewsItem, Project, ProjectRole, Publication, Talk
from publications.rows import Citations, Listing
from publications.structured_data import project_page

# Of a large project these are in sight, the others folded.
PEOPLE_SHOWN = 12
PAPERS_SHOWN = 10


class ProjectList(PagedList):
    """What the labs of this site build and run."""

    template_name = "publications/project_list.html"
    context_object_name = "projects"
    paginate_by = 60

    def get_queryset(self):
        return Project.objects.public()

    def get_context_data(self, **kwargs):
        return super().get_context_data(page_title=_("Projects"), **kwargs)


class LabProjects(LabPart, ProjectList):
    """What one lab builds and runs."""

    def get_queryset(self):
        return Project.objects.public().of_lab(self.lab)


class ProjectDetail(RecordDetail):
    """One project with its people, its variants and its papers."""

    model = Project
    context_object_name = "project"

    def get_queryset(self):
        return Project.objects.select_related("successor").prefetch_related(
            Prefetch("components", Component.objects.select_related("own_project")),
            "links",
        )

    def get_context_data(self, **kwargs):
        project = self.object
        roles = list(ProjectRole.objects.filter(project=project).select_related("member"))
        printer = Printer()
        for role in roles:
            member = role.member
            slug = member.slug if member and member.has_page else None
            role.name_html = printer.line([Name(role.printed_name, role.member_id, slug)])
        current = [role for role in roles if not role.is_past()]
        listing = Listing(Publication.objects.public().filter(projects=project).newest_first())
        citations = Citations(listing)
        first, older = listing.rows[:PAPERS_SHOWN], listing.rows[PAPERS_SHOWN:]
        related = crosslinks(
            labs=Lab.objects.public().filter(pk=project.lab_id)
            | Lab.objects.public().filter(listed_projects=project),
            topics=Topic.objects.public().filter(projects=project),
            talks=Talk.objects.public().filter(projects=project),
        )
        context = {
            "current_roles": current[:PEOPLE_SHOWN],
            "more_roles": current[PEOPLE_SHOWN:],
            "former_roles": [role for role in roles if role.is_past()],
            "papers": citations.list_html(first) if first else "",
            "older_papers": citations.list_html(older) if older else "",
            "older_count": len(older),
            "legend": listing.legend(),
            "files": files_of("publications:project-publications-file", project.slug),
            "related": related,
            "things": project_page(project, related, roles=roles, papers=listing.rows),
            "shared": shared(
                "website",
                project.get_absolute_url(),
                project.name,
                words=project.tagline,
                html=project.about_html,
                picture=project.picture,
                picture_description=project.picture_description,
            ),
            "grants": list(project.grants.select_related("funder")),
            "news": list(NewsItem.objects.public().filter(projects=project)),
        }
        return super().get_context_data(**context, **kwargs)
