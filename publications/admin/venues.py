"""Journals and conferences."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.admin import RecordAdmin, row_count
from publications.models import Publication, Venue


@admin.register(Venue)
class VenueAdmin(RecordAdmin):
    list_display = ["name", "short_name", "kind", "paper_count"]
    list_filter = ["kind"]
    search_fields = ["name", "short_name"]
    fields = [("name", "short_name"), "kind", "url", "colour"]

    def get_queryset(self, request):
        papers = row_count(Publication.objects, "venue")
        return super().get_queryset(request).annotate(paper_count=papers)

    @admin.display(description=_("papers"), ordering="paper_count")
    def paper_count(self, venue):
        return venue.paper_count
