"""*Is this author one of us?*: printed names that may be members, and what a person decides."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from labsite.keys import key_in
from labsite.permissions import may
from labsite.screens import report, screen, wants
from people.likeness import Likeness
from people.models import Member
from people.namesakes import in_words as known_as
from publications.decisions import Answer, decide
from publications.evidence import OpenRow, in_words
from publications.models import Authorship, Publication
from publications.offers import page_of
from publications.open_names import ranked_names

NAMES_ON_A_PAGE = 25
SHOWN_PAPERS = 3  # the others are folded away
MOST_PAPERS = 200  # of one name on the page; the others follow once these are decided


def urls(record_admin):
    def one_of_us(request):
        return OneOfUs(record_admin, request).answer()

    view = record_admin.admin_site.admin_view(one_of_us)
    return [path("one-of-us/", view, name="publications_authorship_one_of_us")]


class Asked(forms.Form):
    """Whom the page is asked for; what is nobody's key asks for everybody."""

    member = forms.CharField(required=False)

    def clean_member(self):
        key = key_in(self.cleaned_data["member"])
        return Member.objects.filter(pk=key).first() if key else None


class KeysField(forms.Field):
    """The keys of ticked rows; what is no key is passed over."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value):
        return sorted({key_in(text) for text in value or []} - {None})


class AnswerForm(forms.Form):
    """What was decided about one name: the answer, whom it is about, and the ticked papers."""

    name = forms.CharField(max_length=300)
    decision = forms.CharField()
    row = KeysField(required=False)

    def clean_decision(self):
        answer, _gap, key = self.cleaned_data["decision"].partition("-")
        member = Member.objects.filter(pk=key_in(key)).first() if key_in(key) else None
        if answer not in Answer.values or member is None:
            raise forms.ValidationError(_("This person is no longer here."))
        return Answer(answer), member


@dataclass
class Offer:
    """A member who a name may be, with the evidence and the answers in words."""

    member: Member
    known_as: str
    sentences: list[str]
    answers: list[tuple[str, str]]


@dataclass
class Question:
    """One printed name as the page asks about it; its papers are pairs of row and title."""

    spellings: list[str]
    number: int  # of papers
    offers: list[Offer]
    shown: list[tuple[OpenRow, str]]
    folded: list[tuple[OpenRow, str]]
    later: int  # papers that do not fit here


class OneOfUs:
    """One visit to the page."""

    def __init__(self, record_admin, request):
        self.record_admin, self.request = record_admin, request
        if not may(request.user, "change", Publication):
            raise PermissionDenied
        asked = Asked(request.GET)
        self.member = asked.cleaned_data["member"] if asked.is_valid() else None

    def answer(self):
        if self.request.method != "POST":
            return self.show()
        if wants(self.request, "decision"):
            self.decide()
        return redirect(self.request.get_full_path())

    # Asking

    def show(self):
        names = ranked_names(self.member and self.member.pk)
        page = Paginator(names, NAMES_ON_A_PAGE).get_page(self.request.GET.get("p"))
        title = _("Is this author one of us?")
        if self.member:
            title = _("Papers that may be by {name}").format(name=self.member.display_name)
        return screen(
            self.record_admin,
            self.request,
            "publications/admin/one_of_us.html",
            title=title,
            questions=self.questions(page.object_list),
            page=page,
            member=self.member,
            everybody=page_of(),
        )

    def questions(self, names):
        """The names of one page in words; what they need is read for all of them at once."""
        rows = {name.key: _newest(name.rows) for name in names}
        keys = {row.publication for newest in rows.values() for row in newest[:MOST_PAPERS]}
        titles = Publication.objects.filter(pk__in=keys).order_by().values_list("pk", "title")
        titles = dict(titles)
        candidates = [each for name in names for each in name.candidates.values()]
        keys = {each.member_id for each in candidates}
        keys.update(key for each in candidates for key in each.evidence.lab_mates)
        members = Member.objects.filter(pk__in=keys).order_by()
        members = {each.pk: each for each in members.prefetch_related("memberships__lab")}
        return [
            Question(
                spellings=name.spellings,
                number=len({row.publication for row in name.rows}),
                offers=[self.offer(each, name, members) for each in name.ranked],
                shown=_with_titles(rows[name.key][:SHOWN_PAPERS], titles),
                folded=_with_titles(rows[name.key][SHOWN_PAPERS:MOST_PAPERS], titles),
                later=len(rows[name.key][MOST_PAPERS:]),
            )
            for name in names
        ]

    def offer(self, candidate, name, members):
        member = members[candidate.member_id]
        called = {key: each.display_name for key, each in members.items()}
        sentences = list(in_words(candidate.evidence, candidate.likeness, called))
        if len(candidate.rows) < len(name.rows):
            sentences.append(
                ngettext(
                    "Possible on %(number)d of the papers only.",
                    "Possible on %(number)d of the papers only.",
                    len(candidate.rows),
                )
                % {"number": len(candidate.rows)}
            )
        answers = [Answer.YES, Answer.ALWAYS, Answer.NO, Answer.NEVER]
        labels = {each: each.label for each in answers}
        if candidate.likeness == Likeness.WHOLE:
            labels[Answer.ALWAYS] = _("Yes, and always this person")
            if len(name.candidates) == 1:
                answers.remove(Answer.ALWAYS)  # a whole name needs no remembering
        return Offer(
            member,
            known_as(member),
            sentences,
            [(f"{each}-{member.pk}", labels[each]) for each in answers],
        )

    # Deciding

    def decide(self):
        form = AnswerForm(self.request.POST)
        if not form.is_valid():
            messages.warning(
                self.request, _("Nothing was changed: this person or this name is no longer here.")
            )
            return
        (answer, member), name = form.cleaned_data["decision"], form.cleaned_data["name"]
        keys = self.own_rows(form.cleaned_data["row"])
        if not keys and answer != Answer.NEVER:
            messages.warning(self.request, _("No paper was ticked, so nothing was changed."))
            return
        decided = decide(answer, name, member, keys, self.request.user)
        if decided.papers or (answer == Answer.NEVER and decided.is_remembered):
            report(
                self.request,
                said(answer, name, member, decided.papers),
                links=self.ways_on(answer, member),
                step=decided.step,
            )
        if decided.too_late:
            messages.warning(
                self.request,
                ngettext(
                    "%(number)d paper was left alone: somebody decided about it meanwhile.",
                    "%(number)d papers were left alone: somebody decided about them meanwhile.",
                    decided.too_late,
                )
                % {"number": decided.too_late},
            )

    def own_rows(self, keys):
        """Those of the ticked rows whose paper the user may change."""
        rows = Authorship.objects.filter(pk__in=keys[:MOST_PAPERS]).select_related("publication")
        return [row.pk for row in rows if may(self.request.user, "change", row.publication)]

    def ways_on(self, answer, member):
        if answer in {Answer.YES, Answer.ALWAYS} and member.has_page:
            yield member.get_absolute_url(), _("See the page")


def _newest(rows):
    return sorted(rows, key=lambda row: (row.date, row.publication, row.pk), reverse=True)


def _with_titles(rows, titles):
    return [(row, titles.get(row.publication, "")) for row in rows]


def said(answer, name, member, papers):
    """What the editor reads after a decision."""
    if answer == Answer.NEVER:
        sentence = _("“{name}” is never {member}. This will not be asked again.")
    elif answer == Answer.NO:
        sentence = ngettext(
            "“{name}” is not {member} on {number} paper. This will not be asked again.",
            "“{name}” is not {member} on {number} papers. This will not be asked again.",
            papers,
        )
    elif answer == Answer.ALWAYS:
        sentence = ngettext(
            "{number} paper is linked to {member}, and “{name}” is remembered.",
            "{number} papers are linked to {member}, and “{name}” is remembered.",
            papers,
        )
    else:
        sentence = ngettext(
            "{number} paper is linked to {member}.",
            "{number} papers are linked to {member}.",
            papers,
        )
    return sentence.format(name=name, member=member.display_name, number=papers)
