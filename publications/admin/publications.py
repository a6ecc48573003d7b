"""Publications."""

from typing import ClassVar

from django.contrib import admin, messages
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from labsite.admin import (
    RecordAdmin,
    RowForm,
    RowFormSet,
    RowInline,
    YearFilter,
    date_column,
    row_count,
)
from labsite.joining.admin import JoinedRecords
from labsite.joining.pages import address_of_pair
from labsite.keys import key_in
from people.models import Lab, Member
from publications.admin import quick_add
from publications.admin.authors import MOST_ROWS, AuthorFormSet, AuthorshipInline
from publications.admin.duplicates import WorkTwins
from publications.admin.imports import ImportFilter
from publications.admin.publication_form import PublicationForm
from publications.author_lines import parse
from publications.author_rows import fill_rows, write_authors
from publications.bibtex_keys import give_key
from publications.joining import WorkJoining
from publications.models import (
    Authorship,
    Identifier,
    Kind,
    Publication,
    PublicationLink,
    PublicationListing,
)

COMMON_KINDS = 9  # of Kind.choices; datasets and software, one in plain words, are two of them
AUTHOR_ROWS = "authorships"


class PublicationLinkInline(RowInline):
    model = PublicationLink
    fields = ["label", "url", "position"]


class ListingForm(RowForm):
    """A lab that shows the paper; the one that a new paper starts with is kept untouched."""

    def has_changed(self):
        if self.instance._state.adding:
            return bool(self["lab"].value())
        return super().has_changed()


class ListingFormSet(RowFormSet):
    """The labs that show a paper; a new one belongs to the lab of the site if there is only one."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if not self.is_bound and self.instance.pk is None:
            labs = list(Lab.objects.values_list("pk", flat=True)[:2])
            if len(labs) == 1:
                self.extra, self.initial_extra = 1, [{"lab": labs[0]}]


class PublicationListingInline(RowInline):
    model = PublicationListing
    form = ListingForm
    formset = ListingFormSet
    fields = ["lab", "kind", "is_accepted", "is_selected"]


class IdentifierInline(RowInline):
    model = Identifier
    classes = ["collapse"]
    fields = ["scheme", "value"]


@admin.register(Publication)
class PublicationAdmin(JoinedRecords, RecordAdmin):
    joining, twins = WorkJoining, WorkTwins
    actions: ClassVar = [*RecordAdmin.actions, "merge"]
    list_display = [
        "plain_title",
        "venue_label",
        date_column("date", _("when")),
        "author_count",
        "status",
        "visibility",
    ]
    list_filter = ["visibility", "status", YearFilter, ImportFilter]
    list_select_related = ["venue"]
    search_fields = [
        "title",
        "authorships__printed_name",
        "venue__name",
        "venue__short_name",
        "doi",
        "arxiv_id",
        "bibtex_key",
    ]
    readonly_fields = ["our_authors", "kept_fields"]
    form = PublicationForm
    examples: ClassVar = {
        "notice": _("For example “Retracted at the authors’ request in March 2026”."),
        "is_list_incomplete": _("Tick it if the line ends in “et al.”."),
        "doi": _("For example 10.1145/3575693.3575703."),
        "arxiv_id": _("For example 2401.01234 or the address of the page there."),
        "summary": _("For example “We train large models on machines that many labs have”."),
        "picture_description": _("What is to be seen, for people who cannot see it."),
        "note": _("For example “An earlier version appeared as a poster”."),
        "is_lab_output": _("Untick it for work that was done elsewhere, before or after."),
        "volume": _("For example “12”."),
        "issue": _("For example “3” or “3–4”."),
        "publisher": _("For example “ACM”."),
        "series": _("For example “Lecture Notes in Computer Science”."),
        "edition": _("For example “2nd”."),
        "isbn": _("For example 978-3-16-148410-0."),
        "issn": _("For example 2049-3630."),
        "pubmed_id": _("For example 31452104."),
        "bibtex_key": _(
            "Made once, for example “liu2026laer”. People cite by it: better leave it."
        ),
    }
    inlines = [AuthorshipInline, PublicationLinkInline, PublicationListingInline, IdentifierInline]
    fieldsets = [
        (
            _("Paper"),
            {
                "fields": [
                    ("kind", "genre"),
                    "title",
                    ("date", "date_text"),
                    ("status", "notice"),
                    "venue",
                    ("track", "distinction"),
                ]
            },
        ),
        (
            _("Authors"),
            {
                "fields": [
                    "author_line",
                    "author_line_read",
                    "our_authors",
                    "is_list_incomplete",
                    "marks_note",
                ],
                "inlines": [AuthorshipInline],
            },
        ),
        (
            _("Links and files"),
            {
                "fields": ["may_publish_file", "pdf", ("doi", "arxiv_id")],
                "inlines": [PublicationLinkInline],
            },
        ),
        (
            _("For readers"),
            {
                "fields": [
                    "abstract",
                    "summary",
                    ("picture", "picture_description"),
                    "topics",
                    "note",
                ]
            },
        ),
        (
            _("On the website"),
            {
                "fields": ["projects", "talks", "grants", "is_lab_output"],
                "inlines": [PublicationListingInline],
            },
        ),
        (
            _("Details for citations"),
            {
                "classes": ["collapse"],
                "fields": [
                    ("volume", "issue", "pages"),
                    ("publisher", "series", "edition"),
                    ("isbn", "issn", "pubmed_id"),
                    "degree",
                    "bibtex_key",
                    "slug",
                    "kept_fields",
                ],
                "inlines": [IdentifierInline],
            },
        ),
    ]

    def get_queryset(self, request):
        return (
            super()
            .get_queryset(request)
            .annotate(author_count=row_count(Authorship.objects, "publication"))
        )

    def get_urls(self):
        return [*quick_add.urls(self), *super().get_urls()]

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        """Read a pasted line of authors into rows, before anything else looks at them."""
        if request.method == "POST":
            self._read_author_line(request, key_in(object_id or ""))
        return super().changeform_view(request, object_id, form_url, extra_context)

    def _read_author_line(self, request, publication_id):
        data = request.POST
        line = data.get("author_line", "")
        authors = parse(line)
        request.is_long_line = len(authors.authors) > MOST_ROWS
        if "_read_authors" in data:
            request.shown_again = True
        has_rows = f"{AUTHOR_ROWS}-TOTAL_FORMS" in data
        if request.is_long_line or not has_rows or line == data.get("author_line_read", ""):
            return
        request.POST = data = data.copy()
        keys = {
            key_in(value)
            for name, value in data.items()
            if name.startswith(AUTHOR_ROWS) and name.endswith("-member")
        }
        names = Member.objects.filter(pk__in=keys - {None}).values_list("pk", "display_name")
        names = {str(key): name for key, name in names}
        fill_rows(data, AUTHOR_ROWS, authors.authors, names, publication_id)
        data["author_line_read"] = line
        if authors.is_incomplete:
            data["is_list_incomplete"] = "on"

    def has_long_list(self, request, publication):
        """Whether the line of authors is what one edits, because there are too many for rows."""
        return _has_long_list(publication) or getattr(request, "is_long_line", False)

    def get_inlines(self, request, obj):
        if self.has_long_list(request, obj):
            return [rows for rows in self.inlines if rows is not AuthorshipInline]
        return self.inlines

    def get_layout(self, request, obj=None):
        """The fieldsets; only a long list of authors needs to be told who of us is in it."""
        if self.has_long_list(request, obj):
            return super().get_layout(request, obj)
        return [
            (heading, options | {"fields": [f for f in options["fields"] if f != "our_authors"]})
            for heading, options in super().get_layout(request, obj)
        ]

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        form.has_long_list = self.has_long_list(request, obj)
        form.is_line_stored = _has_long_list(obj)
        return form

    def get_inline_formsets(self, request, formsets, inline_instances, obj=None):
        for formset in formsets:
            if isinstance(formset, AuthorFormSet):
                formset.suggest()
        return super().get_inline_formsets(request, formsets, inline_instances, obj)

    def save_model(self, request, obj, form, change):
        """Save; a journal or conference that nobody knew is kept first."""
        if obj.venue and obj.venue.pk is None:
            obj.venue.save()
            obj.venue = obj.venue  # takes over the key
        super().save_model(request, obj, form, change)
        if not change:
            self.tell_of_twins(request, obj)

    def tell_of_twins(self, request, publication):
        """Say whether a paper of that title was there before: perhaps it was entered twice."""
        twins = Publication.objects.exclude(title_key="").filter(title_key=publication.title_key)
        for twin in twins.exclude(pk=publication.pk).order_by("pk")[:1]:
            told = format_html(
                '{} <a href="{}">{}</a> · <a href="{}">{}</a>',
                gettext("There was a paper of the same title already. Is it the same work?"),
                reverse("admin:publications_publication_change", args=[twin.pk]),
                gettext("Open the other one"),
                address_of_pair(twin, publication),
                gettext("Merge the two…"),
            )
            self.message_user(request, told, messages.WARNING)

    def save_related(self, request, form, formsets, change):
        """Save the parts; the authors must stand before the key can be made of their names."""
        super().save_related(request, form, formsets, change)
        if form.has_long_list and "author_line" in form.changed_data:
            write_authors(form.instance, form.cleaned_data["author_line"])
        give_key(form.instance)

    def formfield_for_choice_field(self, db_field, request, **kwargs):
        if db_field.name == "kind":
            kwargs["choices"] = [
                *Kind.choices[:COMMON_KINDS],
                (gettext("Other…"), Kind.choices[COMMON_KINDS:]),
            ]
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    @admin.display(description=_("title"), ordering="title")
    def plain_title(self, publication):
        return str(publication)

    @admin.display(description=_("appeared in"), ordering="venue__name")
    def venue_label(self, publication):
        return publication.venue.label if publication.venue else ""

    @admin.display(description=_("authors"), ordering="author_count")
    def author_count(self, publication):
        return publication.author_count

    @admin.display(description=_("ours among them"))
    def our_authors(self, publication):
        ours = publication.authorships.exclude(member=None).values_list("printed_name", flat=True)
        address = reverse("admin:publications_authorship_changelist")
        query = urlencode({"publication__id__exact": publication.pk})
        count = publication.author_count
        return format_html(
            '<p>{}</p><p><a href="{}?{}">{}</a></p>',
            ", ".join(ours) or "—",
            address,
            query,
            ngettext("Edit the %s author", "Edit the %s authors one by one", count) % count,
        )

    @admin.display(description=_("other fields kept from the import"), empty_value="—")
    def kept_fields(self, publication):
        return format_html_join("", "<div>{}: {}</div>", publication.extra_fields.items()) or None


def _has_long_list(publication):
    return publication is not None and publication.author_count >= MOST_ROWS
