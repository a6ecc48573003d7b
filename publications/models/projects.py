"""Software, data and research projects."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from labsite.lines import LinesField
from labsite.links import Link, WebAddressField
from labsite.markdown import MarkdownField, RenderedMarkdown
from labsite.ordering import Ordered
from labsite.partial_dates import PartialDateField
from labsite.periods import Period
from labsite.pictures import PictureField
from labsite.records import Record
from people.models import Credit
from publications.querysets import ProjectQuerySet


class Starred(models.Model):
    """Something with a repository, whose stars are counted now and then, not by visits."""

    repository = WebAddressField(_("repository"))
    repository_label = models.CharField(
        _("label of the repository"),
        max_length=80,
        blank=True,
        help_text=_("For example “GitHub”. Printed also while the address is not known."),
    )
    stars = models.PositiveIntegerField(_("stars"), null=True, blank=True)
    fetched_at = models.DateTimeField(_("stars counted"), null=True, blank=True)
    fetch_error = models.CharField(_("last error"), max_length=200, blank=True, editable=False)

    class Meta:
        abstract = True


class Project(Starred, Record):
    """A software, a dataset or a research project."""

    class Kind(models.TextChoices):
        SOFTWARE = "software", _("Software")
        DATASET = "dataset", _("Dataset")
        RESEARCH = "research", _("Research project")

    class State(models.TextChoices):
        ACTIVE = "active", _("active")
        FINISHED = "finished", _("finished")
        ARCHIVED = "archived", _("archived")

    history_parts = ("roles", "links", "components")

    name = models.CharField(_("name"), max_length=200)
    tagline = models.CharField(_("one line"), max_length=300, blank=True)
    about = MarkdownField(_("about the project"))
    about_html = RenderedMarkdown("about")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.SOFTWARE)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.ACTIVE)
    ended_on = PartialDateField(_("finished or archived"))
    successor = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="predecessors",
        verbose_name=_("continued by"),
    )
    lab = models.ForeignKey(
        "people.Lab",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="projects",
        verbose_name=_("lab"),
    )
    listed_labs = models.ManyToManyField(
        "people.Lab", blank=True, related_name="listed_projects", verbose_name=_("also listed by")
    )
    documentation = WebAddressField(_("documentation"))
    documentation_label = models.CharField(
        _("label of the documentation"),
        max_length=80,
        blank=True,
        help_text=_("Printed also while the address is not known."),
    )
    licence = models.CharField(
        _("licence"), max_length=80, blank=True, help_text=_("For example “MIT”.")
    )
    picture = PictureField(_("picture"))
    picture_description = models.CharField(
        _("description of the picture"), max_length=300, blank=True
    )
    publications = models.ManyToManyField(
        "publications.Publication", blank=True, related_name="projects", verbose_name=_("papers")
    )
    grants = models.ManyToManyField(
        "publications.Grant", blank=True, related_name="projects", verbose_name=_("funded by")
    )
    topics = models.ManyToManyField(
        "people.Topic", blank=True, related_name="projects", verbose_name=_("research topics")
    )
    column_headings = LinesField(
        _("headings of the table of variants"),
        help_text=_("One a line, for example: Training stack, Implementation, Description."),
    )
    name_column = models.PositiveSmallIntegerField(
        _("column of the names"),
        default=1,
        help_text=_("In which column of the table the name of each variant stands: 1, 2, 3 …"),
    )
    position = models.PositiveIntegerField(_("place"), default=0)

    objects = ProjectQuerySet.as_manager()

    class Meta:
        verbose_name = _("project")
        verbose_name_plural = _("projects, software and data")
        ordering = ["position", "name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(name=""),
                name="publications_project_has_a_name",
                violation_error_message=_("A project needs a name."),
            ),
        ]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("publications:project-detail", args=[self.slug])

    def clean(self):
        super().clean()
        if self.name_column < 1 or (
            self.column_headings and self.name_column > len(self.column_headings)
        ):
            raise ValidationError({"name_column": _("The table has no such column.")})


class Component(Starred, Ordered):
    """One row of a project's table of variants, such as one implementation."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="components")
    name = models.CharField(_("name"), max_length=200)
    own_project = models.ForeignKey(
        Project,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="component_of",
        verbose_name=_("its own page"),
    )
    cells = LinesField(
        _("other cells"), help_text=_("What stands in the other columns, one a line, in order.")
    )

    class Meta(Ordered.Meta):
        verbose_name = _("variant")
        verbose_name_plural = _("table of variants")

    def __str__(self):
        return self.name

    def row(self, name_column, width):
        """The cells of the table row, ``width`` of them; None stands for the name's own cell."""
        cells = [*self.cells[: name_column - 1], *[""] * (name_column - 1 - len(self.cells))]
        cells += [None, *self.cells[name_column - 1 :]]
        return cells + [""] * (width - len(cells))


class ProjectRole(Credit, Period):
    """What somebody does in a project."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="roles")
    role = models.CharField(
        _("role"), max_length=120, blank=True, help_text=_("For example “Main Developer”.")
    )

    class Meta(Credit.Meta):
        verbose_name = _("person of the project")
        verbose_name_plural = _("people of the project")
        constraints = [*Credit.Meta.constraints, *Period.Meta.constraints]


class ProjectLink(Link):
    """A link of a project."""

    owner = models.ForeignKey(Project, models.CASCADE, related_name="links")
