"""The home page, and the files that pages show."""

from django.urls import path

from labsite.site import views

app_name = "site"

urlpatterns = [
    path("", views.home, name="home"),
    path("media/<path:name>", views.media, name="media"),
    path("healthz", views.healthz, name="healthz"),
]
