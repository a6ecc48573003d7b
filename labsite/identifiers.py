"""The numbers by which the rest of the world knows people, places and papers.

Each is taken as people paste it (an address, a prefix, odd blanks) and kept in one bare form.
"""

import re
from urllib.parse import quote, unquote

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

_CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
_LAST_FOUR_DIGIT_ARXIV_MONTH = "1412"


def orcid(text):
    """The bare ORCID iD with an upper-case X, checked by its last digit; "" stays ""."""
    bare = _without_prefix(text, r"(https?://)?(www\.)?orcid\.org/|orcid(\.org)?:?").upper()
    digits = re.sub("[-‐‑–—\\s]", "", bare.removesuffix("/"))
    if not digits:
        return ""
    if not re.fullmatch(r"[0-9]{15}[0-9X]", digits):
        raise ValidationError(
            _("An ORCID iD has sixteen digits, such as 0000-0002-1825-0097; the last may be an X.")
        )
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    if "0123456789X"[(12 - total % 11) % 11] != digits[15]:
        raise ValidationError(_("This ORCID iD has a wrong digit; please copy it once more."))
    return "-".join(re.findall("....", digits))


def ror(text):
    """The bare ROR id of an institution, checked by its last two digits; "" stays ""."""
    bare = _without_prefix(text, r"(https?://)?(www\.)?ror\.org/").lower().removesuffix("/")
    if not bare:
        return ""
    if not re.fullmatch(rf"0[{_CROCKFORD}]{{6}}[0-9]{{2}}", bare):
        raise ValidationError(_("A ROR address looks like https://ror.org/05gq02987."))
    number = 0
    for letter in bare[:7]:
        number = number * 32 + _CROCKFORD.index(letter)
    if f"{98 - number * 100 % 97:02}" != bare[7:]:
        raise ValidationError(_("This ROR address has a wrong letter; please copy it once more."))
    return bare


def doi(text):
    """The bare DOI in lower case, as DOIs do not tell case apart; "" stays ""."""
    typed = str(text or "").strip()
    bare = _without_prefix(
        typed, r"(https?://)?((dx|www)\.)?doi\.org/(doi:)?|(info:|urn:)?doi[:/]?"
    )
    if "doi.org/" in typed.lower():
        bare = unquote(re.sub(r"[?#].*", "", bare))
    # What a sentence leaves behind when somebody copies the end of it.
    bare = bare.rstrip(".,;").lower()
    if not bare:
        return ""
    if not re.fullmatch(r"10\.[0-9]{4,9}/\S{1,200}", bare):
        raise ValidationError(_("A DOI starts with 10., such as 10.1145/3620665.3640410."))
    return bare


def arxiv(text):
    """The bare arXiv id without its version, as one record stands for all; "" stays ""."""
    bare = _without_prefix(
        text,
        r"(https?://)?((www|export)\.)?arxiv\.org/(abs|pdf|html)/"
        r"|(https?://)?(dx\.)?(doi\.org/)?10\.48550/arxiv\.|arxiv:",
    )
    bare = re.sub(r"(\.pdf)?/?$", "", bare, flags=re.IGNORECASE)
    bare = re.sub(r"(v[0-9]+)?(\s*\[[\w.-]+\])?$", "", bare)
    if not bare:
        return ""
    if new := re.fullmatch(r"([0-9]{2}(?:0[1-9]|1[0-2]))\.([0-9]{4,5})", bare):
        month, number = new.groups()
        is_short = month <= _LAST_FOUR_DIGIT_ARXIV_MONTH
        if month >= "0704" and len(number) == (4 if is_short else 5):
            return bare
    if old := re.fullmatch(r"([a-z-]+)(\.[a-z]{2})?/([0-9]{7})", bare, re.IGNORECASE):
        archive, subject, number = old.groups("")
        return f"{archive.lower()}{subject.upper()}/{number}"
    raise ValidationError(
        _("An arXiv number looks like 2503.12668, or hep-th/9901001 for old ones.")
    )


def _without_prefix(text, prefix):
    return re.sub(rf"^({prefix})\s*", "", str(text or "").strip(), flags=re.IGNORECASE)


def doi_address(bare):
    """The address of a DOI; some hold characters that an address must spell out."""
    return f"https://doi.org/{quote(bare, safe='/:;().,-_~@!$*+=')}"


def arxiv_address(bare):
    return f"https://arxiv.org/abs/{bare}"


def arxiv_doi_address(bare):
    """The address of the DOI that arXiv gives to each of its papers."""
    return doi_address(f"10.48550/arXiv.{bare}")


def orcid_address(bare):
    return f"https://orcid.org/{bare}"


def ror_address(bare):
    return f"https://ror.org/{bare}"


class IdentifierField(models.CharField):
    """An identifier in its bare form; "" when there is none, never NULL."""

    longest = None
    normalise = None

    def __init__(self, *args, **kwargs):
        kwargs["max_length"] = self.longest
        kwargs.setdefault("blank", True)
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        del kwargs["max_length"]
        return name, path, args, kwargs | {"blank": self.blank}

    def to_python(self, value):
        return self.normalise(value)

    def pre_save(self, model_instance, add):
        bare = self.normalise(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, bare)
        return bare

    def formfield(self, **kwargs):
        # The whole address fits into the form, its bare id into the column.
        return super().formfield(**{"max_length": 300} | kwargs)


class OrcidField(IdentifierField):
    """Kept as 0000-0002-1694-233X."""

    longest = 19
    normalise = staticmethod(orcid)


class RorField(IdentifierField):
    """Kept as 05gq02987."""

    longest = 9
    normalise = staticmethod(ror)


class DoiField(IdentifierField):
    """Kept as 10.1145/3620665.3640410."""

    longest = 255
    normalise = staticmethod(doi)


class ArxivField(IdentifierField):
    """Kept as 2503.12668."""

    longest = 30
    normalise = staticmethod(arxiv)
