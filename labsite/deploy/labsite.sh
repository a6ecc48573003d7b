#!/bin/sh
# A command of the site, as the user it runs as: sudo labsite migrate
set -eu
umask 027
cd /opt/labsite
exec runuser -u labsite -- env LABSITE_DATA_DIR=/var/lib/labsite .venv/bin/python manage.py "$@"
