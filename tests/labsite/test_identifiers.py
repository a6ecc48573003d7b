import pytest
from django.core.exceptions import ValidationError
from django.forms import modelform_factory

from labsite.identifiers import (
    OrcidField,
    arxiv,
    arxiv_address,
    doi,
    doi_address,
    orcid,
    ror,
)
from people.models import Member


@pytest.mark.parametrize(
    ("read", "typed", "kept"),
    [
        (orcid, "0000-0002-1694-233X", "0000-0002-1694-233X"),
        (orcid, "0000-0002-1694-233x", "0000-0002-1694-233X"),
        (orcid, "https://orcid.org/0000-0002-1694-233X", "0000-0002-1694-233X"),
        (orcid, "http://orcid.org/0000-0002-1694-233x/", "0000-0002-1694-233X"),
        (orcid, "orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097"),
        (orcid, "ORCID: 0000-0002-1825-0097", "0000-0002-1825-0097"),
        (orcid, " 0000 0002 1694 233X ", "0000-0002-1694-233X"),
        (orcid, "000000021694233X", "0000-0002-1694-233X"),
        (orcid, "", ""),
        (orcid, None, ""),
        (ror, "https://ror.org/05gq02987", "05gq02987"),
        (ror, "ROR.org/05GQ02987/", "05gq02987"),
        (ror, "", ""),
        (doi, "10.1145/3620665.3640410", "10.1145/3620665.3640410"),
        (doi, "https://doi.org/10.1145/ABC.1", "10.1145/abc.1"),
        (doi, "http://dx.doi.org/10.1000/a%2Fb", "10.1000/a/b"),
        (doi, "https://doi.org/10.1000/xyz?utm_source=mail#part", "10.1000/xyz"),
        (doi, "https://doi.org/10.1000/a%23b%3Fc", "10.1000/a#b?c"),
        (doi, "doi:10.1000/xyz.", "10.1000/xyz"),
        (doi, "info:doi/10.1000/xyz", "10.1000/xyz"),
        (doi, "urn:doi:10.1000/xyz", "10.1000/xyz"),
        (doi, "DOI 10.1000/xyz", "10.1000/xyz"),
        (doi, "10.1002/(SICI)1097-0258(19980815)17:15<1661::AID>3.0", None),
        (doi, "", ""),
        (arxiv, "2503.12668", "2503.12668"),
        (arxiv, "arXiv:2503.12668v2", "2503.12668"),
        (arxiv, "arXiv:2503.12668v1 [cs.LG]", "2503.12668"),
        (arxiv, "https://arxiv.org/abs/2503.12668", "2503.12668"),
        (arxiv, "https://arxiv.org/pdf/2503.12668v2.pdf", "2503.12668"),
        (arxiv, "10.48550/arXiv.2503.12668", "2503.12668"),
        (arxiv, "https://doi.org/10.48550/arXiv.2503.12668", "2503.12668"),
        (arxiv, "0704.0001", "0704.0001"),
        (arxiv, "hep-th/9901001", "hep-th/9901001"),
        (arxiv, "math.gt/0309136", "math.GT/0309136"),
        (arxiv, "", ""),
    ],
)
def test_identifiers_are_taken_as_people_paste_them_and_kept_bare(read, typed, kept):
    assert read(typed) == (typed.lower() if kept is None else kept)


@pytest.mark.parametrize(
    ("read", "typed", "sentence"),
    [
        (
            orcid,
            "0000-0002-1694-2330",
            "This ORCID iD has a wrong digit; please copy it once more.",
        ),
        (
            orcid,
            "0000-0002-1694",
            "An ORCID iD has sixteen digits, such as 0000-0002-1825-0097; the last may be an X.",
        ),
        (ror, "05gq02981", "This ROR address has a wrong letter; please copy it once more."),
        (ror, "example.org", "A ROR address looks like https://ror.org/05gq02987."),
        (doi, "11.1000/x", "A DOI starts with 10., such as 10.1145/3620665.3640410."),
        (doi, "10.1000/a b", "A DOI starts with 10., such as 10.1145/3620665.3640410."),
        (
            arxiv,
            "2513.12668",
            "An arXiv number looks like 2503.12668, or hep-th/9901001 for old ones.",
        ),
        (
            arxiv,
            "2503.1266",
            "An arXiv number looks like 2503.12668, or hep-th/9901001 for old ones.",
        ),
    ],
)
def test_wrong_identifiers_are_refused_in_words(read, typed, sentence):
    with pytest.raises(ValidationError) as refusal:
        read(typed)

    assert refusal.value.messages == [sentence]


def test_addresses_are_made_from_the_bare_form():
    assert doi_address("10.1000/a#b<c>") == "https://doi.org/10.1000/a%23b%3Cc%3E"
    assert arxiv_address("2503.12668") == "https://arxiv.org/abs/2503.12668"


@pytest.mark.django_db
def test_form_takes_a_pasted_address_and_keeps_the_bare_id():
    form_class = modelform_factory(Member, fields=["orcid"])
    member = Member(orcid="")

    form = form_class({"orcid": "https://orcid.org/0000-0002-1694-233x"}, instance=member)
    form.full_clean()

    assert "orcid" not in form.errors
    assert member.orcid == "0000-0002-1694-233X"


@pytest.mark.django_db
def test_form_says_which_digit_is_wrong():
    form_class = modelform_factory(Member, fields=["orcid"])

    form = form_class({"orcid": "0000-0002-1694-2330"})

    assert form.errors["orcid"] == ["This ORCID iD has a wrong digit; please copy it once more."]


def test_field_describes_itself_completely_to_migrations():
    field = OrcidField("ORCID iD", blank=False, unique=True)

    _name, _path, args, kwargs = field.deconstruct()

    assert (args, kwargs) == ([], {"verbose_name": "ORCID iD", "blank": False, "unique": True})
