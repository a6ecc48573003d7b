"""Pages that stand below a lab."""

from labsite.pages import find_for, keep_private, moved, reader
from people.models import Lab


class LabPart:
    """A view below ``/labs/<slug>/``: the lab is ``self.lab``, its menu is shown."""

    is_preview = False

    def dispatch(self, request, *args, **kwargs):
        labs = Lab.objects.select_related("parent")
        self.lab, self.is_preview = find_for(request, labs, kwargs["slug"])
        if redirect := moved(request, self.lab, slug=self.lab.slug):
            return redirect
        request.lab = self.lab
        response = super().dispatch(request, *args, **kwargs)
        return keep_private(response) if reader(request) else response

    def get_context_data(self, **kwargs):
        context = {"lab": self.lab, "is_preview": self.is_preview}
        return super().get_context_data(**context | kwargs)


def part_of_lab(view, title):
    """What a page below a lab is called, and the way to it."""
    lab = view.lab
    is_only_lab = lab.pk == view.request.site.single_lab_id
    return {
        "page_title": title if is_only_lab else f"{title} · {lab.label}",
        "trail": [(lab.label, lab.get_absolute_url()), (title, "")],
    }
