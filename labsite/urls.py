"""The site map. Addresses never die: a moved page leaves a permanent redirect."""

from django.contrib import admin
from django.urls import include, path

from labsite import editor
from labsite.icon import icon

urlpatterns = [
    path("favicon.ico", icon),
    path("admin/", admin.site.urls),
    path("editor/preview/", editor.preview, name="editor-preview"),
    path("", include("labsite.site.urls")),
    path("", include("publications.urls")),
    # Last, because it ends with the free pages below a lab, which match any word.
    path("", include("people.urls")),
]

handler500 = "labsite.errors.failure"
