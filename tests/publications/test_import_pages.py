"""What became of imports, and how they are undone."""

import pytest
from django.contrib.auth.models import User

from labsite.history.reading import moment
from publications.importing.plans import Options
from publications.importing.runs import carry_out, prepare
from publications.models import ImportRun, NewsItem, Publication
from publications.works import Author, Origin, Work
from tests.factories import make_lab, make_member, make_publication
from tests.forms import filled_in

pytestmark = pytest.mark.django_db

LIST = "/admin/publications/importrun/"
PAPERS = "/admin/publications/publication/"
BOX = "/admin/publications/publication/paste/"


def work(title, *authors, line=1, **fields):
    return Work(
        title=title,
        authors=[Author(name) for name in authors or ["Lena Kurz"]],
        origin=Origin("pubs.bib", line, title.lower()),
        **{"date": "2025", "kind": "article-journal"} | fields,
    )


@pytest.fixture
def run():
    """One paper added, one completed, one as it was."""
    make_publication("Lena Kurz", title="Completed", date="2025", kind="article-journal")
    make_publication("Lena Kurz", title="Same", date="2025", kind="article-journal")
    works = [work("Added"), work("Completed", line=9, pages="1–9"), work("Same", line=17)]
    return carry_out([*works, work("", line=25)], Options(source="pubs.bib"))


def page_of(client, run, **asked):
    return client.get(f"{LIST}{run.pk}/change/", asked)


def undo(client, run):
    where = f"{LIST}{run.pk}/undo/"
    return client.post(where, filled_in(client.get(where)) | {"_undo": "1"}, follow=True)


def said(response):
    return [str(message) for message in response.context["messages"]]


def test_the_list_tells_where_each_import_came_from_and_how_it_ended(admin_client, run):
    text = admin_client.get(LIST).text

    assert "pubs.bib" in text
    assert "1 added, 1 changed, 1 already here, 1 not understood" in text
    assert "carried out" in text


def test_the_page_of_an_import_accounts_for_each_entry(admin_client, run):
    page = page_of(admin_client, run)

    assert page.context["sentence"] == (
        "1 added, 1 changed, 1 already here, 1 not understood (line 25: It has no title)."
    )
    assert [
        (str(entry.label), entry.title, entry.where_from) for entry in page.context["entries"]
    ] == [
        ("Added", "Added", "line 1, added"),
        ("Changed", "Completed", "line 9, completed"),
        ("Left as it is", "Same", "line 17, same"),
        ("Not understood", "", "line 25"),
    ]
    assert [tuple(change) for change in page.context["entries"][1].changes] == [
        ("Pages", "", "1–9")
    ]
    assert f'href="{PAPERS}{Publication.objects.get(title="Added").pk}/change/"' in page.text


def test_the_entries_of_one_kind_can_be_seen_alone(admin_client, run):
    failed = page_of(admin_client, run, outcome="failed")
    unknown = page_of(admin_client, run, outcome="wild", p="x")

    assert [entry.reason for entry in failed.context["entries"]] == ["It has no title."]
    assert len(unknown.context["entries"]) == 4


@pytest.mark.parametrize("count", [1, 5])
def test_the_page_costs_the_same_for_any_number(admin_client, count, django_assert_num_queries):
    run = carry_out([work(f"Gauge {n}") for n in range(count)], Options(source="pubs.bib"))
    page_of(admin_client, run)

    with django_assert_num_queries(8):
        page = page_of(admin_client, run)

    assert len(page.context["entries"]) == count


def test_a_link_leads_to_the_papers_of_an_import(admin_client, run):
    listed = admin_client.get(page_of(admin_client, run).context["see_url"])

    assert sorted(paper.title for paper in listed.context["cl"].queryset) == ["Added", "Completed"]
    assert "pubs.bib" in listed.text


def test_the_list_of_papers_knows_no_import_without_the_link(admin_client, run):
    unfiltered = admin_client.get(PAPERS)
    wild = admin_client.get(PAPERS, {"import": "x"}, follow=True)

    assert "pubs.bib" not in unfiltered.text
    assert wild.status_code == 200


def test_undoing_asks_first(admin_client, run):
    page = admin_client.get(f"{LIST}{run.pk}/undo/")

    assert page.context["sentences"] == [
        "1 paper that it added goes away.",
        "1 paper that it changed becomes as it was before.",
    ]
    assert Publication.objects.filter(title="Added").exists()


def test_undoing_takes_back_what_was_added_and_changed(admin_client, run):
    done = undo(admin_client, run)

    assert said(done) == ["The import is undone."]
    assert sorted(Publication.objects.values_list("title", "pages")) == [
        ("Completed", ""),
        ("Same", ""),
    ]
    assert done.context["sentence"].startswith("Undone: 1 added, 1 changed")
    assert done.context["can_undo"] is False


def test_what_was_changed_since_is_left_alone_and_told(admin_client, run):
    Publication.objects.filter(title="Added").update(note="Read by many.")

    done = undo(admin_client, run)

    assert said(done) == [
        "The import is undone.",
        "“Added”: it was changed since, and stays.",
    ]
    assert Publication.objects.filter(title="Added").exists()


def test_an_import_is_undone_once(admin_client, run):
    undo(admin_client, run)

    again = admin_client.get(f"{LIST}{run.pk}/undo/", follow=True)

    assert said(again) == ["This import was undone already."]


def test_untouched_news_drafts_go_with_the_import(admin_client):
    make_lab()
    make_member(display_name="Lena Kurz")
    table = admin_client.post(
        BOX,
        {"text": "@article{a, title={Added}, author={Lena Kurz}}", "_look": "1"},
        follow=True,
    )
    where = table.request["PATH_INFO"]
    ticked = [row.key for row in table.context["table"].rows]
    report = admin_client.post(where, {"entry": ticked, "news": "1", "_do": "1"}, follow=True)
    assert NewsItem.objects.count() == 1

    done = undo(admin_client, report.context["run"])

    assert said(done) == ["The import is undone."]
    assert (Publication.objects.count(), NewsItem.objects.count()) == (0, 0)


def test_a_paper_with_news_that_somebody_published_stays(admin_client):
    make_lab()
    table = admin_client.post(BOX, {"text": "@misc{a, title={Added}}", "_look": "1"}, follow=True)
    ticked = [row.key for row in table.context["table"].rows]
    report = admin_client.post(
        table.request["PATH_INFO"], {"entry": ticked, "news": "1", "_do": "1"}, follow=True
    )
    item = NewsItem.objects.get()
    item.visibility = "public"
    item.save()

    done = undo(admin_client, report.context["run"])

    assert said(done)[1] == "“Added”: other records need it by now."
    assert (Publication.objects.count(), NewsItem.objects.count()) == (1, 1)


def test_who_an_author_is_was_a_part_of_the_import_and_goes_with_it(admin_client):
    make_lab()
    member = make_member(display_name="Pawel Piękos")
    table = admin_client.post(
        BOX, {"text": "@misc{a, title={Added}, author={P. Piękos}}", "_look": "1"}, follow=True
    )
    (row,) = table.context["table"].rows
    report = admin_client.post(
        table.request["PATH_INFO"],
        {"entry": row.key, f"who-{row.questions[0].name}": member.pk, "_do": "1"},
        follow=True,
    )
    assert Publication.objects.get().authorships.get().member == member

    undo(admin_client, report.context["run"])

    assert Publication.objects.count() == 0


def test_what_was_found_at_orcid_waits_and_opens_as_the_same_table(admin_client):
    member = make_member(display_name="Lena Kurz")
    run = prepare([work("Gauges"), work("Tides")], Options(source="orcid.org", member=member))

    box = admin_client.get(BOX)
    page = page_of(admin_client, run)

    assert [waiting.sentence for waiting in box.context["waiting"]] == [
        f"From ORCID, for Lena Kurz, {moment(run.started_at)}: 2 papers wait for you."
    ]
    assert [row.title for row in page.context["table"].rows] == ["Gauges", "Tides"]
    assert "2 wait for you" in admin_client.get(LIST).text


def test_nothing_of_a_prepared_import_can_be_undone(admin_client):
    run = prepare([work("Gauges")], Options(source="pubs.bib"))

    answer = admin_client.get(f"{LIST}{run.pk}/undo/", follow=True)

    assert said(answer) == ["Nothing of it has been done yet."]


def test_an_import_that_is_not_there_is_not_found(admin_client, run):
    for key in (run.pk + 1, "wild", "9" * 30):
        assert admin_client.get(f"{LIST}{key}/change/").status_code == 404
    assert admin_client.get(f"{LIST}{run.pk + 1}/undo/").status_code == 404


def test_staff_without_rights_see_and_undo_nothing(client, run):
    client.force_login(User.objects.create_user("clerk", is_staff=True))

    assert page_of(client, run).status_code == 404
    assert client.post(f"{LIST}{run.pk}/undo/", {"_undo": "1"}).status_code == 404
    assert Publication.objects.filter(title="Added").exists()


def test_undoing_happens_by_a_form_alone(admin_client, run):
    admin_client.get(f"{LIST}{run.pk}/undo/", {"_undo": "1"})
    admin_client.post(f"{LIST}{run.pk}/undo/", {"_undo": "1", "_again": "1"})

    assert ImportRun.objects.get().state == "done"
