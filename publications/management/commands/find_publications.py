"""manage.py find_publications"""

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from labsite import outside
from labsite.slugs import find
from people.models import Member
from publications import lookups, missing


class Command(BaseCommand):
    help = (
        "Look for papers that the ORCID records of members list and the site does not have. They"
        " wait under Imports for somebody to look at; nothing is published. Safe to repeat."
    )

    def add_arguments(self, parser):
        parser.add_argument(
            "--member",
            action="append",
            default=[],
            metavar="SLUG",
            help="Only for this member; may be given several times.",
        )

    def handle(self, *args, member, **options):
        members = self._chosen(member) if member else Member.objects.exclude(orcid="")
        proposed = 0
        for person in members:
            report, is_over = self._look_for(person)
            proposed += report.proposed
            for line in (missing.sentence_about(report), *report.notes):
                self.stdout.write(line)
            if is_over:
                self.stdout.write(_("The others come next time."))
                break
        self.stdout.write(self.style.SUCCESS(_("Papers to look at: %s.") % proposed))

    def _look_for(self, person):
        """What was found for a member, and whether asking for more is of no use for now."""
        try:
            return missing.find(person), False
        except lookups.LookupFailedError as failure:
            report = missing.Report(person, problem=failure.reason)
            cause = failure.__cause__
            return report, isinstance(cause, outside.BusyError | outside.SilentError)

    def _chosen(self, slugs):
        for slug in slugs:
            person = find(Member.objects.all(), slug)
            if person is None:
                raise CommandError(_("There is nobody at the address “%(slug)s”.") % {"slug": slug})
            if not person.orcid:
                raise CommandError(
                    _("%(member)s has no ORCID iD here; add it to the person first.")
                    % {"member": person}
                )
            yield person
