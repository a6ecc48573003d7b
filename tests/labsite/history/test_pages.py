import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.urls import reverse

from labsite import history
from labsite.models import Change
from people.models import Award, Lab, LabRole, Member, MemberName
from publications.models import Publication
from tests.factories import (
    make_authorship,
    make_award,
    make_education,
    make_lab,
    make_link,
    make_member,
    make_membership,
    make_publication,
    make_topic,
)
from tests.forms import add_row, filled_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk_client(client):
    client.force_login(User.objects.create_user("clerk", is_staff=True))
    return client


def admin_address(record, page="change", *args):
    opts = record._meta
    return reverse(f"admin:{opts.app_label}_{opts.model_name}_{page}", args=[record.pk, *args])


def save(client, record, **fields):
    """Open the form of a record, type into it and save."""
    where = admin_address(record)
    data = filled_in(client.get(where)) | fields
    response = client.post(where, data)
    assert response.status_code == 302, response.context["errors"]
    return response


def delete(client, record):
    return client.post(admin_address(record, "delete"), {"post": "yes"})


def last_change(record):
    return history.changes_of(type(record), record.pk).first()


def sentences(response):
    return [str(message) for message in get_messages(response.wsgi_request)]


def told(page):
    """The lines of the latest change, as text."""
    item = page.text.partition('<li class="change">')[2].partition("<p>")[0]
    lines = item.partition('<ul class="change-lines">')[2].partition("</ul>")[0]
    for tag in ("<b>", "</b>", '<span class="change-old">', '<span class="change-new">', "</span>"):
        lines = lines.replace(tag, "")
    return [" ".join(line.split()) for line in lines.split("<li>")[1:]]


def without_end(lines):
    return [line.removesuffix(" </li>") for line in lines]


def test_a_saved_form_is_one_change_with_its_rows(admin_client, admin_user):
    paper = make_publication("Bo Li", title="Maps")
    where = admin_address(paper)
    data = filled_in(admin_client.get(where)) | {"title": "Maps of ice"}
    add_row(data, "authorships", printed_name="Cy Day")

    admin_client.post(where, data)

    change = last_change(paper)
    assert (change.action, change.user) == ("changed", admin_user)
    assert [row["printed_name"] for row in change.state["authorships"]] == ["Bo Li", "Cy Day"]
    lines = without_end(told(admin_client.get(admin_address(paper, "history"))))
    assert lines[0] == "Title: Maps → Maps of ice"
    assert lines[-1].startswith("Authors: “Cy Day” added")


def test_a_new_record_is_one_change(admin_client, admin_user):
    where = reverse("admin:people_member_add")
    data = filled_in(admin_client.get(where)) | {"display_name": "Ana Ruiz"}
    add_row(data, "links", label="Home", url="https://example.org/")

    admin_client.post(where, data)

    change = Change.objects.get()
    assert (change.action, change.user, change.label) == ("added", admin_user, "Ana Ruiz")
    assert [row["label"] for row in change.state["links"]] == ["Home"]


def test_what_a_new_record_does_not_say_is_not_told(admin_client):
    where = reverse("admin:publications_publication_add")
    admin_client.post(where, filled_in(admin_client.get(where)) | {"title": "Maps"})

    page = admin_client.get(admin_address(Publication.objects.get(), "history"))

    assert [line for line in without_end(told(page)) if line.endswith("→ —")] == []


def test_saving_without_a_change_is_no_change(admin_client):
    member = make_member()
    make_membership(member)

    save(admin_client, member)

    assert list(Change.objects.values_list("action", flat=True)) == ["found"]


def test_who_did_what_when_is_told_in_words(admin_client, admin_user):
    admin_user.first_name, admin_user.last_name = "Ana", "Ruiz"
    admin_user.save()
    lab = make_lab(name="Tidal Lab")
    stay = make_membership(lab=lab, role="phd", start="2020")
    other = make_lab(name="Ice Lab")
    save(
        admin_client,
        stay.member,
        **{
            "memberships-0-lab": other.pk,
            "memberships-0-role": "postdoc",
            "memberships-0-start": "2021-03",
            "memberships-0-is_public": "",
            "notice_until": "2026-12-24",
            "is_indexed": "",
        },
    )

    page = admin_client.get(admin_address(stay.member, "history"))

    assert "<h2>Ana Ruiz changed this</h2>" in page.text
    assert without_end(told(page)) == [
        "Notice shown until: — → 24 December 2026",
        "Search engines may show the page: yes → no",
        "Stays in labs, “Ice Lab”, Start: 2020 → March 2021",
        "Stays in labs, “Ice Lab”, Lab: Tidal Lab → Ice Lab",
        "Stays in labs, “Ice Lab”, Role: PhD student → Postdoctoral researcher",
        "Stays in labs, “Ice Lab”, Shown: yes → no",
    ]


def test_another_order_is_told_as_such(admin_client):
    lab = make_lab()
    data = filled_in(admin_client.get(admin_address(lab)))
    for about in ("Press", "Theses"):
        add_row(data, "contacts", about=about, email="a@example.org")
    admin_client.post(admin_address(lab), data)

    save(admin_client, lab, **{"contacts-1-position": "1"})

    page = admin_client.get(admin_address(lab, "history"))
    assert without_end(told(page)) == ["Contacts: put in another order"]


def test_long_texts_are_compared_word_by_word(admin_client):
    text = "The ice of the north melts faster than anybody had expected it to, in all the models. "
    lab = make_lab(about=text * 2)
    save(admin_client, lab, about=text + text.replace("melts", "grows"))

    page = admin_client.get(admin_address(lab, "history"))

    assert "<del>melts</del><ins>grows</ins>" in page.text


def test_what_others_typed_is_shown_as_text(admin_client):
    lab = make_lab(tagline="<b>bold</b>")
    save(admin_client, lab, tagline="<script>alert(1)</script>")

    page = admin_client.get(admin_address(lab, "history"))

    assert "&lt;b&gt;bold&lt;/b&gt;" in page.text
    assert "<script>alert" not in page.text


def test_a_former_name_is_told_to_nobody(admin_client):
    member = make_member()
    MemberName.objects.create(member=member, name="M. Former", is_former=True)
    MemberName.objects.create(member=member, name="M. Other")
    save(admin_client, member, headline="New")
    change = last_change(member)
    delete(admin_client, member)

    for where in (
        admin_address(member, "history"),
        admin_address(member, "restore", change.pk),
        reverse("admin:people_member_deleted"),
    ):
        page = admin_client.get(where)
        assert page.status_code == 200
        assert "M. Former" not in page.text


@pytest.mark.parametrize("count", [1, 15])
def test_the_history_costs_the_same_for_any_number(
    admin_client, count, django_assert_max_num_queries
):
    paper = make_publication(*(f"Author {number}" for number in range(count)))
    for number in range(count):
        with history.step():
            paper.topics.add(make_topic())
            make_authorship(paper, make_member(), position=number)

    with django_assert_max_num_queries(25):
        admin_client.get(admin_address(paper, "history"))


def test_a_long_history_has_pages(admin_client):
    paper = make_publication()
    for number in range(25):
        with history.step():
            paper.note = str(number)
            paper.save()

    first = admin_client.get(admin_address(paper, "history"))
    second = admin_client.get(admin_address(paper, "history"), {"p": "2"})

    assert first.text.count('<li class="change">') == 20
    assert second.text.count('<li class="change">') == 6
    assert "Note shown under the paper:</b>" in second.text


def test_going_back_is_asked_first_and_done_by_the_button(admin_client):
    paper = make_publication("Bo Li", title="Maps")
    save(admin_client, paper, title="Wrong", **{"authorships-0-DELETE": "on"})
    first = history.changes_of(Publication, paper.pk).last()
    where = admin_address(paper, "restore", first.pk)

    asked = admin_client.get(where)
    assert "<b>Title:</b>" in asked.text
    assert Publication.objects.get().title == "Wrong"

    done = admin_client.post(where)
    assert done["Location"] == admin_address(paper)
    assert Publication.objects.get().title == "Maps"
    assert paper.authorships.get().printed_name == "Bo Li"
    assert sentences(done)[-1].startswith("“Maps” is as it was on ")


def test_what_cannot_come_back_is_told(admin_client):
    paper = make_publication()
    paper.topics.add(make_topic())
    save(admin_client, paper, topics=[])
    first = history.changes_of(Publication, paper.pk).last()
    delete(admin_client, paper.topics.model.objects.get())

    done = admin_client.post(admin_address(paper, "restore", first.pk))

    assert sentences(done)[-1] == "Publication, Research topics: no longer there."


def test_a_deleted_record_is_listed_and_brought_back(admin_client):
    member = make_member(display_name="Ana Ruiz")
    paper = make_publication(member)
    delete(admin_client, member)
    change = last_change(member)
    where = admin_address(member, "restore", change.pk)

    listed = admin_client.get(reverse("admin:people_member_deleted"))
    asked = admin_client.get(where)
    done = admin_client.post(where)

    assert f'href="{where}"' in listed.text
    assert "<b>Name as shown:</b>" in asked.text
    assert sentences(done)[-1] == "“Ana Ruiz” is back."
    assert paper.authorships.get().member == Member.objects.get(pk=member.pk)
    again = admin_client.get(reverse("admin:people_member_deleted"))
    assert "Nothing was deleted." in again.text


def test_a_change_of_another_record_is_not_found_here(admin_client):
    paper, other = make_publication(title="Mine"), make_publication(title="Other")
    save(admin_client, other, title="Changed")
    foreign = last_change(other)

    for where in (
        admin_address(paper, "restore", foreign.pk),
        admin_address(paper, "restore", 999_999),
    ):
        assert admin_client.get(where).status_code == 404
        assert admin_client.post(where).status_code == 404
    assert Publication.objects.get(pk=paper.pk).title == "Mine"


def test_records_of_another_kind_with_the_same_number_are_not_found_here(admin_client):
    lab = make_lab()
    award = make_award(id=lab.pk)
    save(admin_client, award, title="Changed")

    where = reverse("admin:people_lab_restore", args=[lab.pk, last_change(award).pk])

    assert admin_client.post(where).status_code == 404


@pytest.mark.parametrize("number", ["999999", "x", "1_2", "99999999999999999999", "²"])
def test_no_record_is_no_page(admin_client, number):
    for page in (f"/admin/people/lab/{number}/history/", f"/admin/people/lab/{number}/history/1/"):
        assert admin_client.get(page).status_code == 404


def test_whoever_has_no_say_finds_nothing(admin_client, clerk_client):
    gone, there = make_publication(title="Lost maps"), make_publication(title="Kept maps")
    save(admin_client, there, title="Other maps")
    change = history.changes_of(Publication, there.pk).last()
    delete(admin_client, gone)
    addresses = [
        admin_address(there, "history"),
        admin_address(there, "restore", change.pk),
        admin_address(gone, "history"),
        admin_address(gone, "restore", last_change(gone).pk),
        reverse("admin:publications_publication_deleted"),
        reverse("admin:labsite_change_undo", args=[last_change(there).step]),
        reverse("admin:labsite_change_changelist"),
    ]
    clerk = clerk_client

    answers = [clerk.get(where) for where in addresses] + [clerk.post(w) for w in addresses]

    assert {answer.status_code for answer in answers} == {403, 404}
    assert [answer for answer in answers if "maps" in answer.text] == []
    assert list(Publication.objects.values_list("title", flat=True)) == ["Other maps"]


def test_a_visitor_is_asked_to_sign_in(client, admin_client):
    paper = make_publication(title="Old")
    save(admin_client, paper, title="New")
    where = admin_address(paper, "restore", history.changes_of(Publication, paper.pk).last().pk)
    client.logout()

    assert client.post(where).status_code == 302
    assert Publication.objects.get().title == "New"


def test_the_history_of_a_part_is_that_of_its_record(admin_client):
    degree = make_education()
    paper = make_publication("Bo Li")

    of_degree = admin_client.get(admin_address(degree, "history"))
    of_author = admin_client.get(admin_address(paper.authorships.get(), "history"))

    assert of_degree["Location"] == admin_address(degree.member, "history")
    assert of_author["Location"] == admin_address(paper, "history")


def test_a_part_edited_on_its_own_page_is_a_change_of_its_record(admin_client, admin_user):
    degree = make_education()
    where = admin_address(degree)
    data = filled_in(admin_client.get(where))
    add_row(data, "advisers", printed_name="Bo Li")

    admin_client.post(where, data)
    admin_client.post(admin_address(degree, "delete"), {"post": "yes"})

    changes = history.changes_of(Member, degree.member_id)
    assert [change.action for change in changes] == ["changed", "changed", "found"]
    assert changes[0].state["education"] == []
    assert [row["printed_name"] for row in changes[1].state["education__advisers"]] == ["Bo Li"]


def test_an_award_given_in_the_form_of_a_person_is_a_change_of_the_award(admin_client):
    member, award = make_member(), make_award()
    where = admin_address(member)
    data = filled_in(admin_client.get(where))
    add_row(data, "recipients", award=award.pk)

    admin_client.post(where, data)

    change = history.changes_of(Award, award.pk).first()
    assert change.action == "changed"
    assert [row["member"] for row in change.state["recipients"]] == [member.pk]


def test_deleting_several_is_one_step_and_is_undone_as_one(admin_client):
    papers = [make_publication("Bo Li") for _number in range(5)]
    data = {"action": "delete_selected", "_selected_action": [paper.pk for paper in papers]}
    where = reverse("admin:publications_publication_changelist")
    admin_client.post(where, data | {"post": "yes"})
    assert Publication.objects.count() == 0
    undo = reverse("admin:labsite_change_undo", args=[Change.objects.first().step])

    asked = admin_client.get(undo)
    done = admin_client.post(undo)

    assert asked.text.count("deleted the publication") == 5
    assert sentences(done)[-1] == "5 records are as before."
    assert Publication.objects.count() == 5
    assert Publication.objects.filter(authorships__printed_name="Bo Li").count() == 5


def test_an_undo_of_nothing_is_no_page(admin_client):
    where = "/admin/labsite/change/undo/00000000-0000-0000-0000-000000000000/"

    assert admin_client.get(where).status_code == 404


def test_the_latest_changes_are_told_step_by_step(admin_client, admin_user):
    paper = make_publication(title="Maps")
    save(admin_client, paper, title="Maps of ice")
    with history.step() as step:
        papers = [make_publication(title=f"Imported {number}") for number in range(3)]
    papers[0].delete()

    happenings = history.latest(admin_user, 8)

    assert [(happening.who, happening.what) for happening in happenings] == [
        ("The site", "deleted the publication “Imported 0”"),
        ("The site", "added the publication “Imported 0” and 2 more"),
        ("admin", "changed the publication “Maps of ice”"),
    ]
    assert happenings[1].undo == reverse("admin:labsite_change_undo", args=[step.number])
    assert happenings[2].see == admin_address(paper, "history")
    for happening in happenings:
        assert admin_client.get(happening.see).status_code == 200
        assert admin_client.get(happening.undo).status_code == 200
    assert len(history.latest(admin_user, 2)) == 2


def test_whoever_has_no_say_reads_no_latest_changes(admin_client):
    save(admin_client, make_publication(), title="New")

    assert history.latest(User.objects.create_user("clerk", is_staff=True), 8) == []


@pytest.mark.parametrize("count", [1, 8])
def test_the_latest_changes_cost_the_same_for_any_number(
    admin_user, count, django_assert_num_queries
):
    for _number in range(count):
        with history.step(admin_user):
            make_publication()

    with django_assert_num_queries(4):
        history.latest(admin_user, 8)


def test_rights_are_told_to_those_who_give_them(admin_client, admin_user):
    lab, clerk = make_lab(), User.objects.create_user("clerk")
    with history.step(admin_user) as step:
        step.touch(lab)
        LabRole.objects.create(lab=lab, user=clerk, kind="editor")
    change = last_change(lab)

    page = admin_client.get(admin_address(lab, "history"))
    for_clerk = history.reading.differences(Lab, [(None, change.state)], clerk)[0]

    assert "Who may edit: “clerk” added" in " ".join(page.text.split())
    assert [line for line in for_clerk if "edit" in line.part] == []


def test_words_that_confuse_are_on_no_page_of_the_history(admin_client):
    paper = make_publication("Bo Li")
    make_link(paper)
    save(admin_client, paper, title="New", **{"links-0-DELETE": "on"})
    change = history.changes_of(Publication, paper.pk).last()
    pages = [
        admin_client.get(admin_address(paper, "history")),
        admin_client.get(admin_address(paper, "restore", change.pk)),
        admin_client.get(reverse("admin:labsite_change_undo", args=[last_change(paper).step])),
        admin_client.get(reverse("admin:publications_publication_deleted")),
    ]

    words = ("object", "slug", "instance", "inline", "validation", "constraint", "foreign key")
    for page in pages:
        content = page.text.partition('id="content"')[2].lower()
        assert [word for word in words if f" {word} " in content] == []


def test_a_list_leads_to_what_was_deleted_from_it(admin_client):
    page = admin_client.get(reverse("admin:publications_publication_changelist"))

    assert f'href="{reverse("admin:publications_publication_deleted")}"' in page.text
