import argparse

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from labsite.site import quickstart


def port_number(text):
    number = int(text) if text.isascii() and text.isdecimal() else 0
    if not 0 < number < 65536:
        raise argparse.ArgumentTypeError(_("A port is a number from 1 to 65535."))
    return number


class Command(BaseCommand):
    help = "Set the site up with demo content and an admin account, and serve it on this machine."

    def add_arguments(self, parser):
        parser.add_argument("--port", type=port_number, default=8000, help="Where to serve it.")
        parser.add_argument("--no-serve", action="store_true", help="Set it up, but do not serve.")
        parser.add_argument("--empty", action="store_true", help="Leave the demo content out.")

    def handle(self, *args, port, no_serve, empty, **options):
        if not (no_serve or quickstart.is_port_free(port)):
            raise CommandError(
                _(
                    "Port {port} is taken by another program, or this account may not use it. "
                    "Choose another one, for example: manage.py quickstart --port {other}"
                ).format(port=port, other=port + 1 if 1024 <= port < 65535 else 8080)
            )

        quickstart.write_environment_file(port)
        self.report(_("Data folder"), settings.DATA_DIR)
        quickstart.update_database()
        self.report(_("Database"), _("up to date"))
        quickstart.collect_static_files()
        self.report(_("Static files"), _("collected"))
        if empty:
            self.report(_("Content"), _("none added"))
        elif quickstart.load_demo():
            self.report(_("Content"), _("the demo: labs, people and what they put out"))
        else:
            self.report(_("Content"), _("yours, left as it is"))
        if account := quickstart.make_admin():
            name, password = account
            self.report(
                _("Admin account"),
                _("user {name}, password {password} (shown only now)").format(
                    name=name, password=password
                ),
            )
        else:
            self.report(_("Admin account"), _("the one you have"))

        self.stdout.write("\n" + self.style.SUCCESS(quickstart.welcome(port, serves=not no_serve)))
        if not no_serve:
            self.stdout.flush()
            quickstart.serve(port)

    def report(self, subject, outcome):
        """Print one finished step at once: the next one may take a while."""
        self.stdout.write(f"{subject:<15} {outcome}")
        self.stdout.flush()
