"""Talks and their occasions."""

from django.contrib import admin
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from labsite.admin import (
    RecordAdmin,
    RowInline,
    StackedRowInline,
    YearFilter,
    date_column,
)
from publications.models import Speaker, Talk, TalkDelivery, TalkLink


class SpeakerInline(RowInline):
    model = Speaker
    fields = ["member", "printed_name", "position"]


class TalkDeliveryInline(StackedRowInline):
    model = TalkDelivery
    fields = [
        ("event", "event_url"),
        ("kind", "status"),
        ("date", "end_date"),
        ("start_time", "end_time", "zone"),
        ("city", "country", "room"),
        ("slides", "slides_url"),
        "recording_url",
        "position",
    ]


class TalkLinkInline(RowInline):
    model = TalkLink
    fields = ["label", "url", "position"]


class OccasionYearFilter(YearFilter):
    """Talks by the year in which they were given last."""

    field = "latest"


@admin.register(Talk)
class TalkAdmin(RecordAdmin):
    list_display = ["title", "speaker_names", date_column("latest", _("latest")), "visibility"]
    list_filter = ["visibility", OccasionYearFilter]
    search_fields = ["title", "speakers__printed_name", "deliveries__event", "deliveries__city"]
    inlines = [SpeakerInline, TalkDeliveryInline, TalkLinkInline]
    fieldsets = [
        (_("Talk"), {"fields": ["title", "abstract"], "inlines": [SpeakerInline]}),
        (_("Occasions"), {"fields": [], "inlines": [TalkDeliveryInline]}),
        (_("Links"), {"fields": [], "inlines": [TalkLinkInline]}),
        (_("On the website"), {"fields": ["labs", "publications", "projects", "slug"]}),
    ]

    def get_queryset(self, request):
        occasions = TalkDelivery.objects.filter(talk=OuterRef("pk")).order_by("-date")
        latest = Coalesce(Subquery(occasions.values("date")[:1]), Value(""))
        return super().get_queryset(request).annotate(latest=latest).prefetch_related("speakers")

    @admin.display(description=_("speakers"))
    def speaker_names(self, talk):
        return ", ".join(speaker.printed_name for speaker in talk.speakers.all())
