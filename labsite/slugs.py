"""Addresses of records: made from the Latin form of a name, unique, and never lost.

A record keeps its address until somebody types another one; the old one then leads to the record
itself (not to the address that followed), so that redirects never form a chain.
"""

from django import forms
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from labsite.folding import latin
from labsite.free_words import FreeWords

MAX_LENGTH = 80


class AddressField(models.SlugField):
    """The part of a page's address that names the record; made from its name when left empty.

    The model says how: ``address_source()`` gives the words, ``address_word`` the fallback for
    names without a Latin form ("member-12"), ``address_scope()`` the filter within which the
    address is unique, and ``reserved_addresses`` the words that other pages already have.
    """

    def __init__(self, *args, **kwargs):
        kwargs.setdefault("max_length", MAX_LENGTH)
        kwargs.setdefault("blank", True)
        super().__init__(*args, **kwargs)

    def to_python(self, value):
        return tidy(value)

    def get_prep_value(self, value):
        # A look-up compares what was asked for as it stands; only what is stored gets tidied.
        return None if value is None else str(value)

    def formfield(self, **kwargs):
        # Not the form field for slugs: it refuses what ``tidy`` makes right.
        return models.CharField.formfield(self, **{"form_class": forms.CharField} | kwargs)

    def validate(self, value, record):
        super().validate(value, record)
        if value.isdigit():
            raise ValidationError(
                _("An address needs at least one letter, e.g. “%s”.") % f"no-{value}"
            )
        if value in record.reserved_addresses:
            raise ValidationError(
                _("“%s” is the address of another page already. Choose a different word.") % value
            )

    def pre_save(self, record, add):
        slug = tidy(getattr(record, self.attname)) or first_free(record)
        if slug.isdigit() or slug in record.reserved_addresses:
            slug = first_free(record)
        setattr(record, self.attname, slug)
        if not add:
            OldAddresses.keep(record, slug)
        return slug


def tidy(text):
    """What somebody typed as an address, in the form that is stored: "J. Núñez" → "j-nunez"."""
    return cut("-".join(latin(str(text or "")).split()), MAX_LENGTH)


def cut(slug, length):
    """Shorten to ``length`` characters, between two words where there is a gap to cut at."""
    if len(slug) <= length:
        return slug
    head, gap, _rest = slug[: length + 1].rpartition("-")
    return head if gap else slug[:length]


def first_free(record):
    """An address that no other record of the kind has: "ana-ruiz", "ana-ruiz-2", "member-12"."""
    base, stem = _wish(type(record), record.address_source())
    others = type(record)._base_manager.filter(**record.address_scope()).exclude(pk=record.pk)
    taken = set(others.filter(slug__startswith=stem).values_list("slug", flat=True))
    if base and base not in taken:
        return base
    number = _first_number(base)
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def first_free_of_many(model, sources):
    """The addresses that ``first_free`` would find for many new records, one after the other.

    ``sources`` are the words that these are made of. Only for a kind whose addresses are unique
    among all of it.
    """
    wishes = [_wish(model, source) for source in sources]
    words = FreeWords(model._base_manager.all(), "slug", [base for base, _stem in wishes])
    return [
        words.take(base, f"{stem}-{{}}".format, first=_first_number(base)) for base, stem in wishes
    ]


def _wish(model, source):
    """The address that a record should have, "" for none, and what its number goes behind."""
    word = model.address_word or model._meta.model_name
    base = tidy(source)
    if base.isdigit():
        base = f"{word}-{base}"
    elif base in model.reserved_addresses:
        base = f"{base}-{word}"
    return base, cut(base or word, MAX_LENGTH - 6)  # room for "-99999"


def _first_number(base):
    """The number of the first record that cannot have its name alone as its address."""
    return 2 if base else 1


class OldAddresses(models.QuerySet):
    """Where records were found before."""

    @classmethod
    def keep(cls, record, new_slug):
        """Remember the stored address of ``record`` if ``new_slug`` is about to replace it."""
        model = type(record)
        known = model._base_manager.filter(pk=record.pk).values_list("slug", flat=True).first()
        if not known or known == new_slug:
            return
        old_addresses = apps.get_model("labsite", "OldAddress")._base_manager
        kind = model._meta.label_lower
        # Whoever takes an address up again has it for good, also after moving on.
        old_addresses.filter(kind=kind, address=scoped(record, new_slug)).delete()
        old_addresses.update_or_create(
            kind=kind, address=scoped(record, known), defaults={"record_id": record.pk}
        )

    @classmethod
    def of(cls, record):
        """The former addresses that lead to the record."""
        return cls.of_many(type(record), [record.pk])[record.pk]

    @classmethod
    def of_many(cls, model, keys):
        """The same for several records, by key."""
        found = {key: [] for key in keys}
        rows = cls._rows_of(model).filter(record_id__in=keys).order_by("address")
        for key, address in rows.values_list("record_id", "address"):
            found[key].append(address)
        return found

    @classmethod
    def lead_to(cls, record, addresses):
        """Let former addresses lead to ``record`` from now on, wherever they led before."""
        rows = cls._rows_of(type(record))
        for address in addresses:
            rows.update_or_create(
                kind=record._meta.label_lower,
                address=address,
                defaults={"record_id": record.pk},
            )
        # Nobody comes here by the address that the record has today.
        if hasattr(record, "slug"):
            rows.filter(address=scoped(record, record.slug)).delete()

    @staticmethod
    def _rows_of(model):
        old_addresses = apps.get_model("labsite", "OldAddress")._base_manager
        return old_addresses.filter(kind=model._meta.label_lower)

    def record_id_of(self, model, address):
        """The key of the record that was once found at ``address``, or None."""
        kind = model._meta.label_lower
        return self.filter(kind=kind, address=address).values_list("record_id", flat=True).first()


def scoped(record, slug):
    """The address of a record with what it is unique within, as old ones are kept."""
    return address_within(record.address_scope().values(), slug)


def address_within(keys, slug):
    """An address with what it is unique within: "join-us", or "12/join-us" for a page of lab 12."""
    return "/".join([*(str(key or 0) for key in keys), slug])


def find(records, slug, *, within=()):
    """The record of the queryset at ``slug``, by its address of today or an earlier one, or None.

    Accents, capitals and either Unicode form of the same letters lead to the same record; when
    ``record.slug != slug`` the page answers with a permanent redirect. ``within`` holds the keys
    of ``address_scope()``, in order, for records whose address is unique within something.
    """
    model = records.model
    old_addresses = apps.get_model("labsite", "OldAddress").objects
    for spelling in dict.fromkeys([slug, tidy(slug)]):
        if not spelling:
            continue
        if record := records.filter(slug=spelling).first():
            return record
        old = address_within(within, spelling)
        if (key := old_addresses.record_id_of(model, old)) and (
            record := records.filter(pk=key).first()
        ):
            return record
    return None
