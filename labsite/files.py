"""Files that people upload: written whole or not at all, under names that never change."""

import contextlib
import os
import shutil
import uuid
from pathlib import Path, PurePosixPath

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import models
from django.db.models.fields.files import FieldFile
from django.utils.translation import gettext_lazy as _

from labsite.slides import inspect_slides

MEGABYTE = 2**20
LARGEST_DOCUMENT = 30 * MEGABYTE
# The rest of the disk belongs to the database, the log and the backup: a full disk stops them all.
LEAST_FREE = 500 * MEGABYTE
LEAST_FREE_SHARE = 0.05
_ZIP = b"PK\x03\x04"
# The beginning of a file settles what it is; its name alone would let a web page in as a PDF.
DOCUMENT_KINDS = {"pdf": b"%PDF-", "pptx": _ZIP, "odp": _ZIP, "key": _ZIP}


class NoRoomError(ValidationError):
    """The disk is full; said in words, because an editor can do something about it."""

    def __init__(self, size):
        needed = max(1, round((size or 0) / MEGABYTE))
        super().__init__(
            _("The server has no room for this file (it needs %(needed)s MB). Nothing was saved."),
            params={"needed": needed},
        )


class WholeFileStorage(FileSystemStorage):
    """Writes beside the target and renames, so that nobody ever reads half a file.

    The name follows only when the bytes are on the disk: no power cut leaves an empty file behind.
    """

    def require_room(self, size):
        """Refuse a file of ``size`` bytes that would leave the server too little room."""
        folder = Path(self.location)
        while not folder.exists():
            folder = folder.parent
        disk = shutil.disk_usage(folder)
        if disk.free - size < max(LEAST_FREE, LEAST_FREE_SHARE * disk.total):
            raise NoRoomError(size)

    def _save(self, name, content):
        self.require_room(content.size)
        target = Path(self.path(name))
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished = target.with_name(f".tmp-{uuid.uuid4().hex}")
        try:
            with unfinished.open("xb") as written:
                for chunk in content.chunks():
                    written.write(chunk)
                written.flush()
                os.fsync(written.fileno())
            if self.file_permissions_mode is not None:
                unfinished.chmod(self.file_permissions_mode)
            unfinished.replace(target)
            _sync_folder(target.parent)
        except OSError as error:
            with contextlib.suppress(OSError):
                unfinished.unlink()
            raise NoRoomError(content.size) from error
        return str(PurePosixPath(*Path(name).parts))


def _sync_folder(folder):
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def require_room(size):
    """Refuse an upload early, in its form; a store that is not on this machine knows its own."""
    if hasattr(default_storage, "require_room"):
        default_storage.require_room(size)


def document_kind(name, beginning, size):
    """The ending under which a document is kept; raises ValidationError for anything else."""
    if size > LARGEST_DOCUMENT:
        raise ValidationError(_("The file is larger than 30 MB."))
    if not size:
        raise ValidationError(_("The file is empty."))
    ending = PurePosixPath(name).suffix.lower().removeprefix(".")
    if ending not in DOCUMENT_KINDS:
        raise ValidationError(
            _("Only PDF files and slides (pptx, odp, key) can be uploaded, not “%(ending)s”."),
            params={"ending": ending or name},
        )
    if not beginning.startswith(DOCUMENT_KINDS[ending]):
        raise ValidationError(
            _("The file is called “%(ending)s”, but what it holds is something else."),
            params={"ending": ending},
        )
    return ending


def _kind_of(file, name):
    file.seek(0)
    beginning = file.read(8)
    kind = document_kind(name, beginning, file.size)
    if kind != "pdf":
        inspect_slides(file, kind)
    file.seek(0)
    return kind


class DocumentFormField(forms.FileField):
    """Takes a PDF or slides; anything else gets a sentence."""

    widget = forms.ClearableFileInput(attrs={"accept": ",".join(f".{k}" for k in DOCUMENT_KINDS)})

    def to_python(self, data):
        upload = super().to_python(data)
        if upload is not None:
            _kind_of(upload, upload.name)
            require_room(upload.size)
        return upload


class DocumentFile(FieldFile):
    """The file of a document, kept under a name that nobody can guess and nothing changes."""

    def save(self, name, content, save=True):
        super().save(f"{uuid.uuid4().hex}.{_kind_of(content, name)}", content, save)


class DocumentField(models.FileField):
    """A PDF or slides; pages offer it under a name made from the title."""

    attr_class = DocumentFile

    def __init__(self, *args, **kwargs):
        kwargs.setdefault("blank", True)
        kwargs.setdefault("upload_to", "documents/")
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs | {"blank": self.blank, "upload_to": self.upload_to}

    def formfield(self, **kwargs):
        return super().formfield(**{"form_class": DocumentFormField} | kwargs)
