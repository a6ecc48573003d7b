"""News."""

from django.utils.translation import gettext as _

from labsite.pages import PagedList, RecordDetail
from labsite.sharing import shared
from people.models import Lab, Member
from people.pages import LabPart
from publications.crosslinks import crosslinks
from publications.models import NewsItem, Project, Publication, Talk
from publications.structured_data import news_page

# A line of news has an address of its own, but nothing that a search engine should find there.
SHORTEST_INDEXED = 300


class NewsList(PagedList):
    """News of the labs, newest first, by year."""

    template_name = "publications/news_list.html"
    context_object_name = "news"
    paginate_by = 50

    def get_queryset(self):
        return NewsItem.objects.public().of_labs().pinned_first()

    def get_context_data(self, **kwargs):
        context = super().get_context_data(page_title=_("News"), **kwargs)
        news = list(context["news"])
        return context | {
            "news": news,
            "pinned": [item for item in news if item.is_pinned],
            "dated": [item for item in news if not item.is_pinned],
        }


class LabNews(LabPart, NewsList):
    """News of one lab."""

    def get_queryset(self):
        return NewsItem.objects.public().filter(lab=self.lab).pinned_first()


class NewsDetail(RecordDetail):
    """One piece of news, and what it is about."""

    model = NewsItem
    context_object_name = "item"

    def get_context_data(self, **kwargs):
        item = self.object
        related = crosslinks(
            labs=Lab.objects.public().filter(pk=item.lab_id),
            members=Member.objects.public().filter(news=item),
            publications=Publication.objects.public().filter(news=item),
            talks=Talk.objects.public().filter(news=item),
            projects=Project.objects.public().filter(news=item),
        )
        context = {
            "is_thin": len(item.body) < SHORTEST_INDEXED and not item.picture,
            "related": related,
            "things": news_page(item, related),
            "shared": shared(
                "article",
                item.get_absolute_url(),
                str(item),
                words=item.words,
                picture=item.picture,
                picture_description=item.picture_description,
                more=[("article:published_time", item.date)],
            ),
        }
        return super().get_context_data(**context, **kwargs)
