"""Puts our front page in the place of Django's."""

from django.contrib.admin.apps import AdminConfig


class DeskConfig(AdminConfig):
    default_site = "labsite.site.desk.Desk"
