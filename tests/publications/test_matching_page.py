"""*Is this author one of us?*: what is asked, what an answer does, and how it is taken back."""

import re

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from labsite.models import Change
from people.models import MemberName
from publications.models import Authorship, MatchDecision
from publications.recognition import key_of_decision
from tests.factories import (
    make_authorship,
    make_lab,
    make_member,
    make_membership,
    make_publication,
)
from tests.forms import filled_in

pytestmark = pytest.mark.django_db

ADDRESS = "/admin/publications/authorship/one-of-us/"


def rows_of(*papers, name="J. Ødegård"):
    return [paper.authorships.get(printed_name=name).pk for paper in papers]


def answer(client, decision, member, rows, *, name="J. Ødegård", address=ADDRESS):
    data = {"name": name, "decision": f"{decision}-{member.pk}", "row": rows}
    return client.post(address, data, follow=True)


def form_of(client, member):
    """The form in which one can say that a name is ``member``."""
    forms = re.findall(r"<form.*?</form>", client.get(ADDRESS).text, re.DOTALL)
    (form,) = [form for form in forms if f'value="yes-{member.pk}"' in form]
    return form


def decisions():
    columns = ("member", "folded_name", "publication", "verdict")
    return sorted(MatchDecision.objects.values_list(*columns), key=str)


def linked():
    """The member of each row that has one, by row."""
    return dict(Authorship.objects.exclude(member=None).values_list("pk", "member"))


def said(response):
    return [str(message) for message in response.context["messages"]]


def asked(response):
    """Each question as the page has it: name, titles, and candidates with their evidence."""
    return [
        (
            question.spellings[0],
            [title for _row, title in [*question.shown, *question.folded]],
            [(offer.member.display_name, offer.sentences) for offer in question.offers],
        )
        for question in response.context["questions"]
    ]


@pytest.fixture
def jonas():
    return make_member(display_name="Jonas Ødegård")


def test_a_name_is_asked_about_once_for_all_its_papers(admin_client, jonas):
    make_publication("J. Ødegård", title="One", date="2019")
    make_publication("Odegard, J", "Ada Ng", title="Two", date="2022")

    response = admin_client.get(ADDRESS)

    agrees = "The family name agrees, and the initials fit."
    assert asked(response) == [("J. Ødegård", ["Two", "One"], [("Jonas Ødegård", [agrees])])]
    assert "also printed:" in response.text


def test_nothing_to_ask_is_said_in_a_sentence(admin_client, jonas):
    make_publication("Ada Ng", jonas)

    assert "There is nothing to decide" in admin_client.get(ADDRESS).text
    assert "No paper here waits to be linked to Jonas Ødegård." in (
        admin_client.get(f"{ADDRESS}?member={jonas.pk}").text
    )


def test_co_authors_and_time_are_told_as_evidence(admin_client, jonas):
    lab = make_lab()
    bin_cui = make_member(display_name="Bin Cui")
    make_membership(jonas, lab=lab, start="2018", end="2021", ending="ended")
    make_membership(bin_cui, lab=lab)
    make_publication(jonas, "Ada Ng", date="2019")
    make_publication("J. Ødegård", bin_cui, "A. Bo", date="2023")
    make_publication("J. Ødegård", "NG, Ada", date="2024")

    ((_name, _titles, [(_member, sentences)]),) = asked(admin_client.get(ADDRESS))

    assert sentences == [
        "The family name agrees, and the initials fit.",
        "Together with people of the same lab: Bin Cui.",
        "Together with authors of other papers of theirs: NG, Ada.",
        "1 paper is of their time here, the others are not.",
    ]


def test_an_orcid_is_the_strongest_evidence_and_is_told_first(admin_client):
    wei = make_member(display_name="Wei Zhang", orcid="0000-0002-1825-0097")
    make_member(display_name="Ana Ruiz")
    make_publication("Ana Ruiz")
    paper = make_publication()
    make_authorship(paper, "W. Z.", orcid=wei.orcid)

    questions = asked(admin_client.get(ADDRESS))

    assert [name for name, _titles, _offers in questions] == ["W. Z.", "Ana Ruiz"]
    assert questions[0][2] == [
        ("Wei Zhang", ["The ORCID on the paper is theirs.", "The name is another one."])
    ]


def test_likelier_names_come_first(admin_client):
    lab, ana, bo = make_lab(), make_member(display_name="Ana Ruiz"), make_member()
    make_member(display_name="Cy Day")
    make_membership(ana, lab=lab)
    make_membership(bo, lab=lab)
    make_publication("A. Ruiz-Costa")
    make_publication("C. Day")
    make_publication("A. Ruiz", bo)
    make_publication("Cy Day")

    names = [name for name, _titles, _offers in asked(admin_client.get(ADDRESS))]

    assert names == ["Cy Day", "A. Ruiz", "C. Day", "A. Ruiz-Costa"]


def test_two_of_one_name_stand_side_by_side_as_in_case_c009(admin_client):
    first = make_member(display_name="Wei Zhang")
    second = make_member(display_name="Wei Zhang")
    paper = make_publication("Wei Zhang")

    response = admin_client.get(ADDRESS)

    assert [member for member, _said in asked(response)[0][2]] == ["Wei Zhang", "Wei Zhang"]
    assert "Yes, and always this person" in response.text

    answer(admin_client, "always", second, rows_of(paper, name="Wei Zhang"), name="Wei Zhang")

    assert decisions() == [
        (second.pk, "wei zhang", paper.pk, "yes"),
        (second.pk, "wei zhang", None, "yes"),
    ]
    assert list(linked().values()) == [second.pk]
    later = make_publication("Wei Zhang", title="Later")
    ((_name, titles, [(_member, _said)]),) = asked(admin_client.get(ADDRESS))
    assert titles == [later.title]
    assert first.authorships.count() == 0


def test_yes_links_the_ticked_papers_and_is_remembered(admin_client, admin_user, jonas):
    one, two = make_publication("J. Ødegård"), make_publication("J. Ødegård")

    response = answer(admin_client, "yes", jonas, rows_of(one))

    assert linked() == {rows_of(one)[0]: jonas.pk}
    assert decisions() == [(jonas.pk, "j odegard", one.pk, "yes")]
    assert MatchDecision.objects.get().decided_by == admin_user
    assert said(response)[0].startswith("1 paper is linked to Jonas Ødegård.")
    assert [titles for _name, titles, _offers in asked(response)] == [[two.title]]
    assert one.authorships.get().printed_name == "J. Ødegård"


def test_nobody_becomes_two_authors_of_one_paper(admin_client, jonas):
    paper = make_publication("J. Ødegård", "J. Ødegård", "Bo Li")

    both = paper.authorships.filter(printed_name="J. Ødegård").values_list("pk", flat=True)

    answer(admin_client, "yes", jonas, list(both))

    members = paper.authorships.order_by("position").values_list("member", flat=True)
    assert list(members) == [jonas.pk, None, None]
    assert asked(admin_client.get(ADDRESS)) == []


def test_yes_with_the_spelling_lists_it_with_the_person(admin_client, jonas):
    paper = make_publication("J. Ødegård")

    response = answer(admin_client, "always", jonas, rows_of(paper))

    assert [row.name for row in jonas.names.all()] == ["J. Ødegård"]
    assert linked() == {rows_of(paper)[0]: jonas.pk}
    assert said(response)[0].startswith(
        "1 paper is linked to Jonas Ødegård, and “J. Ødegård” is remembered."
    )


def test_no_is_not_asked_again_on_that_paper(admin_client, jonas):
    one, two = make_publication("J. Ødegård"), make_publication("J. Ødegård")

    response = answer(admin_client, "no", jonas, rows_of(one))

    assert linked() == {}
    assert decisions() == [(jonas.pk, "j odegard", one.pk, "no")]
    assert [titles for _name, titles, _offers in asked(response)] == [[two.title]]


def test_never_is_not_asked_again_for_that_name(admin_client, jonas):
    make_publication("J. Ødegård")
    make_publication("J. K. Ødegård")

    response = answer(admin_client, "never", jonas, [])

    assert decisions() == [(jonas.pk, "j odegard", None, "never")]
    assert [name for name, _titles, _offers in asked(response)] == ["J. K. Ødegård"]


@pytest.mark.parametrize("decision", ["yes", "always", "no", "never"])
def test_an_answer_is_taken_back_in_one_step(admin_client, jonas, decision):
    one, two = make_publication("J. Ødegård"), make_publication("J. Ødegård")
    before = asked(admin_client.get(ADDRESS))
    response = answer(admin_client, decision, jonas, rows_of(one, two))
    undo = re.search(r'href="([^"]+/undo/[^"]*)"', said(response)[0])[1]

    admin_client.post(undo, {"_undo": "1", "confirm": "1", "post": "yes"}, follow=True)

    assert (linked(), decisions(), MemberName.objects.count()) == ({}, [], 0)
    assert asked(admin_client.get(ADDRESS)) == before


def test_an_answer_is_one_step_of_the_history(admin_client, jonas):
    papers = [make_publication("J. Ødegård") for _number in range(3)]

    answer(admin_client, "yes", jonas, rows_of(*papers))

    steps = Change.objects.exclude(action=Change.Action.FOUND)
    assert steps.values("step").distinct().count() == 1
    assert {(change.kind, change.record_id) for change in steps} == {
        ("people.member", jonas.pk),
        *(("publications.publication", paper.pk) for paper in papers),
    }


def test_what_somebody_decided_meanwhile_is_left_alone(admin_client, jonas):
    other = make_member(display_name="Jan Ødegård")
    one, two = make_publication("J. Ødegård"), make_publication("J. Ødegård")
    rows = rows_of(one, two)
    answer(admin_client, "yes", other, rows[:1])

    response = answer(admin_client, "yes", jonas, rows)

    assert linked() == {rows[0]: other.pk, rows[1]: jonas.pk}
    assert said(response)[1] == "1 paper was left alone: somebody decided about it meanwhile."


def test_forged_rows_and_people_change_nothing(admin_client, jonas):
    stranger = make_member(display_name="Ada Ng")
    paper = make_publication("J. Ødegård", "Bo Li", stranger)
    bo = paper.authorships.get(printed_name="Bo Li").pk
    before = linked()

    for decision, rows in [
        (f"yes-{jonas.pk}", [bo]),  # another name
        (f"yes-{stranger.pk}", rows_of(paper)),  # nobody of such a name
        (f"never-{stranger.pk}", rows_of(paper)),
        ("yes-999999", rows_of(paper)),
        (f"yes-{10**30}", rows_of(paper)),
        (f"perhaps-{jonas.pk}", rows_of(paper)),
        ("yes", rows_of(paper)),
        (f"yes-{jonas.pk}", ["x", "-1", "9" * 40]),
        (f"yes-{jonas.pk}", []),
    ]:
        data = {"name": "J. Ødegård", "decision": decision, "row": rows}
        assert admin_client.post(ADDRESS, data).status_code == 302

    assert (linked(), decisions()) == (before, [])


def test_every_form_of_the_page_can_be_sent(admin_user, jonas):
    paper = make_publication("J. Ødegård")
    client = Client(enforce_csrf_checks=True)
    client.force_login(admin_user)
    sent = {"name": "J. Ødegård", "decision": f"yes-{jonas.pk}", "row": rows_of(paper)}

    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form_of(client, jonas))[1]
    answered = client.post(ADDRESS, sent | {"csrfmiddlewaretoken": token})

    assert answered.status_code == 302
    assert list(linked().values()) == [jonas.pk]


def test_only_sending_the_form_decides(admin_client, jonas):
    paper = make_publication("J. Ødegård")
    query = {"name": "J. Ødegård", "decision": f"yes-{jonas.pk}", "row": rows_of(paper)}

    assert admin_client.get(ADDRESS, query).status_code == 200

    assert (linked(), decisions()) == ({}, [])


def test_a_form_that_comes_back_after_signing_in_again_decides_nothing(admin_client, jonas):
    paper = make_publication("J. Ødegård")
    data = {"name": "J. Ødegård", "decision": f"yes-{jonas.pk}", "row": rows_of(paper)}

    admin_client.post(ADDRESS, data | {"_again": "1"})

    assert (linked(), decisions()) == ({}, [])


def test_the_page_is_for_those_who_may_change_publications(client, jonas):
    paper = make_publication("J. Ødegård")
    helper = User.objects.create_user("helper", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(codename="change_publication"))

    assert client.get(ADDRESS).status_code == 302
    client.force_login(helper)  # a right of Django's own says nothing here
    assert client.get(ADDRESS).status_code == 403
    assert answer(client, "yes", jonas, rows_of(paper)).status_code == 403
    assert linked() == {}


def test_organisations_and_authors_of_the_same_paper_are_not_asked_about(admin_client, jonas):
    paper = make_publication(jonas, "J. Ødegård")
    make_authorship(make_publication(), "Jonas Ødegård", is_organisation=True)

    assert asked(admin_client.get(ADDRESS)) == []
    answer(admin_client, "yes", jonas, rows_of(paper))
    assert list(linked().values()) == [jonas.pk]


def test_a_former_name_is_matched_and_not_told(admin_client):
    mira = make_member(display_name="Mira Sołtys")
    MemberName.objects.create(member=mira, name="Mira Nowak", is_former=True)
    make_publication("Nowak, Mira")

    ((_name, _titles, offers),) = asked(admin_client.get(ADDRESS))

    assert offers == [("Mira Sołtys", ["The whole name agrees."])]


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_costs_the_same_for_any_number_of_names(
    admin_client, count, django_assert_num_queries
):
    for number in range(count):
        lab = make_lab()
        member = make_member(display_name=f"Ana Ruiz{number}", orcid="")
        make_membership(member, lab=lab, start="2019")
        mate = make_membership(lab=lab).member
        make_publication(f"A. Ruiz{number}", mate, "Bo Li")
        make_publication(member, "Bo Li")
    admin_client.get(ADDRESS)

    with django_assert_num_queries(13):
        response = admin_client.get(ADDRESS)

    assert len(asked(response)) == count


def test_names_come_in_pages_of_25(admin_client):
    for number in range(26):
        make_member(display_name=f"Ana Ruiz{number}")
        make_publication(f"A. Ruiz{number}")

    assert len(asked(admin_client.get(ADDRESS))) == 25
    assert len(asked(admin_client.get(f"{ADDRESS}?p=2"))) == 1
    assert len(asked(admin_client.get(f"{ADDRESS}?p=x"))) == 25


def test_papers_of_one_member_only(admin_client, jonas):
    make_member(display_name="Ana Ruiz")
    make_publication("A. Ruiz")
    make_publication("J. Ødegård")

    response = admin_client.get(f"{ADDRESS}?member={jonas.pk}")

    assert [name for name, _titles, _offers in asked(response)] == ["J. Ødegård"]
    assert "Papers that may be by Jonas Ødegård" in response.text
    for nonsense in ["x", "0", "9" * 40, "-1"]:
        assert len(asked(admin_client.get(f"{ADDRESS}?member={nonsense}"))) == 2


def test_the_list_of_publications_leads_here(admin_client):
    assert f'href="{ADDRESS}"' in admin_client.get("/admin/publications/publication/").text


def test_hostile_names_and_titles_are_text(admin_client, jonas):
    make_publication("J. Ødegård", title="<script>alert(1)</script> & <b>bold</b>")
    make_authorship(make_publication(), "<img src=x onerror=alert(1)> Ødegård, Jonas")

    text = admin_client.get(ADDRESS).text

    assert "<script>alert(1)" not in text
    assert "<img src=x" not in text


# Papers that are here already are offered to whoever gets another name


def offers(response):
    return [message for message in said(response) if "here may be by" in message]


def save_member(client, member, **fields):
    address = reverse("admin:people_member_change", args=[member.pk])
    data = filled_in(client.get(address)) | {"_save": "1"} | fields
    return client.post(address, data, follow=True)


def test_adding_a_person_offers_the_papers_already_there_as_in_case_c007(admin_client):
    make_lab()
    make_publication("J. Ødegård")
    make_publication("Jonas Ødegård")
    make_publication("Jonas Lie")
    add = "/admin/people/member/new/"
    data = filled_in(admin_client.get(add)) | {"display_name": "Jonas Ødegård", "role": "phd"}

    response = admin_client.post(add, data | {"_add": "1"}, follow=True)

    (offer,) = offers(response)
    assert offer.startswith("2 papers here may be by Jonas Ødegård. <a href=")
    look = re.search('href="([^"]+)"', offer)[1]
    assert [name for name, _titles, _offers in asked(admin_client.get(look))] == [
        "Jonas Ødegård",
        "J. Ødegård",
    ]
    assert linked() == {}


def test_a_new_name_spelling_or_orcid_offers_papers_and_nothing_else_does(admin_client, jonas):
    make_publication("Jon Odd")
    make_authorship(make_publication(), "J. O.", orcid="0000-0002-1825-0097")

    assert offers(save_member(admin_client, jonas, headline="LLM")) == []
    assert len(offers(save_member(admin_client, jonas, display_name="Jon Odd"))) == 1
    spelling = {"names-TOTAL_FORMS": "1", "names-0-name": "Jon Odd"}
    assert len(offers(save_member(admin_client, jonas, **spelling))) == 1
    (offer,) = offers(save_member(admin_client, jonas, orcid="0000-0002-1825-0097"))
    assert offer.startswith("2 papers here may be by Jon Odd.")


def test_several_new_people_get_one_sentence(admin_client):
    make_lab()
    names = ["Ana Ruiz", "Bo Li", "Cy Day", "Dee Fox"]
    for name in names:
        make_publication(name)
    several = "/admin/people/member/several/"
    text = "\n".join(f"{name}\tPhD student" for name in names)
    numbers = [str(number) for number in range(1, 5)]

    response = admin_client.post(several, {"text": text, "add": numbers, "_add": "1"}, follow=True)

    (offer,) = offers(response)
    assert offer.startswith("4 papers here may be by the people you added.")
    assert f'href="{ADDRESS}"' in offer


def test_decisions_are_kept_in_the_words_that_authors_are_looked_up_by():
    assert key_of_decision("Ødegård, J.") == "j odegard"
    assert key_of_decision("J.-L. Marchand") == "j l marchand"


def test_the_form_of_a_paper_offers_nobody_again_who_was_denied(admin_client, jonas):
    one, two = make_publication("J. Ødegård"), make_publication("J. Ødegård")
    forms = [
        reverse("admin:publications_publication_change", args=[each.pk]) for each in (one, two)
    ]

    def offered():
        return ["Jonas Ødegård?" in admin_client.get(form).text for form in forms]

    assert offered() == [True, True]
    answer(admin_client, "no", jonas, rows_of(one))
    assert offered() == [False, True]
    answer(admin_client, "never", jonas, [])
    assert offered() == [False, False]
