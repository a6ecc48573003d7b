"""Free pages, of the site or of a lab."""

from django.views.generic import TemplateView

from labsite.pages import RecordDetail, find_for, moved
from people.models import Page
from people.pages import LabPart, part_of_lab


class PageDetail(RecordDetail):
    """A free page of the whole site."""

    queryset = Page.objects.filter(lab=None)
    within = (None,)
    template_name = "people/page_detail.html"
    context_object_name = "page"


class LabPage(LabPart, TemplateView):
    """A free page of a lab."""

    template_name = "people/page_detail.html"

    def get(self, request, *args, **kwargs):
        pages = Page.objects.filter(lab=self.lab).select_related("lab")
        self.free_page, is_draft = find_for(request, pages, kwargs["page"], within=[self.lab.pk])
        if redirect := moved(request, self.free_page, page=self.free_page.slug):
            return redirect
        self.is_preview = self.is_preview or is_draft
        return super().get(request, *args, **kwargs)

    def get_context_data(self, **kwargs):
        context = {
            "page": self.free_page,
            **part_of_lab(self, self.free_page.title),
            "last_changed": self.free_page.updated_at,
        }
        # The address has a "page" of its own, the last part of it.
        return super().get_context_data(**kwargs | context)
