"""What every part of the site shares and that has a table of its own."""

import uuid

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from labsite.content_pictures import ContentPicture, PictureUse
from labsite.slugs import OldAddresses

__all__ = ["Change", "ContentPicture", "OldAddress", "PictureUse"]


class OldAddress(models.Model):
    """An address that once led to a record, here or on the site before this one."""

    kind = models.CharField(_("kind of record"), max_length=60)
    address = models.CharField(
        _("old address"),
        max_length=400,
        help_text=_("The former last part of the address, or a whole path such as /team/ana.html."),
    )
    record_id = models.PositiveBigIntegerField(_("number of the record"))

    objects = OldAddresses.as_manager()

    class Meta:
        verbose_name = _("old address")
        verbose_name_plural = _("old addresses")
        ordering = ["kind", "address"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "address"],
                name="labsite_oldaddress_once_per_kind",
                violation_error_message=_("This old address is listed already."),
            ),
            models.UniqueConstraint(
                fields=["address"],
                condition=Q(address__startswith="/"),
                name="labsite_oldaddress_path_once",
                violation_error_message=_("This path of the former site is listed already."),
            ),
        ]

    def __str__(self):
        return self.address


class PlainEncoder(DjangoJSONEncoder):
    """Keeps letters as they are; escaped ones would be found by no search in the text."""

    def __init__(self, **options):
        super().__init__(**options | {"ensure_ascii": False})


class Change(models.Model):
    """A record with its parts as one step left it, or as they were before they were deleted.

    It knows the record by kind and number only, so that it outlives it.
    """

    class Action(models.TextChoices):
        FOUND = "found", _("found like this")
        ADDED = "added", _("added")
        CHANGED = "changed", _("changed")
        DELETED = "deleted", _("deleted")
        RESTORED = "restored", _("put back")
        IMPORTED = "imported", _("imported")
        MERGED = "merged", _("merged")

    at = models.DateTimeField(_("when"), default=timezone.now, db_index=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who"),
    )
    action = models.CharField(_("what"), max_length=8, choices=Action)
    step = models.UUIDField(
        default=uuid.uuid4, db_index=True, help_text=_("What was done at once has the same one.")
    )
    kind = models.CharField(_("kind of record"), max_length=60)
    record_id = models.PositiveBigIntegerField(_("number of the record"))
    label = models.CharField(_("name"), max_length=200, blank=True)
    # The lab that the record belonged to: whoever looks after it may bring the record back.
    scope = models.PositiveBigIntegerField(null=True, blank=True, db_index=True)
    state = models.JSONField(encoder=PlainEncoder)

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["kind", "record_id", "-id"], name="labsite_change_of_record")
        ]

    def __str__(self):
        return self.label


class PreviewLinks(models.Model):
    """How often all links to the preview of a record were ended; a link that is older is dead."""

    kind = models.CharField(max_length=60)
    record_id = models.PositiveBigIntegerField()
    ended = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "record_id"], name="labsite_previewlinks_once_per_record"
            )
        ]

    def __str__(self):
        return f"{self.kind} {self.record_id}: {self.ended}"


class OutsideService(models.Model):
    """Another site that ours asks about papers and projects, and how that went last."""

    name = models.CharField(_("site"), max_length=60, unique=True)
    last_success_at = models.DateTimeField(_("answered last"), null=True, blank=True)
    last_error_at = models.DateTimeField(_("failed last"), null=True, blank=True)
    last_error = models.CharField(_("what was wrong"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("site that we ask")
        verbose_name_plural = _("sites that we ask")
        ordering = ["name"]

    def __str__(self):
        return self.name
