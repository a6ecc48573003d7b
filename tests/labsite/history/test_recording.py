import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from labsite import history
from labsite.models import Change
from people.models import Adviser, Interest, Member, MemberLink, Topic
from publications.models import Authorship, ImportEntry, ImportRun, MatchDecision, Publication
from tests.factories import (
    make_adviser,
    make_award,
    make_education,
    make_lab,
    make_member,
    make_membership,
    make_news,
    make_publication,
    make_topic,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return User.objects.create_superuser("ana", first_name="Ana", last_name="Ruiz")


def actions(record):
    """What the history says was done to a record, the latest first."""
    return list(history.changes_of(type(record), record.pk).values_list("action", flat=True))


def test_a_new_record_goes_down_as_added_with_its_parts_in_one_row(ana):
    with history.step(ana):
        paper = make_publication("Bo Li", "Cy Day")

    change = Change.objects.get()
    assert (change.action, change.user, change.label) == ("added", ana, str(paper))
    assert [row["printed_name"] for row in change.state["authorships"]] == ["Bo Li", "Cy Day"]


def test_a_change_of_a_part_goes_down_as_a_change_of_the_record(ana):
    paper = make_publication("Bo Li")
    author = paper.authorships.get()

    with history.step(ana):
        author.is_corresponding = True
        author.save()

    assert actions(paper) == ["changed", "found"]
    assert history.changes_of(Publication, paper.pk).first().state["authorships"] == [
        {
            "pk": author.pk,
            "publication": paper.pk,
            "printed_name": "Bo Li",
            "is_corresponding": True,
            "position": 1,
            "member": None,
            "equal_group": None,
            "own_order": None,
            "is_organisation": False,
            "is_selected": False,
        }
        | dict.fromkeys(
            [
                *("given_name", "name_particle", "family_name", "name_suffix"),
                *("other_marks", "orcid", "affiliation"),
            ],
            "",
        )
    ]


def test_a_change_of_a_part_of_a_part_goes_down_too():
    degree = make_education()
    adviser = make_adviser(printed_name="Bo Li", education=degree)

    with history.step():
        adviser.printed_name = "Bo X. Li"
        adviser.save()

    change = history.changes_of(Member, degree.member_id).first()
    assert change.action == "changed"
    assert [row["printed_name"] for row in change.state["education__advisers"]] == ["Bo X. Li"]


def test_a_removed_part_goes_down():
    member = make_member()
    link = MemberLink.objects.create(owner=member, label="Home")

    with history.step():
        link.delete()

    assert actions(member) == ["changed", "found"]


def test_a_change_of_a_list_goes_down_from_either_end():
    paper, topic = make_publication(), make_topic()

    with history.step():
        paper.topics.add(topic)
    with history.step():
        topic.publications.clear()

    assert actions(paper) == ["changed", "changed", "found"]
    assert actions(topic) == []


def test_a_step_that_changes_nothing_leaves_no_row():
    paper = make_publication("Bo Li")

    with history.step():
        paper.save()
        paper.authorships.get().save()

    assert actions(paper) == ["found"]


def test_counters_and_rendered_text_are_no_change():
    member = make_member(about="*Hello*")

    state = history.notice(Member, member.pk)

    assert {"version", "updated_at", "about_html", "sort_key"} & state["self"].keys() == set()
    assert state["self"]["about"] == "*Hello*"


def test_what_was_changed_by_the_way_is_found_by_the_next_step(ana):
    paper = make_publication()
    with history.step(ana):
        paper.note = "First"
        paper.save()
    Publication.objects.filter(pk=paper.pk).update(note="Second")
    paper.refresh_from_db()

    with history.step(ana):
        paper.note = "Third"
        paper.save()

    rows = history.changes_of(Publication, paper.pk)
    assert [(row.action, row.user, row.state["self"]["note"]) for row in rows] == [
        ("changed", ana, "Third"),
        ("found", None, "Second"),
        ("changed", ana, "First"),
        ("found", None, ""),
    ]


def test_a_bulk_update_goes_down_when_its_records_are_touched(ana):
    papers = [make_publication(visibility="draft") for _number in range(3)]

    with history.step(ana) as step:
        step.touch(*papers)
        Publication.objects.update(visibility="public")

    changes = Change.objects.filter(action="changed")
    assert changes.count() == 3
    assert changes.values("step").distinct().count() == 1


def test_a_step_inside_a_step_is_a_part_of_it(ana):
    with history.step(ana):
        first = make_publication()
        with history.step():
            second = make_publication()

    assert actions(first) == actions(second) == ["added"]
    assert Change.objects.filter(user=ana).values("step").distinct().count() == 1


def test_a_step_that_fails_leaves_nothing():
    paper = make_publication()

    paper.title = ""  # refused by the database, after the record was noticed
    with pytest.raises(IntegrityError), history.step():
        paper.save()

    assert Change.objects.count() == 0


def test_a_step_that_is_given_up_leaves_nothing():
    paper = make_publication()

    with transaction.atomic():
        with history.step():
            paper.note = "New"
            paper.save()
        transaction.set_rollback(True)

    assert Change.objects.count() == 0


def test_a_clash_within_a_step_does_not_end_it():
    taken = make_publication(doi="10.1000/1")
    paper = make_publication()

    with history.step():
        paper.doi = taken.doi
        with pytest.raises(IntegrityError), transaction.atomic():
            paper.save()
        paper.doi = "10.1000/2"
        paper.save()

    assert history.changes_of(Publication, paper.pk).first().state["self"]["doi"] == "10.1000/2"


@pytest.mark.parametrize(
    "delete",
    [
        lambda paper: paper.delete(),
        lambda paper: Publication.objects.filter(pk=paper.pk).delete(),
        lambda paper: Publication._base_manager.all().delete(),
    ],
)
def test_the_last_state_stays_however_a_record_is_deleted(delete, ana):
    paper = make_publication("Bo Li", title="Maps of ice")
    key = paper.pk

    with history.acting(lambda: ana):
        delete(paper)

    change = history.changes_of(Publication, key).first()
    assert (change.action, change.user, change.label) == ("deleted", ana, "Maps of ice")
    assert [row["printed_name"] for row in change.state["authorships"]] == ["Bo Li"]


def paper_with_traces(title):
    """A paper to which other rows point, and which others go with."""
    paper = make_publication(make_member(), "Bo Li", title=title)
    make_news().publications.add(paper)
    MatchDecision.objects.create(
        member=make_member(), folded_name="bo li", publication=paper, verdict="no"
    )
    ImportEntry.objects.create(
        run=ImportRun.objects.create(source="a.bib"), outcome="created", publication=paper
    )
    paper.slug = f"moved-{paper.pk}"
    paper.save()
    return paper


def test_many_records_deleted_at_once_leave_what_each_would_leave_alone(ana):
    alone, *others = [paper_with_traces(title) for title in ("Ice", "Snow", "Hail")]
    keys = [paper.pk for paper in others]
    alone_key = alone.pk

    with history.step(ana) as step:
        alone.delete()
        step.delete(Publication, keys)

    assert not Publication.objects.exists()
    changes = Change.objects.filter(action="deleted")
    last = [changes.get(record_id=key) for key in (alone_key, *keys)]
    assert {(change.action, change.user, change.step) for change in last} == {
        ("deleted", ana, step.number)
    }
    traces = [
        {name: len(value) if name != "_version" else value for name, value in change.state.items()}
        for change in last
    ]
    assert traces[1:] == [traces[0]] * 2
    assert sorted(last[0].state["_pointed"]) == [
        *("publications.importentry.publication", "publications.newsitem.publications")
    ]
    assert list(last[0].state["_companions"]) == ["publications.matchdecision"]
    for change in last:
        history.restore(change, ana)
    assert sorted(Publication.objects.values_list("pk", flat=True)) == sorted([alone_key, *keys])
    assert [entry.publication_id for entry in ImportEntry.objects.order_by("pk")] == [
        *(alone_key, *keys)
    ]


@pytest.mark.parametrize("count", [1, 5])
def test_deleting_many_costs_as_much_as_deleting_one(count, django_assert_num_queries):
    keys = [make_publication("Bo Li").pk for _paper in range(count)]

    with django_assert_num_queries(37 + count), history.step() as step:  # one for the lab of each
        step.delete(Publication, keys)


def test_records_that_go_with_another_one_go_down_in_the_same_step(ana):
    lab = make_lab()
    topic = make_topic(lab=lab)
    interest = Interest.objects.create(member=make_member(), topic=topic)

    with history.step(ana):
        lab.delete()

    step = Change.objects.exclude(action="found")
    assert {(change.action, change.kind) for change in step} == {
        ("deleted", "people.lab"),
        ("deleted", "people.topic"),
        ("changed", "people.member"),
    }
    assert step.values("step").distinct().count() == 1
    assert not Topic.objects.exists()
    assert not Interest.objects.filter(pk=interest.pk).exists()


def test_nothing_is_written_down_outside_a_step_until_somebody_deletes():
    paper = make_publication("Bo Li")
    paper.note = "New"
    paper.save()
    Authorship.objects.update(is_corresponding=True)

    assert Change.objects.count() == 0


def test_the_scope_is_the_lab_that_owns_the_record():
    ours, theirs = make_lab(), make_lab()
    paper = make_publication(labs=[ours, theirs])
    stay = make_membership(lab=theirs, start="2020")
    make_membership(stay.member, lab=ours, start="2022")
    award = make_award(stay.member)

    with history.step() as step:
        step.touch(paper, stay, award, theirs)

    scopes = Change.objects.values_list("kind", "scope")
    assert dict(scopes) == {
        "publications.publication": ours.pk,
        "people.member": ours.pk,
        "people.award": None,
        "people.lab": theirs.pk,
    }


def test_a_name_in_another_script_stays_readable_in_the_database():
    with history.step():
        make_member(display_name="王小明")

    assert Change.objects.filter(state__icontains="王小明").count() == 1


def test_an_adviser_is_a_part_of_one_member_only():
    stay = make_membership()
    adviser = make_adviser(printed_name="Bo Li", membership=stay)

    with history.step():
        Adviser.objects.get(pk=adviser.pk).delete()

    assert Change.objects.filter(action="changed").get().record_id == stay.member_id
