"""Imports of works that a test names, and what became of them."""

from publications.importing import bibtex, runs
from publications.importing.plans import Options
from publications.models import ImportEntry


def import_works(*works, source="pubs.bib", **options):
    """The entries of the report about these works, in their order."""
    run = runs.carry_out(list(works), Options(source=source, **options))
    return list(ImportEntry.objects.filter(run=run).order_by("pk"))


def import_bibtex(text, source="pubs.bib", **options):
    """The same for the text of a BibTeX file."""
    run = runs.carry_out(bibtex.read(text, file=source), Options(source=source, **options))
    return list(ImportEntry.objects.filter(run=run).order_by("pk"))


def outcomes(entries):
    """What became of each entry."""
    return [entry.outcome for entry in entries]


def tally_of(run):
    """How many entries of a run had each outcome."""
    tally = runs.Tally()
    for entry in run.entries.all():
        tally.count(entry)
    return tally
