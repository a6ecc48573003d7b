"""Talks: those to come, those given, and each one."""

from django.db.models import Exists, F, OuterRef, Prefetch, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from labsite.pages import PagedList, RecordDetail
from labsite.sharing import shared
from people.models import Lab
from people.pages import LabPart
from people.sections import names_line
from publications.crosslinks import crosslinks
from publications.models import (
    NewsItem,
    Project,
    Publication,
    Speaker,
    Talk,
    TalkDelivery,
)
from publications.structured_data import talk_page


class TalkList(PagedList):
    """Talks already given, newest first, below the ones still to come."""

    template_name = "publications/talk_list.html"
    context_object_name = "past_talks"
    paginate_by = 50

    def talks(self):
        """The talks that the list is about."""
        return Talk.objects.public()

    def in_full(self, talks):
        """These talks with what the list prints of them."""
        return talks.prefetch_related(
            Prefetch("deliveries", TalkDelivery.objects.newest_first()),
            Prefetch("speakers", Speaker.objects.select_related("member")),
        )

    def dated(self):
        """The talks with the dates of their next and last occasions."""
        occasions = TalkDelivery.objects.filter(talk=OuterRef("pk"))
        next_one = occasions.upcoming(self.now).order_by("date").values("date")
        last_one = occasions.order_by("-date").values("date")
        return self.talks().annotate(
            is_upcoming=Exists(occasions.upcoming(self.now)),
            next_given=Subquery(next_one[:1]),
            last_given=Subquery(last_one[:1]),
        )

    def get_queryset(self):
        self.now = timezone.now()
        past = self.dated().filter(is_upcoming=False)
        return self.in_full(past.order_by(F("last_given").desc(nulls_last=True), "-pk"))

    def get_context_data(self, **kwargs):
        context = super().get_context_data(page_title=_("Talks"), **kwargs)
        upcoming = []
        if context["page_obj"].number == 1:
            upcoming = list(
                self.in_full(self.dated().filter(is_upcoming=True)).order_by("next_given", "pk")
            )
        past = list(context["past_talks"])
        for talk in [*upcoming, *past]:
            talk.speaker_names = names_line(talk.speakers.all())
            talk.year = (talk.last_given or "")[:4]
        for talk in upcoming:
            talk.last_given = talk.next_given
        return context | {"upcoming_talks": upcoming, "past_talks": past}


class LabTalks(LabPart, TalkList):
    """The talks of one lab."""

    def talks(self):
        return Talk.objects.public().filter(labs=self.lab)


class TalkDetail(RecordDetail):
    """One talk with every occasion on which it is given."""

    model = Talk
    context_object_name = "talk"

    def get_queryset(self):
        return Talk.objects.prefetch_related(
            Prefetch("deliveries", TalkDelivery.objects.newest_first()),
            Prefetch("speakers", Speaker.objects.select_related("member")),
            "links",
        )

    def get_context_data(self, **kwargs):
        talk = self.object
        related = crosslinks(
            labs=Lab.objects.public().filter(talks=talk),
            publications=Publication.objects.public().filter(talks=talk),
            projects=Project.objects.public().filter(talks=talk),
        )
        context = {
            "speaker_names": names_line(talk.speakers.all()),
            "related": related,
            "things": talk_page(talk, related),
            "shared": shared(
                "article", talk.get_absolute_url(), talk.title, html=talk.abstract_html
            ),
            "news": list(NewsItem.objects.public().filter(talks=talk)),
        }
        return super().get_context_data(**context, **kwargs)
