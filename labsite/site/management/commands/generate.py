"""manage.py generate"""

import time

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from labsite.site.generation import generate


class Command(BaseCommand):
    help = "Add made-up labs, people and publications, for trying things out."

    def add_arguments(self, parser):
        parser.add_argument("--labs", type=int, default=3)
        parser.add_argument("--members", type=int, default=30)
        parser.add_argument("--publications", type=int, default=200)
        parser.add_argument("--seed", type=int, default=1, help="The same seed, the same content.")

    def handle(self, *args, labs, members, publications, seed, **options):
        started = time.monotonic()
        tell = self.stdout.write if options["verbosity"] else lambda sentence: None
        try:
            generate(labs=labs, members=members, publications=publications, seed=seed, tell=tell)
        except ValidationError as problem:
            raise CommandError(" ".join(problem.messages)) from problem
        tell(
            self.style.SUCCESS(
                _(
                    "Labs: %(labs)s, people: %(members)s, publications: %(publications)s."
                    " It took %(seconds)s s."
                )
                % {
                    "labs": f"{labs:,}",
                    "members": f"{members:,}",
                    "publications": f"{publications:,}",
                    "seconds": round(time.monotonic() - started),
                }
            )
        )
