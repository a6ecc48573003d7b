"""The home page, and the files that pages show."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from labsite.pages import keep_private, reader
from labsite.permissions import may_edit_anything
from labsite.serving import send_file
from labsite.site.files import file_named, is_shown, may_see_unpublished
from labsite.site.home import department
from labsite.site.lab_home import lab_home
from people.models import Lab


@require_safe
def home(request):
    """One lab's page, or all labs and what is new in them."""
    user = reader(request)
    if key := request.site.single_lab_id:
        lab = Lab.objects.select_related("parent").get(pk=key)
        response = render(request, "site/lab_home.html", lab_home(lab))
    else:
        context = department()
        if user and may_edit_anything(user):
            context["may_begin"] = not context["branches"]
        response = render(request, "site/home.html", context)
    return keep_private(response) if user else response


@require_safe
def media(request, name):
    """A file that people uploaded, for whoever may see a record that shows it."""
    if is_shown(name):
        return send_file(file_named(name))
    user = reader(request)
    if user and may_see_unpublished(user, name):
        return send_file(file_named(name), cache_control="private, no-store")
    raise Http404


@require_safe
def healthz(request):
    """Say that the process is alive, without asking anything else."""
    return HttpResponse("ok", content_type="text/plain")
