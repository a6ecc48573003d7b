"""The first page that anybody sees of the project."""

import re

import pytest

from tests.browser.pictures import LARGEST_FILE, PICTURES, SHOTS
from tests.conftest import ROOT

SHOWN = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))


def test_the_readme_shows_every_picture_that_is_taken_of_the_demo():
    taken = [str((PICTURES / f"{shot.name}.webp").relative_to(ROOT)) for shot in SHOTS]

    assert sorted(path for _words, path in SHOWN) == sorted(taken)


@pytest.mark.parametrize("path", [path for _words, path in SHOWN])
def test_pictures_of_the_readme_are_there_and_small(path):
    assert 1_000 < (ROOT / path).stat().st_size <= LARGEST_FILE
