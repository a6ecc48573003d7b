"""One box for anything that names a paper: it is read or looked up, and shown as a table."""

from typing import NamedTuple

from django import forms
from django.core.exceptions import PermissionDenied, ValidationError
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from labsite.history.reading import moment
from labsite.identifiers import doi
from labsite.screens import screen, wants
from people.models import Lab
from people.own_labs import as_choices, own_labs
from publications.admin.import_runs import heading, seen_by
from publications.admin.import_words import place_words
from publications.finding import TooMuchError, find
from publications.importing import runs
from publications.importing.plans import Options
from publications.importing.readings import UnreadableError
from publications.models import ImportRun

MOST_BYTES = 512 * 1024
MOST_ENTRIES = 500
MOST_COMPLAINTS = 5
MOST_WAITING = 5
COMMAND = "manage.py import_publications"


def urls(record_admin):
    def paste(request):
        return QuickAdd(record_admin, request).answer()

    view = record_admin.admin_site.admin_view(paste)
    return [path("paste/", view, name="publications_publication_paste")]


class PastedText(forms.CharField):
    """A text as it was pasted; what no text holds is passed over."""

    def to_python(self, value):
        return super().to_python(value).replace("\0", "")


class BoxForm(forms.Form):
    """What names the papers: a text, or a file of them."""

    text = PastedText(
        label=gettext_lazy("Paste anything that names the paper."),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autofocus": True}),
        help_text=gettext_lazy(
            "A DOI, an arXiv link, BibTeX, RIS, or a list of DOIs, one a line. "
            "Nothing is saved yet."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput,
        help_text=gettext_lazy("From Zotero, EndNote or another program, up to 512 KB."),
    )
    lab = forms.ModelChoiceField(
        Lab.objects.none(),
        label=gettext_lazy("Lab"),
        required=False,
        empty_label=gettext_lazy("No lab in particular"),
    )

    def __init__(self, *args, labs, **kwargs):
        super().__init__(*args, label_suffix="", **kwargs)
        self.only_lab = labs[0] if len(labs) == 1 else None
        if len(labs) > 1:
            self.fields["lab"].queryset = as_choices(labs)
        else:
            del self.fields["lab"]

    def clean_file(self):
        file = self.cleaned_data["file"]
        if file and file.size > MOST_BYTES:
            raise ValidationError(too_much())
        return file

    def clean(self):
        cleaned = super().clean()
        if self.errors:
            return cleaned
        text, file = cleaned["text"], cleaned["file"]
        if file and text.strip():
            self.add_error("text", _("Paste a text or choose a file: one at a time."))
        elif file is None and not text.strip():
            self.add_error("text", _("There is nothing in it yet. Paste a DOI, for example."))
        elif len(text.encode("utf-8", "replace")) > MOST_BYTES:
            self.add_error("text", too_much())
        return cleaned

    @property
    def chosen_lab(self):
        return self.only_lab or self.cleaned_data.get("lab")


def too_much():
    """What to do about a file or a text that is too large for a page."""
    return _(
        "That is more than this page takes at once, which is {kilobytes} KB and {entries} "
        "entries. Take it in several parts, or ask whoever runs the site to import the file with "
        "“{command}”."
    ).format(kilobytes=MOST_BYTES // 1024, entries=MOST_ENTRIES, command=COMMAND)


class Complaint(NamedTuple):
    """Why nothing can be shown, and a way on."""

    sentence: str
    url: str = ""
    way_on: str = ""


class Waiting(NamedTuple):
    """A prepared import that waits for somebody."""

    sentence: str
    url: str


class QuickAdd:
    """One visit to the box."""

    def __init__(self, record_admin, request):
        self.record_admin, self.request = record_admin, request
        if not record_admin.has_add_permission(request):
            raise PermissionDenied
        self.labs = own_labs(record_admin, request)

    def answer(self):
        post = self.request.POST
        if not wants(self.request, "_look"):
            typed = {name: post[name] for name in ("text", "lab") if name in post}
            return self.ask(BoxForm(initial=typed, labs=self.labs))
        box = BoxForm(post, self.request.FILES, labs=self.labs)
        if not box.is_valid():
            return self.ask(box)
        return self.look(box)

    def ask_again(self, text):
        """The box with a text in it that was not understood before."""
        return self.ask(BoxForm(initial={"text": text}, labs=self.labs))

    def look(self, box):
        """Read it or look it up; go on to the table if anything was found."""
        file = box.cleaned_data["file"]
        content = file.read() if file else box.cleaned_data["text"].encode("utf-8", "replace")
        name = file.name if file else ""
        try:
            found = find(content, file=name, at_most=MOST_ENTRIES)
        except UnreadableError as error:
            box.add_error("file" if file else "text", error.sentence)
            return self.ask(box)
        except TooMuchError:
            box.add_error("file" if file else "text", too_much())
            return self.ask(box)
        if not found.works:
            return self.ask(box, complaints_about(found))
        user = self.request.user
        options = Options(source=found.source_for(user), lab=box.chosen_lab, user=user)
        run = runs.prepare(found.as_reading(), options)
        return redirect("admin:publications_importrun_change", run.pk)

    def ask(self, box, complaints=()):
        return screen(
            self.record_admin,
            self.request,
            "publications/admin/quick_add.html",
            title=_("Add a publication"),
            form=box,
            complaints=complaints,
            waiting=self.waiting(),
        )

    def waiting(self):
        """The imports that were prepared, and that nobody has looked through yet."""
        prepared = seen_by(self.request.user).filter(state=ImportRun.State.PREPARED)
        return [
            Waiting(
                ngettext(
                    "{source}, {when}: {number} paper waits for you.",
                    "{source}, {when}: {number} papers wait for you.",
                    run.number,
                ).format(source=heading(run), when=moment(run.started_at), number=run.number),
                reverse("admin:publications_importrun_change", args=[run.pk]),
            )
            for run in prepared.select_related("member")[:MOST_WAITING]
        ]


def complaints_about(found):
    """Why nothing of it can be shown, entry by entry, with the form to type it in by hand."""
    if not found.failures:
        return [Complaint(_("There is no paper in it."), *by_hand()), *map(Complaint, found.notes)]
    said = []
    for failure in found.failures[:MOST_COMPLAINTS]:
        where = place_words(failure.origin.line, "") if len(found.failures) > 1 else ""
        sentence = f"{capfirst(where)}: {failure.reason}" if where else failure.reason
        said.append(Complaint(sentence, *by_hand(failure.origin.key)))
    more = len(found.failures) - MOST_COMPLAINTS
    if more > 0:
        words = ngettext("And {number} more.", "And {number} more.", more)
        said.append(Complaint(words.format(number=more)))
    return [*said, *map(Complaint, found.notes)]


def by_hand(key=""):
    """The ordinary form, with the DOI that nobody knows, and the words that lead there."""
    try:
        known = {"doi": doi(key)} if key else None
    except ValidationError:
        known = None
    return reverse("admin:publications_publication_add", query=known), _("Type it in myself")
