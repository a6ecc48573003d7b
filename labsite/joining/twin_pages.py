"""The page of the admin that lists what may be there twice, side by side."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from labsite.joining.columns import differing
from labsite.joining.pages import address_of_pair, may_join
from labsite.joining.twins import TwinList, lists, register_list
from labsite.keys import key_in
from labsite.permissions import may
from labsite.screens import screen, wants

ON_A_PAGE = 20
APART = "_apart"
LONGEST_SHOWN = 160  # characters of what one of two says; all of it stands in the record


class Twins:
    """What a kind of record has to say about those that may be there twice."""

    label = ""  # how the other pages call this one
    lead = ""
    apart = ""  # the words on the button that tells two apart
    told_apart = ""  # the sentence afterwards, with places for {one} and {two}
    joining = None
    distinct = None
    pairs = None  # a function: all pairs among the records, the likeliest first
    template = "labsite/admin/twice.html"

    @staticmethod
    def answer(record_admin, request):
        """Do what a button of this kind's own asks for; None if it was none of them."""
        return

    @staticmethod
    def context(request):
        """What the template of this kind shows besides."""
        return {}

    @staticmethod
    def read(records):
        """The records with all that the page says about them, in a constant number of queries."""
        return records


class TwinPages:
    """The page for one kind of record."""

    def __init__(self, record_admin, twins):
        self.record_admin, self.twins = record_admin, twins
        opts = record_admin.opts
        self.name = f"{opts.app_label}_{opts.model_name}_twice"
        register_list(TwinList(twins.label, self.name, record_admin.model))

    def urls(self):
        view = self.record_admin.admin_site.admin_view(self.answer)
        return [path("twice/", view, name=self.name)]

    def answer(self, request):
        if not self.record_admin.has_change_permission(request):
            raise PermissionDenied
        if request.method == "POST" and wants(request, APART):
            return self._tell_apart(request)
        if request.method == "POST" and (answer := self.twins.answer(self.record_admin, request)):
            return answer
        records = self.record_admin.get_queryset(request)
        pairs = self.twins.pairs(records.order_by())
        page = Paginator(pairs, ON_A_PAGE).get_page(request.GET.get("p"))
        keys = {key for pair in page for key in pair.keys}
        known = self.twins.read(records).in_bulk(keys)
        return screen(
            self.record_admin,
            request,
            self.twins.template,
            title=_("Twice on the list?"),
            lead=self.twins.lead,
            apart=self.twins.apart,
            rows=[
                self._row(request, pair, known) for pair in page if known.keys() >= set(pair.keys)
            ],
            page=page,
            **self.twins.context(request),
            pages=[
                (twin_list.label, reverse(f"admin:{twin_list.view}"), twin_list.view == self.name)
                for twin_list in lists()
                if may(request.user, "change", twin_list.model)
            ],
        )

    def _row(self, request, pair, known):
        one, two = (known[key] for key in pair.keys)
        kept = self.twins.joining.leading(one, two)
        other = two if kept is one else one
        groups = differing(self.twins.joining.columns, kept, other)
        can_merge = may_join(request.user, kept, other)
        return {
            "why": pair.why,
            "value": f"{pair.first}-{pair.second}",
            "sides": [
                {
                    "record": record,
                    "in_words": self.twins.joining.in_words(record),
                    "differs": [
                        (group.label_of(self.record_admin.model), _short(group.side(record).text))
                        for group in groups
                    ],
                }
                for record in (kept, other)
            ],
            "merge": address_of_pair(kept, other) if can_merge else "",
        }

    def _tell_apart(self, request):
        keys = [key_in(text) for text in request.POST[APART].split("-")]
        records = self.record_admin.get_queryset(request)
        known = records.in_bulk([key for key in keys if key is not None])
        if len(known) != 2 or len(keys) != 2:
            messages.warning(request, _("One of the two is no longer there."))
            return redirect(request.get_full_path())
        one, two = (known[key] for key in keys)
        if not all(may(request.user, "change", record) for record in (one, two)):
            raise PermissionDenied
        if self.twins.distinct.tell_apart(one, two, request.user):
            text = self.twins.told_apart.format(one=one, two=two)
            messages.success(request, text)
        return redirect(request.get_full_path())


def _short(text):
    return Truncator(text).chars(LONGEST_SHOWN)
