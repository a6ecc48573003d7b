"""Loads a content file."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from labsite.site.content import ContentError, load


class Command(BaseCommand):
    help = "Load labs, members and all the rest from a content file; see docs/content-files.md."

    def add_arguments(self, parser):
        parser.add_argument("path", type=Path, metavar="FILE.toml")

    def handle(self, *args, path, **options):
        try:
            report = load(path)
        except ContentError as error:
            count = len(error.problems)
            summary = ngettext(
                "Nothing was saved: there is %(count)s problem.",
                "Nothing was saved: there are %(count)s problems.",
                count,
            )
            lines = [*error.problems, summary % {"count": count}]
            raise CommandError("\n".join(lines)) from error
        for line in report.lines():
            self.stdout.write(line)
        if not report.counts:
            self.stdout.write(_("The file is empty."))
