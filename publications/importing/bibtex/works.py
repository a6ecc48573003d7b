"""An entry of BibTeX as a work: each field to its place, and what has none to ``extra``."""

import re

from django.utils.translation import gettext as _

from publications.importing import addresses, states, tex
from publications.importing import names as shared_names
from publications.importing.bibtex import dates, journals, names, numbers, types
from publications.importing.bibtex.entries import shortened
from publications.importing.bibtex.tex_addresses import (
    ADDRESS,
    LABELLED,
    URL_COMMAND,
    address_text,
    addresses_in,
    whole_address,
)
from publications.importing.kinds import CONTAINED, NUMBERED
from publications.importing.markup import says_nothing
from publications.importing.private_notes import is_private
from publications.importing.readings import Unreadable
from publications.models import Kind
from publications.status import TAKEN_BACK, Status
from publications.works import Work, longest

MOST_EXTRA_FIELDS = 100
LONGEST_EXTRA = 20_000  # characters of one field
MOST_WARNINGS = 50
MOST_LINKS = 20

_JOURNALS = ("journal", "journaltitle", "journalname")
# Fields that name a work without a title, and keep their own place all the same.
_NAMING = ("shorttitle", "booktitle", "maintitle", "eventtitle", *_JOURNALS, "series", "note")
# What people call a preprint for want of a better word.
_MAYBE_PREPRINTS = {Kind.JOURNAL_ARTICLE, Kind.DOCUMENT, Kind.MANUSCRIPT, Kind.WEBPAGE}
_JOINED = {"keywords", "keyword", "groups"}
_PEOPLE = {
    *("author", "editor", "editora", "editorb", "editorc", "translator", "annotator"),
    "commentator",
    *("bookauthor", "holder", "introduction", "foreword", "afterword", "director", "advisor"),
}
_PRIVATE_ADDRESS = re.compile(r"file|local-url|bdsk-.*|pdf|biburl|path|localfile|attachments?")
_SHARED_FIELDS = {
    "address": "location",
    "city": "location",
    "langid": "language",
    "hyphenation": "language",
}
_ONE_COMMAND = re.compile(r"\s*\{?\\([A-Za-z]+)\}?\s*")
# How Google Scholar exports patents, as @misc.
_PATENT = re.compile(r"[A-Z]{2} Patent\b")


def work_of(entry, origin):
    """The work that an entry describes, or why it describes none."""
    fields = {name: value for name, value in entry.fields.items() if not is_nothing(value)}
    work = _Writer(entry, fields, origin).work
    if not work.title:
        return Unreadable(origin, _reason_without_title(entry.kind), "")
    return work


def is_nothing(value):
    """Whether a field says that there is nothing: empty, "none", "n/a"."""
    bare = value.strip('{} \t\n"') if len(value) < 20 else value
    return not bare or says_nothing(bare)


def _reason_without_title(kind):
    if kind in types.NO_WORKS:
        return _("This entry (“%(type)s”) holds settings or parts for others and is no work.") % {
            "type": kind
        }
    return _("The entry has neither a title nor a key. Please add a title.")


class _Writer:
    """Takes the fields of an entry one after the other and fills the work."""

    def __init__(self, entry, fields, origin):
        self.entry = entry
        self.fields = fields
        self.work = Work(key=entry.key, origin=origin, warnings=list(entry.warnings))
        self._write_kind()
        self._write_title()
        self._write_names()
        self._write_date()
        self._write_identifiers()
        self._write_container()
        self._write_numbers()
        self._write_links()
        self._write_note()
        self._write_repeated()
        self._write_extra()
        self._settle()
        del self.work.warnings[MOST_WARNINGS:]

    def take(self, *field_names):
        """The TeX of the first of these fields that says something, or ""."""
        for name in field_names:
            if name in self.fields:
                return self.fields.pop(name)
        return ""

    def text(self, *field_names):
        """The same as plain text."""
        value = self.take(*field_names)
        return tex.plain(value) if value else ""

    def warn(self, sentence):
        self.work.warnings.append(sentence)

    def keep(self, name, value):
        """Keep what has no place, as long as it fits."""
        extra = self.work.extra
        if not value or len(extra) >= MOST_EXTRA_FIELDS or name in extra:
            return
        if len(value) > LONGEST_EXTRA:
            self.warn(_("The field “%(field)s” was very long and was cut.") % {"field": name[:60]})
        extra[name[:100]] = value[:LONGEST_EXTRA]

    def _write_kind(self):
        type_name = self.entry.kind
        kind = types.kind_of(type_name)
        if kind is None:
            kind = Kind.DOCUMENT
            self.keep("entrytype", type_name)
            if type_name not in types.NO_WORKS:
                self.warn(
                    _("The type “%(type)s” is not known; the work was taken as a document.")
                    % {"type": type_name[:60]}
                )
        subtype = self.fields.get("entrysubtype", "").strip().lower()
        self.is_kind_told = subtype in types.SUBTYPES
        if self.is_kind_told:
            kind = types.SUBTYPES[subtype]
            self.take("entrysubtype")
        self.work.kind = kind
        genre = self.text("type")
        self.work.genre = types.GENRES.get(genre.lower(), genre) or types.GENRES.get(type_name, "")
        is_thesis_only = kind == Kind.THESIS and genre.lower() == "thesis"  # says no more
        if (type_name == "techreport" and not genre) or is_thesis_only:
            self.work.genre = ""

    def _write_title(self):
        title = tex.title(self.take("title"))
        if subtitle := tex.title(self.take("subtitle")):
            title = self._joined(title, subtitle)
        title = title or self._title_for_want_of_one()
        limit = longest("title")
        if len(title) > limit:
            self.keep("title", title)
            self.warn(_("The title was very long and was cut."))
            title = f"{title[: limit - 1]}…"
        self.work.title = title

    def _title_for_want_of_one(self):
        """The title of the whole, else what else names the work, at last its key."""
        if self.entry.kind in types.NO_WORKS:
            return ""
        if self.entry.kind in types.EDITED and (title := tex.title(self.take("booktitle"))):
            return title
        named = (tex.title(self.fields.get(name, "")) for name in _NAMING)
        title = next(filter(None, named), "") or self.entry.key
        if title:
            self.work.is_title_missing = True
            self.warn(
                _("The entry has no title; “%(words)s” stands in its place. Please check it.")
                % {"words": shortened(title)}
            )
        return title

    @staticmethod
    def _joined(title, subtitle):
        if not title or subtitle.lower() in title.lower():
            return title or subtitle
        return f"{title}{' ' if title[-1] in '?!.:' else ': '}{subtitle}"

    def _write_names(self):
        work = self.work
        value = self.take("author", "authors")
        found = names.read(value) if value else names.Names([], False, [])
        if not found.authors and "editor" in self.fields:
            found = names.read(self.take("editor"))
            work.are_editors = bool(found.authors)
        work.authors = found.authors
        work.is_list_incomplete = found.is_incomplete
        work.warnings += found.warnings
        if not work.authors:
            self.warn(_("The entry names no authors."))
        for name in [name for name in self.fields if name.startswith("author+an")]:
            value = self.fields[name]
            work.authors, is_complete = names.annotate(
                work.authors, tex.plain(value), name=name.partition(":")[2]
            )
            if is_complete:
                del self.fields[name]
        if len(work.authors) > 1:
            shared_names.join_repeated(work)

    def _write_date(self):
        work = self.work
        when = dates.read(self.fields)
        read_fields = ("date",) if self.fields.get("date") else ("year", "month", "day")
        for name in (*read_fields, *when.unread):
            self.fields.pop(name, None)
        for name in ("year", "month", "day"):
            if name in self.fields and name not in when.unread:
                self.fields.pop(name)
        work.date, work.date_text = when.date, when.words
        work.warnings += when.warnings
        for name, value in when.unread.items():
            self.keep(name, value)
        if when.status:
            work.status = when.status
        self.is_published = False
        if state := self.text("pubstate"):
            status, is_all = states.beginning_of(state)
            self.is_published = is_all and not status
            if status:
                work.status = status
            elif not is_all:
                self.keep("pubstate", state)
        if work.status in TAKEN_BACK:
            work.notice = self.text("addendum")

    def _write_identifiers(self):
        work = self.work
        for name in ("doi", "doi-numbers"):
            if value := self.take(name):
                self._put_doi(address_text(value), name)
        if pubmed := self.text("pmid", "pubmed"):
            work.pubmed_id = re.sub(r"\D", "", pubmed)[: longest("pubmed_id")]
        if (pmc := self.text("pmcid", "pmc")) and (found := numbers.PMC.fullmatch(pmc)):
            addresses.put_identifier(work, "pmcid", f"PMC{found[1]}")
        elif pmc:
            self.keep("pmcid", pmc)
        self._write_eprint()
        for name in ("issn", "isbn"):
            if value := self.text(name):
                self._put_number(name, value)

    def _put_doi(self, value, name="doi"):
        value = value.strip(' {}"')
        if not value:
            return
        if found := numbers.SHORT_DOI.fullmatch(value):
            addresses.put_identifier(self.work, "shortdoi", f"10/{found[1].lower()}")
            return
        elsewhere = numbers.DOI_ELSEWHERE.fullmatch(value)
        if elsewhere:
            value = elsewhere[1]
        elif len(re.findall(r"\b10\.[0-9]{4,9}/", value)) < 2:  # else blanks part several
            value = re.sub(r"\s+", "", value)
        addresses.put_doi(self.work, value, name=name)

    def _write_eprint(self):
        kind = self.text("eprinttype", "archiveprefix").lower()
        self.take("archiveprefix")
        value = address_text(self.take("eprint", "arxivid", "arxiv", "arxiv_id")).strip()
        if subject := self.text("primaryclass", "eprintclass"):
            self.keep("primaryclass", subject)
        if not value or value.lower() == "arxiv":
            if kind and kind != "arxiv":
                self.keep("archiveprefix", kind)
            return
        is_arxiv = kind.startswith("arxiv") or (not kind and numbers.looks_like_arxiv(value))
        if is_arxiv:
            addresses.put_arxiv(self.work, re.sub(r"\s+", " ", value))
        elif kind in ("pubmed", "pmid") and value.isdigit():
            self.work.pubmed_id = self.work.pubmed_id or value[: longest("pubmed_id")]
        elif kind == "doi":
            self._put_doi(value, "eprint")
        elif kind and len(kind) <= 40 and len(value) <= 200:
            addresses.put_identifier(self.work, kind, value)
        elif value.lower().startswith(("http://", "https://")):
            self._put_address(value)
        else:
            self.keep("eprint", value)
            self.keep("eprinttype", kind)

    def _put_number(self, name, value):
        before = self.work.isbn, self.work.issn
        addresses.put_number(self.work, value)
        known = (self.work.isbn, self.work.issn)
        if known == before:
            if len(value) <= longest(name):
                setattr(self.work, name, getattr(self.work, name) or value)
            else:
                self.keep(name, value)
        elif re.search(r"[0-9X][\s,;/()a-z]+[0-9]", value):
            self.keep(name, value)

    def _write_container(self):
        """The journal, the conference or the book; a preprint stands in none."""
        work = self.work
        is_journal_first = work.kind not in (Kind.CONFERENCE_PAPER, Kind.CHAPTER, Kind.BOOK)
        books = ("booktitle",)
        order = (*_JOURNALS, *books) if is_journal_first else (*books, *_JOURNALS)
        venue = self._venue(*order)
        subtitles = ("journalsubtitle", "booksubtitle")
        if venue and (subtitle := self.text(*subtitles)):
            venue = self._joined(venue, subtitle)
        if not venue and work.kind == Kind.CONFERENCE_PAPER:
            venue = self.text("eventtitle", "conference")
        if not venue and work.kind == Kind.CHAPTER:
            venue = self.text("maintitle")
        how = self._how_published()
        if how and not venue and self._is_container(how):
            venue, how = how, ""
        if how:
            self.keep("howpublished", how)
        if venue == work.title and work.kind == Kind.BOOK:
            venue = ""
        if venue and self.entry.kind in types.PROCEEDINGS:
            self.keep("booktitle", venue)  # their title as the papers in them have it
            venue = ""
        if numbers.ARXIV_JOURNAL.match(venue):
            venue = self._arxiv_journal(venue)
        elif numbers.SERVER.match(venue) if venue else work.arxiv_id:
            self._take_for_preprint()
        work.venue = venue
        self._expect_state()

    def _is_container(self, how):
        """Whether ``howpublished`` names what a work of this kind stands in: "bioRxiv"."""
        kind = self.work.kind
        if kind in CONTAINED or kind == Kind.PREPRINT:
            return True
        return kind in _MAYBE_PREPRINTS and bool(
            numbers.ARXIV_JOURNAL.match(how) or numbers.SERVER.match(how)
        )

    def _take_for_preprint(self):
        """The kind of what lies in an archive, unless the entry itself says another one."""
        if self.work.kind in _MAYBE_PREPRINTS and not self.is_kind_told:
            self.work.kind = Kind.PREPRINT

    def _expect_state(self):
        """A preprint is none that is published, unless the entry itself says so."""
        work = self.work
        if work.kind == Kind.PREPRINT and work.status == Status.PUBLISHED and not self.is_published:
            work.status = Status.PREPRINT

    def _venue(self, *field_names):
        value = self.take(*field_names)
        if (found := _ONE_COMMAND.fullmatch(value)) and found[1].lower() in journals.ADS:
            return journals.ADS[found[1].lower()]
        return tex.plain(value) if value else ""

    def _how_published(self):
        """What ``howpublished`` says but addresses, which become links."""
        value = self.take("howpublished")
        if not value:
            return ""
        for found in addresses_in(value)[:MOST_LINKS]:
            self._put_address(found)
        without = ADDRESS.sub("", tex.plain(URL_COMMAND.sub(" ", value)))
        return without.strip(" .,;:()[]<>") and re.sub(r"\s+([.,;:])", r"\1", without).strip(" ,;:")

    def _arxiv_journal(self, venue):
        """Journals that are arXiv: they name its number here, there or nowhere."""
        work = self.work
        number = numbers.ARXIV_NUMBER.search(venue)
        for name in ("volume", "number", "pages", "eid"):
            found = numbers.ARXIV_NUMBER.search(tex.plain(self.fields.get(name, "")))
            if found and (not number or found[1] == number[1]):
                number = number or found
                self.take(name)
        if number and not work.arxiv_id:
            addresses.put_arxiv(work, number[1])
        self._take_for_preprint()
        if work.arxiv_id:
            return ""
        return "arXiv" if numbers.ARXIV_ALONE.fullmatch(venue) else venue

    def _write_numbers(self):
        work = self.work
        work.volume = self.text("volume")
        if work.kind in NUMBERED:
            self.keep("number", self.text("number"))
        work.issue = self.text("number", "issue")
        work.pages = numbers.printed_pages(self.text("pages", "eid", "articleno", "article-number"))
        work.series = self.text("series")
        work.edition = self.text("edition")
        if work.kind in (Kind.THESIS, Kind.REPORT):
            order = ("school", "institution", "university", "publisher")
        else:
            order = ("publisher", "institution", "school")
        work.publisher = self.text(*order)
        for column in ("volume", "issue", "pages", "series", "edition", "publisher", "genre"):
            value = getattr(work, column)
            if len(value) > longest(column):
                self.keep(column, value)
                setattr(work, column, f"{value[: longest(column) - 1]}…")
                self.warn(_("The field “%(field)s” was very long and was cut.") % {"field": column})

    def _write_links(self):
        for name in ("url", "link", "ee", "www"):
            if value := self.take(name):
                for address in addresses_in(value)[:MOST_LINKS] or [address_text(value)]:
                    self._put_address(address)
        for name in [name for name in self.fields if name.removeprefix("url_") in LABELLED]:
            value = address_text(self.fields[name])
            if value.lower().startswith(("http://", "https://")):
                del self.fields[name]
                self._put_address(value, LABELLED[name.removeprefix("url_")])

    def _put_address(self, address, label=""):
        """A link, unless it only repeats the DOI or the number of arXiv."""
        address = whole_address(address)
        if not address or len(self.work.links) >= MOST_LINKS:
            return
        if numbers.BARE_DOI.match(address) or numbers.SHORT_DOI.fullmatch(address):
            self._put_doi(address, "url")
            return
        if (found := numbers.DOI_IN_PATH.search(address)) and not self.work.doi:
            addresses.put_doi(self.work, re.sub(r"(?:\.pdf|/pdf|/full|/abstract)$", "", found[1]))
        addresses.put_address(self.work, address, label)

    def _write_note(self):
        work = self.work
        work.abstract = tex.paragraphs(self.take("abstract"))
        note = self.text("note")
        if not note:
            return
        if is_private(note):
            self.keep("annote", note)
            self.warn(_("The note is for yourselves, as it says; it was kept and is not shown."))
            return
        if found := numbers.DOI_ANYWHERE.search(note):
            if not work.doi and not work.arxiv_id:
                self._put_doi(found[1].rstrip(").,;]"), "note")
            rest = note[: found.start()] + note[found.end() :]
            if not re.sub(r"https?://(?:dx\.)?", "", rest).strip(" .,;:()[]"):
                note = ""
        elif (found := numbers.ARXIV_NUMBER.search(note)) and "arxiv" in note.lower():
            if not work.arxiv_id:
                addresses.put_arxiv(work, found[1])
            rest = re.sub(
                r"arxiv(?:\s+(?:e-?print|preprint))?",
                "",
                note.replace(found[0], ""),
                flags=re.IGNORECASE,
            )
            if not rest.strip(" .,;:()[]"):
                note = ""
        if work.kind == Kind.DOCUMENT and _PATENT.match(note):
            work.kind = Kind.PATENT
        status, is_all = states.beginning_of(note)
        if status and work.status == Status.PUBLISHED:
            work.status = status
            note = "" if is_all else note
        if len(note) > longest("note"):
            self.keep("note", note)
            note = f"{note[: longest('note') - 1]}…"
        work.note = note

    def _write_repeated(self):
        """The other values of a field that stands there more than once; the first has won."""
        joined, told = {}, set()
        for name, value in self.entry.repeated:
            if is_nothing(value):
                continue
            if name in _JOINED:
                joined.setdefault(name, []).append(value)
            elif name == "url":
                for address in addresses_in(value)[:MOST_LINKS]:
                    self._put_address(address)
            else:
                self.keep(f"{name}-2", tex.plain(value[:LONGEST_EXTRA]))
            if name not in told and len(told) < MOST_WARNINGS:
                told.add(name)
                self.warn(
                    _("The field “%(field)s” is there more than once; the first one counts.")
                    % {"field": name[:60]}
                )
        for name, values in joined.items():
            self.fields[name] = ", ".join(filter(None, [self.fields.get(name, ""), *values]))

    def _write_extra(self):
        for name, value in self.fields.items():
            if len(self.work.extra) >= MOST_EXTRA_FIELDS:
                self.warn(_("The entry has very many fields; the last ones were left out."))
                break
            value = value[: 2 * LONGEST_EXTRA]
            if name in _PEOPLE:
                found = names.read(value)
                text = shared_names.inverted_names(found.authors)
                value = f"{text} and others" if found.is_incomplete and text else text
            elif _PRIVATE_ADDRESS.fullmatch(name):
                value = tex.one_line(address_text(value))
            else:
                value = tex.plain(value)
            self.keep(_SHARED_FIELDS.get(name, name), value)

    def _settle(self):
        """What can only be said when all fields are read."""
        work = self.work
        if work.arxiv_id and work.doi.startswith("10.48550/arxiv."):
            work.doi = ""  # the number of arXiv says the same
        if work.arxiv_id:
            work.extra.pop("archiveprefix", None)
            if numbers.ARXIV_JOURNAL.match(work.venue):
                work.venue = ""
            if not work.venue:
                self._take_for_preprint()
                self._expect_state()
