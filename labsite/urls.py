"""The site map. Addresses never die: a moved page leaves a permanent redirect."""

from django.contrib import admin
from django.urls import path

from labsite import editor
from labsite.icon import icon

urlpatterns = [
    path("favicon.ico", icon),
    path("admin/", admin.site.urls),
    path("editor/preview/", editor.preview, name="editor-preview"),
]

handler500 = "labsite.errors.failure"
