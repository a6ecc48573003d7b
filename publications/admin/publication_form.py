"""The form of a publication: what one can type there that is no field of the record itself."""

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelectMultiple
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordForm
from labsite.folding import fold
from publications.author_rows import line_of
from publications.models import NewsItem, Project, Publication, Talk, Venue

MOST_OFFERED = 1_000  # journals and conferences; the others are found by their whole name


class AuthorLine(forms.Textarea):
    """A box for a whole line of authors, with a button that reads it."""

    template_name = "publications/widgets/author_line.html"
    has_button = True

    def get_context(self, name, value, attrs):
        context = super().get_context(name, value, attrs)
        context["widget"]["has_button"] = self.has_button
        return context


class VenueInput(forms.TextInput):
    """A line for the name of a journal or conference, which offers the known ones."""

    template_name = "publications/widgets/venue.html"

    def get_context(self, name, value, attrs):
        list_id = f"{(attrs or {}).get('id', name)}-known"
        context = super().get_context(name, value, (attrs or {}) | {"list": list_id})
        names = Venue.objects.order_by("name").values_list("name", "short_name")
        context["widget"] |= {"list_id": list_id, "known": names[:MOST_OFFERED]}
        return context


class VenueField(forms.CharField):
    """A journal or conference by its name or its short name; a name that is new makes a new one."""

    widget = VenueInput

    def prepare_value(self, value):
        return value.name if isinstance(value, Model) else value

    def has_changed(self, initial, data):
        return super().has_changed(self.prepare_value(initial), data)

    def clean(self, value):
        typed = " ".join(super().clean(value).split())
        if not typed:
            return None
        known = list(Venue.objects.values_list("pk", "name", "short_name"))
        for column in (1, 2):
            same = [row[0] for row in known if fold(row[column]) == fold(typed)]
            if len(same) > 1:
                raise ValidationError(
                    _("Several are called “%s”. Please write the whole name.") % typed
                )
            if same:
                return Venue.objects.get(pk=same[0])
        return Venue(name=typed)


class PublicationForm(RecordForm):
    """A publication with its line of authors, its venue in words, and who points to it."""

    author_line = forms.CharField(
        label=_("Paste the author line"),
        required=False,
        widget=AuthorLine(attrs={"rows": 2, "class": "vLargeTextField", "spellcheck": "false"}),
        help_text=_(
            "For example “A. Ng*, Bo Li*, and C. Díaz”. * marks equal contribution. "
            "It is read when you save, or at once with “Read”."
        ),
    )
    author_line_read = forms.CharField(required=False, widget=forms.HiddenInput)
    venue = VenueField(
        label=_("Journal, conference or book"),
        required=False,
        max_length=500,
        help_text=_(
            "For example “ASPLOS” or “Nature”. Type freely: known ones are offered, and a new one "
            "is kept when you save."
        ),
    )
    may_publish_file = forms.BooleanField(
        label=_("Yes, we may publish this file"),
        required=False,
        help_text=_("It is the authors’ version, or the publisher allows it."),
    )
    projects = forms.ModelMultipleChoiceField(
        Project.objects.all(),
        label=_("Projects"),
        required=False,
        # The field of news that leads to projects: a publication has none of its own.
        widget=AutocompleteSelectMultiple(NewsItem._meta.get_field("projects"), admin.site),
    )
    talks = forms.ModelMultipleChoiceField(
        Talk.objects.all(),
        label=_("Talks about it"),
        required=False,
        widget=AutocompleteSelectMultiple(NewsItem._meta.get_field("talks"), admin.site),
    )
    has_long_list = False  # the line is what one edits, instead of rows
    is_line_stored = False  # and it was so before, too

    class Meta:
        model = Publication
        fields = "__all__"

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        publication = self.instance
        if publication.pk:
            self.initial["venue"] = publication.venue
            self.initial["projects"] = list(publication.projects.all())
            self.initial["talks"] = list(publication.talks.all())
        for name in ("projects", "talks"):
            self.fields[name].widget.is_required = True  # no cross that empties the box
        if self.has_long_list:
            self.show_the_whole_line(publication)

    def show_the_whole_line(self, publication):
        """Where there are no rows, the line itself is what one edits."""
        line = self.fields["author_line"]
        line.label = _("All authors in order")
        line.help_text = _(
            "One after the other, parted by semicolons: “Ada Ng*; Bo Li*; {The Harbour Team}”. "
            "* marks equal contribution, ✉ the corresponding author, braces an organisation."
        )
        line.widget.attrs["rows"] = 12
        line.widget.has_button = False
        if self.is_line_stored:
            self.initial["author_line"] = line_of(publication.authorships.all())

    def clean(self):
        cleaned = super().clean()
        is_new_file = "pdf" in self.changed_data and cleaned.get("pdf")
        if is_new_file and not cleaned.get("may_publish_file"):
            self.add_error(
                "may_publish_file",
                _("Tick “Yes” if this file may be published, and choose the file once more."),
            )
        return cleaned

    def _save_m2m(self):
        super()._save_m2m()
        for name in ("projects", "talks"):
            getattr(self.instance, name).set(self.cleaned_data[name])
