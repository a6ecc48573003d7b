"""What holds for the repository as a whole: tools, settings, layout, words about itself."""

import itertools
import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import URLPattern, get_resolver

from tests.conftest import ROOT, ReachedOutError

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
REQUIREMENTS = [
    *PROJECT["project"]["dependencies"],
    *itertools.chain.from_iterable(PROJECT["project"]["optional-dependencies"].values()),
]
SOURCES = ["labsite", "people", "publications", "templates", "tests"]

# The modules whose work it is to make HTML, once, where it is tested.
RENDERERS = {
    "labsite/markdown.py",
    "labsite/prose.py",  # cuts what labsite/markdown.py made
    "labsite/structured_data.py",  # JSON within a script, every mark of HTML escaped
    "people/credits.py",
    "publications/rows.py",
}

# What reads the same in every language.
NAMES = {"ISBN", "ISSN", "DOI", "arXiv", "PubMed", "ORCID", "BibTeX"}
SPOKEN_ATTRIBUTES = {"alt", "aria-description", "aria-label", "label", "placeholder", "title"}
BUTTONS = {"button", "reset", "submit"}


def files(*suffixes):
    """Return the project's own files with one of ``suffixes``, without what tools leave behind."""
    return [
        path
        for folder in SOURCES
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in suffixes and "__pycache__" not in path.parts
    ]


def places(pattern, paths):
    """Return where ``pattern`` stands in ``paths``, as file and line."""
    return [
        f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}"
        for path in paths
        for text in [path.read_text(encoding="utf-8")]
        for found in re.finditer(pattern, text)
    ]


class Words(HTMLParser):
    """Collects what a page says to its readers, text and attributes, without the names of things.

    What stands between the tags of the template language is not looked at, and neither is what
    ``translate`` and ``blocktranslate`` say.
    """

    def __init__(self, template):
        super().__init__()
        self.said = []
        for silent in [
            r"\{% *comment\b.*?\{% *endcomment *%\}|\{#.*?#\}",
            r"\{% *blocktrans(?:late)?\b.*?\{% *endblocktrans(?:late)? *%\}",
            r"\{%.*?%\}|\{\{.*?\}\}",
        ]:
            template = re.sub(silent, " ", template, flags=re.DOTALL)
        self.feed(template)
        self.close()

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        spoken = SPOKEN_ATTRIBUTES & values.keys()
        if tag == "input" and values.get("type") in BUTTONS:
            spoken |= {"value"} & values.keys()
        if tag == "meta" and values.get("name") == "description":
            spoken |= {"content"} & values.keys()
        for name in sorted(spoken):
            self.hear(values[name] or "")

    def handle_data(self, data):
        self.hear(data)

    def hear(self, text):
        words = set(re.findall(r"[^\W\d_]{2,}", text))
        if words - NAMES and self.cdata_elem is None:
            self.said.append(" ".join(text.split()))


def untranslated(template):
    """What a template says that no translation reaches."""
    # The class of a body is a block of its own, outside of any tag.
    without_classes = re.sub(
        r"\{% *block bodyclass *%\}.*?\{% *endblock", "{% endblock", template, flags=re.DOTALL
    )
    return Words(without_classes).said


def must_pass(*command, **environment):
    """Run a program in the repository and show what it said when it was not content."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_ruff_has_no_complaint():
    must_pass(sys.executable, "-m", "ruff", "check", ".")


def test_code_is_formatted():
    must_pass(sys.executable, "-m", "ruff", "format", "--check", ".")


def test_templates_are_formatted():
    djade = Path(sys.executable).with_name("djade")

    must_pass(djade, "--check", "--target-version=5.2", *files(".html"))


def test_code_uses_what_its_django_offers():
    upgrade = [sys.executable, "-m", "django_upgrade", "--target-version=5.2", "--check"]

    must_pass(*upgrade, *files(".py"))


def test_an_exception_from_a_rule_says_why():
    assert places(r"# noq[a](?!: [A-Z]+\d+(?:, [A-Z]+\d+)* -- \w)", files(".py")) == []


@pytest.mark.django_db
def test_migrations_are_complete():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def names_itself(migration):
    """Tell whether the name of a migration is the one that Django gives it by itself."""
    return re.search(r"_auto_|_initial$|_and_more$|_\d+$|^\d+$", migration) is not None


def test_migrations_are_named_in_words():
    names = [path.stem for path in files(".py") if path.match("migrations/[0-9]*.py")]
    by_itself = ["0001_initial", "0002_auto_20260101_1200", "0003_alter_lab_name_and_more"]

    assert [name for name in names if names_itself(name)] == []
    assert [name for name in [*names, *by_itself] if names_itself(name)] == by_itself


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ('<p>{% translate "Hello" %}</p>', []),
        ("<p>{% blocktranslate %}Hello {{ name }}{% endblocktranslate %}</p>", []),
        ("<dt>DOI</dt><dd>{{ doi }} · 1</dd>", []),
        ('<input type="hidden" value="yes"><p class="large">{{ words }}</p>', []),
        ("<p>Hello {{ name }}</p>", ["Hello"]),
        ('<img alt="A portrait">', ["A portrait"]),
        ('<input type="submit" value="Save">', ["Save"]),
        ("{% if name %}Of {{ name }}{% endif %}", ["Of"]),
        ("<dt>DOI of it</dt>", ["DOI of it"]),
    ],
)
def test_the_search_for_untranslated_words_finds_them(template, said):
    assert untranslated(template) == said


@pytest.mark.parametrize("path", files(".html"), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_sentence_of_a_template_can_be_translated(path):
    assert untranslated(path.read_text(encoding="utf-8")) == []


def test_a_site_over_tls_has_nothing_to_warn_about(tmp_path):
    must_pass(
        *(sys.executable, "manage.py", "check", "--deploy", "--fail-level=WARNING"),
        DJANGO_SETTINGS_MODULE="labsite.settings",
        LABSITE_DATA_DIR=str(tmp_path),
        LABSITE_BASE_URL="https://lab.example.org",
        LABSITE_SECRET_KEY="",
        DATABASE_URL="",
    )


def test_pages_carry_no_inline_style_or_script():
    inline = r"<style|\sstyle=|\son[a-z]+=[\"']|javascript:|<script(?![^>]*(?:\ssrc=|ld\+json))"

    assert places(inline, files(".html")) == []


def test_html_is_trusted_only_where_it_is_made():
    trusting = places(r"\|\s*safe\b|safeseq|autoescape off|mark_safe", files(".html"))
    trusting += [
        place
        for place in places(
            r"mark_safe\(|SafeString\(|allow_tags|__html__",
            [path for path in files(".py") if "tests" not in path.parts],
        )
        if place.split(":")[0] not in RENDERERS
    ]

    assert trusting == []


def test_the_addresses_of_markdownx_exist_nowhere():
    def views(patterns):
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                yield f"{pattern.callback.__module__}.{pattern.callback.__qualname__}"
            else:
                yield from views(pattern.url_patterns)

    found = list(views(get_resolver().url_patterns))

    assert "labsite.editor.preview" in found
    assert [name for name in found if name.startswith("markdownx")] == []


def test_the_top_of_the_repository_is_the_map_of_the_readme():
    git = shutil.which("git")
    if not git or not (ROOT / ".git").exists():
        pytest.skip("This is not a clone: only git knows which files belong to the project.")
    tracked = subprocess.run(
        [git, "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert {path.split("/")[0] for path in tracked.stdout.splitlines()} == {
        *(".ci", ".env.example", ".github", ".gitignore"),
        *("CHANGELOG.md", "LICENSE", "README.md"),
        *("constraints.txt", "manage.py", "pyproject.toml"),
        *("labsite", "people", "publications", "templates", "tests"),
    }


def test_every_package_is_listed():
    packages = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for folder in ["labsite", "people", "publications"]
        for path in (ROOT / folder).rglob("apps.py")
    }

    assert set(PROJECT["tool"]["setuptools"]["packages"]) == packages


def test_every_dependency_is_bounded_and_explained():
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    bare = [
        line
        for before, line in itertools.pairwise(lines)
        for found in [re.search(r'"([a-z0-9\-]+(?:\[\w+\])?>=[^"]+)"', line)]
        if found and found[1] in REQUIREMENTS and not re.match(r'\s*(#|"[a-z])', before)
    ]
    unbounded = [
        requirement
        for requirement in REQUIREMENTS
        if not re.search(r">=.+,<", requirement)
        # Ourselves, and a list that grows with every year's time zones.
        if not requirement.startswith(("labsite[", "tzdata"))
    ]

    assert (bare, unbounded) == ([], [])


def test_every_dependency_has_its_one_version_in_the_constraints():
    constraints = (ROOT / "constraints.txt").read_text().splitlines()
    needed = {re.match(r"[a-z0-9\-]+", requirement)[0] for requirement in REQUIREMENTS}
    pinned = {line.split("==")[0].lower().replace("_", "-") for line in constraints}

    assert [line for line in constraints if not re.fullmatch(r"[\w.\-]+==[\w.]+", line)] == []
    assert needed - pinned == {"labsite"}


def test_the_licence_is_the_one_of_mit():
    licence = " ".join((ROOT / "LICENSE").read_text().split())

    assert PROJECT["project"]["license"] == "MIT"
    assert licence.startswith("MIT License Copyright (c) ")
    for sentence in [
        "Permission is hereby granted, free of charge, to any person obtaining a copy",
        "The above copyright notice and this permission notice shall be included in all copies",
        'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND',
    ]:
        assert sentence in licence


def test_the_changelog_tells_about_this_version():
    changelog = (ROOT / "CHANGELOG.md").read_text()

    assert re.search(rf"^## {re.escape(PROJECT['project']['version'])}\b", changelog, re.MULTILINE)


def test_ci_runs_the_test_command_of_the_readme():
    readme = (ROOT / "README.md").read_text()
    script = (ROOT / ".ci" / "run").read_text()
    commands = re.findall(r"^(python3 -m venv .+)$", readme, re.MULTILINE)

    assert [command.split(" && ")[-1] for command in commands] == [
        ".venv/bin/python manage.py quickstart",
        ".venv/bin/python -m pytest",
    ]
    assert commands[1] in script


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("example.org", 80), ("2001:db8::1", 80)])
def test_tests_reach_no_other_machine(address):
    with pytest.raises(ReachedOutError):
        socket.create_connection(address)
