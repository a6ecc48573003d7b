"""manage.py refresh_projects"""

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from publications import stars


class Command(BaseCommand):
    help = (
        "Count the stars of the projects' repositories on GitHub, those first that were counted"
        " longest ago. Safe to run at any time and by a timer."
    )

    def add_arguments(self, parser):
        parser.add_argument(
            "--at-most",
            type=int,
            default=stars.AT_MOST,
            metavar="N",
            help="Ask about so many repositories (%(default)s, which GitHub answers in an hour).",
        )

    def handle(self, *args, at_most, **options):
        report = stars.refresh(at_most=at_most)
        for line in (*report.moved, *report.failed):
            self.stdout.write(line)
        if report.stopped:
            self.stdout.write(
                _("%(why)s Repositories left for the next time: %(left)s.")
                % {"why": report.stopped, "left": report.left}
            )
        self.stdout.write(
            self.style.SUCCESS(
                _("Repositories counted: %(counted)s, moved: %(moved)s, failed: %(failed)s.")
                % {
                    "counted": report.counted,
                    "moved": len(report.moved),
                    "failed": len(report.failed),
                }
            )
        )
