"""Research topics."""

from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from labsite.pages import RecordDetail, page_of
from labsite.sections import sections_of
from people.models import Lab, LabSection, Topic

TOPICS_A_PAGE = 60


class TopicList(TemplateView):
    """What people here work on."""

    template_name = "people/topic_list.html"

    def get_context_data(self, **kwargs):
        topics = Topic.objects.public().defer("text", "text_html")
        page = page_of(self.request, topics, TOPICS_A_PAGE)
        topics = list(page.object_list)
        labs = Lab.objects.public().only("slug", "name", "short_name")
        labs = labs.in_bulk({topic.lab_id for topic in topics} - {None})
        context = {
            "page_title": _("Research"),
            "page_obj": page,
            # With one lab there is nothing to tell apart.
            "topics": [
                (topic, None if self.request.site.single_lab_id else labs.get(topic.lab_id))
                for topic in topics
            ],
        }
        return super().get_context_data(**context, **kwargs)


class TopicDetail(RecordDetail):
    """One topic, in words for everybody, and who and what has to do with it."""

    model = Topic
    template_name = "people/topic_detail.html"
    context_object_name = "topic"

    def get_context_data(self, **kwargs):
        context = {
            # Nobody arranges the sections of a topic: each is as its kind has it.
            "sections": sections_of("topic", self.object, defaults=LabSection),
            "lab": Lab.objects.public().filter(pk=self.object.lab_id).first(),
        }
        return super().get_context_data(**context, **kwargs)
