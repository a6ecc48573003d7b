import re

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from labsite.site.content import ContentError, load
from labsite.site.content.places import lines_of
from labsite.site.models import SiteSettings
from people.models import (
    Adviser,
    Award,
    Interest,
    Lab,
    LabPicture,
    Member,
    MemberLink,
    MemberName,
    Membership,
    Opening,
    Page,
)
from publications.models import (
    Authorship,
    Grant,
    NewsItem,
    Project,
    Publication,
    PublicationListing,
    Talk,
    Venue,
)
from tests.conftest import ROOT
from tests.factories import make_award, make_member, make_topic
from tests.pictures import png

pytestmark = pytest.mark.django_db

LAB_AND_MEMBER = """
[[labs]]
slug = "lab"
name = "Marine Lab"

[[members]]
name = "Ana Ruiz"
memberships = [{ lab = "lab", role = "head", start = 2015 }]
"""


@pytest.fixture
def load_text(tmp_path):
    """Return a function that loads a text as the file lab.toml."""

    def load_text(text):
        path = tmp_path / "lab.toml"
        path.write_text(text, encoding="utf-8")
        return load(path)

    return load_text


@pytest.fixture
def problems_of(load_text):
    """Return a function that loads a text and returns the problems found in it."""

    def problems_of(text):
        with pytest.raises(ContentError) as raised:
            load_text(text)
        return raised.value.problems

    return problems_of


def documented_example():
    page = (ROOT / "labsite" / "docs" / "content-files.md").read_text(encoding="utf-8")
    return re.search(r"```toml\n(.*?)```", page, re.DOTALL)[1]


def outcomes(report):
    return {
        model.__name__: tuple(counts[name] for name in report.outcomes)
        for model, counts in report.counts.items()
    }


# What a file becomes


def test_the_documented_example_loads(load_text):
    report = load_text(documented_example())

    assert outcomes(report) == {
        "Lab": (1, 0, 0),
        "Opening": (1, 0, 0),
        "Topic": (1, 0, 0),
        "Member": (2, 0, 0),
        "Project": (1, 0, 0),
        "Venue": (1, 0, 0),
        "Publication": (1, 0, 0),
        "Talk": (1, 0, 0),
        "NewsItem": (1, 0, 0),
        "SiteSettings": (1, 0, 0),
    }
    assert SiteSettings.objects.get().title == "Marine Robotics"
    assert Publication.objects.get().bibtex_key == "li2025gliding"


def test_every_key_is_documented(load_text):
    page = (ROOT / "labsite" / "docs" / "content-files.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`(\w+)`", page)) | set(re.findall(r"`\[\[\w+\.(\w+)\]\]`", page))
    tables = ["labs", "members", "publications", "projects", "talks", "news", "topics", "pages"]
    tables += ["awards", "venues", "funders", "grants"]
    known = set()
    for table in tables:
        with pytest.raises(ContentError) as raised:
            load_text(f'[[{table}]]\n"???" = 1\n')
        known |= set(re.findall(r"“(\w+)”", " ".join(raised.value.problems)))

    assert sorted(known - documented) == []


def test_records_and_people_are_public_unless_the_file_says_otherwise(load_text):
    load_text(LAB_AND_MEMBER + '[[members]]\nname = "Bo Li"\nvisibility = "listed"\n')

    assert Lab.objects.get().visibility == "public"
    visibilities = Member.objects.order_by("pk").values_list("visibility", flat=True)
    assert list(visibilities) == ["public", "listed"]


def test_what_is_hidden_later_stays_hidden_when_the_file_is_loaded_again(load_text):
    load_text(LAB_AND_MEMBER)
    Lab.objects.update(visibility="draft")

    load_text(LAB_AND_MEMBER)

    assert Lab.objects.get().visibility == "draft"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("2025", "2025"),
        ('"2025.10"', "2025-10"),
        ('"Jun 2025"', "2025-06"),
        ('"2025年6月"', "2025-06"),
        ("2025-06-14", "2025-06-14"),
    ],
)
def test_dates_are_taken_in_every_spelling(load_text, written, kept):
    load_text(f'[[news]]\nbody = "News"\ndate = {written}\n')

    assert NewsItem.objects.get().date == kept


def test_an_author_line_is_pasted_and_its_members_are_linked(load_text):
    load_text(
        LAB_AND_MEMBER
        + '[[publications]]\ntitle = "Tides"\n'
        + 'authors = "C. Díaz*, Ruiz Ana*, and Bo Li ✉, et al."\n'
    )

    authors = Authorship.objects.order_by("position").values_list(
        "position", "printed_name", "member__display_name", "equal_group", "is_corresponding"
    )
    assert list(authors) == [
        (1, "C. Díaz", None, 1, False),
        (2, "Ruiz Ana", "Ana Ruiz", 1, False),
        (3, "Bo Li", None, None, True),
    ]
    assert Publication.objects.get().is_list_incomplete is True


@pytest.mark.parametrize(
    ("authors", "linked"),
    [
        ('"Ana Ruiz, Ruiz Ana, and Bo Li"', [None, None, None]),
        ('["Ruiz Ana", { name = "A. Ruiz", member = "ana-ruiz" }]', [None, "Ana Ruiz"]),
        ('["Ruiz Ana", { name = "A. Ruiz", member = "Ana Ruiz" }]', [None, "Ana Ruiz"]),
        ('["Ruiz Ana", "ana-ruiz"]', [None, "Ana Ruiz"]),
        ('["Ruiz Ana", { name = "Ana Ruiz", member = "" }]', ["Ana Ruiz", None]),
    ],
)
def test_nobody_stands_twice_in_one_line_of_authors(load_text, authors, linked):
    text = f'{LAB_AND_MEMBER}[[publications]]\ntitle = "Tides"\nauthors = {authors}\n'

    for _ in range(2):
        load_text(text)
        rows = Authorship.objects.order_by("position")
        assert list(rows.values_list("member__display_name", flat=True)) == linked


def test_authors_can_be_a_list_of_names_and_tables(load_text):
    load_text(
        LAB_AND_MEMBER
        + """
[[publications]]
title = "Tides"
authors = [
  "Díaz, Clara",
  { name = "A. Ruiz", member = "ana-ruiz", affiliation = "Elsewhere", marks = "†" },
  { name = "Ana Ruiz", member = "" },
  "{The Tide Collaboration}",
]
"""
    )

    authors = Authorship.objects.order_by("position").values_list(
        "printed_name", "family_name", "member__display_name", "affiliation", "other_marks"
    )
    assert list(authors) == [
        ("Clara Díaz", "Díaz", None, "", ""),
        ("A. Ruiz", "", "Ana Ruiz", "Elsewhere", "†"),
        ("Ana Ruiz", "", None, "", ""),
        ("The Tide Collaboration", "", None, "", ""),
    ]
    assert Authorship.objects.get(is_organisation=True).position == 4


def test_a_paper_that_names_no_labs_is_shown_by_those_of_its_authors_today(load_text):
    load_text(
        """
labs = [{ name = "First" }, { name = "Second" }, { name = "Former" }, { name = "Hidden" }]
[[members]]
name = "Ana Ruiz"
memberships = [{ lab = "First", role = "head" }, { lab = "Former", role = "phd", end = 2010 }]
[[members]]
name = "Bo Li"
memberships = [
  { lab = "Second", role = "phd" },
  { lab = "First", role = "staff" },
  { lab = "Hidden", role = "staff", shown = false },
]
[[publications]]
title = "Tides"
authors = "Bo Li and Ana Ruiz"
[[publications]]
title = "Waves"
authors = "Bo Li and Ana Ruiz"
labs = ["Former", { lab = "First", selected = true }]
"""
    )

    listings = PublicationListing.objects.order_by("publication_id", "pk").values_list(
        "publication__title", "lab__name", "kind", "is_selected"
    )
    assert list(listings) == [
        ("Tides", "Second", "owner", False),
        ("Tides", "First", "listed", False),
        ("Waves", "Former", "owner", False),
        ("Waves", "First", "listed", True),
    ]


def test_a_paper_can_go_from_one_lab_to_another(load_text):
    text = 'labs = [{ name = "A" }, { name = "B" }]\n[[publications]]\ntitle = "Tides"\nlabs = %s\n'
    load_text(text % '["A", "B"]')

    load_text(text % '["B", "A"]')

    listings = PublicationListing.objects.order_by("kind", "lab__name").values_list(
        "kind", "lab__name"
    )
    assert sorted(listings) == [("listed", "A"), ("owner", "B")]


def test_an_unknown_venue_is_made_once_and_a_known_one_found_by_its_short_name(load_text):
    load_text(
        """
[[venues]]
name = "Conference on Tides"
short_name = "CoT"
[[publications]]
title = "One"
venue = "CoT"
[[publications]]
title = "Two"
venue = "Waves"
[[publications]]
title = "Three"
venue = "Waves"
"""
    )

    venues = Publication.objects.order_by("pk").values_list("venue__name", flat=True)
    assert list(venues) == ["Conference on Tides", "Waves", "Waves"]
    assert Venue.objects.count() == 2


def test_references_work_forwards_and_by_address_name_or_title(load_text):
    load_text(
        """
[[labs]]
name = "Inner"
parent = "outer"
[[labs]]
slug = "outer"
name = "Outer"
[[news]]
body = "A paper!"
lab = "outer"
publications = ["Tides"]
members = ["Ana Ruiz"]
[[members]]
name = "Ana Ruiz"
memberships = [{ lab = "Inner", role = "phd", advisers = ["bo-li", "Somebody Else"] }]
[[members]]
name = "Bo Li"
[[publications]]
title = "Tides"
[[projects]]
name = "Old"
successor = "New"
labs = ["Outer", "Inner"]
[[projects]]
name = "New"
publications = ["tides"]
[[grants]]
title = "Money"
number = "G-1"
funder = "Fund"
holders = ["Bo Li"]
[[funders]]
name = "Fund"
[[talks]]
title = "Talk"
speakers = ["Bo Li"]
projects = ["Old"]
deliveries = [{ event = "Days", date = 2025-05-14, start_time = 14:30:00 }]
"""
    )

    assert Lab.objects.get(name="Inner").parent.name == "Outer"
    assert [str(paper) for paper in NewsItem.objects.get().publications.all()] == ["Tides"]
    advisers = Adviser.objects.order_by("position").values_list("printed_name", "member__slug")
    assert list(advisers) == [("Bo Li", "bo-li"), ("Somebody Else", None)]
    old = Project.objects.get(name="Old")
    assert (old.successor.name, old.lab.name) == ("New", "Outer")
    assert [lab.name for lab in old.listed_labs.all()] == ["Inner"]
    assert [member.slug for member in Grant.objects.get().holders.all()] == ["bo-li"]
    assert Talk.objects.get().speakers.get().member.slug == "bo-li"


def test_interests_in_the_words_of_a_topic_lead_to_it(load_text):
    topic = make_topic(name="Tides")

    load_text('[[members]]\nname = "Ana"\ninterests = ["Waves", "Tides"]\nworking_on = ["Foam"]\n')

    interests = Interest.objects.order_by("pk").values_list("kind", "words", "topic")
    assert list(interests) == [
        ("interest", "Waves", None),
        ("interest", "", topic.pk),
        ("working_on", "Foam", None),
    ]


def test_an_award_of_several_people_is_one_award(load_text):
    load_text(
        """
[[members]]
name = "Ana Ruiz"
awards = [{ title = "Medal", date = 2020 }]
[[awards]]
title = "Best paper"
date = 2021
recipients = ["Ana Ruiz", "Somebody Else"]
"""
    )

    awards = Award.objects.order_by("date").values_list("title", "recipients__printed_name")
    assert sorted(awards) == [
        ("Best paper", "Ana Ruiz"),
        ("Best paper", "Somebody Else"),
        ("Medal", "Ana Ruiz"),
    ]


def test_pictures_lie_beside_the_file_and_are_taken_once(load_text, tmp_path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "ana.png").write_bytes(png(400, 300))
    text = """
[[labs]]
name = "Lab"
pictures = [{ file = "photos/ana.png", caption = "Ana" }]
[[members]]
name = "Ana"
photo = "photos/ana.png"
"""

    load_text(text)
    before = Member.objects.get().photo.name, LabPicture.objects.get().file.name
    load_text(text)

    assert (Member.objects.get().photo.name, LabPicture.objects.get().file.name) == before


def test_pictures_of_a_file_with_problems_are_taken_back(problems_of, tmp_path, settings):
    (tmp_path / "ana.png").write_bytes(png(400, 300))

    problems_of('[[members]]\nname = "Ana"\nphoto = "ana.png"\n[[members]]\nheadline = "Nobody"\n')

    assert [path for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()] == []


# Loading again


def written_by(load_again):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        load_again()
    writing = ("INSERT", "UPDATE", "DELETE")
    return [query["sql"] for query in queries if query["sql"].startswith(writing)]


def test_loading_twice_writes_nothing_the_second_time(load_text):
    text = documented_example()
    load_text(text)
    before = list(Publication.objects.values_list("version", "updated_at"))

    assert written_by(lambda: load_text(text)) == []
    assert list(Publication.objects.values_list("version", "updated_at")) == before


def test_loading_twice_reports_everything_as_unchanged(load_text):
    load_text(documented_example())

    report = load_text(documented_example())

    assert (report.total("created"), report.total("changed")) == (0, 0)
    assert report.total("unchanged") == 10


@pytest.mark.parametrize(
    "text",
    [
        '[[news]]\nbody = "Undated"\n',
        '[[news]]\ntitle = "Title"\nbody = "Body"\n',
        '[[awards]]\ntitle = "Medal"\nrecipients = ["Ana", "Bo"]\n',
        '[[grants]]\ntitle = "Money"\nfunder = "Fund"\nend = 2020\n[[funders]]\nname = "Fund"\n',
        '[[members]]\nname = "Ana"\nlinks = ["Code", "Code"]\n',
    ],
)
def test_records_with_little_in_them_are_found_again(load_text, text):
    load_text(text)

    report = load_text(text)

    assert (report.total("created"), report.total("changed")) == (0, 0)


def test_an_edited_file_changes_what_was_edited(load_text):
    load_text(documented_example())

    edited = documented_example().replace("Founded in **2015**", "Founded in **2014**")
    report = load_text(edited.replace('event = "Ocean Days"', 'event = "Sea Days"'))

    assert outcomes(report)["Lab"] == (0, 1, 0)
    assert outcomes(report)["Talk"] == (0, 1, 0)
    assert outcomes(report)["Member"] == (0, 0, 2)
    assert "<strong>2014</strong>" in Lab.objects.get().about_html
    assert Talk.objects.get().deliveries.get().event == "Sea Days"


def test_a_record_whose_rows_changed_counts_as_a_new_version(load_text):
    load_text('[[members]]\nname = "Ana"\nlinks = ["Code"]\n')

    load_text('[[members]]\nname = "Ana"\nlinks = ["Code", "Data"]\n')

    assert Member.objects.get().version == 2


def test_rows_that_the_file_no_longer_lists_are_removed(load_text):
    load_text('[[members]]\nname = "Ana"\nlinks = ["Code", "Data", "Slides"]\n')
    kept = MemberLink.objects.get(label="Slides").pk

    load_text('[[members]]\nname = "Ana"\nlinks = ["Slides", "Code"]\n')

    links = MemberLink.objects.order_by("position")
    assert [link.label for link in links] == ["Slides", "Code"]
    assert links[0].pk == kept


def test_what_the_file_does_not_mention_is_left_alone(load_text):
    load_text('[[members]]\nname = "Ana"\nheadline = "Tides"\nlinks = ["Code"]\n')
    MemberLink.objects.update(url="https://example.org/code")
    Member.objects.update(pronouns="she/her")

    load_text('[[members]]\nname = "Ana"\nlinks = ["Code"]\n')
    load_text('[[members]]\nname = "Ana"\n')

    assert MemberLink.objects.get().url == "https://example.org/code"
    member = Member.objects.get()
    assert (member.headline, member.pronouns) == ("Tides", "she/her")


def test_an_author_whom_somebody_linked_by_hand_stays_linked(load_text):
    text = '[[publications]]\ntitle = "Tides"\nauthors = "A. Ruiz, Bo Li"\n'
    load_text(text)
    ana = make_member(display_name="Ana Ruiz")
    Authorship.objects.filter(printed_name="A. Ruiz").update(
        member=ana, own_order=3, is_selected=True
    )

    load_text(text.replace("A. Ruiz, Bo Li", "C. Díaz, A. Ruiz, Bo Li*, D. Roe*"))

    row = Authorship.objects.get(member=ana)
    assert (row.position, row.printed_name, row.own_order, row.is_selected) == (
        2,
        "A. Ruiz",
        3,
        True,
    )


def test_a_former_name_that_was_told_in_confidence_survives_a_list_of_spellings(load_text):
    member = make_member(display_name="Ana Ruiz")
    MemberName.objects.create(member=member, name="Ana Before", is_former=True)

    load_text('[[members]]\nname = "Ana Ruiz"\nnames = ["A. Ruiz"]\n')

    names = MemberName.objects.order_by("pk").values_list("name", "is_former")
    assert list(names) == [("Ana Before", True), ("A. Ruiz", False)]


def test_a_list_of_awards_leaves_those_of_other_people_alone(load_text):
    ana, other = make_member(display_name="Ana Ruiz"), make_member(display_name="Bo Li")
    shared = make_award(ana, other, title="Shared")
    make_award(make_member(), title="Of another", date="2020")

    load_text('[[members]]\nname = "Ana Ruiz"\nawards = [{ title = "Of another", date = 2020 }]\n')

    assert Award.objects.filter(title="Of another").count() == 2
    assert [str(recipient) for recipient in shared.recipients.all()] == ["Bo Li"]


def test_with_an_address_a_record_can_be_renamed(load_text):
    load_text('[[members]]\nslug = "ana"\nname = "Ana Ruiz"\n')

    load_text('[[members]]\nslug = "ana"\nname = "Ana Ruiz-Vidal"\n')

    assert Member.objects.get().display_name == "Ana Ruiz-Vidal"


def test_an_address_can_be_given_later(load_text):
    load_text('[[members]]\nname = "Ana Ruiz"\n')

    load_text('[[members]]\nslug = "ana"\nname = "Ana Ruiz"\n')

    assert Member.objects.get().slug == "ana"


def test_two_people_of_one_name_are_told_apart_by_their_addresses(load_text):
    one, other = [f'[[members]]\nslug = "{slug}"\nname = "Wei Zhang"\n' for slug in ("w1", "w2")]
    text = one + other
    load_text(text)

    report = load_text(text)

    assert outcomes(report)["Member"] == (0, 0, 2)
    assert list(Member.objects.order_by("pk").values_list("slug", flat=True)) == ["w1", "w2"]


def test_pages_and_openings_are_never_removed(load_text):
    load_text(
        """
[[labs]]
name = "Lab"
pages = [{ title = "Join us" }]
openings = [{ title = "Join", kind = "phd" }]
"""
    )

    load_text('[[labs]]\nname = "Lab"\npages = []\nopenings = []\n')

    assert (Page.objects.count(), Opening.objects.count()) == (1, 1)


# What goes wrong


def test_all_problems_are_listed_in_the_order_of_their_lines_and_nothing_is_saved(problems_of):
    problems = problems_of(
        """\
[[labs]]
name = "Lab"
colour = "pinkish"

[[members]]
name = "Xinyi Liu"
memberships = [{ lab = "Nowhere", role = "phd" }]

[[members.education]]
degree = "Ph.D."
start = "2026.13"

[[members.education]]
degree = "B.Sc."
start = 2025.10

[[members]]
name = "Bo Li"
headlines = "Tides"
orcid = 7.5
"""
    )

    assert problems == [
        "lab.toml, line 3, [[labs]] “Lab”: “pinkish” is not a possible “colour”. Write “blue”, "
        "“indigo”, “violet”, “plum”, “crimson”, “rust”, “ochre”, “green”, “teal” or “slate”.",
        "lab.toml, line 7, [[members.memberships]] of “Xinyi Liu”: "
        "There is no lab called “Nowhere”.",
        "lab.toml, line 11, [[members.education]] of “Xinyi Liu”: “2026.13” is not a day of the "
        "calendar. Write a year, a year and month, or a full day: 2025, 2025-06 or 2025-06-14.",
        "lab.toml, line 15, [[members.education]] of “Xinyi Liu”: Put the date in quotation marks.",
        "lab.toml, line 19, [[members]] “Bo Li”: “headlines” is not known here. "
        "Do you mean “headline”?",
        "lab.toml, line 20, [[members]] “Bo Li”: “orcid” must be a text in quotation marks, "
        "not a number with a decimal point.",
    ]
    assert (Lab.objects.count(), Member.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[labs]]\n", "lab.toml, line 1, [[labs]]: “name” is missing."),
        (
            'labs = "Lab"\n',
            "lab.toml, line 1: “labs” must be a list in square brackets, not a text.",
        ),
        (
            "labs = [3]\n",
            "lab.toml, line 1: “labs[1]” must be a table, as in [[labs]], not a number.",
        ),
        (
            'site = "Tides"\n',
            "lab.toml, line 1: “site” must be a table, as in [site], not a text.",
        ),
        (
            '[[members]]\nname = "Ana"\nlinks = [{ label = "X", url = "javascript:1" }]\n',
            "lab.toml, line 3, [[members.links]] of “Ana”: “url”: "
            "Write a whole web address, such as https://example.org/page.",
        ),
        (
            '[[members]]\nname = "Ana"\neducation = [{ degree = "M", start = 2020, end = 2019 }]\n',
            "lab.toml, line 3, [[members.education]] of “Ana”: The end is before the start.",
        ),
        (
            '[[members]]\nname = "Ana"\nindexed = "yes"\n',
            "lab.toml, line 3, [[members]] “Ana”: “indexed” must be true or false, not a text.",
        ),
        (
            '[[members]]\nname = "Ana"\nphoto = "no.jpg"\n',
            "lab.toml, line 3, [[members]] “Ana”: "
            "There is no file “no.jpg” beside this content file.",
        ),
        (
            '[[members]]\nname = "Ana"\n[[members]]\nname = "Ana"\n',
            "lab.toml, line 3, [[members]] “Ana”: “Ana” stands in this file twice. "
            "If these are two, give each a “slug”.",
        ),
        (
            '[[members]]\nname = "Ana"\nslug = "x"\n[[members]]\nname = "Bo"\nslug = "x"\n',
            "lab.toml, line 6, [[members]] “Bo”: “x” stands in this file twice.",
        ),
        (
            '[[members]]\nname = "Ana Ruiz"\n[[news]]\nbody = "B"\nmembers = ["Ana Ruis"]\n',
            "lab.toml, line 5, [[news]] “B”: "
            "There is no person called “Ana Ruis”. Do you mean “Ana Ruiz”?",
        ),
        (
            '[[publications]]\ntitle = "T"\nauthors = "Ana"\nown_order = { ana = 1 }\n',
            "lab.toml, line 4, [publications.own_order] of “T”: There is no person called “ana”.",
        ),
        (
            '[[awards]]\ntitle = "Medal"\n',
            "lab.toml, line 1, [[awards]] “Medal”: “recipients” is missing.",
        ),
        ("[[news]]\ndate = 2025\n", "lab.toml, line 1, [[news]]: Write a title or a text."),
    ],
)
def test_a_problem_names_file_line_and_table_in_words(problems_of, text, problem):
    assert problems_of(text) == [problem]


def test_a_record_with_a_problem_causes_no_problems_where_it_is_named(problems_of):
    problems = problems_of(
        '[[members]]\nname = "Ana"\norcid = "1"\n[[news]]\nbody = "B"\nmembers = ["Ana"]\n'
    )

    assert problems == [
        "lab.toml, line 3, [[members]] “Ana”: “orcid”: An ORCID iD has sixteen digits, "
        "such as 0000-0002-1825-0097; the last may be an X."
    ]


def test_characters_that_nobody_can_see_are_left_out(load_text):
    load_text('[[members]]\nname = "Ana\\u0000 Ruiz"\nlinks = ["Co\\u0007de"]\n')

    assert (Member.objects.get().display_name, MemberLink.objects.get().label) == (
        "Ana Ruiz",
        "Code",
    )


def test_a_reference_that_fits_two_people_is_refused(problems_of):
    make_member(display_name="Wei Zhang")
    make_member(display_name="Wei Zhang")

    assert problems_of('[[news]]\nbody = "B"\nmembers = ["Wei Zhang"]\n') == [
        "lab.toml, line 3, [[news]] “B”: "
        "Two entries of the kind “person” are called “Wei Zhang”; give the “slug”."
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"a = 1\nb =\n", "lab.toml, line 2 cannot be read as TOML: Invalid value."),
        (b"a = [1,", "lab.toml, line 1 cannot be read as TOML: Invalid value."),
        (
            b'a = "x"\nb = "\xe9"\n',
            "lab.toml, line 2 is not UTF-8 text. Please save the file as UTF-8.",
        ),
        (
            'a = "x"'.encode("utf-16"),
            "lab.toml is saved as UTF-16. Please save it as UTF-8.",
        ),
        (
            b"a = " + b"[" * 5000,
            "lab.toml cannot be read as TOML: it holds something far too large.",
        ),
        (
            b"a = " + b"9" * 5000,
            "lab.toml cannot be read as TOML: it holds something far too large.",
        ),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path, content, problem):
    path = tmp_path / "lab.toml"
    path.write_bytes(content)

    with pytest.raises(ContentError) as raised:
        load(path)

    assert raised.value.problems == [problem]


def test_a_missing_file_and_a_folder_get_a_sentence(tmp_path):
    problems = []
    for path in [tmp_path / "no.toml", tmp_path]:
        with pytest.raises(ContentError) as raised:
            load(path)
        problems += raised.value.problems

    assert problems == [
        f"There is no file {tmp_path / 'no.toml'}.",
        f"{tmp_path} is a folder; give the content file in it.",
    ]


def test_the_invisible_mark_that_some_editors_write_first_does_no_harm(tmp_path):
    path = tmp_path / "lab.toml"
    path.write_bytes(b'\xef\xbb\xbf[[labs]]\r\nname = "Lab"\r\n')

    load(path)

    assert Lab.objects.get().name == "Lab"


# The command


def test_the_command_prints_how_many_records_of_each_kind_there_were(tmp_path, capsys):
    path = tmp_path / "lab.toml"
    path.write_text(LAB_AND_MEMBER)

    call_command("load_content", path)

    assert capsys.readouterr().out.splitlines() == [
        "labs: 1 created, 0 changed, 0 unchanged",
        "people: 1 created, 0 changed, 0 unchanged",
    ]
    assert Membership.objects.get().start == "2015"


def test_the_command_lists_all_problems_and_says_that_nothing_was_saved(tmp_path):
    path = tmp_path / "lab.toml"
    path.write_text("[[labs]]\n[[labs]]\n")

    with pytest.raises(CommandError) as raised:
        call_command("load_content", path)

    assert str(raised.value).splitlines() == [
        "lab.toml, line 1, [[labs]]: “name” is missing.",
        "lab.toml, line 2, [[labs]]: “name” is missing.",
        "Nothing was saved: there are 2 problems.",
    ]


# Lines


def test_the_line_of_every_key_is_known():
    text = '''\
a = 1
"b.c" = "# ["

[[m]]
name = """
x = 1
"""
links = [
  { label = "One", url = "#" }, # a comment
  { label = "Two" },
]
[[m.e]]
start.year = 1
[[m]]
[[m.e]]
when = 2025-01-01 10:00:00
'''

    assert lines_of(text) == {
        ("a",): 1,
        ("b.c",): 2,
        ("m",): 4,
        ("m", 0): 4,
        ("m", 0, "name"): 5,
        ("m", 0, "links"): 8,
        ("m", 0, "links", 0): 9,
        ("m", 0, "links", 0, "label"): 9,
        ("m", 0, "links", 0, "url"): 9,
        ("m", 0, "links", 1): 10,
        ("m", 0, "links", 1, "label"): 10,
        ("m", 0, "e"): 12,
        ("m", 0, "e", 0): 12,
        ("m", 0, "e", 0, "start"): 13,
        ("m", 0, "e", 0, "start", "year"): 13,
        ("m", 1): 14,
        ("m", 1, "e"): 15,
        ("m", 1, "e", 0): 15,
        ("m", 1, "e", 0, "when"): 16,
    }


def test_other_fields_of_an_import_hold_whatever_a_table_can_say(load_text):
    load_text(
        """
        [[publications]]
        title = "Tides"
        [publications.extra_fields]
        a = "x\\u0000y"
        b = 2025-06-14
        c = inf
        d = [1, { e = 07:30:00 }]
        f = true
        """
    )

    assert Publication.objects.get().extra_fields == {
        "a": "xy",
        "b": "2025-06-14",
        "c": "inf",
        "d": [1, {"e": "07:30:00"}],
        "f": True,
    }


def test_a_page_is_found_by_an_address_that_it_had_before(load_text):
    load_text('[[pages]]\ntitle = "Visitors"')
    page = Page.objects.get()
    page.slug = "guests"
    page.save()

    load_text('[[pages]]\ntitle = "Guests"\nslug = "visitors"')

    assert Page.objects.count() == 1
