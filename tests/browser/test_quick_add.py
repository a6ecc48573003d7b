"""Papers come in by one box: with the keyboard alone, at every width, without barriers."""

import pytest
from django.core.cache import cache

from publications.models import NewsItem, Publication
from tests.browser.waiting import wait_until
from tests.factories import make_lab, make_member, make_publication, make_venue
from tests.services import CSL_JSON, csl_record

SIZES = [("light", 1280), ("dark", 1280), ("light", 360), ("dark", 360)]

# Every kind of row: new, completed, to check, not understood; long, Chinese and Hebrew ones.
ALL_KINDS = f"""\
@article{{new, title={{Tides of the Northern Lagoon and Their $O(n^2)$ Harmonics}},
  author={{Kurz, Lena and Piękos, P.}}, journal={{Journal of Waves}}, year=2026}}
@inproceedings{{big, title={{{"A Collaboration Paper with Quite a Long Title " * 5}}},
  author={{{" and ".join(f"{chr(65 + n % 26)}. Gauge{'abcdefgh'[n // 26]}" for n in range(40))}}},
  booktitle={{Annals of Large Groups}}, year=2025}}
@article{{cjk, title={{潮汐模型的并行化:一种新的方法}}, author={{王小明 and 李雷}}, year=2024}}
@article{{rtl, title={{מודל גאות ושפל של הלגונה}}, author={{כהן, דנה and לוי, יוסי}}, year=2025}}
@article{{known, title={{Seagrass at Night}}, author={{Kurz, Lena}}, year=2025, pages={{1--9}}}}
@article{{twin, title={{Winds over Water}}, author={{Kurz, Lena}}, year=2026, doi={{10.5555/w.2}},
  journal={{Journal of Waves}}}}
@article{{, author={{Nobody}}}}
"""


@pytest.fixture
def sign_in(live_server, open_window, client, django_user_model, settings):
    """Return a function that opens a window for somebody who runs the lab."""
    cache.clear()
    user = django_user_model.objects.create_superuser("manager", password="manager")
    name = settings.SESSION_COOKIE_NAME

    def sign_in(**options):
        client.force_login(user)
        window = open_window(**options)
        cookie = {"name": name, "value": client.cookies[name].value, "url": str(live_server)}
        window.page.context.add_cookies([cookie])
        return window

    return sign_in


def name_in_focus(page):
    return page.evaluate(
        """() => {
            const here = document.activeElement;
            const label = here.labels?.[0]?.textContent;
            return (here.getAttribute("aria-label") || label || here.textContent).trim();
        }"""
    )


def tab_to(page, name, *, presses=90):
    """Press Tab until the focus is on what has this name, as somebody without a mouse does."""
    for _press in range(presses):
        page.keyboard.press("Tab")
        if name_in_focus(page).startswith(name):
            return
    pytest.fail(f"Nobody gets to “{name}” with the keyboard.")


def test_the_doi_of_an_accepted_paper_completes_it_by_keyboard(sign_in, live_server, services):
    """Walk 4: the same record at the same address; its state changes, its news is not doubled."""
    lab, member = make_lab(name="Tidal Lab"), make_member(display_name="Lena Kurz")
    paper = make_publication(
        member,
        "Otto van der Berg",
        title="Tides of the inner sea",
        date="2024",
        status="accepted",
        kind="article-journal",
        venue=make_venue(name="Journal of Tides"),
        labs=[lab],
    )
    item = NewsItem.objects.create(body="Accepted!", date="2024-01", lab=lab, visibility="public")
    item.publications.add(paper)
    services.reply("/doi.org/10.5555/tides.1", csl_record(), media_type=CSL_JSON)
    window = sign_in()
    page = window.page

    page.goto(f"{live_server}/admin/")
    tab_to(page, "Add a publication")
    page.keyboard.press("Enter")
    page.wait_for_url("**/paste/")
    page.keyboard.type("https://doi.org/10.5555/tides.1")
    tab_to(page, "Look it up")
    page.keyboard.press("Enter")
    page.wait_for_url("**/change/")
    told = page.locator(".is-changed").inner_text().strip()
    tab_to(page, "Update 1 publication")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Each entry").wait_for()

    assert told.startswith("Changed: ")
    assert "State: accepted → published" in told
    assert page.locator(".lead").first.inner_text() == "1 changed."
    paper.refresh_from_db()
    assert (paper.status, paper.doi) == ("published", "10.5555/tides.1")
    assert (Publication.objects.count(), NewsItem.objects.count()) == (1, 1)
    page.goto(f"{live_server}{paper.get_absolute_url()}")
    assert page.get_by_role("heading", level=1).inner_text() == "Tides of the inner sea"
    assert window.complaints == []


def test_papers_are_added_seen_and_taken_back_by_keyboard(sign_in, live_server):
    make_lab()
    window = sign_in()
    page = window.page

    page.goto(f"{live_server}/admin/publications/publication/paste/")
    page.keyboard.insert_text("@misc{a, title={Gauges}}\n@misc{b, title={Tides}}")
    tab_to(page, "Look it up")
    page.keyboard.press("Enter")
    page.wait_for_url("**/change/")
    tab_to(page, "Add “Tides”")
    page.keyboard.press("Space")
    tab_to(page, "Add 1 publication")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Each entry").wait_for()
    added = list(Publication.objects.values_list("title", flat=True))
    tab_to(page, "Undo all of this")
    page.keyboard.press("Enter")
    page.wait_for_url("**/undo/")
    tab_to(page, "Yes, undo all of this")
    page.keyboard.press("Enter")
    page.locator(".messagelist").wait_for()

    assert added == ["Gauges"]
    assert page.locator(".messagelist").inner_text().strip() == "The import is undone."
    assert (Publication.objects.count(), NewsItem.objects.count()) == (0, 0)
    assert window.complaints == []


def test_the_button_counts_what_is_ticked(sign_in, live_server):
    make_lab()
    page = sign_in().page
    page.goto(f"{live_server}/admin/publications/publication/paste/")
    page.keyboard.insert_text("@misc{a, title={Gauges}}\n@misc{b, title={Tides}}")
    page.get_by_role("button", name="Look it up").click()
    button = page.locator("[name=_do]")

    said = [button.inner_text()]
    for title in ("Tides", "Gauges"):
        page.get_by_label(f"Add “{title}”").uncheck()
        said.append(button.inner_text())

    assert said == ["Add 2 publications", "Add 1 publication", "Nothing is ticked"]


def test_everything_works_without_script(sign_in, live_server):
    make_lab()
    page = sign_in(java_script_enabled=False).page

    page.goto(f"{live_server}/admin/publications/publication/paste/")
    page.get_by_label("Paste anything that names the paper.").fill("@misc{a, title={Gauges}}")
    page.get_by_role("button", name="Look it up").click()
    page.get_by_role("button", name="Tick none").click()
    page.get_by_label("Add “Gauges”").check()
    page.locator("[name=_do]").click()

    assert page.locator(".lead").first.inner_text() == "1 added."


@pytest.mark.parametrize(("color_scheme", "width"), SIZES)
def test_no_page_on_the_way_has_barriers_or_leaves_the_window(
    sign_in, live_server, color_scheme, width
):
    make_lab()
    make_member(display_name="Lena Kurz")
    make_member(display_name="Pawel Piękos")
    make_publication("Lena Kurz", title="Seagrass at Night", date="2025", kind="article-journal")
    make_publication(
        *("Lena Kurz",),
        title="Winds over Water",
        date="2025",
        kind="article-journal",
        doi="10.5555/w.1",
        venue=make_venue(name="Letters of the Shore"),
    )
    window = sign_in(color_scheme=color_scheme, width=width)
    page = window.page
    found = {}

    def look(name):
        wait_until(page, "document.readyState == 'complete'")
        fits = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        found[name] = (window.barriers(), fits)

    page.goto(f"{live_server}/admin/publications/publication/paste/")
    page.get_by_label("Paste anything that names the paper.").fill("Not a paper")
    page.get_by_role("button", name="Look it up").click()
    page.locator(".errorlist").wait_for()
    look("box")
    page.get_by_label("Paste anything that names the paper.").fill(ALL_KINDS)
    page.get_by_role("button", name="Look it up").click()
    page.wait_for_url("**/change/")
    kinds = page.locator(".state strong").all_inner_texts()
    look("table")
    page.locator("[name=_do]").click()
    page.get_by_role("heading", name="Each entry").wait_for()
    look("report")
    page.get_by_role("link", name="Undo all of this").click()
    look("undo")
    page.goto(f"{live_server}/admin/publications/importrun/")
    look("list")

    assert kinds == [
        *("New", "New", "New", "New", "Changed: 3 things", "Please check", "Not understood")
    ]
    clean = ([], True)
    assert found == dict.fromkeys(["box", "table", "report", "undo", "list"], clean)
