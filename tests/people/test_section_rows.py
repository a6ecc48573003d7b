import pytest
from django.urls import reverse

from labsite.sections import kinds
from people.models import Member, MemberSection
from tests.factories import make_lab, make_member
from tests.forms import add_row, filled_in, sentences

pytestmark = pytest.mark.django_db


def change(record):
    opts = record._meta
    return reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[record.pk])


def row_of(data, kind):
    """The beginning of the names of all fields that belong to the section of this kind."""
    return next(
        name.removesuffix("kind")
        for name, value in data.items()
        if name.startswith("sections-") and name.endswith("-kind") and value == kind
    )


@pytest.mark.parametrize("make", [make_lab, make_member])
def test_every_section_stands_in_the_form_in_the_order_of_the_page(admin_client, make):
    record = make()
    data = filled_in(admin_client.get(change(record)))

    shown = [
        (data[name], data[name.replace("-kind", "-position")])
        for name in data
        if name.startswith("sections-") and name.endswith("-kind")
    ]
    owner = type(record)._meta.model_name
    assert shown == [(kind.kind, str(kind.position)) for kind in kinds(owner)]


@pytest.mark.parametrize("make", [make_lab, make_member])
def test_a_page_as_it_is_by_itself_is_stored_nowhere(admin_client, make):
    record = make()

    answer = admin_client.post(change(record), filled_in(admin_client.get(change(record))))

    assert answer.status_code == 302
    assert record.sections.count() == 0


def test_only_what_differs_is_stored(admin_client):
    member = make_member()
    data = filled_in(admin_client.get(change(member)))
    row = row_of(data, "talks")
    del data[f"{row}is_shown"]

    admin_client.post(change(member), data)

    stored = member.sections.get()
    assert (stored.kind, stored.is_shown) == ("talks", False)
    again = filled_in(admin_client.get(change(member)))
    assert f"{row_of(again, 'talks')}is_shown" not in again


def test_a_section_is_moved(admin_client):
    member = make_member()
    data = filled_in(admin_client.get(change(member)))
    first, second = (kind.kind for kind in kinds("member")[:2])
    one, other = f"{row_of(data, first)}position", f"{row_of(data, second)}position"
    data[one], data[other] = data[other], data[one]

    admin_client.post(change(member), data)

    places = dict(member.sections.values_list("kind", "position"))
    assert places[second] < places[first]


def test_a_section_of_ones_own_is_written_and_written_again(admin_client):
    member = make_member()
    data = filled_in(admin_client.get(change(member)))
    own = {"kind": "text", "heading": "Hobbies", "text": "Kites", "is_shown": "on"}
    add_row(data, "sections", **own, position="15")
    admin_client.post(change(member), data)
    section = member.sections.get()
    assert (section.heading, section.text, section.position) == ("Hobbies", "Kites", 15)

    data = filled_in(admin_client.get(change(member)))
    data[f"{row_of(data, 'text')}text"] = "Boats"
    admin_client.post(change(member), data)

    section.refresh_from_db()
    assert section.text_html.strip() == "<p>Boats</p>"


def test_a_section_of_ones_own_needs_a_heading(admin_client):
    member = make_member()
    data = filled_in(admin_client.get(change(member)))
    add_row(data, "sections", kind="text", text="Kites", is_shown="on")

    page = admin_client.post(change(member), data)

    assert sentences(page) == ["A section of your own needs a heading."]
    assert "Kites" in page.text


def test_a_section_goes_back_to_how_it_usually_is(admin_client):
    member = make_member()
    MemberSection.objects.create(owner=member, kind="talks", heading="Invited talks")
    data = filled_in(admin_client.get(change(member)))

    admin_client.post(change(member), data | {f"{row_of(data, 'talks')}DELETE": "on"})

    assert member.sections.count() == 0
    assert Member.objects.count() == 1


def test_options_are_open_where_somebody_chose_something(admin_client):
    member = make_member()
    MemberSection.objects.create(owner=member, kind="news", limit=5)
    MemberSection.objects.create(owner=member, kind="talks", heading="Invited talks")

    form = admin_client.get(change(member)).text

    assert form.count('<details class="section-options" open>') == 2  # and that of a new section
