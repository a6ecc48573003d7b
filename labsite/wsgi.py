"""The door for a WSGI server: ``gunicorn labsite.wsgi``."""

import os

from django.core.wsgi import get_wsgi_application

from labsite.requests import with_whole_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "labsite.settings")

application = with_whole_bodies(get_wsgi_application())
