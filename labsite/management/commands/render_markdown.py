"""manage.py render_markdown"""

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from labsite.rendering import render_again


class Command(BaseCommand):
    help = "Render all texts again, for example after an upgrade; only what differs is written."

    def add_arguments(self, parser):
        parser.add_argument("--dry-run", action="store_true", help="Report, but save nothing.")

    def handle(self, *args, dry_run, **options):
        texts = changed = failed = 0
        for outcome in render_again(save=not dry_run):
            texts += outcome.texts
            changed += outcome.changed
            failed += len(outcome.failed)
            if outcome.changed and options["verbosity"]:
                self.stdout.write(f"{outcome.column}: {outcome.changed} / {outcome.texts}")
            for key, reason in outcome.failed:
                self.stderr.write(f"{outcome.column} {key}: {reason}")
        if options["verbosity"]:
            sentence = _("Texts: %(texts)s, rendered anew: %(changed)s, failed: %(failed)s.")
            if dry_run:
                sentence = _("Texts: %(texts)s, would change: %(changed)s, failed: %(failed)s.")
            numbers = {"texts": texts, "changed": changed, "failed": failed}
            self.stdout.write(self.style.SUCCESS(sentence % numbers))
