"""Walks through the site by somebody who has not seen it, counted by steps and not by seconds.

A step is one field filled in, one choice made or one button pressed.
"""

from datetime import UTC, datetime

import pytest
import time_machine
from django.core.cache import cache

from labsite.site import content, quickstart
from people.models import Member, Membership
from tests.factories import make_lab, make_member, make_membership
from tests.pictures import jpeg

SIZES = [("light", 1280), ("dark", 1280), ("light", 360), ("dark", 360)]
LAST_DAY = datetime(2026, 9, 30, 12, tzinfo=UTC)
DAY_AFTER = datetime(2026, 10, 1, 12, tzinfo=UTC)

# Nine people as they stand in a spreadsheet: one without a role, one who is here already.
SHEET = """\
Name\tRole\tSince\tUntil\tE-mail\tAdviser\tOwn script
Mei Tanaka\tPhD student\t2026-09\t2030\tmei@example.org\tHead Here\t田中芽衣
Li Wei\tPhD student\t2021
Piotr Piękos\t\t2026-09
Ana Ruiz\tPostdoc\t2026-09
Bo Li\tPhD student\t2026-09
Chen Ya\tIntern\t2026-09\t2026-12
Dana Fox\tEngineer\t2026-09
Emil Berg\tMaster student\t2026-09
Fay Otieno\tPhD student\t2026-09
"""


class Walk:
    """A window in which every step is counted."""

    def __init__(self, window, server):
        self.window, self.page, self.server = window, window.page, str(server)
        self.steps = 0

    def open(self, path):
        self.page.goto(self.server + path)

    def press(self, name, *, role="button"):
        self.steps += 1
        self.page.get_by_role(role, name=name, exact=True).first.click()

    def follow(self, name):
        self.press(name, role="link")

    def fill(self, label, text, *, within=None):
        self.steps += 1
        (within or self.page).get_by_label(label, exact=True).fill(text)

    def choose(self, label, option, *, within=None):
        self.steps += 1
        (within or self.page).get_by_label(label, exact=True).select_option(label=option)

    def tick(self, label):
        self.steps += 1
        self.page.get_by_label(label).check()

    def search(self, label, typed, name):
        """Search for another record, and take the one of that name."""
        self.steps += 1
        self.page.get_by_role("combobox", name=label).click()
        self.page.locator(".select2-search__field").last.fill(typed)
        self.page.locator(".select2-results__option", has_text=name).first.click()

    def said(self):
        return self.page.locator(".messagelist").inner_text()

    def text(self):
        return self.page.locator("main").inner_text()

    def people(self, path):
        """The names on the cards of a public page: those who are here now."""
        self.open(path)
        return sorted(self.page.locator(".member-card-name > :first-child").all_inner_texts())


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
        return Walk(window, live_server)

    return sign_in


def test_monday_a_student_with_a_photo_is_listed(sign_in, open_window, live_server):
    """Walk 1, up to the listing."""
    content.load(quickstart.DEMO)
    walk = sign_in()
    visitor = Walk(open_window(), live_server)

    walk.open("/admin/")
    walk.follow("Add a person")
    walk.fill("Name", "Mei Tanaka")
    walk.choose("Role", "PhD student")
    walk.search("Lab", "lighthouse", "Lighthouse Lab")
    walk.fill("Since", "2026-10")
    photo = {"name": "mei.jpg", "mimeType": "image/jpeg", "buffer": jpeg()}
    walk.page.get_by_label("Photo").set_input_files(photo)
    walk.press("Add")
    walk.page.locator(".success").wait_for()

    assert walk.steps == 6  # and a photo
    assert walk.said().startswith("Mei Tanaka is")
    visitor.open("/people/")
    assert visitor.page.get_by_text("Mei Tanaka").count() == 1
    assert visitor.page.get_by_role("link", name="Mei Tanaka").count() == 0
    assert (walk.window.complaints, visitor.window.complaints) == ([], [])
    assert visitor.page.goto(f"{live_server}/people/mei-tanaka/").status == 404
    assert Member.objects.get(display_name="Mei Tanaka").photo


@pytest.fixture
def crowded_lab():
    """A lab with a head, Li Wei, and seven people who will leave it."""
    lab = make_lab(name="Tidal Lab", institution="Coast University")
    make_membership(make_member(display_name="Head Here"), lab=lab, role="head", start="2010")
    make_membership(make_member(display_name="Li Wei"), lab=lab, role="phd", start="2021")
    for number in range(1, 8):
        member = make_member(display_name=f"Leaver {number}")
        make_membership(member, lab=lab, role="phd", start="2022-09")
    return lab


LEAVERS = [f"Leaver {number}" for number in range(1, 8)]
NEW = [
    *("Ana Ruiz", "Bo Li", "Chen Ya", "Dana Fox"),
    *("Emil Berg", "Fay Otieno", "Mei Tanaka", "Piotr Piękos"),
]
STAYING = ["Head Here", "Li Wei"]


def test_term_starts_and_ends(sign_in, open_window, live_server, crowded_lab):
    """Walk 2: nine rows of a spreadsheet come, seven people leave, and one Undo returns them."""
    with time_machine.travel(datetime(2026, 9, 1, 10, tzinfo=UTC)) as clock:
        walk, visitor = sign_in(), Walk(open_window(), live_server)

        # Paste, correct, add.
        walk.open("/admin/")
        walk.follow("Add several people")
        walk.fill("Paste the rows here", SHEET)
        walk.press("Look at the rows")
        assert "Already here Li Wei (PhD student, Tidal Lab, since 2021)" in (
            walk.page.locator("tr.is-known").inner_text().replace("\n", " ")
        )
        walk.choose("Role, 4", "Visitor")
        walk.press("Add 8 people")
        walk.page.locator(".success").wait_for()

        assert walk.steps == 5
        assert walk.said().startswith("8 people added. 1 left out.")
        assert visitor.people("/people/") == sorted([*NEW, *STAYING, *LEAVERS])

        # Seven leave, each for another place.
        walk.steps = 0
        walk.open("/admin/")
        walk.follow("Somebody is leaving")
        for name in LEAVERS:
            walk.tick(name)
        walk.press("Go on")
        walk.page.get_by_label("Last day", exact=True).first.fill("2026-09-30")
        for number, name in enumerate(LEAVERS, start=1):
            card = walk.page.get_by_role("group", name=name)
            walk.fill("At", f"Place {number}", within=card)
        graduate = walk.page.get_by_role("group", name="Leaver 3")
        walk.fill("Finished a degree?", "Ph.D.", within=graduate)
        walk.fill("Title of the thesis", "Maps of ice", within=graduate)
        walk.press("Check")
        walk.page.locator(".sentences").wait_for()
        assert walk.page.locator(".sentences li").count() == 7
        walk.press("Do it")
        walk.page.locator(".success").wait_for()

        assert walk.steps == 1 + 7 + 1 + 7 + 2 + 2  # and the one last day
        assert walk.said().startswith("7 people leave")

        # The last day counts; on the day after nobody of them is current, with no save.
        clock.move_to(LAST_DAY)
        assert visitor.people("/people/") == sorted([*NEW, *STAYING, *LEAVERS])
        clock.move_to(DAY_AFTER)
        assert visitor.people("/people/") == sorted([*NEW, *STAYING])
        assert "10 people work here." in visitor.text()
        visitor.open("/")
        home = visitor.text()
        assert [name in home for name in LEAVERS] == [False] * 7
        assert [name in home for name in (*NEW, *STAYING)] == [True] * 10
        visitor.open("/people/?status=former")
        rows = visitor.page.locator("tbody tr").all_inner_texts()
        assert sorted(" ".join(row.split()) for row in rows) == [
            f"Leaver {number} PhD student, Sep 2022 – 30 Sep 2026 {degree}Place {number}"
            for number in range(1, 8)
            for degree in ["Ph.D. 2026: Maps of ice " if number == 3 else ""]
        ]
        visitor.open("/people/leaver-3/")
        page = visitor.text()
        assert [word in page for word in ("Ph.D.", "Maps of ice", "2026")] == [True] * 3
        visitor.open(f"/labs/{crowded_lab.slug}/numbers/")
        assert "PhD students 4" in " ".join(
            visitor.text().split()
        )  # Li Wei, Mei Tanaka, Bo Li, Fay Otieno

        # One Undo brings all seven back.
        clock.move_to(datetime(2026, 10, 1, 13, tzinfo=UTC))
        walk = sign_in()
        walk.open("/admin/")
        walk.page.get_by_role("link", name="Undo: changed the person").first.click()
        walk.page.get_by_role("button", name="Undo").click()
        walk.page.locator(".success").wait_for()

        assert visitor.people("/people/") == sorted([*NEW, *STAYING, *LEAVERS])
        assert Membership.objects.exclude(end="").exclude(ending="expected").count() == 0
        assert (walk.window.complaints, visitor.window.complaints) == ([], [])


@pytest.mark.parametrize(("color_scheme", "width"), SIZES)
def test_no_page_for_one_task_has_a_barrier_or_is_too_wide(
    sign_in, crowded_lab, color_scheme, width
):
    walk = sign_in(color_scheme=color_scheme, width=width)
    member = Member.objects.get(display_name="Li Wei")
    leaving = "/admin/people/member/leaving/"
    found = {}

    def look(name):
        walk.page.wait_for_load_state("networkidle")
        # Before axe, which loads the style sheets anew in a way that the policy refuses.
        complaints = list(walk.window.complaints)
        is_too_wide = walk.page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        )
        found[name] = (complaints, is_too_wide, walk.window.barriers())
        walk.window.complaints.clear()

    for path in (
        "/admin/",
        "/admin/people/member/?stay=now",
        "/admin/people/member/new/",
        "/admin/people/member/several/",
        f"/admin/people/member/{member.pk}/role/",
        leaving,
        f"{leaving}?go=1&person={member.pk}",
    ):
        walk.open(path)
        look(path)
    walk.press("Check")
    look("a row that is wrong")
    walk.page.get_by_label("Last day", exact=True).fill("2026-12-31")
    walk.press("Check")
    look("the sentences")
    walk.open("/admin/people/member/new/")
    walk.fill("Name", "Li Wei")
    walk.choose("Role", "PhD student")
    walk.press("Add")
    look("the question about a namesake")
    walk.open("/admin/people/member/several/")
    walk.fill("Paste the rows here", SHEET)
    walk.press("Look at the rows")
    look("the rows of a spreadsheet")

    assert found == dict.fromkeys(found, ([], False, []))


def test_the_checklist_of_an_empty_site_has_no_barrier(sign_in):
    for color_scheme, width in SIZES:
        walk = sign_in(color_scheme=color_scheme, width=width)
        walk.open("/admin/")

        assert walk.page.get_by_text("Five steps to a lab page").is_visible()
        assert walk.window.barriers() == []


def test_a_person_is_added_by_keyboard_alone(sign_in, crowded_lab):
    walk = sign_in()
    keyboard = walk.page.keyboard
    walk.open("/admin/people/member/new/")

    walk.page.get_by_label("Name", exact=True).focus()
    keyboard.type("Ana Ruiz")
    for _field in ("own script", "language", "role"):
        keyboard.press("Tab")
    keyboard.type("PhD")
    keyboard.press("Tab")
    keyboard.type("2026-10")
    keyboard.press("Enter")
    walk.page.locator(".success").wait_for()

    stay = Membership.objects.get(member__display_name="Ana Ruiz")
    assert (stay.role, stay.start) == ("phd", "2026-10")


def test_the_button_counts_the_ticks(sign_in, crowded_lab):
    walk = sign_in()
    walk.open("/admin/people/member/several/")
    walk.fill("Paste the rows here", "Ana Ruiz\tIntern\nBo Li\tIntern")
    walk.press("Look at the rows")
    button = walk.page.locator("#add-button")

    assert button.inner_text() == "Add 2 people"
    walk.page.get_by_label("Add row 1, Ana Ruiz").uncheck()
    assert button.inner_text() == "Add 1 person"
    walk.page.get_by_label("Add row 2, Bo Li").uncheck()
    assert button.inner_text() == "Add nobody"
