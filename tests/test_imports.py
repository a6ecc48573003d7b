"""Imports run one way: labsite.site → publications → people → labsite."""

import ast
import re
import shutil
import subprocess
import sys

import pytest

from tests.conftest import ROOT

CONFIGURATIONS = [
    "pyproject.toml",
    "people/ruff.toml",
    "publications/ruff.toml",
    "labsite/site/ruff.toml",
]
LOOK_UPS = {"get_app_config", "get_model", "import_module"}
ROOTS = {"labsite/settings.py", "labsite/urls.py"}


@pytest.fixture
def plant(tmp_path):
    """Return a function that lints one line in a tree with the project's configuration."""
    for name in CONFIGURATIONS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for package in ["labsite", "labsite/site", "people", "publications"]:
        (tmp_path / package / "__init__.py").touch()

    def plant(path, line):
        (tmp_path / path).write_text(f"{line}\n")
        command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--select=TID251", "."]
        done = subprocess.run(
            [*command, "--output-format=concise"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        return [found.split(": TID251")[0] for found in done.stdout.splitlines() if "TID" in found]

    return plant


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("labsite/planted.py", "from people.models import Member"),
        ("labsite/planted.py", "import publications.models"),
        ("labsite/planted.py", "from labsite.site import content"),
        ("labsite/planted.py", "from .site import content"),
        ("people/planted.py", "from publications.models import Publication"),
        ("people/planted.py", "from labsite.site.models import SearchRow"),
        ("publications/planted.py", "from labsite.site.models import SearchRow"),
        ("publications/planted.py", "from labsite import site"),
    ],
)
def test_the_linter_catches_an_import_against_the_direction(plant, path, line):
    found = plant(path, line)

    assert [place.rsplit(":", 1)[0] for place in found] == [f"{path}:1"]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("people/planted.py", "from labsite.periods import Period"),
        ("publications/planted.py", "from people.models import Member"),
        ("labsite/site/planted.py", "from publications.models import Publication"),
        ("labsite/site/planted.py", "from labsite.site.models import SearchRow"),
        ("labsite/urls.py", "from people.models import Member"),
        ("labsite/settings.py", "import people"),
    ],
)
def test_the_linter_allows_imports_in_the_direction(plant, path, line):
    assert plant(path, line) == []


@pytest.mark.parametrize(
    ("folder", "unknown"),
    [
        ("labsite", ["people", "publications", "site"]),
        ("people", ["publications", "site"]),
        ("publications", ["site"]),
    ],
)
def test_no_text_in_code_names_an_app_against_the_direction(folder, unknown):
    leaks = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        if str(path.relative_to(ROOT)) not in ROOTS
        if folder != "labsite" or "labsite/site" not in path.as_posix()
        for text in references(path.read_text(), unknown)
    ]

    assert leaks == []


def test_a_text_that_names_a_model_or_module_of_an_app_is_found():
    code = """
member = models.ForeignKey("people.Member", models.CASCADE)
view = import_string("labsite.site.views.home")
model = apps.get_model("people", "Lab")
address = reverse("people:member-detail")
template = "people/_member.html"
"""

    assert references(code, ["people", "site"]) == [
        "people.Member",
        "labsite.site.views.home",
        "people",
        "people:member-detail",
        "people/_member.html",
    ]


def test_a_sentence_about_people_is_no_reference():
    code = """
help_text = _("How people. Or publications: find/visit the people here.")
reserved_addresses = {"people", "publications"}
"""

    assert references(code, ["people", "publications", "site"]) == []


def references(source, apps):
    """Return the texts in ``source`` that name a model, module, page or template of ``apps``.

    Docstrings and sentences are for people and may say anything; a bare word may be part of an
    address, unless somebody looks an app up by it.
    """
    prefixes = "|".join("(?:labsite[.])?site" if app == "site" else app for app in apps)
    reference = re.compile(rf"(?:{prefixes})[.:/]\w[\w.:/-]*")
    looked_up = {*apps, "labsite.site"}
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if reference.fullmatch(node.value):
                found.append(node)
        elif isinstance(node, ast.Call) and name_of(node.func) in LOOK_UPS:
            found += [
                argument
                for argument in node.args[:1]
                if isinstance(argument, ast.Constant) and argument.value in looked_up
            ]
    return [node.value for node in sorted(found, key=lambda node: (node.lineno, node.col_offset))]


def name_of(function):
    return getattr(function, "attr", None) or getattr(function, "id", None)
