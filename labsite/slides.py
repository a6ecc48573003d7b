"""What slides hold, told from the table of contents of their archive; nothing is unpacked."""

import zipfile

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MOST_PARTS = 10_000
LARGEST_UNPACKED = 500 * 2**20
LARGEST_CONTENTS = 4 * 2**20  # the table of ten thousand parts has less than half of it
CONTENT_TYPES = "[Content_Types].xml"
# A part that every file of this kind has; Keynote packed its document differently over the years.
PARTS = {
    "pptx": {"ppt/presentation.xml"},
    "odp": {"mimetype"},
    "key": {"Index/Document.iwa", "Index.zip", "index.apxl", "index.apxl.gz"},
}
ODP = b"application/vnd.oasis.opendocument.presentation"
MACRO_FOLDERS = ("basic/", "scripts/")


class _ShortReads:
    """A file that refuses to hand out more at once than a table of contents may have."""

    def __init__(self, file):
        self._file = file
        self.seek, self.tell = file.seek, file.tell

    def seekable(self):
        return True

    def read(self, size=-1):
        if size > LARGEST_CONTENTS:
            raise zipfile.LargeZipFile
        return self._file.read(LARGEST_CONTENTS if size < 0 else size)


def inspect_slides(file, kind):
    """Refuse what only calls itself slides, carries macros or would unpack to a flood."""
    file.seek(0)
    try:
        with zipfile.ZipFile(_ShortReads(file)) as archive:
            _look_through(archive, kind)
    except zipfile.LargeZipFile:
        raise _too_much() from None
    except ValidationError:
        raise
    except Exception as error:  # archives are broken in more ways than zipfile has names for
        raise ValidationError(
            _("The slides are damaged or incomplete. Please export them again.")
        ) from error


def _too_much():
    return ValidationError(_("The slides would unpack to far more than slides ever hold."))


def _look_through(archive, kind):
    parts = archive.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
        raise _too_much()
    names = {part.filename for part in parts}
    if not names & PARTS[kind] or (kind == "odp" and _beginning(archive, "mimetype") != ODP):
        raise ValidationError(
            _("The file is called “%(ending)s”, but what it holds is something else."),
            params={"ending": kind},
        )
    if _has_macros(archive, names):
        raise ValidationError(
            _("The slides contain macros, small programs. Please save them without, or as a PDF.")
        )


def _has_macros(archive, names):
    lowered = {name.lower() for name in names}
    if any(name.endswith("vbaproject.bin") or name.startswith(MACRO_FOLDERS) for name in lowered):
        return True
    if CONTENT_TYPES not in names:
        return False
    # XML may come with two bytes for each letter.
    return b"macroenabled" in _beginning(archive, CONTENT_TYPES).replace(b"\0", b"").lower()


def _beginning(archive, name):
    """What a part begins with; no more is unpacked, whatever its header promises."""
    with archive.open(name) as part:
        return part.read(2**20).strip()
