"""The editors' workplace under the strict policy: no complaint of the browser anywhere."""

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.urls import reverse

from people.models import Member
from publications.models import Publication
from tests.factories import (
    make_award,
    make_education,
    make_lab,
    make_member,
    make_membership,
    make_opening,
    make_publication,
    make_topic,
)


@pytest.fixture
def window(live_server, open_window, client, django_user_model, settings):
    cache.clear()
    client.force_login(django_user_model.objects.create_superuser("ada", password="ada"))
    window = open_window()
    name = settings.SESSION_COOKIE_NAME
    window.page.context.add_cookies(
        [{"name": name, "value": client.cookies[name].value, "url": str(live_server)}]
    )

    def visit(page, *args):
        window.page.goto(f"{live_server}{reverse(page, args=args)}")

    window.visit = visit
    return window


def choose(page, cell, typed, name):
    """Search for another record in one cell of a form, and take the one of that name."""
    cell.locator(".select2-selection").click()
    page.locator(".select2-search__field").last.fill(typed)
    page.locator(".select2-results__option", has_text=name).first.click()


def test_every_list_and_every_empty_form_is_quiet(window):
    window.visit("admin:index")
    base = window.page.url.partition("/admin/")[0]
    visited = 0

    for model in admin.site._registry:
        window.visit(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        links = window.page.locator(".object-tools a").all()
        for address in [link.get_attribute("href") for link in links]:
            window.page.goto(base + address)
            visited += 1

    assert visited > 20  # nearly every list has an empty form
    assert window.complaints == []


def test_lists_and_stays_fit_beside_the_menu(window):
    """The last column says who sees a record, and the last one of a stay deletes it."""
    lab = make_lab(name="Laboratory for the Slow Messages of the Northern Seas", parent=make_lab())
    member = make_member(display_name="Ana Ruiz")
    make_membership(member, lab=lab, role="postdoc", start="2024-10", end="2030-09")
    make_publication(member, title="Why Bottles Arrive Late in Winter " * 4, date="2026-03")
    make_opening(lab=lab, title="Somebody who reads what the tides bring " * 3)
    lists = ["people_lab", "people_member", "people_opening", "publications_publication"]
    pages = [(f"admin:{name}_changelist",) for name in lists]
    window.page.set_viewport_size({"width": 1280, "height": 900})

    fits = []
    for page in [*pages, ("admin:people_member_change", member.pk)]:
        window.visit(*page)
        fits.append(
            window.page.locator("#result_list, #memberships-group .tabular").first.evaluate(
                """part => {
                    const frame = part.matches("table") ? part.parentElement : part;
                    return frame.scrollWidth <= frame.clientWidth;
                }"""
            )
        )

    assert fits == [True] * 5


def test_a_person_is_written_with_a_stay_and_a_section(window):
    make_lab(name="Tidal Lab")
    window.visit("admin:people_member_add")
    page = window.page

    page.get_by_label("Name as shown:").fill("Ana Ruiz")
    page.locator("#id_about").fill("I like **tides**.")
    page.locator("#memberships-group .add-row a").click()
    row = page.locator("#memberships-0")
    choose(page, row.locator(".field-lab"), "tid", "Tidal Lab")
    row.locator("[name$=-role]").select_option("phd")
    row.locator("[name$=-start]").fill("Oct 2025")
    page.locator("#sections-group summary").first.click()
    page.locator("#sections-group .add-row a").click()
    section = page.locator("#sections-group .section-row:not(.empty-form)").last
    section.locator("[name$=-heading]").fill("Hobbies")
    section.locator("[name$=-text]").fill("*Kites*")
    section.locator(".markdownx-preview em").wait_for()
    page.get_by_role("button", name="Name only, no page").last.click()
    page.locator(".success").first.wait_for()

    member = Member.objects.get()
    assert member.memberships.get().start == "2025-10"
    assert member.sections.get().heading == "Hobbies"
    assert window.complaints == []


def test_a_full_person_opens_and_is_saved(window):
    member = make_member()
    make_membership(member)
    make_education(member)
    make_award(member)
    window.visit("admin:people_member_change", member.pk)

    window.page.get_by_role("button", name="Publish changes").first.click()
    window.page.locator(".success").wait_for()

    assert window.complaints == []


def test_a_paper_is_written_with_an_author_of_ours(window):
    make_member(display_name="Ana Núñez")
    topic = make_topic(name="Tides")
    paper = make_publication("Bo Li")
    window.visit("admin:publications_publication_change", paper.pk)
    page = window.page

    page.locator("#authorships-group .add-row a").click()
    choose(page, page.locator("#authorships-1 .field-member"), "nunez", "Ana Núñez")
    page.locator("#authorships-1").get_by_label("Move up").click()
    choose(page, page.locator(".form-row.field-topics"), "tid", "Tides")
    page.get_by_role("button", name="Publish changes").last.click()
    page.locator(".success").wait_for()

    names = Publication.objects.get().authorships.values_list("printed_name", flat=True)
    assert list(names) == ["Ana Núñez", "Bo Li"]
    assert list(paper.topics.all()) == [topic]
    assert window.complaints == []


def test_errors_and_deleting_are_quiet_as_well(window):
    stay = make_membership()
    window.visit("admin:people_lab_change", stay.lab.pk)
    window.page.locator("#id_slug").fill("2025")
    window.page.get_by_role("button", name="Publish changes").last.click()
    window.page.locator(".errornote").wait_for()
    window.visit("admin:people_lab_delete", stay.lab.pk)
    window.visit("admin:people_member_delete", stay.member.pk)
    window.page.get_by_role("button", name="Yes, delete").click()
    window.page.locator(".success").wait_for()

    assert Member.objects.count() == 0
    assert window.complaints == []


def test_what_is_missing_is_added_in_a_window_of_its_own(window):
    window.visit("admin:people_opening_add")
    page = window.page

    with page.expect_popup() as opened:
        page.locator("#add_id_lab").click()
    opened.value.locator("#id_name").fill("Tidal Lab")
    opened.value.get_by_role("button", name="Publish", exact=True).first.click()
    page.locator(".field-lab .select2-selection", has_text="Tidal Lab").wait_for()

    assert window.complaints == []
