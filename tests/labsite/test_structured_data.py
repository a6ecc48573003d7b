import json
import re

import pytest

from labsite.addresses import absolute
from labsite.structured_data import script, thing, trail_of
from tests.factories import make_lab
from tests.structured_data import things_of

EVIL = 'He said "tide" </script><script>alert(1)</script> & \u2028\u2029 \x0b<!--'


def test_no_text_leaves_the_block_and_all_of_it_is_read_back():
    """C129, C127: quotes, tags, comments, odd line ends, and what nobody can see."""
    html = script([thing("Thing", name=EVIL, keywords=[EVIL, {"name": EVIL}])])

    before, text, after = re.fullmatch(r"(<script [^>]*>)(.*)(</script>)", html).groups()

    assert (before, after) == ('<script type="application/ld+json">', "</script>")
    assert not set("<>&\u2028\u2029\x0b") & set(text)
    (found,) = json.loads(text)["@graph"]
    assert found["name"] == 'He said "tide" </script><script>alert(1)</script> & \n\n \n<!--'
    assert found["keywords"] == [found["name"], {"name": found["name"]}]


def test_what_is_empty_is_left_out():
    assert thing("Thing", id="#x", name="", author=[], image=None, isFree=False) == {
        "@type": "Thing",
        "@id": "#x",
    }


def test_addresses_are_those_of_the_site_wherever_it_is_served(settings):
    settings.BASE_URL = "https://lab.example.org"

    assert absolute("/people/x/") == "https://lab.example.org/people/x/"
    assert absolute("https://media.example.org/x.webp") == "https://media.example.org/x.webp"
    assert absolute("") == ""


def test_the_last_step_of_a_trail_is_the_page_itself():
    assert trail_of([("Tides", "/labs/tides/"), ("People", "")], "/labs/tides/people/") == {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {
                "@type": "ListItem",
                "position": 1,
                "name": "Tides",
                "item": "http://testserver/labs/tides/",
            },
            {
                "@type": "ListItem",
                "position": 2,
                "name": "People",
                "item": "http://testserver/labs/tides/people/",
            },
        ],
    }


@pytest.mark.django_db
def test_a_page_with_a_way_to_it_tells_the_same_way(client):
    make_lab()
    lab = make_lab(name="Tidal Computing Lab", short_name="Tides")

    response = client.get(f"{lab.get_absolute_url()}people/")

    (trail,) = things_of(response)
    assert [step["name"] for step in trail["itemListElement"]] == re.findall(
        r"<li><(?:a|span)[^>]*>(.*?)</", response.text.partition('class="breadcrumbs"')[2]
    )[:2]
