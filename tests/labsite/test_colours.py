import re
from itertools import product
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from labsite.colours import Accent

CSS = Path(finders.find("labsite/css/site.css")).parent
PAIR = r"light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)"
MODES = {"light": 0, "dark": 1}


def colours(file, pattern):
    """Names and their colours, light and dark, from one of the style sheet's parts."""
    found = re.findall(pattern, (CSS / file).read_text())
    return {name: pair for name, *pair in found}


TOKENS = colours("tokens.css", rf"--color-([a-z-]+): {PAIR}")
ACCENTS = colours("accents.css", rf'\[data-accent="(\w+)"\] {{ --accent: {PAIR}')


def luminance(colour):
    """The relative luminance as WCAG 2.2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    lighter, darker = sorted([luminance(one), luminance(other)], reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_the_stylesheet_has_every_colour_that_a_lab_may_choose():
    assert sorted(ACCENTS) == sorted(Accent.values)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *product(["ink", "ink-soft"], ["paper", "surface"]),
        ("warn", "warn-soft"),
        ("note", "note-soft"),
    ],
)
def test_text_can_be_read_on_its_ground(text, ground, mode):
    at = MODES[mode]

    assert contrast(TOKENS[text][at], TOKENS[ground][at]) >= 4.5


@pytest.mark.parametrize("mode", MODES)
def test_the_edge_of_a_field_can_be_seen(mode):
    at = MODES[mode]

    assert contrast(TOKENS["edge"][at], TOKENS["paper"][at]) >= 3


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("accent", ACCENTS)
@pytest.mark.parametrize("ground", ["paper", "surface"])
def test_links_of_every_accent_can_be_read(accent, ground, mode):
    """On paper also the other way round: a button carries the paper's colour on the accent."""
    at = MODES[mode]

    assert contrast(ACCENTS[accent][at], TOKENS[ground][at]) >= 4.5
