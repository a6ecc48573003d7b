import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from labsite.stylesheets import IMPORT, STYLESHEET, OneStylesheetStorage, joined

CSS = Path(finders.find(STYLESHEET)).parent


@pytest.fixture
def sources(tmp_path):
    """A folder with a style sheet of two parts."""
    folder = tmp_path / "sources" / "labsite" / "css"
    folder.mkdir(parents=True)
    (folder / "site.css").write_text(
        "@layer base, print;\n"
        '@import url("a.css") layer(base);\n'
        '@import url("b.css") layer(print);\n'
    )
    (folder / "a.css").write_text("a { color: red; }\n")
    (folder / "b.css").write_text("b { color: blue; }\n")
    return folder


@pytest.fixture
def collect(sources, tmp_path):
    """A function that collects the folder as collectstatic does, and returns the style sheet."""
    target = tmp_path / "collected"

    def collect():
        storage = OneStylesheetStorage(location=target, base_url="/static/")
        source = FileSystemStorage(sources.parents[1])
        names = [f"labsite/css/{path.name}" for path in sources.iterdir()]
        for name in names:
            # The style sheet itself is copied once: afterwards its copy is the newer one.
            if name != STYLESHEET or not storage.exists(name):
                storage.delete(name)
                storage.save(name, ContentFile((sources / Path(name).name).read_bytes()))
        list(storage.post_process({name: (source, name) for name in names}))
        return (target / storage.stored_name(STYLESHEET)).read_text()

    return collect


def test_the_collected_stylesheet_holds_its_parts_in_their_layers(collect):
    assert collect() == (
        "@layer base, print;\n"
        "@layer base {\na { color: red; }\n}\n"
        "@layer print {\nb { color: blue; }\n}\n"
    )


def test_collecting_again_brings_a_changed_part(collect, sources):
    collect()
    (sources / "a.css").write_text("a { color: green; }\n")

    assert "a { color: green; }" in collect()


def test_collecting_leaves_the_sources_alone(collect, sources):
    before = (sources / "site.css").read_text()

    collect()

    assert (sources / "site.css").read_text() == before


def test_every_part_of_the_look_is_imported_once():
    imported = [found["file"] for found in IMPORT.finditer((CSS / "site.css").read_text())]
    parts = [path.name for path in CSS.glob("*.css") if path.name != "site.css"]

    assert sorted(imported) == sorted(parts)


def test_look_and_scripts_of_a_page_are_small():
    """What a visitor waits for before the first page can be painted, compressed as it is sent."""
    paths = {
        f"labsite/css/{path.name}": (FileSystemStorage(CSS.parents[1]), f"labsite/css/{path.name}")
        for path in CSS.glob("*.css")
    }
    base = (Path(settings.BASE_DIR) / "templates" / "base.html").read_text()
    scripts = re.findall(r"<script[^>]* src=\"{% static '([^']+)' %}\"", base)

    assert len(gzip.compress(joined(paths).encode())) <= 15_000
    assert scripts == ["labsite/theme.js"]
    assert sum(len(Path(finders.find(script)).read_bytes()) for script in scripts) <= 10_000
