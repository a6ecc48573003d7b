"""Publications."""

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, RowInline, YearFilter, date_column, row_count
from publications.admin.authors import MOST_ROWS, AuthorshipInline
from publications.bibtex_keys import give_key
from publications.models import (
    Authorship,
    Identifier,
    Kind,
    Publication,
    PublicationLink,
    PublicationListing,
)

COMMON_KINDS = 9  # of Kind.choices; datasets and software, one in plain words, are two of them


class PublicationLinkInline(RowInline):
    model = PublicationLink
    fields = ["label", "url", "position"]


class PublicationListingInline(RowInline):
    model = PublicationListing
    fields = ["lab", "kind", "is_accepted", "is_selected"]


class IdentifierInline(RowInline):
    model = Identifier
    fields = ["scheme", "value"]


@admin.register(Publication)
class PublicationAdmin(RecordAdmin):
    list_display = [
        "title",
        "venue_label",
        date_column("date", _("when")),
        "author_count",
        "status",
        "visibility",
    ]
    list_filter = ["visibility", "status", YearFilter]
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
    readonly_fields = ["all_authors", "kept_fields"]
    fieldsets = [
        (
            _("Paper"),
            {
                "fields": [
                    "visibility",
                    ("kind", "genre"),
                    "title",
                    ("date", "date_text"),
                    ("status", "notice"),
                    "venue",
                    ("track", "distinction"),
                ]
            },
        ),
        (_("Authors"), {"fields": ["all_authors", "is_list_incomplete", "marks_note"]}),
        (_("Links and files"), {"fields": ["pdf", ("doi", "arxiv_id")]}),
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
        (_("On the website"), {"fields": ["is_lab_output", "grants"]}),
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
            },
        ),
    ]

    def get_queryset(self, request):
        return (
            super()
            .get_queryset(request)
            .annotate(author_count=row_count(Authorship.objects, "publication"))
        )

    def get_inlines(self, request, obj):
        others = [PublicationLinkInline, PublicationListingInline, IdentifierInline]
        return others if _has_long_list(obj) else [AuthorshipInline, *others]

    def get_fieldsets(self, request, obj=None):
        """The authors of a long list have pages of their own instead of rows."""
        if _has_long_list(obj):
            return super().get_fieldsets(request, obj)
        return [
            (heading, options | {"fields": [f for f in options["fields"] if f != "all_authors"]})
            for heading, options in super().get_fieldsets(request, obj)
        ]

    def save_related(self, request, form, formsets, change):
        """Save the parts; the authors must stand before the key can be made of their names."""
        super().save_related(request, form, formsets, change)
        give_key(form.instance)

    def formfield_for_choice_field(self, db_field, request, **kwargs):
        if db_field.name == "kind":
            kwargs["choices"] = [
                *Kind.choices[:COMMON_KINDS],
                (gettext("Other…"), Kind.choices[COMMON_KINDS:]),
            ]
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    @admin.display(description=_("appeared in"), ordering="venue__name")
    def venue_label(self, publication):
        return publication.venue.label if publication.venue else ""

    @admin.display(description=_("authors"), ordering="author_count")
    def author_count(self, publication):
        return publication.author_count

    @admin.display(description=_("authors"))
    def all_authors(self, publication):
        rows = publication.authorships.values_list("printed_name", flat=True)
        address = reverse("admin:publications_authorship_changelist")
        query = urlencode({"publication__id__exact": publication.pk})
        return format_html(
            '<p>{}</p><p><a href="{}?{}">{}</a></p>',
            ", ".join(rows),
            address,
            query,
            ngettext("Edit the %s author", "Edit the %s authors one by one", len(rows)) % len(rows),
        )

    @admin.display(description=_("other fields kept from the import"), empty_value="—")
    def kept_fields(self, publication):
        return format_html_join("", "<div>{}: {}</div>", publication.extra_fields.items()) or None


def _has_long_list(publication):
    return publication is not None and publication.author_count >= MOST_ROWS
