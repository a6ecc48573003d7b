"""The site map. Addresses never die: a moved page leaves a permanent redirect."""

from django.contrib import admin
from django.urls import path

urlpatterns = [
    path("admin/", admin.site.urls),
]

handler500 = "labsite.errors.failure"
