from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.files.base import ContentFile

from labsite import history
from labsite.models import Change
from labsite.site.models import SiteSettings
from people.models import (
    Award,
    Interest,
    Lab,
    LabRole,
    Member,
    MemberName,
    MemberSection,
    Topic,
)
from publications.models import (
    Authorship,
    Identifier,
    MatchDecision,
    Publication,
    PublicationListing,
    Venue,
)
from tests.factories import (
    make_adviser,
    make_award,
    make_education,
    make_grant,
    make_lab,
    make_link,
    make_member,
    make_membership,
    make_news,
    make_opening,
    make_page,
    make_publication,
    make_topic,
    make_venue,
)
from tests.pictures import png

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return User.objects.create_superuser("ana")


@pytest.fixture
def clerk():
    """Somebody who signs in and has no say."""
    return User.objects.create_user("clerk", is_staff=True)


def remember(record):
    """Write down how the record is now; returns the row."""
    with history.step() as step:
        step.touch(record)
    return history.changes_of(type(record), record.pk).first()


def last_state(model, key):
    return history.changes_of(model, key).first()


def rows(related):
    return list(related.order_by("pk").values())


def test_a_record_and_its_parts_come_back_with_the_same_keys(ana):
    paper = make_publication("Bo Li", make_member(), title="Maps of ice", note="Kept")
    make_link(paper, "Code")
    topic = make_topic()
    paper.topics.add(topic)
    before, authors, links = remember(paper), rows(paper.authorships), rows(paper.links)
    with history.step(ana):
        paper.title, paper.note = "Other", ""
        paper.save()
        paper.topics.clear()
        paper.links.all().delete()
        author = paper.authorships.first()
        author.printed_name = "Wrong"
        author.save()
        Authorship.objects.create(publication=paper, printed_name="New", position=3)

    restored, lost = history.restore(before, ana)

    assert (restored.title, restored.note, lost) == ("Maps of ice", "Kept", [])
    assert rows(restored.authorships) == authors
    assert rows(restored.links) == links
    assert list(restored.topics.all()) == [topic]
    assert last_state(Publication, paper.pk).action == "restored"
    assert last_state(Publication, paper.pk).user == ana


def test_a_restore_can_be_undone(ana):
    paper = make_publication(title="First")
    first = remember(paper)
    with history.step(ana):
        paper.title = "Second"
        paper.save()
    second = last_state(Publication, paper.pk)

    history.restore(first, ana)
    history.restore(second, ana)

    assert Publication.objects.get().title == "Second"


def test_the_version_goes_up_and_never_back(ana):
    paper = make_publication()
    before = remember(paper)
    for note in "abc":
        paper.note = note
        paper.save()

    restored, _lost = history.restore(before, ana)
    assert restored.version == 5

    restored.delete()
    back, _lost = history.restore(last_state(Publication, paper.pk), ana)
    assert back.version == 6
    assert abs(back.created_at - paper.created_at) < timedelta(milliseconds=1)


def test_text_is_rendered_anew(ana):
    member = make_member(about="*Hello*")
    before = remember(member)
    member.about = "Bye"
    member.save()

    restored, _lost = history.restore(before, ana)

    assert restored.about_html == "<p><em>Hello</em></p>\n"


def test_an_unchanged_row_costs_nothing(ana, django_assert_max_num_queries):
    paper = make_publication(*(f"Author {number}" for number in range(300)))
    before = remember(paper)
    paper.title = "Other"
    paper.save()

    with django_assert_max_num_queries(60):
        history.restore(before, ana)


def test_a_deleted_person_comes_back_with_the_links_that_pointed_to_it(ana):
    member, student = make_member(display_name="Ana Ruiz"), make_member()
    degree = make_education(member)
    stay = make_membership(member)
    make_adviser(printed_name="Bo Li", education=degree)
    make_adviser(printed_name="Cy Day", membership=stay)
    advised = make_adviser(member, education=make_education(student))
    paper = make_publication(member, "Bo Li", degree=degree)
    news, grant = make_news(member), make_grant()
    grant.holders.add(member)
    award = make_award(member)
    MatchDecision.objects.create(member=member, folded_name="a ruiz", verdict="yes")
    key, degree_key = member.pk, degree.pk
    member.delete()
    assert Authorship.objects.filter(member=key).count() == 0

    back, lost = history.restore(last_state(Member, key), ana)

    assert lost == []
    assert (back.pk, back.slug, back.display_name) == (key, "ana-ruiz", "Ana Ruiz")
    assert list(back.authorships.values_list("publication", flat=True)) == [paper.pk]
    assert Publication.objects.get().degree_id == degree_key
    assert [item.pk for item in back.news.all()] == [news.pk]
    assert [held.pk for held in back.grants.all()] == [grant.pk]
    assert [received.award for received in back.recipients.all()] == [award]
    assert [row.pk for row in back.advisers.all()] == [advised.pk]
    assert back.education.get().advisers.get().printed_name == "Bo Li"
    assert back.memberships.get().advisers.get().printed_name == "Cy Day"
    assert MatchDecision.objects.get().member == back


def test_a_link_given_to_somebody_else_meanwhile_is_not_taken_back(ana):
    member, other = make_member(), make_member()
    paper = make_publication(member)
    member.delete()
    paper.authorships.update(member=other)

    history.restore(Change.objects.get(action="deleted"), ana)

    assert paper.authorships.get().member == other


def test_a_degree_that_comes_back_is_again_the_one_of_its_thesis(ana):
    degree = make_education()
    before = remember(degree.member)
    thesis = make_publication(degree=degree)
    with history.step(ana) as step:
        step.touch(degree.member)
        degree.delete()

    before.refresh_from_db()
    history.restore(before, ana)

    thesis.refresh_from_db()
    assert thesis.degree_id == before.state["education"][0]["pk"]


def test_a_deleted_lab_comes_back_into_the_papers_that_it_listed(ana):
    lab = make_lab(name="Tidal Lab")
    paper = make_publication(labs=[lab])
    key = lab.pk
    lab.delete()
    assert PublicationListing.objects.count() == 0

    history.restore(last_state(Lab, key), ana)

    assert paper.labs.get().name == "Tidal Lab"


def test_the_lab_of_the_home_page_comes_back_there(ana):
    lab = make_lab()
    SiteSettings.objects.update_or_create(pk=1, defaults={"home_lab": lab})
    lab.delete()

    history.restore(Change.objects.get(kind="people.lab", action="deleted"), ana)

    assert SiteSettings.objects.get().home_lab_id == lab.pk or SiteSettings.objects.get().home_lab


def test_a_row_whose_key_was_given_away_gets_a_new_one(ana):
    stay = make_membership()
    adviser = make_adviser(printed_name="Bo Li", membership=stay)
    member, key = stay.member, stay.pk
    before = remember(member)
    stay.delete()
    other = make_membership(id=key)

    restored, lost = history.restore(before, ana)

    assert lost == []
    assert restored.memberships.get().pk != key
    assert restored.memberships.get().advisers.get().printed_name == "Bo Li"
    assert restored.memberships.get().advisers.get().pk == adviser.pk
    other.refresh_from_db()
    assert other.member != member


def test_an_address_taken_meanwhile_is_left_to_whoever_has_it(ana):
    lab = make_lab(name="Tidal Lab")
    lab.delete()
    make_lab(name="Tidal Lab")

    back, lost = history.restore(Change.objects.get(), ana)

    assert back.slug == "tidal-lab-2"
    assert [str(sentence) for sentence in lost] == [
        "The address “tidal-lab” belongs to another record now; it got “tidal-lab-2”."
    ]


def test_the_address_of_a_page_is_taken_only_within_its_lab(ana):
    first, second = make_lab(), make_lab()
    page = make_page(title="Join us", lab=first)
    page.delete()
    make_page(title="Join us", lab=second)
    make_page(title="Join us", lab=None)

    back, lost = history.restore(Change.objects.get(), ana)

    assert (back.slug, lost) == ("join-us", [])


def test_a_number_taken_meanwhile_is_left_out_and_told(ana):
    paper = make_publication(doi="10.1000/1")
    paper.delete()
    make_publication(doi="10.1000/1")

    back, lost = history.restore(Change.objects.get(), ana)

    assert back.doi == ""
    assert lost == ["DOI was left out: another record has it now."]


def test_a_name_that_must_be_unique_stops_the_restore(ana):
    venue = make_venue(name="Symposium")
    venue.delete()
    make_venue(name="Symposium")

    with pytest.raises(history.CannotRestoreError) as refused:
        history.restore(Change.objects.get(), ana)

    assert refused.value.messages == [
        "Name “Symposium” belongs to another record now. Change that one first."
    ]
    assert Venue.objects.count() == 1


def test_what_a_record_cannot_do_without_must_be_there(ana):
    opening = make_opening()
    opening.delete()
    Lab.objects.all().delete()

    with pytest.raises(history.CannotRestoreError) as refused:
        history.restore(Change.objects.get(kind="people.opening"), ana)

    assert refused.value.messages == ["What it belonged to is gone (Lab). Bring that back first."]


def test_what_is_gone_is_told(ana):
    topic, lab, venue = make_topic(name="Ice"), make_lab(), make_venue()
    paper = make_publication("Bo Li", labs=[lab], venue=venue)
    paper.topics.add(topic)
    Identifier.objects.create(publication=paper, scheme="dblp", value="1")
    paper.delete()
    for record in (topic, lab, venue):
        record.delete()
    Identifier.objects.create(publication=make_publication(), scheme="dblp", value="1")

    back, lost = history.restore(Change.objects.get(kind="publications.publication"), ana)

    assert lost == [
        "Publication, Journal, conference or book: no longer there.",
        "Publication, Research topics: no longer there.",
        "Lab that shows it, Lab: no longer there.",
        "Identifier: “dblp:1” could not come back.",
    ]
    assert [author.printed_name for author in back.authorships.all()] == ["Bo Li"]


def test_an_interest_without_its_topic_stays_away(ana):
    topic = make_topic()
    member = make_member()
    Interest.objects.create(member=member, topic=topic)
    before = remember(member)
    topic.delete()

    restored, lost = history.restore(before, ana)

    assert restored.interests.count() == 0
    assert lost == ["Interest, Topic: no longer there."]


def test_rows_that_swapped_what_only_one_may_have_swap_back(ana):
    member = make_member()
    first = MemberSection.objects.create(owner=member, kind="news", position=1)
    second = MemberSection.objects.create(owner=member, kind="talks", position=2)
    before = remember(member)
    MemberSection.objects.filter(pk=first.pk).update(kind="other")
    MemberSection.objects.filter(pk=second.pk).update(kind="news")
    MemberSection.objects.filter(pk=first.pk).update(kind="talks")

    history.restore(before, ana)

    assert list(member.sections.order_by("pk").values_list("pk", "kind")) == [
        (first.pk, "news"),
        (second.pk, "talks"),
    ]


def test_a_lab_does_not_come_back_into_its_own_part(ana):
    outer, inner = make_lab(), make_lab()
    inner.parent = outer
    inner.save()
    before = remember(inner)
    inner.parent = None
    inner.save()
    outer.parent = inner
    outer.save()

    with pytest.raises(Exception, match="That lab is a part of this one") as refused:
        history.restore(before, ana)

    assert refused.value.messages == ["That lab is a part of this one."]


def test_a_column_newer_than_the_state_keeps_its_value(ana):
    paper = make_publication(title="Old", note="Typed today")
    before = remember(paper)
    del before.state["self"]["note"]
    before.save()
    Publication.objects.update(title="New")

    restored, _lost = history.restore(before, ana)

    assert (restored.title, restored.note) == ("Old", "Typed today")


def test_a_column_that_was_renamed_is_found_under_its_old_name(ana, monkeypatch):
    paper = make_publication()
    before = remember(paper)
    before.state["self"]["remark"] = "Said so"
    del before.state["self"]["note"]
    before.state["self"]["long_gone"] = 1
    before.save()
    monkeypatch.setattr(Publication, "history_renamed", {"remark": "note"}, raising=False)

    restored, _lost = history.restore(before, ana)

    assert restored.note == "Said so"


def test_parts_that_a_state_does_not_know_are_left_alone(ana):
    paper = make_publication("Bo Li")
    before = remember(paper)
    del before.state["links"]
    before.save()
    make_link(paper, "Code")
    paper.authorships.all().delete()

    restored, _lost = history.restore(before, ana)

    assert restored.links.count() == 1
    assert restored.authorships.count() == 1


def test_a_former_name_still_recognises_after_a_restore(ana):
    member = make_member()
    MemberName.objects.create(member=member, name="M. Former", is_former=True)
    member.delete()

    history.restore(Change.objects.get(), ana)

    assert MemberName.objects.get().is_former is True


def test_a_picture_that_was_replaced_comes_back(ana):
    member = make_member(photo=ContentFile(png(), name="a.png"))
    before, name = remember(member), member.photo.name
    member.photo = ContentFile(png(), name="b.png")
    member.save()

    restored, lost = history.restore(before, ana)

    assert (restored.photo.name, lost) == (name, [])
    assert restored.photo.storage.exists(name)
    assert name in history.files_in_states()


def test_a_file_that_is_no_longer_there_is_told(ana):
    member = make_member(photo=ContentFile(png(), name="a.png"))
    before = remember(member)
    member.photo.storage.delete(member.photo.name)
    Member.objects.update(photo="")

    restored, lost = history.restore(before, ana)

    assert restored.photo.name == ""
    assert lost == ["Photo: the file is no longer there."]


def test_a_restore_hands_out_no_rights(ana):
    """Commands put records back without anybody who could decide about rights."""
    member = make_member(user=ana)
    lab = make_lab()
    LabRole.objects.create(lab=lab, user=ana, kind="admin")
    states = [remember(member), remember(lab)]
    member.user = None
    member.save()
    LabRole.objects.all().delete()

    for state in states:
        history.restore(state, None)

    assert Member.objects.get().user is None
    assert LabRole.objects.count() == 0


def test_a_site_administrator_restores_rights_too(ana):
    member = make_member(user=ana)
    lab = make_lab()
    LabRole.objects.create(lab=lab, user=ana, kind="admin")
    member.delete()
    lab.delete()

    for change in Change.objects.filter(action="deleted"):
        history.restore(change, ana)

    assert Member.objects.get().user == ana
    assert LabRole.objects.get().user == ana


def test_whoever_has_no_say_restores_nothing(clerk):
    paper = make_publication(title="Old")
    before = remember(paper)
    paper.title = "New"
    paper.save()

    with pytest.raises(PermissionDenied):
        history.restore(before, clerk)

    assert Publication.objects.get().title == "New"


def test_whoever_has_no_say_brings_nothing_back(clerk):
    make_publication().delete()

    with pytest.raises(PermissionDenied):
        history.restore(Change.objects.get(), clerk)

    assert Publication.objects.count() == 0


def test_a_step_on_three_hundred_records_is_undone(ana):
    papers = [make_publication(visibility="draft") for _number in range(300)]
    with history.step(ana) as step:
        step.touch(*papers)
        Publication.objects.update(visibility="public")
    number = step.number

    done, left_alone = history.undo_step(number, ana)

    assert (done, left_alone) == (300, [])
    assert Publication.objects.filter(visibility="draft").count() == 300
    restored = Change.objects.filter(action="restored")
    assert restored.count() == 300
    assert restored.values("step").distinct().count() == 1


def test_an_undo_is_a_step_that_can_be_undone(ana):
    paper = make_publication(title="Old")
    with history.step(ana) as step:
        paper.title = "New"
        paper.save()

    history.undo_step(step.number, ana)
    assert Publication.objects.get().title == "Old"

    history.undo_step(last_state(Publication, paper.pk).step, ana)
    assert Publication.objects.get().title == "New"


def test_an_undo_leaves_alone_what_was_changed_since(ana):
    papers = [make_publication(title=f"Paper {letter}") for letter in "AB"]
    with history.step(ana) as step:
        for paper in papers:
            paper.note = "Imported"
            paper.save()
    Publication.objects.filter(title="Paper B").update(note="Typed by hand")

    done, left_alone = history.undo_step(step.number, ana)

    assert (done, left_alone) == (1, ["“Paper B” was changed since."])
    notes = Publication.objects.order_by("title").values_list("note", flat=True)
    assert list(notes) == ["", "Typed by hand"]


def test_an_undo_takes_away_what_was_added(ana):
    with history.step(ana) as step:
        venue = make_venue()
        make_publication("Bo Li", venue=venue)

    done, left_alone = history.undo_step(step.number, ana)

    assert (done, left_alone) == (2, [])
    assert (Publication.objects.count(), Venue.objects.count()) == (0, 0)


def test_an_undo_leaves_what_others_need_by_now(ana):
    with history.step(ana) as step:
        venue = make_venue(name="Symposium")
    make_publication(venue=venue)

    done, left_alone = history.undo_step(step.number, ana)

    assert (done, left_alone) == (0, ["“Symposium” is needed by other records by now."])


def test_an_undo_brings_back_all_that_went_together(ana):
    lab = make_lab()
    topic = make_topic(lab=lab)
    member = make_member()
    Interest.objects.create(member=member, topic=topic)
    make_page(lab=lab)
    with history.step(ana) as step:
        lab.delete()

    done, left_alone = history.undo_step(step.number, ana)

    assert (done, left_alone) == (4, [])
    assert Topic.objects.get().lab == Lab.objects.get()
    assert Lab.objects.get().pages.count() == 1
    assert member.interests.get().topic == Topic.objects.get()


def test_an_undo_takes_back_several_changes_of_one_step(ana):
    with history.step(ana) as step:
        paper = make_publication(title="First")
    number = step.number
    with history.step(ana, number=number):
        paper.title = "Second"
        paper.save()

    assert history.undo_step(number, ana) == (1, [])
    assert Publication.objects.count() == 0


def test_whoever_has_no_say_undoes_nothing(ana, clerk):
    with history.step(ana) as step:
        paper = make_publication(title="Maps")

    done, left_alone = history.undo_step(step.number, clerk)

    assert (done, left_alone) == (0, ["“Maps” is not yours to change."])
    assert Publication.objects.get() == paper


@pytest.fixture
def lab_editor(monkeypatch):
    """Return a function that gives a user a say about the papers of one lab only.

    Roles in labs follow; what the history must ask for them is settled here.
    """

    def lab_editor(user, lab):
        def may(user, verb, record=None):
            if isinstance(record, type) or record is None:
                return True
            return isinstance(record, Publication) and (
                record.listings.filter(lab=lab, kind="owner").exists()
            )

        def looks_after(user, lab_id):
            return lab_id == lab.pk

        for module in ("restoring", "reading"):
            monkeypatch.setattr(f"labsite.history.{module}.may", may)
            monkeypatch.setattr(f"labsite.history.{module}.looks_after", looks_after)
        return user

    return lab_editor


def test_an_editor_of_one_lab_does_not_touch_the_papers_of_another(ana, clerk, lab_editor):
    ours, theirs = make_lab(), make_lab()
    own, foreign = make_publication(labs=[ours]), make_publication(labs=[theirs])
    gone = make_publication(labs=[theirs])
    with history.step(ana) as step:
        for paper in (own, foreign):
            paper.note = "New"
            paper.save()
        gone.delete()
    editor = lab_editor(clerk, ours)

    done, left_alone = history.undo_step(step.number, editor)

    assert (done, len(left_alone)) == (1, 2)
    notes = Publication.objects.order_by("pk").values_list("note", flat=True)
    assert list(notes) == ["", "New"]


def test_a_restore_carries_no_record_to_another_lab(clerk, lab_editor):
    ours, theirs = make_lab(), make_lab()
    paper = make_publication(labs=[theirs], title="Old")
    before = remember(paper)
    paper.listings.update(lab=ours)
    Publication.objects.update(title="New")
    editor = lab_editor(clerk, ours)

    with pytest.raises(PermissionDenied):
        history.restore(before, editor)

    paper.refresh_from_db()
    assert (paper.title, paper.listings.get().lab) == ("New", ours)


def test_history_of_a_record_can_be_forgotten():
    member, other = make_member(), make_member()
    remember(member)
    remember(other)

    history.forget(member)

    assert list(Change.objects.values_list("record_id", flat=True)) == [other.pk]


def test_the_log_of_the_admin_forgets_too(ana):
    member = make_member(display_name="Jo Former")
    for record in (member, make_lab(name="Lab of Jo Former")):
        LogEntry.objects.log_actions(ana.pk, [record], 2, "Changed the name of Jo Former.")

    assert history.replace_word("Jo Former", "Jo Today") == 2
    texts = LogEntry.objects.order_by("pk").values_list("object_repr", "change_message")
    assert list(texts) == [
        ("Jo Today", "Changed the name of Jo Today."),
        ("Lab of Jo Today", "Changed the name of Jo Today."),
    ]

    history.forget(member)
    assert LogEntry.objects.get().object_repr == "Lab of Jo Today"


def test_a_word_leaves_every_state_and_label():
    member = make_member(display_name="Jo Former")
    make_publication(member)
    paper = make_publication("Jo Former")
    for record in (member, paper, make_award()):
        remember(record)

    found = history.replace_word("Jo Former", "Jo Today")

    assert found == 2
    assert not Change.objects.filter(label__contains="Jo Former").exists()
    assert not Change.objects.filter(state__icontains="Jo Former").exists()
    assert Award.objects.count() == 1
