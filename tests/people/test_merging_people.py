"""Two entries of one person become one (C010, C012), and an undo makes them two again."""

import pytest
from django.contrib.auth.models import User

from labsite import history
from labsite.joining import ties
from labsite.joining.joining import CannotJoinError
from labsite.joining.ties import loose_ends, ties_of
from labsite.models import Change, OldAddress
from people.joining import PeopleJoining
from people.models import DistinctMembers, Member, MemberLink, MemberName, MemberSection, Membership
from publications.models import Authorship, ImportRun, MatchDecision
from tests.factories import (
    make_adviser,
    make_award,
    make_education,
    make_grant,
    make_interest,
    make_lab,
    make_member,
    make_membership,
    make_news,
    make_position,
    make_project,
    make_publication,
    make_talk,
    make_topic,
)
from tests.forms import filled_in

pytestmark = pytest.mark.django_db

ORCIDS = ["0000-0002-1825-0097", "0000-0001-5109-3700"]


@pytest.fixture
def ivo():
    return make_member(display_name="Ivo Marenz")


@pytest.fixture
def ivo_karl():
    return make_member(display_name="Ivo Karl Marenz")


def address(kept, other):
    return f"/admin/people/member/{kept.pk}/merge/{other.pk}/"


def merge(client, kept, other, **choices):
    """Look at the page, choose, and press the button."""
    data = filled_in(client.get(address(kept, other))) | choices
    return client.post(address(kept, other), data | {"_merge": "1"}, follow=True)


def join(kept, other, *chosen, user=None):
    return PeopleJoining(kept, other).join(user, chosen)


def line(publication):
    """The author line: places, names as printed, and who they are."""
    rows = publication.authorships.order_by("position", "pk")
    return list(rows.values_list("position", "printed_name", "member__display_name"))


def told(response):
    return [str(message) for message in response.context["messages"]]


def test_every_relation_of_a_person_is_settled_on_purpose():
    assert [str(column) for column in loose_ends(Member)] == []
    assert len(ties_of(Member)) == 20


def test_every_column_of_a_person_is_chosen_or_settled_on_purpose():
    chosen = {name for group in PeopleJoining.columns for name in group.names}
    settled = {"id", "slug", "sort_key", "about_html", "version", "created_at", "updated_at"}

    columns = {column.name for column in Member._meta.concrete_fields}
    assert columns - chosen - settled == set()


def test_a_relation_that_nobody_has_settled_stops_a_merge(ivo, ivo_karl, monkeypatch):
    others = {tie.column: tie for tie in ties_of(Member)[1:]}
    monkeypatch.setitem(ties._ties, Member, others)

    with pytest.raises(CannotJoinError):
        join(ivo, ivo_karl)

    assert Member.objects.count() == 2


def test_papers_talks_and_projects_of_both_are_those_of_one(client, admin_client, ivo, ivo_karl):
    """C010"""
    for _number in range(4):
        make_publication("B. Cui", ivo)
    papers = [make_publication(ivo_karl, "B. Cui") for _number in range(3)]
    talk, project = make_talk(ivo_karl), make_project(ivo_karl)
    talk.publications.add(papers[0])
    project.publications.add(papers[0])

    merge(admin_client, ivo, ivo_karl)

    assert list(Member.objects.all()) == [ivo]
    assert ivo.authorships.count() == 7
    assert line(papers[0]) == [(1, "Ivo Karl Marenz", "Ivo Marenz"), (2, "B. Cui", None)]
    assert [speaker.printed_name for speaker in ivo.speakers.all()] == ["Ivo Karl Marenz"]
    assert [role.project for role in ivo.projectroles.all()] == [project]
    assert list(ivo.names.values_list("name", flat=True)) == ["Ivo Karl Marenz"]
    page = client.get("/people/ivo-marenz/")
    assert all(paper.title in page.text for paper in papers)


def test_the_order_of_the_authors_is_kept(ivo, ivo_karl):
    """C012"""
    paper = make_publication("M. First", ivo_karl, "Z. Third", ivo_karl, "A. Last")

    join(ivo, ivo_karl)

    assert [name for _place, name, _who in line(paper)] == [
        *("M. First", "Ivo Karl Marenz", "Z. Third", "Ivo Karl Marenz", "A. Last")
    ]
    assert [place for place, _name, _who in line(paper)] == [1, 2, 3, 4, 5]


def test_the_old_address_leads_to_the_page_that_stays(client, ivo, ivo_karl):
    ivo_karl.slug = "ivo-k"
    ivo_karl.save()

    join(ivo, ivo_karl)

    for old in ["ivo-k", "ivo-karl-marenz"]:
        answer = client.get(f"/people/{old}/")
        assert (answer.status_code, answer["Location"]) == (301, "/people/ivo-marenz/")
    assert set(OldAddress.objects.values_list("record_id", flat=True)) == {ivo.pk}


def test_merging_once_more_leads_all_addresses_to_the_last_one(client, ivo, ivo_karl):
    third = make_member(display_name="I. Marenz")

    join(ivo, ivo_karl)
    join(third, ivo)

    for old in ["ivo-marenz", "ivo-karl-marenz"]:
        assert client.get(f"/people/{old}/")["Location"] == "/people/i-marenz/"


def test_a_line_in_which_both_stand_keeps_both_and_is_told(admin_client, ivo, ivo_karl):
    paper = make_publication(ivo, "B. Cui", ivo_karl, title="Maps of ice")
    sentence = (
        "Both stand in the author line of “Maps of ice”. Both names stay there as printed; if it "
        "is one author twice, take one out."
    )

    page = admin_client.get(address(ivo, ivo_karl))
    done = merge(admin_client, ivo, ivo_karl)

    assert page.context["doubts"] == [sentence]
    assert told(done)[1:] == [sentence]
    assert line(paper) == [
        *((1, "Ivo Marenz", "Ivo Marenz"), (2, "B. Cui", None)),
        (3, "Ivo Karl Marenz", "Ivo Marenz"),
    ]


def test_the_page_says_beforehand_what_goes_over(admin_client, ivo, ivo_karl):
    make_publication(ivo_karl)
    make_publication(ivo_karl)
    make_talk(ivo_karl)
    ivo_karl.headline = "Glaciers"
    ivo_karl.save()

    page = admin_client.get(address(ivo, ivo_karl))

    assert page.context["sentences"] == [
        "Goes over to the one that stays: 2 papers and 1 talk.",
        "Filled in from the other one, because it is empty here: One line under the name.",
        "Papers by “Ivo Karl Marenz” are recognised as theirs, too.",
        "The old address /people/ivo-karl-marenz/ leads to /people/ivo-marenz/ from then on.",
    ]
    assert Member.objects.count() == 2


def test_the_report_says_what_moved_and_offers_the_way_back(admin_client, ivo, ivo_karl):
    make_publication(ivo_karl)

    said = told(merge(admin_client, ivo, ivo_karl))[0]

    assert said.startswith("“Ivo Karl Marenz” is part of “Ivo Marenz” now. Moved: 1 paper.")
    assert "Undo…" in said


@pytest.mark.parametrize(
    ("make", "relation", "fields", "expected"),
    [
        (make_membership, "memberships", {"role": "phd", "start": "2021"}, "2021-09"),
        (make_education, "education", {"degree": "Ph.D.", "institution": "ETH"}, ""),
        (make_position, "positions", {"organisation": "Ice Works", "title": "Engineer"}, ""),
    ],
)
def test_a_line_that_both_have_is_there_once_and_filled_in(
    ivo, ivo_karl, make, relation, fields, expected
):
    lab = {"lab": make_lab()} if make is make_membership else {}
    make(ivo, **fields, **lab)
    more = {"start": "2021-09"} if expected else {"note": "With distinction"}
    make(ivo_karl, **fields | more, **lab)

    join(ivo, ivo_karl)

    row = getattr(ivo, relation).get()
    assert (row.start, getattr(row, "note", "")) == (expected, "" if expected else more["note"])


def test_two_stays_that_contradict_each_other_are_both_kept(ivo, ivo_karl):
    lab = make_lab()
    make_membership(ivo, lab=lab, start="2021")
    make_membership(ivo_karl, lab=lab, start="2019", end="2020", ending="ended")

    join(ivo, ivo_karl)

    assert sorted(ivo.memberships.values_list("start", flat=True)) == ["2019", "2021"]


def test_advisers_and_theses_follow_a_degree_that_is_there_twice(ivo, ivo_karl):
    kept, dropped = (make_education(who, degree="Ph.D.") for who in (ivo, ivo_karl))
    make_adviser(printed_name="Bin Cui", education=kept)
    make_adviser(printed_name="Bin Cui", education=dropped)
    make_adviser(printed_name="Ana Ruiz", education=dropped)
    thesis = make_publication(ivo_karl, kind="thesis", degree=dropped)

    join(ivo, ivo_karl)

    thesis.refresh_from_db()
    assert thesis.degree == kept
    assert [adviser.printed_name for adviser in kept.advisers.all()] == ["Bin Cui", "Ana Ruiz"]


def test_links_interests_and_spellings_of_both_are_there_once(ivo, ivo_karl):
    topic = make_topic()
    for member, home in ((ivo, "https://ivo.example.org/"), (ivo_karl, "https://ivo.example.org")):
        MemberLink.objects.create(owner=member, label="Homepage", url=home)
        make_interest(member, topic=topic)
        MemberName.objects.create(member=member, name="I. Marenz")
    MemberLink.objects.create(owner=ivo_karl, label="Code", url="https://code.example.org/")
    make_interest(ivo_karl, words="Glaciers")

    join(ivo, ivo_karl)

    assert [link.label for link in ivo.links.all()] == ["Homepage", "Code"]
    assert [str(interest) for interest in ivo.interests.all()] == [topic.name, "Glaciers"]
    names = ivo.names.values_list("name", flat=True)
    assert list(names) == ["I. Marenz", "Ivo Karl Marenz"]


def test_a_name_that_is_a_former_one_for_either_stays_unread(admin_client, ivo, ivo_karl):
    MemberName.objects.create(member=ivo, name="Ivo Old")
    MemberName.objects.create(member=ivo_karl, name="Ivo Old", is_former=True)
    MemberName.objects.create(member=ivo_karl, name="Ivo Secret", is_former=True)

    page = admin_client.get(address(ivo, ivo_karl))
    join(ivo, ivo_karl)

    assert "Secret" not in page.text
    assert dict(ivo.names.values_list("name", "is_former")) == {
        "Ivo Old": True,
        "Ivo Secret": True,
        "Ivo Karl Marenz": False,
    }


def test_sections_of_the_page_that_stays_win(ivo, ivo_karl):
    MemberSection.objects.create(owner=ivo, kind="publications", heading="My papers")
    MemberSection.objects.create(owner=ivo_karl, kind="publications", heading="Papers")
    MemberSection.objects.create(owner=ivo_karl, kind="text", heading="Hobbies", text="Skating")

    join(ivo, ivo_karl)

    assert [section.heading for section in ivo.sections.order_by("pk")] == ["My papers", "Hobbies"]


def test_awards_news_grants_and_imports_go_over(ivo, ivo_karl):
    twin, other = make_award(ivo, title="Best paper"), make_award(ivo_karl, title="Best paper")
    shared = make_award(ivo, ivo_karl, title="Team prize")
    medal = make_award(ivo_karl, title="Medal")
    news, grant = make_news(ivo, ivo_karl), make_grant()
    grant.holders.add(ivo_karl)
    run = ImportRun.objects.create(source="pubs.bib", member=ivo_karl)

    join(ivo, ivo_karl)

    run.refresh_from_db()
    awards = [recipient.award for recipient in ivo.recipients.order_by("pk")]
    assert sorted(awards, key=str) == [twin, medal, shared]
    assert not type(other).objects.filter(pk=other.pk).exists()
    assert (list(news.members.all()), list(grant.holders.all()), run.member) == ([ivo], [ivo], ivo)


def test_the_same_role_in_a_project_is_there_once(ivo, ivo_karl):
    project = make_project(ivo, ivo_karl)
    other_role = project.roles.create(member=ivo_karl, role="Adviser", position=3)

    join(ivo, ivo_karl)

    assert [(role.role, role.position) for role in project.roles.all()] == [
        ("Developer", 1),
        ("Adviser", 2),
    ]
    assert project.roles.get(pk=other_role.pk).member == ivo


def test_nobody_becomes_the_adviser_of_themselves(ivo, ivo_karl):
    stay = make_membership(ivo)
    adviser = make_adviser(ivo_karl, membership=stay)
    student = make_membership()
    other = make_adviser(ivo_karl, membership=student)

    join(ivo, ivo_karl)

    adviser.refresh_from_db()
    other.refresh_from_db()
    assert (adviser.member, adviser.printed_name) == (None, "Ivo Karl Marenz")
    assert other.member == ivo


def decide(member, name, verdict, publication=None):
    return MatchDecision.objects.create(
        member=member, folded_name=name, verdict=verdict, publication=publication
    )


def test_of_two_decisions_about_one_name_the_yes_holds(ivo, ivo_karl):
    paper = make_publication("I. Marenz")
    decide(ivo, "i marenz", "no", paper)
    decide(ivo_karl, "i marenz", "yes", paper)
    decide(ivo_karl, "igor marenz", "never")

    join(ivo, ivo_karl)

    assert sorted(ivo.match_decisions.values_list("folded_name", "verdict")) == [
        ("i marenz", "yes"),
        ("igor marenz", "never"),
    ]


def test_a_decision_that_kept_the_two_apart_says_nothing_any_more(ivo, ivo_karl):
    make_publication(ivo_karl)
    decide(ivo, "ivo karl marenz", "never")

    join(ivo, ivo_karl)

    assert ivo.match_decisions.count() == 0


def test_who_was_told_apart_from_one_is_told_apart_from_the_other(ivo, ivo_karl):
    igor = make_member(display_name="Igor Marenz")
    DistinctMembers.tell_apart(ivo_karl, igor, None)
    DistinctMembers.tell_apart(ivo, ivo_karl, None)

    join(ivo, ivo_karl)

    assert DistinctMembers.pairs() == {(ivo.pk, igor.pk)}


def test_only_what_differs_is_asked_and_the_choice_holds(admin_client, ivo, ivo_karl):
    Member.objects.filter(pk=ivo.pk).update(headline="Glaciers", pronouns="he/him")
    Member.objects.filter(pk=ivo_karl.pk).update(headline="Ice", pronouns="he/him", phone="123")

    page = admin_client.get(address(ivo, ivo_karl))
    merge(admin_client, ivo, ivo_karl, display_name="other", headline="other")

    questions = [(q.name, q.kept.text, q.other.text) for q in page.context["form"].questions]
    assert questions == [
        ("display_name", "Ivo Marenz", "Ivo Karl Marenz"),
        ("headline", "Glaciers", "Ice"),
    ]
    ivo.refresh_from_db()
    assert (ivo.display_name, ivo.headline, ivo.phone) == ("Ivo Karl Marenz", "Ice", "123")
    assert list(ivo.names.values_list("name", flat=True)) == ["Ivo Marenz"]


def test_what_is_hidden_stays_hidden_and_a_public_page_public(admin_client, ivo, ivo_karl):
    for member, shown in ((ivo, "everyone"), (ivo_karl, "nobody")):
        member.email, member.email_shown_to = "ivo@example.org", shown
        member.is_indexed = member == ivo
        member.visibility = "draft" if member == ivo else "public"
        member.save()

    merge(admin_client, ivo, ivo_karl)

    ivo.refresh_from_db()
    assert (ivo.email_shown_to, ivo.is_indexed, ivo.visibility) == ("nobody", False, "public")


def test_two_orcids_are_said_in_words_and_a_person_must_choose(admin_client, ivo, ivo_karl):
    for member, orcid in zip((ivo, ivo_karl), ORCIDS, strict=True):
        member.orcid = orcid
        member.save()

    page = admin_client.get(address(ivo, ivo_karl))
    refused = merge(admin_client, ivo, ivo_karl)

    assert page.context["warnings"] == [
        "Both have an ORCID, and not the same one: 0000-0002-1825-0097 and 0000-0001-5109-3700. A "
        "person has only one, so these may be two people, or one of the two is wrong. Look them "
        "up at orcid.org first."
    ]
    assert refused.context["form"].errors == {"orcid": ["Choose one of the two."]}
    assert Member.objects.count() == 2
    merge(admin_client, ivo, ivo_karl, orcid="other")
    assert Member.objects.get().orcid == ORCIDS[1]


def test_the_orcid_of_the_other_one_is_taken_over(ivo, ivo_karl):
    ivo_karl.orcid = ORCIDS[0]
    ivo_karl.save()

    join(ivo, ivo_karl)

    ivo.refresh_from_db()
    assert ivo.orcid == ORCIDS[0]


def test_an_account_goes_over_and_of_two_a_person_chooses_one(admin_client, ivo, ivo_karl):
    accounts = [User.objects.create_user(name) for name in ("ivo", "karl")]
    ivo_karl.user = accounts[1]
    ivo_karl.save()
    page = admin_client.get(address(ivo, ivo_karl))
    assert "user" not in page.context["form"].fields

    ivo.user = accounts[0]
    ivo.save()
    refused = merge(admin_client, ivo, ivo_karl)
    assert refused.context["form"].errors == {"user": ["Choose one of the two."]}
    merge(admin_client, ivo, ivo_karl, user="other")

    ivo.refresh_from_db()
    assert ivo.user == accounts[1]
    assert User.objects.filter(pk=accounts[0].pk).exists()


def test_people_with_an_account_are_merged_by_those_who_give_rights(ivo, ivo_karl):
    clerk = User.objects.create_user("clerk", is_staff=True)
    assert PeopleJoining(ivo, ivo_karl).refusal(clerk) == ""

    ivo_karl.user = User.objects.create_user("karl")

    assert PeopleJoining(ivo, ivo_karl).refusal(clerk) == (
        "Ivo Karl Marenz signs in with an account. Only somebody who runs the whole site can merge "
        "people with an account."
    )


def everything(member):
    """All that the history knows of a person, and who stands in which line."""
    _record, state = history.states.read(Member, member.pk)
    links = list(Authorship.objects.order_by("pk").values_list("publication", "position", "member"))
    return state, links


def furnish(ivo, ivo_karl):
    lab = make_lab()
    make_membership(ivo, lab=lab, start="2021")
    stay = make_membership(ivo_karl, lab=lab, start="2021-09")
    make_adviser(printed_name="Bin Cui", membership=stay)
    degree = make_education(ivo_karl, degree="Ph.D.")
    make_publication(ivo_karl, kind="thesis", degree=degree)
    make_publication(ivo, "B. Cui", ivo_karl)
    make_award(ivo_karl, title="Medal")
    make_news(ivo_karl)
    make_talk(ivo_karl)
    make_project(ivo, ivo_karl)
    MemberLink.objects.create(owner=ivo_karl, label="Code", url="https://code.example.org/")
    ivo_karl.orcid, ivo_karl.slug = ORCIDS[0], "ivo-k"
    ivo_karl.save()


def test_one_undo_brings_both_back_with_all_that_was_theirs(client, admin_user, ivo, ivo_karl):
    furnish(ivo, ivo_karl)
    thesis = ivo_karl.authorships.first().publication
    run = ImportRun.objects.create(source="pubs.bib", member=ivo_karl)
    paper = make_publication("I. Marenz")
    decide(ivo, "i marenz", "no", paper)
    decide(ivo_karl, "i marenz", "yes", paper)
    igor = make_member(display_name="Igor Marenz")
    DistinctMembers.tell_apart(ivo_karl, igor, None)
    before = everything(ivo), everything(ivo_karl)

    step = join(ivo, ivo_karl, user=admin_user)
    done, left_alone = history.undo_step(step.number, admin_user)

    assert left_alone == []
    assert done == Change.objects.filter(step=step.number).exclude(action="found").count()
    for who, was in ((ivo, before[0]), (ivo_karl, before[1])):
        now = everything(who)
        for path in was[0]:
            assert (path, now[0][path]) == (path, was[0][path])
        assert now[1] == was[1]
    for record in (thesis, run):
        record.refresh_from_db()
    assert (thesis.degree, run.member) == (ivo_karl.education.get(), ivo_karl)
    assert list(ivo.match_decisions.values_list("verdict", flat=True)) == ["no"]
    assert list(ivo_karl.match_decisions.values_list("verdict", flat=True)) == ["yes"]
    assert DistinctMembers.pairs() == {(ivo_karl.pk, igor.pk)}
    assert client.get("/people/ivo-karl-marenz/")["Location"] == "/people/ivo-k/"
    assert client.get("/people/ivo-k/").status_code == 200


def test_an_undo_leaves_alone_what_was_changed_since_and_loses_nothing(admin_user, ivo, ivo_karl):
    paper = make_publication(ivo_karl, title="Maps of ice")
    MemberLink.objects.create(owner=ivo_karl, label="Code", url="https://code.example.org/")

    step = join(ivo, ivo_karl, user=admin_user)
    with history.step(admin_user):
        ivo.refresh_from_db()
        ivo.headline = "Glaciers"
        ivo.save()
    _done, left_alone = history.undo_step(step.number, admin_user)

    ivo.refresh_from_db()
    assert left_alone == ["“Ivo Marenz” was changed since."]
    assert ivo.headline == "Glaciers"
    assert [link.label for link in Member.objects.get(pk=ivo_karl.pk).links.all()] == ["Code"]
    assert line(paper) == [(1, "Ivo Karl Marenz", "Ivo Karl Marenz")]


def test_a_merge_is_one_step_with_a_word_of_its_own(admin_user, ivo, ivo_karl):
    make_publication(ivo_karl, title="Maps of ice")

    step = join(ivo, ivo_karl, user=admin_user)

    changes = Change.objects.filter(step=step.number).exclude(action="found")
    assert sorted(changes.values_list("action", "label")) == [
        ("changed", "Maps of ice"),
        ("deleted", "Ivo Karl Marenz"),
        ("merged", "Ivo Marenz"),
    ]
    assert history.latest(admin_user, 1)[0].what == "merged the person “Ivo Marenz”"


def test_a_merge_that_fails_half_way_changes_nothing(ivo, ivo_karl, monkeypatch):
    make_publication(ivo_karl)

    def fail(self, chosen):
        raise RuntimeError

    monkeypatch.setattr(PeopleJoining, "after", fail)
    with pytest.raises(RuntimeError):
        join(ivo, ivo_karl)

    assert Member.objects.count() == 2
    assert ivo_karl.authorships.count() == 1
    assert OldAddress.objects.count() == 0


def test_a_change_meanwhile_is_looked_at_again(admin_client, ivo, ivo_karl):
    page = admin_client.get(address(ivo, ivo_karl))
    ivo_karl.headline = "Ice"
    ivo_karl.save()

    again = admin_client.post(address(ivo, ivo_karl), filled_in(page) | {"_merge": "1"})
    done = admin_client.post(address(ivo, ivo_karl), filled_in(again) | {"_merge": "1"})

    assert again.context["problem"] == (
        "Somebody changed one of the two while you were looking. Please look again."
    )
    assert done.status_code == 302
    assert Member.objects.get().headline == "Ice"


def test_the_form_of_a_person_leads_to_those_of_resembling_names(admin_client, ivo, ivo_karl):
    make_member(display_name="Ana Ruiz")

    form = admin_client.get(f"/admin/people/member/{ivo.pk}/change/")
    page = admin_client.get(f"/admin/people/member/{ivo.pk}/merge/")
    searched = admin_client.get(f"/admin/people/member/{ivo.pk}/merge/", {"q": "ruiz"})

    assert f'href="/admin/people/member/{ivo.pk}/merge/"' in form.text
    assert [(str(other), where) for other, _words, where in page.context["found"]] == [
        ("Ivo Karl Marenz", address(ivo, ivo_karl))
    ]
    assert [str(other) for other, _words, _where in searched.context["found"]] == ["Ana Ruiz"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_two_ticked_people_lead_to_the_page_about_them(admin_client, number):
    people = [make_member(visibility="listed"), make_member(), make_member()][:number]
    keys = [member.pk for member in people]

    answer = admin_client.post(
        "/admin/people/member/", {"action": "merge", "_selected_action": keys}, follow=True
    )

    if number == 2:  # the one with a page stays
        assert answer.redirect_chain == [(address(people[1], people[0]), 302)]
    else:
        assert told(answer) == ["Tick exactly two that are the same, then merge them."]


def test_staff_without_a_say_merge_nobody(client, ivo, ivo_karl):
    client.force_login(User.objects.create_user("clerk", is_staff=True))

    statuses = [
        client.get(f"/admin/people/member/{ivo.pk}/merge/").status_code,
        client.get(address(ivo, ivo_karl)).status_code,
        client.post(address(ivo, ivo_karl), {"_merge": "1"}).status_code,
        client.get("/admin/people/member/twice/").status_code,
        client.post(
            "/admin/people/member/twice/", {"_apart": f"{ivo.pk}-{ivo_karl.pk}"}
        ).status_code,
    ]

    assert statuses == [403] * 5
    assert (Member.objects.count(), DistinctMembers.objects.count()) == (2, 0)


@pytest.mark.parametrize("other", [0, 99_999, 2**60])
def test_nobody_is_merged_with_nobody(admin_client, ivo, other):
    where = f"/admin/people/member/{ivo.pk}/merge/{other}/"

    assert admin_client.get(where).status_code == 404
    assert admin_client.post(where, {"_merge": "1"}).status_code == 404


def test_nobody_is_merged_with_themselves(admin_client, ivo):
    assert admin_client.post(address(ivo, ivo), {"_merge": "1"}).status_code == 404
    assert Member.objects.get() == ivo


def test_a_forged_choice_merges_nothing(admin_client, ivo, ivo_karl):
    refused = merge(admin_client, ivo, ivo_karl, display_name="both")

    assert list(refused.context["form"].errors) == ["display_name"]
    assert Member.objects.count() == 2


def test_a_form_that_comes_back_after_signing_in_again_merges_nothing(admin_client, ivo, ivo_karl):
    merge(admin_client, ivo, ivo_karl, _again="1")

    assert Member.objects.count() == 2
    assert Membership.objects.count() == 0
