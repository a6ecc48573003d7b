"""The forms of the admin as people use them: by keyboard, on a telephone, in the dark."""

import re

import pytest
import time_machine
from django.core.cache import cache
from django.urls import reverse

from labsite import preview
from publications.models import NewsItem, Publication
from tests.factories import (
    make_award,
    make_education,
    make_lab,
    make_link,
    make_member,
    make_membership,
    make_news,
    make_publication,
    make_topic,
    make_venue,
)

LOOKS = [("light", 1280), ("dark", 1280), ("light", 360), ("dark", 360)]


@pytest.fixture
def sign_in(live_server, open_window, client, django_user_model, settings):
    """Return a function that opens a window of somebody who may do everything."""
    cache.clear()
    client.force_login(django_user_model.objects.create_superuser("ada", password="ada"))
    name = settings.SESSION_COOKIE_NAME
    cookie = {"name": name, "value": client.cookies[name].value, "url": str(live_server)}

    def sign_in(**options):
        window = open_window(**options)
        window.page.context.add_cookies([cookie])

        def visit(page, *args):
            window.page.goto(f"{live_server}{reverse(page, args=args)}")

        window.visit = visit
        return window

    return sign_in


@pytest.fixture
def window(sign_in):
    return sign_in()


def tab_to(page, what):
    """Press the Tab key until the focus stands on what was looked for."""
    for _press in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("what => document.activeElement.matches(what)", what):
            return
    pytest.fail(f"The Tab key never comes to {what}.")


def focused_name(page):
    return page.evaluate("document.activeElement.getAttribute('aria-label')")


def make_full_member():
    member = make_member(display_name="Ana Ruiz", given_name="Ana", orcid="0000-0002-1694-233X")
    make_membership(member, start="2024-10")
    make_education(member)
    make_award(member)
    return member


@time_machine.travel("2026-01-15 12:00 +0000")
def test_a_paper_accepted_today_is_published_by_keyboard(window, live_server, client):
    """Walk 4: title, line of authors, venue, month; then a line of news."""
    lab = make_lab(name="Tidal Lab")
    make_venue(name="Architectural Support", short_name="ASPLOS")
    ours = [make_member(display_name=name) for name in ("Ana Ruiz", "Bo Li", "Cy Day", "Di Eve")]
    for member in ours:
        make_membership(member, lab=lab)
    window.visit("admin:publications_publication_add")
    page, keys = window.page, window.page.keyboard

    tab_to(page, "#id_title")
    keys.type("Harbour walls under load")
    tab_to(page, "#id_date")
    keys.type("Jan 2026")
    tab_to(page, "#id_status")
    keys.type("acc")
    tab_to(page, "#id_venue")
    keys.type("ASPLOS")
    tab_to(page, "#id_author_line")
    keys.type("Ana Ruiz*, Bo Li*, Cy Day, Di Eve and X. Other")
    tab_to(page, "[name=_read_authors]")
    keys.press("Enter")
    page.locator("#authorships-4").wait_for()
    assert page.locator("#id_title").input_value() == "Harbour walls under load"
    page.wait_for_load_state()
    assert page.evaluate("new Promise(seen => requestAnimationFrame(() => seen(scrollY)))") > 0
    assert page.locator("#id_authorships-0-member").input_value() == str(ours[0].pk)
    tab_to(page, ".submit-row:last-of-type [name=_publish]")
    keys.press("Enter")
    page.locator(".success").first.wait_for()

    paper = Publication.objects.public().get()
    assert (paper.date, paper.status, paper.venue.short_name) == ("2026-01", "accepted", "ASPLOS")
    listed = client.get(reverse("publications:lab-publications", args=[lab.slug])).text
    assert "Harbour walls under load" in listed
    for member in ours:
        own = client.get(member.get_absolute_url()).text
        assert "Harbour walls under load" in own
        assert "equal contribution" in own.casefold()

    window.visit("admin:publications_newsitem_add")
    tab_to(page, "#id_date")
    keys.type("2026.01")
    tab_to(page, "#id_body")
    keys.type("Our paper is accepted by ASPLOS.")
    tab_to(page, ".field-lab .select2-selection")
    keys.press("Enter")
    page.locator(".select2-search__field").last.wait_for()
    keys.type("tid")
    page.locator(".select2-results__option", has_text="Tidal Lab").wait_for()
    keys.press("Enter")
    tab_to(page, ".submit-row:last-of-type [name=_publish]")
    keys.press("Enter")
    page.locator(".success").first.wait_for()

    assert NewsItem.objects.public().get().lab == lab
    assert "Our paper is accepted by ASPLOS." in client.get("/").text
    assert window.complaints == []


@pytest.mark.parametrize(("color_scheme", "width"), LOOKS)
def test_forms_have_no_barriers(sign_in, color_scheme, width):
    window = sign_in(color_scheme=color_scheme, width=width)
    member = make_full_member()
    paper = make_publication(member, "A. Ruiz", "Bo Li", labs=[make_lab()], visibility="draft")
    make_link(paper)
    records = [member, paper, member.memberships.get().lab, make_news(visibility="draft")]

    for record in records:
        opts = record._meta
        window.visit(f"admin:{opts.app_label}_{opts.model_name}_change", record.pk)
        window.page.evaluate(
            "document.querySelectorAll('details').forEach(part => { part.open = true })"
        )
        fits = window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # The tool itself breaks the policy, so what the browser complains about is asked before.
        assert (opts.model_name, fits, window.complaints) == (opts.model_name, True, [])
        assert (opts.model_name, window.barriers()) == (opts.model_name, [])
        window.complaints.clear()


def test_a_form_with_errors_has_no_barriers(window):
    member = make_full_member()
    window.visit("admin:people_member_change", member.pk)
    page = window.page
    page.locator("#id_display_name").fill("")
    page.locator("#id_orcid").fill("1")
    page.locator("#id_about").fill("Typed and kept")

    page.locator("[name=_publish]").last.click()
    page.locator(".errornote").wait_for()

    assert page.locator("#id_about").input_value() == "Typed and kept"
    counts = page.locator(".form-jumps a:has(.form-jumps-errors)").all_inner_texts()
    assert counts == ["Name and photo 1 error", "Contact and links 1 error"]
    assert window.complaints == []
    assert window.barriers() == []


def names_in(page, prefix="authorships"):
    rows = page.locator(f"#{prefix}-group tr.form-row:not(.empty-form) [name$=-printed_name]")
    return [row.input_value() for row in rows.all()]


def test_rows_are_put_in_order_by_keyboard(window):
    paper = make_publication("A Ng", "B Li", "C Day")
    window.visit("admin:publications_publication_change", paper.pk)
    page, keys = window.page, window.page.keyboard

    page.locator("#authorships-0 .order-button").last.focus()
    assert focused_name(page) == "Move down: A Ng"
    keys.press("Enter")
    keys.press("Space")

    assert names_in(page) == ["B Li", "C Day", "A Ng"]
    assert focused_name(page) == "Move down: A Ng"
    assert page.locator("[role=status]").last.inner_text() == "A Ng: now 3 of 3"
    page.locator("[name=_publish]").last.press("Enter")
    page.locator(".success").first.wait_for()
    written = paper.authorships.values_list("printed_name", "position")
    assert list(written) == [("B Li", 1), ("C Day", 2), ("A Ng", 3)]
    assert window.complaints == []


def test_rows_are_put_in_order_by_pointer(window):
    paper = make_publication("A Ng", "B Li", "C Day")
    window.visit("admin:publications_publication_change", paper.pk)
    page = window.page

    handle = page.locator("#authorships-2 .order-handle")
    handle.scroll_into_view_if_needed()
    start, target = handle.bounding_box(), page.locator("#authorships-0").bounding_box()
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(start["x"] + 5, target["y"] + 10, steps=8)
    page.mouse.up()

    assert names_in(page) == ["C Day", "A Ng", "B Li"]


def test_a_row_that_was_added_is_moved_like_the_others(window):
    paper = make_publication("A Ng", "B Li")
    window.visit("admin:publications_publication_change", paper.pk)
    page = window.page

    page.locator("#authorships-group .add-row a").click()
    page.locator("#id_authorships-2-printed_name").fill("Z New")
    page.locator("#authorships-2 .order-button").first.click()
    page.locator("#authorships-2 .order-button").first.click()
    page.locator("[name=_publish]").last.press("Enter")
    page.locator(".success").first.wait_for()

    names = paper.authorships.values_list("printed_name", flat=True)
    assert list(names) == ["Z New", "A Ng", "B Li"]
    assert window.complaints == []


def test_sections_of_a_page_are_moved_and_hidden(window):
    member = make_full_member()
    window.visit("admin:people_member_change", member.pk)
    page = window.page
    page.locator("#sections-group summary").first.click()
    names = page.locator("#sections-group .section-row:not(.empty-form) .section-name")
    before = names.all_inner_texts()

    page.get_by_role("button", name=re.compile("^Move up")).nth(0).wait_for(state="attached")
    page.locator("#sections-group .section-row .order-button").nth(2).click()
    moved = names.all_inner_texts()
    page.locator("[name=_publish]").last.press("Enter")
    page.locator(".success").first.wait_for()
    window.visit("admin:people_member_change", member.pk)
    page.locator("#sections-group summary").first.click()

    assert moved == [before[1], before[0], *before[2:]]
    assert names.all_inner_texts() == moved
    assert window.complaints == []


def test_the_number_of_a_row_can_be_typed_without_scripts(sign_in):
    paper = make_publication("A Ng", "B Li")
    window = sign_in(java_script_enabled=False)
    window.visit("admin:publications_publication_change", paper.pk)
    page = window.page

    page.locator("#id_authorships-1-position").fill("1")
    page.locator("#id_author_line").fill("")
    page.locator("[name=_publish]").last.click()

    names = paper.authorships.values_list("printed_name", flat=True)
    assert list(names) == ["B Li", "A Ng"]


def test_the_first_click_on_a_button_counts_after_choosing_several(window):
    make_topic(name="Tides")
    paper = make_publication("A Ng")
    window.visit("admin:publications_publication_change", paper.pk)
    page = window.page

    page.locator(".field-topics .select2-selection").click()
    page.locator(".field-topics .select2-search__field").fill("tid")
    page.locator(".select2-results__option", has_text="Tides").click()
    page.locator("[name=_publish]").last.click()
    page.locator(".success").first.wait_for()

    assert [topic.name for topic in paper.topics.all()] == ["Tides"]
    assert window.complaints == []


def test_a_click_counts_although_the_button_moves_away_under_the_pointer(window):
    paper = make_publication("A Ng")
    paper.topics.add(make_topic(name="Tides"))
    window.visit("admin:publications_publication_change", paper.pk)
    page = window.page
    page.locator("#id_title").fill("Larger tides")
    page.locator("[name=_publish]").last.scroll_into_view_if_needed()
    box = page.locator("[name=_publish]").last.bounding_box()

    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.locator(".form-parts").evaluate("parts => { parts.hidden = true }")
    page.mouse.up()
    page.locator(".success").first.wait_for()

    paper.refresh_from_db()
    assert paper.title == "Larger tides"


def test_the_enter_key_in_a_line_of_text_saves_and_publishes_nothing(window):
    paper = make_publication("A Ng", visibility="draft")
    window.visit("admin:publications_publication_change", paper.pk)
    page = window.page

    page.locator("#id_title").fill("Tides")
    page.locator("#id_title").press("Enter")
    page.locator(".success").first.wait_for()

    paper.refresh_from_db()
    assert (paper.title, paper.visibility) == ("Tides", "draft")


def test_a_preview_opens_beside_the_form(window):
    paper = make_publication("A Ng", visibility="draft", title="Old title")
    window.visit("admin:publications_publication_change", paper.pk)
    page = window.page
    page.locator("#id_title").fill("New title")

    with page.context.expect_page() as opened:
        page.locator("[name=_preview]").first.click()
    shown = opened.value
    shown.locator("h1").wait_for()

    assert shown.locator("h1").inner_text() == "New title"
    assert shown.locator(".banner").is_visible()
    assert page.locator("#id_title").input_value() == "New title"
    paper.refresh_from_db()
    assert paper.title == "Old title"
    assert window.complaints == []


def test_a_preview_link_is_for_people_without_an_account(window, open_window, live_server):
    """Walk 6: the manager copies the link, the professor opens it on another machine."""
    lab = make_lab(name="Tidal Lab", visibility="draft", about="We watch **tides**.")
    make_membership(make_member(display_name="Ana Ruiz"), lab=lab)
    window.visit("admin:people_lab_change", lab.pk)
    page = window.page
    page.locator(".more-actions summary").click()
    address = page.locator("#preview-address").input_value()
    elsewhere = open_window()

    elsewhere.page.goto(address)

    assert elsewhere.page.locator(".banner").is_visible()
    assert elsewhere.page.locator("strong", has_text="tides").is_visible()
    assert elsewhere.complaints == []
    assert elsewhere.barriers() == []
    assert address.startswith(f"{live_server}{preview.address_of(lab)}"[:40])


def test_a_jump_opens_a_closed_part(window):
    paper = make_publication("A Ng", pages="1–12")
    window.visit("admin:publications_publication_change", paper.pk)
    page = window.page

    page.locator(".form-jumps a").last.click()

    assert page.locator("#id_pages").is_visible()


def test_the_page_of_a_row_takes_no_text_away_that_was_typed_before(window):
    member = make_full_member()
    window.visit("admin:people_member_change", member.pk)
    window.page.locator("#id_headline").fill("Tides and letters")

    with window.page.context.expect_page() as opened:
        window.page.locator("#memberships-0 a.inlinechangelink").click()

    assert "/people/membership/" in opened.value.url
    assert window.page.locator("#id_headline").input_value() == "Tides and letters"


def test_the_page_of_a_row_opens_in_its_place_while_nothing_was_typed(window):
    member = make_full_member()
    window.visit("admin:people_member_change", member.pk)

    window.page.locator("#memberships-0 a.inlinechangelink").click()
    window.page.wait_for_url("**/people/membership/**")

    assert len(window.page.context.pages) == 1
