"""manage.py import_publications"""

import time
from contextlib import ExitStack
from io import TextIOWrapper
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from labsite.slugs import find
from labsite.visibility import Visibility
from people.models import Lab, Member
from publications import lookups
from publications.importing import bibtex, runs, sources, texts
from publications.importing.plans import Options
from publications.importing.readings import UnreadableError
from publications.importing.reports import Remarks, Report

EVERY = 0.5  # seconds between two signs of life on a terminal
EVERY_LINE = 15  # and in a log


class Command(BaseCommand):
    help = (
        "Import publications: BibTeX, RIS, CSL-JSON, CITATION.cff and others, told apart by what"
        " is in the files. Doing it twice does no harm. New works are public unless --drafts is"
        " given."
    )

    def add_arguments(self, parser):
        parser.add_argument("paths", nargs="*", type=Path, metavar="FILE")
        parser.add_argument("--doi", nargs="+", default=[], help="Look these DOIs up.")
        parser.add_argument("--arxiv", nargs="+", default=[], help="Look these arXiv ids up.")
        parser.add_argument("--orcid", nargs="+", default=[], help="Import what is on a record.")
        parser.add_argument(
            "--lab", metavar="SLUG", help="The lab that lists the works; the only one by itself."
        )
        parser.add_argument(
            "--member", metavar="SLUG", help="Whose works they are: a name that can be theirs is."
        )
        parser.add_argument("--drafts", action="store_true", help="Publish nothing yet.")
        parser.add_argument("--dry-run", action="store_true", help="Report, but save nothing.")
        parser.add_argument(
            "--report", type=Path, metavar="FILE.json", help="All about each entry."
        )

    def handle(self, *args, paths, lab, member, drafts, dry_run, report, **options):
        self._speak_unicode()
        self.dry_run = dry_run
        self.options = {
            "lab": self._find(Lab, lab) if lab else _only_lab(),
            "member": self._find(Member, member) if member else None,
            "visibility": Visibility.DRAFT if drafts else Visibility.PUBLIC,
        }
        given = [*_files(paths), *_numbers(options)]
        if not given:
            raise CommandError(_("Say what to import: files, or --doi, --arxiv, --orcid."))
        with ExitStack() as stack:
            self.report = None
            if report:
                self.report = Report(stack.enter_context(report.open("w", encoding="utf-8")))
            self._import(given)

    def _import(self, given):
        remarks = Remarks()
        total, rows, unread = runs.Tally(), [], []
        for source in given:
            started = time.monotonic()
            try:
                entries = source.read()
            except UnreadableError as error:
                unread.append(f"{source.label}: {error.sentence}")
                continue
            tally = self._one(source, entries, remarks)
            seconds = time.monotonic() - started
            remarks.about_file(source.label, getattr(entries, "notes", []))
            rows.append((source.label, tally, seconds))
            total += tally
        if self.report:
            self.report.finish(total, unread)
        self._print_table(rows)
        self.stdout.write(
            f"entries: {total.entries} = created {total.created} + updated {total.updated}"
            f" + skipped {total.skipped} + failed {total.failed}"
        )
        if self.dry_run:
            self.stdout.write(_("Nothing was saved: this was a dry run."))
        for line in (*remarks.lines(), *unread):
            self.stdout.write(printable(line))
        if not rows:
            raise CommandError(_("Nothing could be read."))

    def _one(self, source, entries, remarks):
        """Import one file, and say in the report and on the terminal what becomes of it."""
        tally = runs.Tally()
        settings = Options(source=source.name, **self.options)
        if self.report:
            self.report.begin(source.label)

        def listen(entry):
            tally.count(entry)
            remarks.about(source.label, entry)
            if self.report:
                self.report.add(entry)

        progress = Progress(self.stderr, source.label)
        act = runs.rehearse if self.dry_run else runs.carry_out
        act(entries, settings, progress=progress.tell, listener=listen)
        progress.finish()
        if self.report:
            self.report.end(tally)
        return tally

    def _print_table(self, rows):
        if not rows:
            return
        widest = max(len(printable(label)) for label, _tally, _seconds in rows)
        heads = (_("entries"), _("created"), _("updated"), _("skipped"), _("failed"), _("seconds"))
        widths = [max(8, len(head)) for head in heads]
        self._print_row(_("file"), heads, widest, widths)
        for label, tally, seconds in rows:
            numbers = (tally.entries, tally.created, tally.updated, tally.skipped, tally.failed)
            self._print_row(label, (*numbers, f"{seconds:.1f}"), widest, widths)

    def _print_row(self, label, cells, widest, widths):
        cells = [f"{cell!s:>{width}}" for cell, width in zip(cells, widths, strict=True)]
        self.stdout.write("  ".join([printable(label).ljust(widest), *cells]))

    def _find(self, model, slug):
        record = find(model._default_manager.all(), slug)
        if record is None:
            raise CommandError(
                _("There is no %(kind)s at the address “%(slug)s”.")
                % {"kind": model._meta.verbose_name, "slug": slug}
            )
        return record

    def _speak_unicode(self):
        """Titles have letters that the language of the terminal may not know (LANG=C)."""
        for stream in (self.stdout._out, self.stderr._out):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _only_lab():
    """The lab of a site that has one only, or None."""
    labs = list(Lab.objects.all()[:2])
    return labs[0] if len(labs) == 1 else None


def printable(text):
    """The text on one line, without what would move the cursor of a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in str(text))


def _files(paths):
    """The files in order, each under a name of its own."""
    names = _names_of(paths)
    files = [File(path, name) for path, name in zip(paths, names, strict=True)]
    macros = {}
    if len(files) > 1:
        for file in files:
            for name, words in file.macros().items():
                macros.setdefault(name, words)
    for file in files:
        file.shared_macros = macros
    return files


def _names_of(paths):
    """File names, with as many folders before them as tell them apart."""
    names = []
    for path in paths:
        others = [other for other in paths if other != path]
        parts = path.parts
        size = 1
        while size < len(parts) and any(other.parts[-size:] == parts[-size:] for other in others):
            size += 1
        names.append("/".join(parts[-size:]))
    return names


class File:
    """A file that was named on the command line."""

    def __init__(self, path, name):
        self.label = str(path)
        self.path = path
        self.name = name
        self.shared_macros = {}

    def content(self):
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise UnreadableError(
                _("It cannot be opened: %s.") % (error.strerror or type(error).__name__)
            ) from error

    def macros(self):
        """The abbreviations that it explains, which the other files may use."""
        try:
            content = self.content()
        except UnreadableError:
            return {}
        if b"@string" not in content.lower():
            return {}
        return bibtex.macros_of(texts.decode(content))

    def read(self):
        return sources.read(self.content(), file=self.name, macros=self.shared_macros)


class Number:
    """A work or a person that was named by a number, to be looked up."""

    def __init__(self, name, value, look_up):
        self.label = value
        self.name = name
        self.look_up = look_up

    def read(self):
        try:
            return self.look_up(self.label)
        except lookups.LookupFailedError as error:
            raise UnreadableError(error.reason) from error


def _numbers(options):
    works = [
        Number(name, value, lambda value, scheme=scheme: [lookups.work_of(scheme, value)])
        for scheme, name in (("doi", lookups.DOI_SOURCE), ("arxiv", lookups.ARXIV_SOURCE))
        for value in options[scheme]
    ]
    people = [
        Number(lookups.ORCID_SOURCE, value, lookups.works_of_orcid) for value in options["orcid"]
    ]
    return [*works, *people]


class Progress:
    """Shows on a terminal how far a long file has come; a log gets a line now and then."""

    def __init__(self, stream, label):
        self.stream = stream
        self.label = printable(label)
        self.is_terminal = stream.isatty()
        self.every = EVERY if self.is_terminal else EVERY_LINE
        self.told_at = time.monotonic()
        self.has_told = False

    def tell(self, done, total):
        now = time.monotonic()
        if now - self.told_at < self.every or done >= total:
            return
        self.told_at, self.has_told = now, True
        line = f"{self.label}: {done:,} / {total:,}"
        if self.is_terminal:
            self.stream.write(f"\r{line}", ending="")
            self.stream.flush()
        else:
            self.stream.write(line)

    def finish(self):
        if self.has_told and self.is_terminal:
            self.stream.write("\r\x1b[K", ending="")
            self.stream.flush()
