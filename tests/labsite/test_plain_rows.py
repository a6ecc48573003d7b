import pytest

from labsite.models import OldAddress
from labsite.plain_rows import insert
from publications.models import ImportEntry, ImportRun
from tests.factories import make_publication

pytestmark = pytest.mark.django_db


def test_many_rows_are_written_in_one_statement(django_assert_num_queries):
    rows = [("people.lab", f"old-{number}", number) for number in range(1, 1001)]

    with django_assert_num_queries(1):
        insert(OldAddress, ("kind", "address", "record_id"), rows)

    stored = OldAddress.objects.order_by("record_id").values_list("kind", "address", "record_id")
    assert list(stored) == rows


def test_columns_that_are_not_given_get_their_default():
    run = ImportRun.objects.create(source="a.bib")
    publication = make_publication()

    insert(ImportEntry, ("run_id", "outcome", "notes"), [(run.pk, "created", '["Ž"]')])

    plain = ImportEntry(run=run, outcome="created", notes=["Ž"])
    written = ImportEntry.objects.get()
    fields = [field.attname for field in ImportEntry._meta.concrete_fields if field.name != "id"]
    assert [getattr(written, name) for name in fields] == [getattr(plain, name) for name in fields]
    assert written.publication_id is None
    assert publication.import_entries.count() == 0


def test_no_rows_are_no_statement(django_assert_num_queries):
    with django_assert_num_queries(0):
        insert(OldAddress, ("kind",), [])
