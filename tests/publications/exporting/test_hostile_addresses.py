"""Attack 132 and its kin: addresses that nobody types, of files and of what is filtered."""

import pytest

from tests.factories import make_lab, make_member, make_publication
from tests.publications.exporting.test_files import TYPES, text_of

pytestmark = pytest.mark.django_db

LISTS = (
    *("/publications.{}", "/publications/2025.{}", "/labs/tides/publications.{}"),
    "/people/ada/publications.{}",
)
IGNORED = {
    "a year of 21 digits": f"year={10**20}",
    "no year": "year=abc&year=-1&year=２０２５&year=",
    "a long query": "q=" + "x" * 8_000,
    "a thousand names": "&".join(f"p{number}=1" for number in range(1_000)),
    "a thousand values": "&".join(f"kind={number}" for number in range(1_000)),
    "SQL": "venue='%3B+DROP+TABLE+publications_publication%3B--",
    "a template": "person=%7B%7B7*7%7D%7D&lab=%25s&topic=%25(name)s",
    "a header": "lab=x%0d%0aSet-Cookie:a=b&grant=%0a",
    "bytes that are no text": "project=%ff%fe&from=%c3%28&to=%ed%a0%80",
    "dates of no calendar": "from=2025-13&to=99999-01-01",
    "a column": "authorships__member__email=x&person__password__startswith=p",
}


@pytest.fixture(autouse=True)
def paper():
    member = make_member(slug="ada", display_name="Ada Ng")
    return make_publication(member, title="Tides", labs=[make_lab(slug="tides")])


@pytest.mark.parametrize("query", IGNORED.values(), ids=IGNORED)
def test_what_nobody_knows_is_passed_over_132(client, query):
    for address in LISTS:
        for ending in TYPES:
            response = client.get(f"{address.format(ending)}?{query}")
            assert (response.status_code, "Tides" in text_of(response)) == (200, True)
            assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize("query", ["year=%00", "q=%00", "venue=a%00b"])
def test_nul_is_refused_132(client, query):
    for address in LISTS:
        assert client.get(f"{address.format('bib')}?{query}").status_code == 400


@pytest.mark.parametrize(
    "slug",
    [
        *("x%0d%0aSet-Cookie:%20a=b", "..%2f..%2fetc%2fpasswd", "%22%3b%20filename=%22x.exe"),
        *("%7B%7B7*7%7D%7D", "%25s", "1" * 23, "a" * 8_000, "%e2%80%aegnp", "%ff"),
    ],
)
def test_no_address_gets_into_the_head_of_an_answer_129(client, slug):
    for address in (
        *("/publications/{}/cite.bib", "/labs/{}/publications.csv", "/people/{}/publications.ris"),
        *("/topics/{}/publications.bib", "/projects/{}/publications.json", "/publications/{}.bib"),
        "/publications/tides/cite.{}",
    ):
        response = client.get(address.format(slug), follow=True)  # a slash may be put behind it
        assert response.status_code == 404
        assert "Content-Disposition" not in response.headers
        assert "Set-Cookie" not in response.headers
