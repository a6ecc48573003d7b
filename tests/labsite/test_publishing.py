import re

import pytest
from django.urls import reverse

from labsite import publishing
from people.models import Member
from publications.models import NewsItem, Publication
from tests.factories import make_lab, make_member, make_news, make_publication, make_venue
from tests.forms import filled_in, sentences

pytestmark = pytest.mark.django_db


def address_of(record, page="change"):
    opts = record._meta
    args = [] if isinstance(record, type) else [record.pk]
    return reverse(f"admin:{opts.app_label}_{opts.model_name}_{page}", args=args)


def press(client, address, button, **typed):
    """Fill in the form at the address and press one of its buttons."""
    return client.post(address, filled_in(client.get(address)) | typed | {button: "1"})


def buttons_of(page):
    context = page.context
    return (
        [button.name for button in context["buttons"]],
        [button.name for button in context["more_buttons"]],
    )


def test_a_new_record_is_published_by_its_button(admin_client):
    address = address_of(NewsItem, "add")

    answer = press(admin_client, address, "_publish", date="2026-01", body="Accepted")

    assert answer["Location"] == address_of(NewsItem, "changelist")
    assert NewsItem.objects.get().visibility == "public"


def test_a_draft_is_saved_and_its_form_stays_open(admin_client):
    answer = press(admin_client, address_of(NewsItem, "add"), "_draft", date="2026", body="Soon")

    item = NewsItem.objects.get()
    assert item.visibility == "draft"
    assert answer["Location"] == address_of(item)


@pytest.mark.parametrize("visibility", ["draft", "public"])
def test_the_enter_key_saves_and_publishes_nothing(admin_client, visibility):
    item = make_news(visibility=visibility)

    answer = press(admin_client, address_of(item), "_keep", body="Typed")

    item.refresh_from_db()
    assert (item.visibility, item.body) == (visibility, "Typed")
    assert answer["Location"] == address_of(item)


def test_the_enter_key_comes_before_every_other_button(admin_client):
    form = admin_client.get(address_of(make_news())).text

    first = form.partition('<form enctype="multipart/form-data"')[2].partition("<button ")[2]
    assert first.startswith('type="submit" name="_keep"')


@pytest.mark.parametrize(
    ("button", "visibility"), [("_publish", "public"), ("_list", "listed"), ("_draft", "draft")]
)
def test_a_person_has_a_page_or_a_name_or_neither(admin_client, button, visibility):
    member = make_member(visibility="listed")

    press(admin_client, address_of(member), button)

    member.refresh_from_db()
    assert member.visibility == visibility


def test_a_new_person_is_listed_by_name_unless_a_button_says_otherwise(admin_client):
    press(admin_client, address_of(Member, "add"), "_keep", display_name="Ana Ruiz")

    assert Member.objects.get().visibility == "listed"


def test_buttons_say_what_is_possible(admin_client):
    draft, public = make_news(visibility="draft"), make_news()
    listed, person = make_member(visibility="listed"), make_member()

    pages = [draft, public, listed, person, make_venue()]
    assert [buttons_of(admin_client.get(address_of(page))) for page in pages] == [
        (["_publish", "_draft", "_preview"], ["_end_links", "_addanother"]),
        (["_publish", "_preview"], ["_draft", "_addanother"]),
        (["_publish", "_list", "_draft", "_preview"], ["_end_links", "_addanother"]),
        (["_publish", "_preview"], ["_list", "_draft", "_addanother"]),
        (["_save", "_continue", "_addanother"], []),
    ]


def test_no_form_asks_who_sees_the_record(admin_client):
    forms = [address_of(kind, "add") for kind in (Member, NewsItem, Publication)]

    assert [a for a in forms if 'name="visibility"' in admin_client.get(a).text] == []


def test_what_cannot_be_saved_is_not_published_and_stays_typed(admin_client):
    item = make_news(visibility="draft")

    answer = press(admin_client, address_of(item), "_publish", date="soon", body="Typed")

    assert len(sentences(answer)) == 1
    assert filled_in(answer)["body"] == "Typed"
    assert buttons_of(answer)[0] == ["_publish", "_draft", "_preview"]
    item.refresh_from_db()
    assert item.visibility == "draft"


def test_a_sentence_says_who_sees_the_record_now(admin_client):
    item = make_news(visibility="draft", title="Accepted")
    data = filled_in(admin_client.get(address_of(item)))

    page = admin_client.post(address_of(item), data | {"_publish": "1"}, follow=True)
    back = admin_client.post(address_of(item), data | {"_draft": "1"}, follow=True)

    assert "“Accepted” is public now." in page.text
    assert f'href="{item.get_absolute_url()}"' in page.text
    assert "“Accepted” is a draft: visitors do not see it." in back.text


def chosen(*records, **more):
    return {"_selected_action": [record.pk for record in records]} | more


def test_several_records_are_published_after_a_question_that_lists_them(admin_client):
    one, other, public = (make_publication(visibility=v) for v in ("draft", "draft", "public"))
    untouched = make_publication(visibility="draft")
    address = address_of(Publication, "changelist")

    asked = admin_client.post(address, chosen(one, other, public, action="publish"))

    assert asked.context["changing"] == [other, one]
    assert asked.context["unchanged"] == [public]
    assert one.title in asked.text
    assert Publication.objects.public().count() == 1

    admin_client.post(address, chosen(one, other, action="publish", post="yes"))

    assert set(Publication.objects.public()) == {one, other, public}
    untouched.refresh_from_db()
    assert untouched.visibility == "draft"


def test_a_whole_long_list_is_published_with_a_short_question(admin_client, monkeypatch):
    monkeypatch.setattr(publishing, "LISTED", 2)
    drafts = [make_news(visibility="draft") for _ in range(4)]
    make_news()
    address = address_of(NewsItem, "changelist")

    asked = admin_client.post(address, chosen(drafts[0], action="publish", select_across="1"))
    sent = {
        name: re.findall(rf'<input type="hidden" name="{name}" value="([^"]*)"', asked.text)
        for name in ("_selected_action", "action", "select_across", "post")
    }
    admin_client.post(address, sent)

    assert len(sent["_selected_action"]) == 2
    assert "and 2 more" in asked.text
    assert NewsItem.objects.public().count() == 5


def test_of_a_short_list_only_what_was_listed_is_published(admin_client):
    draft = make_news(visibility="draft")

    asked = admin_client.post(
        address_of(NewsItem, "changelist"), chosen(draft, action="publish", select_across="1")
    )

    assert asked.context["changing"] == [draft]
    assert '<input type="hidden" name="select_across" value="0">' in asked.text


def test_several_records_are_taken_back_after_a_question(admin_client):
    lab, listed = make_lab(), make_member(visibility="listed")
    for record in (lab, listed):
        address = address_of(type(record), "changelist")
        admin_client.post(address, chosen(record, action="take_back"))
        record.refresh_from_db()
        assert record.visibility != "draft"

        answer = admin_client.post(
            address, chosen(record, action="take_back", post="yes"), follow=True
        )

        record.refresh_from_db()
        assert record.visibility == "draft"
        assert "1 is a draft now." in answer.text


def test_what_has_no_drafts_offers_no_publishing(admin_client):
    make_venue()

    page = admin_client.get(reverse("admin:publications_venue_changelist"))

    assert 'value="publish"' not in page.text
    assert 'value="delete_selected"' in page.text


def test_publishing_counts_as_a_version_of_the_record(admin_client):
    draft = make_publication(visibility="draft")

    admin_client.post(
        address_of(Publication, "changelist"), chosen(draft, action="publish", post="yes")
    )

    before = draft.version
    draft.refresh_from_db()
    assert draft.version == before + 1
