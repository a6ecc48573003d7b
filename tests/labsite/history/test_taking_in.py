"""One record takes in another: what the history keeps of both, and how it takes it back."""

import pytest

from labsite import history
from labsite.models import Change, OldAddress
from labsite.slugs import OldAddresses
from publications.models import Identifier, Publication, PublicationLink
from tests.factories import make_publication

pytestmark = pytest.mark.django_db


def take_in(kept, other, user):
    """Move the links and the DOI of one paper to another one, as a merge does."""
    with history.step(user) as step:
        step.take_in(kept, other)
        for link in other.links.all():
            link.owner = kept
            link.save()
        doi, pk = other.doi, other.pk
        addresses = [other.slug, *OldAddresses.of(other)]
        Publication.objects.get(pk=pk).delete()
        kept.doi = doi
        kept.save()
        OldAddresses.lead_to(kept, addresses)
    return step


@pytest.fixture
def kept():
    return make_publication(title="Maps of ice")


@pytest.fixture
def other():
    paper = make_publication(title="Maps of snow", doi="10.5555/x.1")
    PublicationLink.objects.create(owner=paper, label="Code")
    Identifier.objects.create(publication=paper, scheme="source", value="a.bib#x")
    return paper


def test_the_end_of_the_other_one_is_kept_as_it_was_before_anything_moved(admin_user, kept, other):
    step = take_in(kept, other, admin_user)

    change = Change.objects.get(step=step.number, action="deleted")
    assert [link["label"] for link in change.state["links"]] == ["Code"]
    assert (change.state["self"]["doi"], change.state["_taken_in_by"]) == ("10.5555/x.1", kept.pk)
    assert Change.objects.filter(record_id=other.pk, kind="publications.publication").count() == 2


def test_an_undo_gives_back_first_what_only_one_of_them_can_have(admin_user, kept, other):
    step = take_in(kept, other, admin_user)

    assert history.undo_step(step.number, admin_user) == (2, [])

    kept.refresh_from_db()
    back = Publication.objects.get(pk=other.pk)
    assert (kept.doi, kept.links.count()) == ("", 0)
    assert (back.doi, [link.label for link in back.links.all()]) == ("10.5555/x.1", ["Code"])
    assert [str(identifier) for identifier in back.identifiers.all()] == ["source:a.bib#x"]


def test_an_undo_of_an_undo_merges_them_again(admin_user, kept, other):
    step = take_in(kept, other, admin_user)
    history.undo_step(step.number, admin_user)
    undone = Change.objects.latest("pk").step

    history.undo_step(undone, admin_user)

    kept.refresh_from_db()
    assert not Publication.objects.filter(pk=other.pk).exists()
    assert (kept.doi, [link.label for link in kept.links.all()]) == ("10.5555/x.1", ["Code"])


def test_former_addresses_come_back_with_the_other_one(admin_user, kept, other):
    other.slug = "snow"
    other.save()
    step = take_in(kept, other, admin_user)
    addresses = dict(OldAddress.objects.values_list("address", "record_id"))
    assert addresses == {"snow": kept.pk, "maps-of-snow": kept.pk}

    history.undo_step(step.number, admin_user)

    assert dict(OldAddress.objects.values_list("address", "record_id")) == {
        "maps-of-snow": other.pk
    }


def test_the_latest_changes_tell_of_the_merge_and_not_of_the_end(admin_user, kept, other):
    take_in(kept, other, admin_user)

    told = [happening.what for happening in history.latest(admin_user, 5)]

    assert told == ["merged the publication “Maps of ice”"]
