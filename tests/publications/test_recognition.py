import os

import pytest

from people.likeness import Likeness
from people.models import MemberName
from publications.models import MatchDecision
from publications.recognition import Recognised, Recognition, Why, key_of_decision
from tests.benchmarks import matching
from tests.factories import make_member, make_membership, make_publication
from tests.publications import hard_names

pytestmark = pytest.mark.django_db

CORPORA = os.environ.get("LABSITE_CORPORA", "")
ONE, OTHER = "0000-0002-1825-0097", "0000-0002-1694-233X"


def decide(member, name, verdict, publication=None):
    MatchDecision.objects.create(
        member=member,
        folded_name=key_of_decision(name),
        verdict=verdict,
        publication=publication,
    )


def recognise(name, *args, **more):
    return Recognition().recognise(name, *args, **more)


def proposed(name, *args, **more):
    """The keys of the members who are proposed for a name that is not linked."""
    recognised = recognise(name, *args, **more)
    assert recognised.member_id is None
    return [proposal.member_id for proposal in recognised.proposals]


def test_a_whole_name_that_one_member_has_is_recognised():
    mira = make_member(display_name="Mira Sołtys")

    assert recognise("Soltys, Mira") == Recognised(mira.pk, Why.LISTED)


def test_every_listed_spelling_is_recognised_as_in_case_c001():
    mira = make_member(display_name="Mira Sołtys")
    for spelling in ["Mira Nowak", "Mira Soltys-Nowak", "M. Soltys"]:
        MemberName.objects.create(member=mira, name=spelling)

    assert recognise("Nowak, Mira") == Recognised(mira.pk, Why.LISTED)
    assert recognise("Sołtys-Nowak, M.") == Recognised(mira.pk, Why.LISTED)
    assert proposed("M. Nowak") == [mira.pk]


def test_a_given_name_or_a_surname_alone_is_nobody_as_in_case_c006():
    theo = make_member(display_name="Theo Brandt")

    names = ["Theo A. Meier", "Theo B. Meier", "Lena Kurz", "Theo", "Brandt", "T.", "", "*"]

    assert [recognise(name) for name in names] == [Recognised()] * len(names)
    assert recognise("Theo Brandt").member_id == theo.pk


def test_a_surname_with_an_initial_is_proposed_as_in_case_c007():
    jonas = make_member(display_name="Jonas Ødegård")

    recognised = recognise("J. Ødegård")

    assert recognised == Recognised(proposals=((jonas.pk, Likeness.INITIAL),))


def test_two_of_one_name_are_both_proposed_and_neither_is_linked_as_in_case_c009():
    first = make_member(display_name="Wei Zhang", orcid=ONE)
    second = make_member(display_name="Wei Zhang")

    recognised = recognise("Zhang, Wei")

    both = ((first.pk, Likeness.WHOLE), (second.pk, Likeness.WHOLE))
    assert recognised == Recognised(proposals=both)


def test_an_orcid_decides_as_in_case_c009():
    first = make_member(display_name="Wei Zhang", orcid=ONE)
    make_member(display_name="Wei Zhang")

    assert recognise("Zhang, W.", f"https://orcid.org/{ONE}") == Recognised(first.pk, Why.ORCID)


def test_an_orcid_stands_above_every_decision():
    wei = make_member(display_name="Wei Zhang", orcid=ONE)
    decide(wei, "Wei Zhang", "never")

    assert recognise("Wei Zhang", ONE) == Recognised(wei.pk, Why.ORCID)


def test_an_orcid_that_is_not_the_members_own_links_and_proposes_nobody():
    wei = make_member(display_name="Wei Zhang", orcid=ONE)
    decide(wei, "Wei Zhang", "yes")

    assert recognise("Wei Zhang", OTHER) == Recognised()
    assert recognise("W. Zhang", OTHER) == Recognised()


def test_an_orcid_with_a_wrong_digit_says_nothing():
    wei = make_member(display_name="Wei Zhang", orcid=ONE)

    assert recognise("Wei Zhang", "0000-0002-1825-0098") == Recognised(wei.pk, Why.LISTED)


def test_initials_at_the_start_of_the_family_name_are_given_names_as_in_case_c026():
    nora = make_member(display_name="Nora A. Feld")

    assert recognise("A Feld, Nora") == Recognised(nora.pk, Why.LISTED)
    assert proposed("A Feld, N.") == [nora.pk]


def test_yes_for_one_paper_holds_on_that_paper_alone():
    first, second = make_member(display_name="Wei Zhang"), make_member(display_name="Wei Zhang")
    paper, other = make_publication("W. Zhang"), make_publication("W. Zhang")
    decide(second, "W. Zhang", "yes", paper)

    assert recognise("W. Zhang", publication_id=paper.pk) == Recognised(second.pk, Why.DECIDED)
    assert proposed("W. Zhang", publication_id=other.pk) == [first.pk, second.pk]
    assert proposed("W. Zhang") == [first.pk, second.pk]


def test_yes_for_ever_holds_on_every_paper_and_in_every_spelling_that_folds_alike():
    make_member(display_name="Jürgen Müller")
    jan = make_member(display_name="Jan Müller")
    decide(jan, "J. Müller", "yes")

    assert recognise("Muller, J", publication_id=1) == Recognised(jan.pk, Why.DECIDED)
    assert recognise("J. MÜLLER") == Recognised(jan.pk, Why.DECIDED)


def test_no_for_one_paper_takes_the_member_off_that_paper_alone():
    wei = make_member(display_name="Wei Zhang")
    paper = make_publication("Wei Zhang")
    decide(wei, "Wei Zhang", "no", paper)

    assert recognise("Wei Zhang", publication_id=paper.pk) == Recognised()
    assert recognise("Wei Zhang") == Recognised(wei.pk, Why.LISTED)


def test_never_is_never_linked_nor_proposed_again():
    wei = make_member(display_name="Wei Zhang")
    decide(wei, "Wei Zhang", "never")
    decide(wei, "W. Zhang", "never")

    assert recognise("Zhang, Wei") == Recognised()
    assert recognise("Zhang, W.") == Recognised()


def test_never_for_one_of_two_leaves_the_other_one():
    first, second = make_member(display_name="Wei Zhang"), make_member(display_name="Wei Zhang")
    decide(first, "Wei Zhang", "never")

    assert recognise("Wei Zhang") == Recognised(second.pk, Why.LISTED)


def test_yes_for_two_members_links_neither():
    first, second = make_member(display_name="Ana Ruiz"), make_member(display_name="Ada Ruiz")
    decide(first, "A. Ruiz", "yes")
    decide(second, "A. Ruiz", "yes")

    assert proposed("A. Ruiz") == [first.pk, second.pk]


def test_who_was_in_a_lab_at_that_time_is_proposed_first():
    first, second = make_member(display_name="Xinyi Liu"), make_member(display_name="Xavier Liu")
    make_membership(first, start="2003", end="2007", ending="ended")
    make_membership(second, start="2020")

    assert proposed("X. Liu", year=2018) == [second.pk, first.pk]
    assert proposed("X. Liu", year=2009) == [first.pk, second.pk]
    assert proposed("X. Liu", year=2012) == [first.pk, second.pk]


def test_nobody_stands_in_one_line_twice():
    wei, ana = (
        make_member(display_name="Wei Zhang", orcid=ONE),
        make_member(display_name="Ana Ruiz"),
    )
    both = [("Ana Ruiz", ""), ("Ruiz, Ana", ""), ("Wei Zhang", ""), ("W. Z.", ONE)]

    line = Recognition().recognise_line(both)

    proposed_ana = Recognised(proposals=((ana.pk, Likeness.WHOLE),))
    by_orcid = Recognised(wei.pk, Why.ORCID)
    assert line == [proposed_ana, proposed_ana, Recognised(), by_orcid]
    assert Recognition().recognise_line(both[:1], taken=[ana.pk]) == [Recognised()]


def test_a_name_that_is_decided_and_stands_there_twice_is_neither_for_sure():
    wei, paper = make_member(display_name="Wei Zhang"), make_publication("W. Zhang", "W. Zhang")
    decide(wei, "W. Zhang", "yes")

    line = Recognition().recognise_line([("W. Zhang", "")] * 2, publication_id=paper.pk)
    beside = Recognition().recognise_line([("W. Zhang", "")], taken=[wei.pk])

    assert line == [Recognised(proposals=((wei.pk, Likeness.WHOLE),))] * 2
    assert beside == [Recognised()]


def test_nobody_is_proposed_beside_themselves():
    lena, leo = make_member(display_name="Lena Kurz"), make_member(display_name="Leo Kurz")

    line = Recognition().recognise_line([("L. Kurz", ""), ("Lena Kurz", "")])

    assert line == [
        Recognised(proposals=((leo.pk, Likeness.INITIAL),)),
        Recognised(lena.pk, Why.LISTED),
    ]


@pytest.mark.parametrize("count", [1, 30])
def test_any_number_of_names_costs_three_queries(count, django_assert_num_queries):
    for number in range(count):
        decide(make_member(display_name=f"Ana Ruiz{number}"), f"B. Ruiz{number}", "yes")
    make_member(display_name="Wei Zhang")
    make_member(display_name="Wei Zhang")

    with django_assert_num_queries(3):
        recognition = Recognition()
        for number in range(count):
            recognition.recognise(f"B. Ruiz{number}")
            recognition.recognise("W. Zhang", year=2020)


# Hard names


@pytest.fixture
def hard_members():
    """The keys of the members of the set by the name as shown; of several of one name, the last."""
    keys = {}
    for shown, spellings, _linked, _proposed in hard_names.MEMBERS:
        member = make_member(display_name=shown)
        keys[shown] = member.pk
        for spelling in hard_names.names(spellings):
            MemberName.objects.create(member=member, name=spelling)
    for shown in hard_names.MORE_MEMBERS:
        keys[shown] = make_member(display_name=shown).pk
    return keys


def test_hard_names_are_linked_or_proposed_and_none_to_somebody_else(hard_members):
    recognition = Recognition()
    asked, linked_wrongly, not_linked, missed = 0, [], [], []
    for shown, _spellings, linked, proposed in hard_names.MEMBERS:
        for name in [*(whole := hard_names.names(linked)), *hard_names.names(proposed)]:
            asked += 1
            found = recognition.recognise(name)
            if found.member_id not in {None, hard_members[shown]}:
                linked_wrongly.append((shown, name))
            if name in whole and found.member_id is None:
                not_linked.append((shown, name))
            if name not in whole and found.member_id:
                linked_wrongly.append((shown, name))
            if hard_members[shown] not in {found.member_id, *dict(found.proposals)}:
                missed.append((shown, name))
    for shown, ambiguous in hard_names.AMBIGUOUS:
        for name in hard_names.names(ambiguous):
            asked += 1
            found = recognition.recognise(name)
            assert (found.member_id, len(found.proposals)) == (None, 2), (shown, name)
    for name in hard_names.names(hard_names.STRANGERS):
        asked += 1
        if recognition.recognise(name).member_id:
            linked_wrongly.append(("nobody", name))

    assert (linked_wrongly, not_linked, missed) == ([], [], [])
    assert asked >= 300


@pytest.mark.skipif(not CORPORA, reason="LABSITE_CORPORA names no folder of real files.")
@pytest.mark.parametrize("listed", [True, False], ids=["half the spellings", "no spelling"])
def test_names_of_real_bibliographies_are_linked_to_nobody_else_and_found(listed):
    rows = list(matching.figures(CORPORA, listed=listed))

    assert len(rows) > 5
    assert {row.file: row.mistaken for row in rows if row.mistaken} == {}
    assert {row.file: row.missed for row in rows if row.found < 0.95} == {}
