"""What all records with a page of their own have in common."""

from contextlib import nullcontext

from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext_lazy as _

from labsite.slugs import AddressField
from labsite.visibility import RecordQuerySet, Visibility

ATTEMPTS = 5


class VersionField(models.PositiveIntegerField):
    """Counts the saves of a record, so that an editor learns of a change made meanwhile."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{"default": 0, "editable": False} | kwargs)

    def pre_save(self, record, add):
        version = getattr(record, self.attname) + 1
        setattr(record, self.attname, version)
        return version


class Record(models.Model):
    """Something with a page: it has an address, and a visitor sees it once it is published."""

    address_word = ""  # "news": the word for records whose name gives no address; else the model's
    reserved_addresses = frozenset()

    slug = AddressField(
        _("address of this page"),
        unique=True,
        help_text=_(
            "Made from the name. Changing it is safe: the old address leads to the new one. "
            "Leave it empty to have it made again."
        ),
    )
    visibility = models.CharField(
        _("who sees it"), max_length=8, choices=Visibility, default=Visibility.DRAFT
    )
    version = VersionField()
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = RecordQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args, **kwargs):
        """Save; if somebody takes the address that was just made, make another one."""
        attempts = 1 if self.slug else ATTEMPTS
        for attempt in range(1, attempts + 1):
            version = self.version
            try:
                # A savepoint costs two statements, so only those who may need it pay for one.
                with transaction.atomic() if attempts > 1 else nullcontext():
                    super().save(*args, **kwargs)
                return
            except IntegrityError:
                if attempt == attempts or not self._address_is_taken():
                    raise
                self.slug, self.version = "", version

    def _address_is_taken(self):
        others = type(self)._base_manager.filter(slug=self.slug, **self.address_scope())
        return others.exclude(pk=self.pk).exists()

    @property
    def is_draft(self):
        return self.visibility == Visibility.DRAFT

    def address_source(self):
        """The words that the address is made of."""
        return str(self)

    def address_scope(self):
        """The filter within which the address is unique; everything, unless the model says less."""
        return {}
