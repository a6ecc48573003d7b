import json
import re

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from labsite import history
from labsite.merging import Touch
from labsite.models import Change
from labsite.seen import plain
from people.models import Lab, LabContact, Member, MemberLink, Membership
from publications.models import Authorship, Publication, Venue
from tests.factories import (
    make_adviser,
    make_award,
    make_lab,
    make_link,
    make_member,
    make_membership,
    make_news,
    make_opening,
    make_publication,
    make_topic,
    make_venue,
)
from tests.forms import add_row, filled_in, sentences

pytestmark = pytest.mark.django_db


class Editor:
    """Somebody at a desk of their own, who opens a form and saves it later."""

    def __init__(self, name):
        first, last = name.split()
        self.user = User.objects.create_superuser(first.lower(), first_name=first, last_name=last)
        self.client = Client()
        self.client.force_login(self.user)

    def open(self, record, page="change"):
        opts = record._meta
        self.where = reverse(f"admin:{opts.app_label}_{opts.model_name}_{page}", args=[record.pk])
        self.data = filled_in(self.client.get(self.where))
        return self

    def save(self, **fields):
        self.data |= fields
        response = self.client.post(self.where, self.data)
        if response.status_code == 200:
            self.data = filled_in(response)
        return response

    def delete(self, record):
        opts = record._meta
        where = reverse(f"admin:{opts.app_label}_{opts.model_name}_delete", args=[record.pk])
        assert self.client.post(where, {"post": "yes"}).status_code == 302


@pytest.fixture
def ana():
    return Editor("Ana Ruiz")


@pytest.fixture
def bo():
    return Editor("Bo Li")


def saved(response):
    """What the editor is told after saving."""
    assert response.status_code == 302, sentences(response)
    return [str(message) for message in get_messages(response.wsgi_request)]


def refused(response):
    """The complaints of a form that was not saved, as plain text."""
    assert response.status_code == 200
    return [" ".join(re.sub("<[^>]+>", " ", text).split()) for text in sentences(response)]


def at(text):
    """The sentence with the time of day left out."""
    return re.sub(r"\d\d:\d\d", "14:02", text)


def test_different_fields_are_both_kept(ana, bo):
    member = make_member(display_name="Cy Day")
    ana.open(member), bo.open(member)

    saved(ana.save(headline="Ice", phone="1"))
    told = saved(bo.save(notice="Open to collaborations"))

    member.refresh_from_db()
    assert (member.headline, member.phone, member.notice) == ("Ice", "1", "Open to collaborations")
    assert told[0] == "Ana Ruiz’s changes to One line under the name and Telephone were kept too."


def test_the_same_field_shows_both_texts_and_saves_nothing(ana, bo):
    lab = make_lab(tagline="Old")
    ana.open(lab), bo.open(lab)
    saved(ana.save(tagline="Hers <b>", institution="Kept"))

    response = bo.save(tagline="His")

    assert [at(text) for text in refused(response)] == [
        "Ana Ruiz changed this at 14:02, while you were editing. Ana Ruiz’s version: "
        "Hers &lt;b&gt; Use the version of Ana Ruiz. "
        "(Leave this unticked to keep yours, which is in the box.)"
    ]
    assert bo.data["tagline"] == "His"
    assert (
        "Nothing is saved yet. Ana Ruiz changed this record while you were editing. "
        "What was changed elsewhere is kept; please choose at the marked place."
    ) in response.text
    lab.refresh_from_db()
    assert (lab.tagline, lab.institution) == ("Hers <b>", "Kept")


def test_saving_again_means_mine(ana, bo):
    lab = make_lab(tagline="Old")
    ana.open(lab), bo.open(lab)
    saved(ana.save(tagline="Hers", institution="Kept"))
    refused(bo.save(tagline="His"))

    saved(bo.save())

    lab.refresh_from_db()
    assert (lab.tagline, lab.institution) == ("His", "Kept")


def test_the_box_takes_theirs(ana, bo):
    lab = make_lab(tagline="Old")
    ana.open(lab), bo.open(lab)
    saved(ana.save(tagline="Hers"))
    refused(bo.save(tagline="His", head_name="Cy Day"))

    saved(bo.save(_theirs="tagline"))

    lab.refresh_from_db()
    assert (lab.tagline, lab.head_name) == ("Hers", "Cy Day")


def test_a_third_editor_in_between_is_told_again(ana, bo):
    lab = make_lab(tagline="Old")
    ana.open(lab), bo.open(lab)
    saved(ana.save(tagline="Hers"))
    refused(bo.save(tagline="His"))
    saved(ana.open(lab).save(tagline="Hers again"))

    response = bo.save()

    assert "Hers again" in refused(response)[0]
    assert bo.data["tagline"] == "His"


def test_the_same_text_twice_is_no_clash(ana, bo):
    lab = make_lab(tagline="Old")
    ana.open(lab), bo.open(lab)

    saved(ana.save(tagline="New"))
    saved(bo.save(tagline="New"))

    lab.refresh_from_db()
    assert lab.tagline == "New"


def test_one_person_in_two_windows_is_told_so(ana):
    lab = make_lab(tagline="Old")
    first, second = dict(ana.open(lab).data), dict(ana.open(lab).data)
    ana.client.post(ana.where, first | {"tagline": "One"})

    response = ana.client.post(ana.where, second | {"tagline": "Two"})

    assert at(refused(response)[0]).startswith("You changed this at 14:02 in another window.")
    assert "Use the other version." in refused(response)[0]


def test_what_a_program_changed_meanwhile_is_put_down_to_nobody(ana):
    lab = make_lab(tagline="Old")
    ana.open(lab)
    Lab.objects.update(tagline="Imported")

    response = ana.save(tagline="Typed")

    assert refused(response)[0].startswith(
        "An import or a program changed this while you were editing. The other version: Imported"
    )


@pytest.mark.parametrize(
    ("make", "field", "old", "new"),
    [
        (lambda: make_member(), "notice_until", "", "2026-12-24"),
        (lambda: make_news(date="2025-01"), "date", "2025-01", "2025-02"),
        (lambda: make_lab(theme_colour="blue"), "theme_colour", "blue", "green"),
        (lambda: make_member(), "is_indexed", "on", None),
    ],
)
def test_every_kind_of_field_is_merged(ana, bo, make, field, old, new):
    record = make()
    ana.open(record), bo.open(record)
    assert ana.data.get(field, "") in (old, [old])
    if new is None:
        del ana.data[field]
        saved(ana.save())
    else:
        saved(ana.save(**{field: new}))
    changed = type(record).objects.values().get(pk=record.pk)[field]

    saved(bo.save(slug="another"))

    assert type(record).objects.values().get(pk=record.pk)[field] == changed


def test_a_date_that_both_changed_is_told_in_words(ana, bo):
    item = make_news(date="2025-01")
    ana.open(item), bo.open(item)
    saved(ana.save(date="2025-06-14"))

    assert "2025-06-14" in refused(bo.save(date="2025-07"))[0]


def test_a_record_that_both_chose_is_told_by_name(ana, bo):
    opening = make_opening()
    hers, his = make_lab(name="Tidal Lab"), make_lab(name="Ice Lab")
    ana.open(opening), bo.open(opening)
    saved(ana.save(lab=hers.pk))

    response = bo.save(lab=his.pk)

    assert "Ana Ruiz’s version: Tidal Lab" in refused(response)[0]
    saved(bo.save(_theirs="lab"))
    opening.refresh_from_db()
    assert opening.lab == hers


def test_a_list_is_one_thing(ana, bo):
    item = make_news()
    one = make_member(display_name="Ada Ng")
    ana.open(item), bo.open(item)
    saved(ana.save(members=[one.pk]))

    saved(bo.save(title="Mine"))
    assert list(item.members.all()) == [one]


def test_a_list_that_both_changed_shows_both(ana, bo):
    item = make_news()
    one, two = make_member(display_name="Ada Ng"), make_member()
    ana.open(item), bo.open(item)
    saved(ana.save(members=[one.pk]))

    response = bo.save(members=[two.pk])

    assert "Ana Ruiz’s version: Ada Ng" in refused(response)[0]
    saved(bo.save())
    assert list(item.members.all()) == [two]


def test_a_journal_typed_by_name_is_merged(ana, bo):
    paper = make_publication(title="Maps")
    ana.open(paper), bo.open(paper)
    saved(ana.save(venue="Symposium on Ice"))

    saved(bo.save(title="Maps of ice"))

    paper.refresh_from_db()
    assert (paper.title, paper.venue.name) == ("Maps of ice", "Symposium on Ice")


def test_a_journal_that_both_typed_shows_both(ana, bo):
    paper = make_publication()
    ana.open(paper), bo.open(paper)
    saved(ana.save(venue="Symposium on Ice"))

    response = bo.save(venue="Journal of Snow")

    assert "Ana Ruiz’s version: Symposium on Ice" in refused(response)[0]
    saved(bo.save(_theirs="venue"))
    paper.refresh_from_db()
    assert paper.venue == Venue.objects.get(name="Symposium on Ice")


def test_long_texts_are_compared_word_by_word(ana, bo):
    text = "The ice of the north melts faster than anybody had expected. " * 5
    lab = make_lab(about=text)
    ana.open(lab), bo.open(lab)
    saved(ana.save(about=text + "Hers."))

    response = bo.save(about=text + "His.")

    assert "<del>His</del><ins>Hers</ins>" in response.text


def test_an_ordinary_error_beside_a_clash_is_told_too(ana, bo):
    lab = make_lab(tagline="Old")
    ana.open(lab), bo.open(lab)
    saved(ana.save(tagline="Hers"))

    response = bo.save(tagline="His", ended_on="never")

    assert len(refused(response)) == 2
    assert (bo.data["tagline"], bo.data["ended_on"]) == ("His", "never")


def test_a_wrong_text_in_a_field_that_others_changed_can_be_given_up(ana, bo):
    lab = make_lab(ended_on="2020")
    ana.open(lab), bo.open(lab)
    saved(ana.save(ended_on="2021"))
    refused(bo.save(ended_on="never"))

    saved(bo.save(_theirs="ended_on"))

    lab.refresh_from_db()
    assert lab.ended_on == "2021"


def test_other_line_ends_are_no_change(ana):
    lab = make_lab(about="One\nTwo", address="A\nB")

    saved(ana.open(lab).save(about="One\r\nTwo", address="A\r\nB"))

    lab.refresh_from_db()
    assert (lab.about, lab.address) == ("One\nTwo", "A\nB")
    assert list(Change.objects.values_list("action", flat=True)) == ["found"]


def test_the_log_does_not_say_that_i_changed_what_others_did(ana, bo):
    lab = make_lab()
    ana.open(lab), bo.open(lab)
    saved(ana.save(tagline="Hers"))
    saved(bo.save(institution="His"))

    change = history.changes_of(Lab, lab.pk).first()
    before = history.changes_of(Lab, lab.pk)[1]

    assert change.user == bo.user
    lines = history.reading.differences(Lab, [(before.state, change.state)], bo.user)[0]
    assert [line.what for line in lines] == ["Institution"]


def test_different_cells_of_one_row_are_both_kept(ana, bo):
    paper = make_publication("Ada Ng", bibtex_key="ng")
    ana.open(paper), bo.open(paper)

    saved(ana.save(**{"authorships-0-printed_name": "A. Ng"}))
    told = saved(bo.save(**{"authorships-0-is_corresponding": "on"}))

    author = paper.authorships.get()
    assert (author.printed_name, author.is_corresponding) == ("A. Ng", True)
    assert told[0] == "Ana Ruiz’s changes to Authors were kept too."


def test_the_same_cell_of_one_row_shows_both_texts(ana, bo):
    paper = make_publication("Ada Ng", "Cy Day")
    ana.open(paper), bo.open(paper)
    saved(ana.save(**{"authorships-1-printed_name": "C. Day"}))

    response = bo.save(**{"authorships-1-printed_name": "Cyril Day", "title": "Mine"})

    assert "Ana Ruiz’s version: C. Day" in refused(response)[0]
    assert bo.data["authorships-1-printed_name"] == "Cyril Day"
    saved(bo.save(_theirs="authorships-1-printed_name"))
    paper.refresh_from_db()
    assert paper.title == "Mine"
    assert list(paper.authorships.values_list("printed_name", flat=True)) == ["Ada Ng", "C. Day"]


def test_rows_added_by_both_are_kept(ana, bo):
    paper = make_publication("Ada Ng", bibtex_key="ng")
    ana.open(paper), bo.open(paper)
    add_row(ana.data, "authorships", printed_name="Hers")
    add_row(bo.data, "authorships", printed_name="His")

    saved(ana.save())
    told = saved(bo.save())

    names = paper.authorships.values_list("printed_name", "position")
    assert list(names) == [("Ada Ng", 1), ("Hers", 2), ("His", 3)] or list(names) == [
        ("Ada Ng", 1),
        ("His", 2),
        ("Hers", 3),
    ]
    assert told[0] == "Ana Ruiz’s changes to Authors were kept too."


def test_a_row_added_first_does_not_hide_the_other(ana, bo):
    member = make_member()
    ana.open(member), bo.open(member)
    add_row(ana.data, "links", label="Hers")
    add_row(bo.data, "links", label="His")

    saved(ana.save())
    saved(bo.save())

    assert set(member.links.values_list("label", flat=True)) == {"Hers", "His"}


def test_rows_that_both_moved_are_no_clash(ana, bo):
    lab = make_lab()
    for number, about in enumerate("ABCD", start=1):
        LabContact.objects.create(lab=lab, about=about, email="a@example.org", position=number)
    ana.open(lab), bo.open(lab)

    saved(ana.save(**{"contacts-3-position": "1"}))
    saved(bo.save(**{"contacts-2-position": "1"}))

    places = lab.contacts.values_list("about", "position")
    assert sorted(about for about, _place in places) == ["A", "B", "C", "D"]
    assert sorted(place for _about, place in places) == [1, 2, 3, 4]
    assert lab.contacts.first().about == "C"


def test_a_row_removed_by_others_goes_quietly_when_untouched(ana, bo):
    paper = make_publication("Ada Ng", "Cy Day")
    ana.open(paper), bo.open(paper)
    saved(ana.save(**{"authorships-0-DELETE": "on"}))

    saved(bo.save(title="Mine"))

    paper.refresh_from_db()
    assert paper.title == "Mine"
    assert list(paper.authorships.values_list("printed_name", "position")) == [("Cy Day", 1)]


def test_a_row_removed_by_others_can_be_put_back_as_it_was_typed(ana, bo):
    paper = make_publication("Ada Ng", "Cy Day")
    paper.authorships.update(affiliation="Institute of Ice")
    key = paper.authorships.first().pk
    ana.open(paper), bo.open(paper)
    saved(ana.save(**{"authorships-0-DELETE": "on"}))

    response = bo.save(**{"authorships-0-printed_name": "A. Ng"})

    assert refused(response) == [
        "Ana Ruiz removed this row while you were editing it. "
        "Your text is still here: save again to put it back, or tick Delete."
    ]
    assert bo.data["authorships-0-printed_name"] == "A. Ng"
    saved(bo.save())
    back = paper.authorships.get(pk=key)
    assert (back.printed_name, back.affiliation) == ("A. Ng", "Institute of Ice")
    assert paper.authorships.count() == 2


def test_a_row_removed_by_others_can_be_let_go(ana, bo):
    paper = make_publication("Ada Ng", "Cy Day")
    ana.open(paper), bo.open(paper)
    saved(ana.save(**{"authorships-0-DELETE": "on"}))
    refused(bo.save(**{"authorships-0-printed_name": "A. Ng"}))

    saved(bo.save(**{"authorships-0-DELETE": "on"}))

    assert paper.authorships.get().printed_name == "Cy Day"


def test_a_row_that_both_deleted_is_gone(ana, bo):
    paper = make_publication("Ada Ng", "Cy Day")
    ana.open(paper), bo.open(paper)

    saved(ana.save(**{"authorships-0-DELETE": "on"}))
    saved(bo.save(**{"authorships-0-DELETE": "on"}))

    assert paper.authorships.get().printed_name == "Cy Day"


def test_all_rows_gone_leave_no_trace(ana, bo):
    member = make_member()
    for label in ("One", "Two"):
        MemberLink.objects.create(owner=member, label=label)
    ana.open(member), bo.open(member)

    saved(ana.save(**{"links-0-DELETE": "on", "links-1-DELETE": "on"}))
    saved(bo.save(headline="Mine"))

    assert member.links.count() == 0


def test_deleting_a_row_that_others_changed_is_asked_about(ana, bo):
    paper = make_publication("Ada Ng")
    ana.open(paper), bo.open(paper)
    saved(ana.save(**{"authorships-0-other_marks": "†"}))

    response = bo.save(**{"authorships-0-DELETE": "on"})

    assert refused(response) == [
        "“Ada Ng” was changed by Ana Ruiz while you were deleting it. "
        "It now reads: Name as printed: Ada Ng; Corresponding: no; Other marks: †. "
        "Save again to delete it all the same."
    ]
    saved(bo.save(**{"authorships-0-DELETE": "on"}))
    assert paper.authorships.count() == 0


def test_a_row_of_another_record_cannot_be_had_by_its_number(ana):
    paper, other = make_publication("Ada Ng"), make_publication("Cy Day")
    foreign = other.authorships.get()
    ana.open(paper)
    base = json.loads(ana.data["_base"])
    base[f"publications.authorship:{foreign.pk}"] = {"printed_name": "Cy Day"}

    response = ana.save(
        **{
            "_base": json.dumps(base),
            "authorships-0-id": foreign.pk,
            "authorships-0-printed_name": "Stolen",
            "_put_back": f"publications.authorship:{foreign.pk}",
        }
    )

    assert response.status_code == 302  # what is not a row of this record is passed over
    foreign.refresh_from_db()
    assert (foreign.printed_name, foreign.publication) == ("Cy Day", other)


@pytest.mark.parametrize("base", ["", "[]", "null", "{", '{"people.lab:1": 3}', "\0"])
def test_a_broken_base_is_as_good_as_none(ana, base):
    lab = make_lab(tagline="Old")

    saved(ana.open(lab).save(tagline="New", _base=base))

    lab.refresh_from_db()
    assert lab.tagline == "New"


def test_a_record_deleted_meanwhile_keeps_the_text_and_comes_back(ana, bo):
    member = make_member(display_name="Cy Day")
    paper = make_publication(member)
    MemberLink.objects.create(owner=member, label="Home")
    ana.open(member), bo.open(member)
    ana.delete(member)

    response = bo.save(headline="Ice")

    assert [at(text) for text in refused(response)] == [
        "Ana Ruiz deleted this at 14:02. Your text is still here. Save again to bring the record "
        "back with your changes, or leave this page to let it go."
    ]
    assert Member.objects.count() == 0
    assert bo.data["headline"] == "Ice"

    saved(bo.save())

    back = Member.objects.get(pk=member.pk)
    assert (back.headline, back.links.get().label) == ("Ice", "Home")
    assert paper.authorships.get().member == back
    change = history.changes_of(Member, member.pk).first()
    assert (change.action, change.user) == ("restored", bo.user)


def test_a_record_deleted_meanwhile_stays_away_from_whoever_has_no_say(ana, bo):
    lab = make_lab()
    bo.open(lab)
    ana.delete(lab)
    User.objects.filter(pk=bo.user.pk).update(is_superuser=False)

    bo.save(tagline="Mine", _bring_back="1")

    assert Lab.objects.count() == 0


def test_why_a_record_cannot_come_back_is_said(ana, bo):
    venue = make_venue(name="Symposium")
    bo.open(venue)
    ana.delete(venue)
    make_venue(name="Symposium")

    response = bo.save(short_name="S")

    told = "Name “Symposium” belongs to another record now. Change that one first."
    assert response.status_code == 410
    assert told in response.text
    assert Venue.objects.get().short_name == ""


def test_nothing_but_a_deleted_record_is_brought_back(ana):
    lab = make_lab()
    ana.open(lab)
    Lab.objects.all()._raw_delete("default")

    response = ana.save(_bring_back="1")

    assert response.status_code == 410
    assert Lab.objects.count() == 0


def test_a_stay_on_a_page_of_its_own_is_merged_with_the_form_of_the_person(ana, bo):
    stay = make_membership(start="2020")
    make_adviser(printed_name="Ada Ng", membership=stay)
    ana.open(stay.member), bo.open(stay)

    saved(ana.save(**{"memberships-0-title": "Fellow"}))
    saved(bo.save(next_title="Professor"))

    stay.refresh_from_db()
    assert (stay.title, stay.next_title) == ("Fellow", "Professor")


def test_every_form_of_ours_is_merged():
    from django.contrib import admin

    from labsite.admin import RecordAdmin, Rows
    from labsite.merging import MergeForm, MergeFormSet, Merging

    for record_admin in admin.site._registry.values():
        assert isinstance(record_admin, RecordAdmin)
        assert isinstance(record_admin, Merging)
        assert issubclass(record_admin.form, MergeForm)
        for inline in record_admin.inlines:
            assert issubclass(inline, Rows)
            assert issubclass(inline.form, MergeForm)
            assert issubclass(inline.formset, MergeFormSet)


def test_the_base_holds_no_secret(ana):
    bo = User.objects.create_user("bo", password="not to be seen")

    base = json.loads(ana.open(bo).data["_base"])

    assert "password" not in base[f"auth.user:{bo.pk}"]


def test_a_long_paper_opens_with_few_queries_and_a_small_base(ana, django_assert_max_num_queries):
    paper = make_publication(*(f"Author {number}" for number in range(99)))
    make_link(paper)
    paper.topics.add(make_topic())

    with django_assert_max_num_queries(30):
        ana.open(paper)

    assert len(ana.data["_base"]) < 30_000


def test_equal_values_have_one_plain_text():
    assert plain("a\r\nb ") == plain("a\nb")
    assert plain(None) == plain("") == ""
    assert plain("x" * 1000) != plain("x" * 1001)
    assert len(plain("x" * 1000)) == 24


def test_nobody_is_named_where_nothing_is_known():
    award = make_award()

    assert Touch(award, None).changed() == (
        "An import or a program changed this while you were editing."
    )
    assert Authorship.objects.count() == 0
    assert Membership.objects.count() == 0
    assert Publication.objects.count() == 0


def test_what_was_typed_about_a_stay_that_is_gone_can_be_copied(ana, bo):
    stay = make_membership(make_member(display_name="Mira"))
    ana.open(stay)
    bo.delete(stay)

    response = ana.save(title="Keeper of <b>tides</b>", next_place="Harbour University")

    assert response.status_code == 410
    texts = dict(response.context["texts"])
    assert texts["Title as printed"] == "Keeper of <b>tides</b>"
    assert texts["At"] == "Harbour University"
    assert "Keeper of &lt;b&gt;tides&lt;/b&gt;" in response.text
    assert not Membership.objects.exists()


def test_what_was_typed_about_a_record_that_cannot_come_back_can_be_copied(ana, bo):
    venue = make_venue(name="Tidal Letters")
    ana.open(venue)
    bo.delete(venue)
    make_venue(name="Tidal Letters")

    response = ana.save(url="https://example.org/letters")

    assert response.status_code == 410
    assert ("Address", "https://example.org/letters") in response.context["texts"]
    assert Venue.objects.count() == 1


def test_form_of_a_record_that_never_was_tells_nothing_to_who_may_not_edit(client):
    client.force_login(User.objects.create_user("somebody", is_staff=True))

    response = client.post("/admin/people/member/4711/change/", {"display_name": "x"})

    assert response.status_code in {302, 403}
