"""Pictures inside texts: whose they are, which texts show them, how much room they take.

They lie in a folder of their own, so that an address alone tells whom to ask who may see the file.
"""

import hashlib
import re

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import Exists, OuterRef, Sum
from django.utils.translation import gettext_lazy as _

from labsite.markdown import RenderedMarkdown
from labsite.pictures import CleanUpload, PictureField, clean_image, rendition_names

FOLDER = "content/"
_NAME = re.compile(rf"{FOLDER}[0-9a-f]{{32}}-\d+x\d+\.webp")


class QuotaError(ValidationError):
    """Somebody's pictures take up all the room that one person has."""

    def __init__(self):
        super().__init__(
            _(
                "Your pictures in texts take up %(megabytes)s MB, which is as much as one person"
                " may keep here. Whoever runs this site can allow more."
            ),
            params={"megabytes": settings.PICTURE_QUOTA // 2**20},
        )


class ContentPictureQuerySet(models.QuerySet):
    """Pictures that were put into texts."""

    def unused(self):
        """Pictures that no saved text shows: their text was never saved, or changed since."""
        uses = PictureUse.objects.filter(picture=OuterRef("pk"))
        return self.filter(~Exists(uses))


class ContentPicture(models.Model):
    """A picture that somebody put into a text; what it shows is described there."""

    uploader = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("added by"),
    )
    file = PictureField(_("picture"), blank=False, upload_to=FOLDER)
    sha256 = models.CharField(max_length=64, help_text=_("Of the file as it arrived."))
    size = models.PositiveBigIntegerField(
        help_text=_("Bytes on the disk, smaller copies included.")
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ContentPictureQuerySet.as_manager()

    class Meta:
        app_label = "labsite"
        verbose_name = _("picture in a text")
        verbose_name_plural = _("pictures in texts")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["uploader", "sha256"], name="labsite_contentpicture_once_per_person"
            ),
            models.UniqueConstraint(fields=["file"], name="labsite_contentpicture_file_once"),
        ]

    def __str__(self):
        return self.file.name

    @property
    def address(self):
        """Where texts find it: on this site, wherever the files themselves are kept."""
        return f"{settings.MEDIA_URL}{self.file.name}"

    @property
    def small_address(self):
        return f"{settings.MEDIA_URL}{rendition_names(self.file.name)[0][1]}"


class PictureUse(models.Model):
    """A row whose text shows a picture; kept in step whenever the row is saved or deleted."""

    picture = models.ForeignKey(ContentPicture, models.CASCADE, related_name="uses")
    kind = models.CharField(max_length=60)
    record_id = models.PositiveBigIntegerField()

    class Meta:
        app_label = "labsite"
        verbose_name = _("use of a picture")
        verbose_name_plural = _("uses of pictures")
        constraints = [
            models.UniqueConstraint(
                fields=["picture", "kind", "record_id"], name="labsite_pictureuse_once"
            ),
        ]
        indexes = [models.Index(fields=["kind", "record_id"], name="labsite_pictureuse_of_row")]

    def __str__(self):
        return f"{self.kind} {self.record_id}"


def keep(data, uploader):
    """Keep the picture in the bytes ``data`` for a text; the same one a second time is the first.

    Raises ValidationError with a sentence when it cannot be kept.
    """
    digest = hashlib.sha256(data).hexdigest()
    theirs = ContentPicture.objects.filter(uploader=uploader)
    if known := theirs.filter(sha256=digest).first():
        return known
    clean = clean_image(data)
    used = theirs.aggregate(size=Sum("size"))["size"] or 0
    if used + len(clean) > settings.PICTURE_QUOTA:
        raise QuotaError
    picture = ContentPicture(uploader=uploader, sha256=digest)
    picture.file.save("picture.webp", CleanUpload(clean), save=False)
    storage = picture.file.storage
    files = [name for _width, name in rendition_names(picture.file.name)]
    picture.size = sum(storage.size(name) for name in files)
    try:
        with transaction.atomic():
            picture.save()
    except IntegrityError:
        # The same picture was sent twice at once, and the other one was faster.
        for name in files:
            storage.delete(name)
        return theirs.get(sha256=digest)
    return picture


def rendered_columns(model):
    """The columns of ``model`` that hold a text as HTML."""
    return [field for field in model._meta.concrete_fields if isinstance(field, RenderedMarkdown)]


def models_with_texts():
    """All models that hold texts with pictures."""
    return [model for model in apps.get_models() if rendered_columns(model)]


def names_in(*texts):
    """The names of our pictures that these texts in HTML show."""
    return {name for text in texts for name in _NAME.findall(text)}


def follow_saved_row(sender, instance, created, **kwargs):
    """Note which pictures the texts of a row show, now that it has been saved."""
    if columns := rendered_columns(sender):
        names = names_in(*(getattr(instance, column.attname) for column in columns))
        note_uses(sender, {instance.pk: names}, are_new=created)


def follow_deleted_row(sender, instance, **kwargs):
    """Forget what a row showed, once it is gone."""
    if rendered_columns(sender):
        _uses_of(sender, [instance.pk]).delete()


def note_uses(model, names_by_row, *, are_new=False):
    """Put the uses of rows right, and return how many were missing or left over.

    ``names_by_row`` holds, for each number of a row, the names of the pictures that it shows.
    """
    wanted = {(key, name) for key, names in names_by_row.items() for name in names}
    if are_new and not wanted:
        return 0
    known = {
        (use.record_id, use.picture.file.name): use.pk
        for use in _uses_of(model, names_by_row).select_related("picture")
    }
    left_over = [pk for key, pk in known.items() if key not in wanted]
    missing = wanted - known.keys()
    if left_over:
        PictureUse.objects.filter(pk__in=left_over).delete()
    if not missing:
        return len(left_over)
    pictures = {
        picture.file.name: picture
        for picture in ContentPicture.objects.filter(file__in={name for _key, name in missing})
    }
    added = PictureUse.objects.bulk_create(
        [
            PictureUse(picture=pictures[name], kind=model._meta.label_lower, record_id=key)
            for key, name in sorted(missing)
            if name in pictures
        ],
        ignore_conflicts=True,  # the row was saved twice at once
    )
    return len(left_over) + len(added)


def _uses_of(model, keys):
    return PictureUse.objects.filter(kind=model._meta.label_lower, record_id__in=list(keys))
