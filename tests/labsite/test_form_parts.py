import re

import pytest
from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from people.models import Lab, Member
from publications.models import Publication
from tests.factories import make_education, make_member, make_publication
from tests.forms import add_row, filled_in
from tests.pictures import png

pytestmark = pytest.mark.django_db


def parts_of(page):
    return [str(part.heading) for part in page.context["parts"]]


def test_the_form_of_a_person_has_the_parts_that_people_look_for(admin_client):
    page = admin_client.get(reverse("admin:people_member_add"))

    assert parts_of(page) == [
        "Name and photo",
        "In the lab",
        "About",
        "Contact and links",
        "CV",
        "Page layout",
        "Privacy and access",
    ]


def test_the_form_of_a_paper_has_the_parts_that_people_look_for(admin_client):
    page = admin_client.get(reverse("admin:publications_publication_add"))

    assert parts_of(page) == [
        "Paper",
        "Authors",
        "Links and files",
        "For readers",
        "On the website",
        "Details for citations",
    ]


def test_the_list_of_parts_leads_to_each_of_them(admin_client):
    page = admin_client.get(reverse("admin:people_lab_add"))

    for part in page.context["parts"]:
        assert f'<a href="#{part.anchor}">' in page.text
        assert page.text.count(f' id="{part.anchor}"') == 1


def test_a_short_form_has_no_list_of_parts(admin_client):
    page = admin_client.get(reverse("admin:publications_venue_add"))

    assert "form-jumps" not in page.text


@pytest.mark.parametrize("model", [Lab, Member, Publication])
def test_every_field_and_every_row_is_printed_once(admin_client, model):
    opts = model._meta
    page = admin_client.get(reverse(f"admin:{opts.app_label}_{opts.model_name}_add"))

    form = page.context["adminform"].form
    missing = [name for name in form.fields if f'name="{name}"' not in page.text]
    totals = [rows.formset.prefix for rows in page.context["inline_admin_formsets"]]
    assert missing == []
    assert [page.text.count(f'name="{prefix}-TOTAL_FORMS"') for prefix in totals] == [1] * len(
        totals
    )


def test_errors_are_counted_part_by_part(admin_client):
    member = make_member()
    address = reverse("admin:people_member_change", args=[member.pk])
    data = filled_in(admin_client.get(address))
    add_row(data, "memberships", start="soon", end="later")

    page = admin_client.post(address, data | {"display_name": "", "orcid": "1"})

    errors = {str(part.heading): part.errors for part in page.context["parts"] if part.errors}
    assert errors == {"Name and photo": 1, "In the lab": 5, "Contact and links": 1}
    assert '<span class="form-jumps-errors">5 errors</span>' in page.text


def test_a_closed_part_says_what_is_in_it(admin_client):
    member = make_member(given_name="Ana", pronouns="she/her")
    for _number in range(2):
        make_education(member)
    paper = make_publication(pages="1–12", volume="7")

    person = admin_client.get(reverse("admin:people_member_change", args=[member.pk])).text
    publication = admin_client.get(
        reverse("admin:publications_publication_change", args=[paper.pk])
    ).text

    assert "Education (2)" in person
    assert "More about the name: Given name, Pronouns" in person
    assert "Details for citations: Volume, Pages, Address of this page" in publication


def test_a_closed_part_opens_for_an_error(admin_client):
    member = make_member()
    address = reverse("admin:people_member_change", args=[member.pk])
    data = filled_in(admin_client.get(address))
    closed = admin_client.get(address).text.count("<details")
    add_row(data, "education", degree="", field="Physics")

    page = admin_client.post(address, data | {"given_name": "A" * 121})

    assert page.text.count("<details") == closed - 2


def test_files_that_a_page_of_errors_cannot_keep_are_mentioned(admin_client):
    address = reverse("admin:people_lab_add")
    data = filled_in(admin_client.get(address)) | {"name": ""}
    sentence = "The files that you chose were not kept."

    with_file = admin_client.post(address, data | {"photo": upload(png())})
    without = admin_client.post(address, data)

    assert (sentence in with_file.text, sentence in without.text) == (True, False)


def upload(content):
    return SimpleUploadedFile("photo.png", content, "image/png")


INSIDER_WORDS = {
    "slug",
    "slugs",
    "object",
    "instance",
    "inline",
    "validation",
    "foreign",
    "queryset",
}


def words_of(page):
    """The words that people read on a page, its headings, labels and sentences."""
    content = page.text.partition('id="content-main"')[2]
    text = re.sub(r"<(script|style).*?</\1>", " ", content, flags=re.DOTALL)
    return set(re.findall(r"[a-z]+", re.sub(r"<[^>]+>", " ", text).casefold()))


@pytest.mark.parametrize(
    "record_admin",
    [a for m, a in admin.site._registry.items() if m._meta.app_label != "auth"],
    ids=str,
)
def test_no_form_speaks_of_what_only_programmers_know(record_admin, admin_client):
    opts = record_admin.opts
    page = admin_client.get(reverse(f"admin:{opts.app_label}_{opts.model_name}_add"))

    assert words_of(page) & INSIDER_WORDS == set()


def test_examples_stand_under_fields_that_could_be_misread(admin_client):
    person = admin_client.get(reverse("admin:people_member_add")).text
    paper = admin_client.get(reverse("admin:publications_publication_add")).text

    assert "For example 0000-0002-1825-0097" in person
    assert "For example 10.1145/3575693.3575703." in paper


@pytest.mark.parametrize(
    "kind",
    [
        *("people.lab", "people.member", "people.opening", "people.page", "people.topic"),
        *("publications.newsitem", "publications.project", "publications.publication"),
        *("publications.talk", "publications.venue", "publications.funder", "publications.grant"),
    ],
)
def test_everything_that_was_typed_is_still_there_after_an_error(admin_client, kind):
    address = reverse(f"admin:{kind.replace('.', '_')}_add")
    page = admin_client.get(address)
    fields = page.context["adminform"].form.fields
    first = next(name for name, field in fields.items() if field.required)
    typed = {
        name: f"Typed {number}"
        for number, (name, value) in enumerate(filled_in(page).items())
        if value == "" and name in fields and not fields[name].widget.is_hidden and name != first
    }

    answer = admin_client.post(address, filled_in(page) | typed | {first: ""})

    kept = filled_in(answer)
    assert "errornote" in answer.text
    assert {name: kept.get(name) for name in typed} == typed
