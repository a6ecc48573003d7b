"""Open positions."""

from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from labsite.pages import RecordDetail, page_of
from people.models import Lab, Opening
from people.pages import LabPart, part_of_lab

OPENINGS_A_PAGE = 60


class OpeningList(TemplateView):
    """Positions that are open in all labs, the next to close first, and how to join each lab."""

    template_name = "people/opening_list.html"

    def get_context_data(self, **kwargs):
        openings = Opening.objects.public().open().select_related("lab").soonest_first()
        page = page_of(self.request, openings, OPENINGS_A_PAGE)
        recruiting = Lab.objects.public().recruiting().order_by("name", "pk")
        context = {
            "page_title": _("Join us"),
            "page_obj": page,
            "openings": list(page.object_list),
            "recruiting_labs": list(recruiting.only("slug", "name", "recruiting_html")),
            "labs_shown": not self.request.site.single_lab_id,
        }
        return super().get_context_data(**context, **kwargs)


class LabOpenings(LabPart, TemplateView):
    """How to join a lab, and its open positions."""

    template_name = "people/lab_openings.html"

    def get_context_data(self, **kwargs):
        context = {
            **part_of_lab(self, _("Join us")),
            "openings": list(Opening.objects.public().open().filter(lab=self.lab).soonest_first()),
        }
        return super().get_context_data(**context, **kwargs)


class OpeningDetail(RecordDetail):
    """One position; after its last day the page says that it has closed."""

    queryset = Opening.objects.select_related("lab")
    template_name = "people/opening_detail.html"
    context_object_name = "opening"

    def get_context_data(self, **kwargs):
        return super().get_context_data(is_open=self.object.is_open(), **kwargs)
