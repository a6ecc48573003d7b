"""Which records show a file, and whether visitors see one of them."""

import re
from collections.abc import Callable
from typing import NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.db.models import Exists, Q

from labsite import content_pictures
from labsite.models import ContentPicture, PictureUse
from labsite.permissions import may
from labsite.pictures import RENDITIONS, PictureField
from people.models import (
    Lab,
    LabPicture,
    LabSection,
    Member,
    MemberSection,
    Opening,
    Page,
    Topic,
)
from publications.models import (
    Funder,
    NewsItem,
    Project,
    Publication,
    Talk,
    TalkDelivery,
)

_RENDITION = re.compile(r"(-\d+x\d+)-({})\.webp$".format("|".join(map(str, RENDITIONS))))


class Place(NamedTuple):
    """A field with a file, which of its rows visitors see, and the record that a row belongs to."""

    model: type[models.Model]
    field: str
    public: Callable[[], models.QuerySet]
    record_of: Callable[[models.Model], models.Model] = lambda row: row

    @property
    def holds_pictures(self):
        return isinstance(self.model._meta.get_field(self.field), PictureField)


def _pictures_of_public_labs():
    return LabPicture.objects.filter(lab__in=Lab.objects.public())


def _funders_of_something_public():
    return Funder.objects.filter(
        Q(grants__labs__in=Lab.objects.public())
        | Q(grants__publications__in=Publication.objects.public())
        | Q(grants__projects__in=Project.objects.public())
    )


# The commonest first: the database stops at the first that answers.
PLACES = [
    Place(Member, "photo", Member.objects.public),
    Place(Lab, "logo", Lab.objects.public),
    Place(Lab, "photo", Lab.objects.public),
    Place(LabPicture, "file", _pictures_of_public_labs, lambda picture: picture.lab),
    Place(Topic, "picture", Topic.objects.public),
    Place(Project, "picture", Project.objects.public),
    Place(NewsItem, "picture", NewsItem.objects.public),
    Place(Funder, "logo", _funders_of_something_public),
    Place(Publication, "picture", Publication.objects.public),
    Place(Publication, "pdf", Publication.objects.public),
    Place(TalkDelivery, "slides", TalkDelivery.objects.public, lambda delivery: delivery.talk),
]


class Text(NamedTuple):
    """A kind of row with texts: which of its rows visitors see, and the record that it is in."""

    model: type[models.Model]
    public: Callable[[], models.QuerySet]
    record_of: Callable[[models.Model], models.Model] = lambda row: row

    @property
    def kind(self):
        return self.model._meta.label_lower


def _sections_of(model, owners):
    return lambda: model.objects.filter(is_shown=True, owner__in=owners.public())


TEXTS = [
    Text(NewsItem, NewsItem.objects.public),
    Text(Page, Page.objects.public),
    Text(Lab, Lab.objects.public),
    Text(Member, Member.objects.public),
    Text(Project, Project.objects.public),
    Text(Topic, Topic.objects.public),
    Text(Talk, Talk.objects.public),
    Text(Opening, Opening.objects.public),
    Text(LabSection, _sections_of(LabSection, Lab.objects), lambda section: section.owner),
    Text(MemberSection, _sections_of(MemberSection, Member.objects), lambda section: section.owner),
]


def stored_name(name):
    """The name that a record keeps: that of the picture itself for one of its smaller copies."""
    return _RENDITION.sub(r"\1.webp", name)


def places_of(name):
    """The places that could hold a file of this name."""
    is_picture = name.endswith(".webp")
    return [place for place in PLACES if place.holds_pictures == is_picture]


def file_named(name):
    """The file itself, ready to be opened."""
    field = PLACES[0].model._meta.get_field(PLACES[0].field)
    return models.fields.files.FieldFile(None, field, name)


def is_shown(name):
    """Whether visitors see a record that shows the file, in one query."""
    kept = stored_name(name)
    shown = Q()
    if kept.startswith(content_pictures.FOLDER):
        for text in TEXTS:
            uses = PictureUse.objects.filter(kind=text.kind, picture__file=kept)
            shown |= Q(Exists(text.public().filter(pk__in=uses.values("record_id"))))
    else:
        for place in places_of(name):
            shown |= Q(Exists(place.public().filter(**{place.field: kept})))
    # A query needs a table to stand on; this one always has rows.
    return ContentType.objects.filter(shown).exists()


def may_see_unpublished(user, name):
    """Whether somebody who is signed in sees the file although visitors do not."""
    if any(may(user, "change", record) for record in records_with(name)):
        return True
    # Whoever has just put it into a text wants to see it before the text is saved.
    return ContentPicture.objects.filter(uploader=user, file=stored_name(name)).exists()


def records_with(name):
    """All records that hold the file, whoever sees them."""
    kept = stored_name(name)
    if kept.startswith(content_pictures.FOLDER):
        for text in TEXTS:
            uses = PictureUse.objects.filter(kind=text.kind, picture__file=kept)
            for row in text.model.objects.filter(pk__in=uses.values("record_id")):
                yield text.record_of(row)
    else:
        for place in places_of(name):
            for row in place.model.objects.filter(**{place.field: kept}):
                yield place.record_of(row)
