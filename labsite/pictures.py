"""Pictures are made anew when somebody uploads them: no original is kept, nor where it was taken.

A master of at most 1600 pixels and smaller renditions lie beside each other as WebP files. Their
names hold a number nobody can guess and the size, so that a page needs no look at the file:
``pictures/3f0c…-1600x1067.webp``, ``pictures/3f0c…-1600x1067-640.webp``.
"""

import io
import re
import threading
import uuid

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import models
from django.db.models.fields.files import ImageFieldFile
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageCms, ImageOps

from labsite.files import require_room
from labsite.widgets import LARGEST_PICTURE, FocalPointWidget, PictureWidget

READABLE = ["JPEG", "PNG", "WEBP", "GIF"]
LARGEST_FILE = LARGEST_PICTURE
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 12_000
MASTER_SIDE = 1600
RENDITIONS = [320, 640, 1280]
NOT_A_PICTURE = "not_a_picture"

_SIXTEEN_BITS = {"I;16", "I;16B", "I;16L", "I;16N"}
_SIZE_IN_NAME = re.compile(r"-(\d+)x(\d+)\.webp$")
# Decoding takes up to 400 MB; several uploads at once wait for each other instead of adding up.
_one_at_a_time = threading.Lock()


class BadPicture(ValidationError):  # noqa: N818 -- what went wrong is the picture, not we
    """Why a picture cannot be taken, in a sentence that a person can act on."""


def clean_image(data):
    """Return the picture in the bytes ``data`` as WebP: upright, sRGB, without any metadata."""
    image = _open(data)
    with _one_at_a_time:
        try:
            image = _redraw(image)
        except Exception as error:  # decoders fail in as many ways as files can be broken
            raise BadPicture(
                _("The picture is damaged or incomplete. Please export it again.")
            ) from error
        return _webp(image)


def _open(data):
    """Read no more than the head of the file, and refuse what would be too large to decode."""
    if not data:
        raise BadPicture(_("The file is empty."))
    if len(data) > LARGEST_FILE:
        raise BadPicture(_("The picture is larger than 10 MB."))
    if data[4:8] == b"ftyp" and data[8:12] in {b"heic", b"heix", b"mif1", b"msf1"}:
        raise BadPicture(_("This is an iPhone HEIC photo. Please save it as JPEG."))
    too_many = BadPicture(_("The picture has too many pixels; 40 megapixels are the limit."))
    try:
        image = Image.open(io.BytesIO(data), formats=READABLE)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise too_many from error
    except Exception as error:  # heads are read by the decoders as well
        raise BadPicture(
            _("This is not a JPEG, PNG, WebP or GIF picture."), code=NOT_A_PICTURE
        ) from error
    width, height = image.size
    if width * height > MOST_PIXELS or max(width, height) > LONGEST_SIDE:
        raise too_many
    return image


def _redraw(image):
    """The first frame in a new picture that knows nothing of the file it came from."""
    if image.format in ("JPEG", "MPO"):
        image.draft("RGB", (2 * MASTER_SIDE, 2 * MASTER_SIDE))  # decodes at a fraction of the size
    image.seek(0)
    image.load()  # only this finds a file that ends early
    profile = image.info.get("icc_profile")
    image = ImageOps.exif_transpose(image)
    is_transparent = image.has_transparency_data
    if image.mode in _SIXTEEN_BITS or image.mode in ("I", "F"):
        image = _eight_bits(image)
    elif image.mode == "P" or is_transparent:
        image = image.convert("RGBA" if is_transparent else "RGB")
    alpha = image.getchannel("A") if is_transparent and image.mode == "RGBA" else None
    image = _in_srgb(image.convert("RGB") if alpha else image, profile)
    if alpha:
        image.putalpha(alpha)
    image.thumbnail((MASTER_SIDE, MASTER_SIDE), Image.Resampling.LANCZOS)
    clean = Image.new(image.mode, image.size)
    clean.paste(image)
    return clean


def _eight_bits(image):
    """Scale a grey picture of 16 bits; a plain conversion turns most of it white."""
    factor = 1 / 257
    if image.mode not in _SIXTEEN_BITS:
        factor = 255 / max(image.getextrema()[1], 255)
    return image.convert("F").point(lambda value: value * factor + 0).convert("L")


def _in_srgb(image, profile):
    if profile and image.mode in ("RGB", "CMYK", "L"):
        try:
            return ImageCms.profileToProfile(
                image,
                ImageCms.ImageCmsProfile(io.BytesIO(profile)),
                ImageCms.createProfile("sRGB"),
                outputMode="RGB",
            )
        except (ImageCms.PyCMSError, OSError):
            pass  # a broken profile, or one for other colours, is as good as none
    return image.convert("RGB")


def _webp(image):
    out = io.BytesIO()
    image.save(out, "WEBP", quality=85, method=4)
    return out.getvalue()


def dimensions(name):
    """Width and height of a picture from its name alone, None for a name that is not ours."""
    found = _SIZE_IN_NAME.search(name or "")
    return (int(found[1]), int(found[2])) if found else None


def rendition_names(name):
    """The names of the files of one picture with their widths, narrow ones first."""
    if not (size := dimensions(name)):
        return []
    narrow = [(width, f"{name.removesuffix('.webp')}-{width}.webp") for width in RENDITIONS]
    return [pair for pair in narrow if pair[0] < size[0]] + [(size[0], name)]


def srcset(name, address_of):
    """The files of one picture as an ``img`` offers them, each at the address it has."""
    return ", ".join(f"{address_of(file)} {width}w" for width, file in rendition_names(name))


class CleanUpload(ContentFile):
    """A picture that has been through ``clean_image`` already."""


class PictureFile(ImageFieldFile):
    """The file of a picture, which knows its size and its smaller renditions by name."""

    def save(self, name, content, save=True):
        """Make the picture anew and keep it in all its sizes; only its pixels stay the same."""
        content.seek(0)
        data = content.read()
        if not isinstance(content, CleanUpload):
            data = clean_image(data)
        image = Image.open(io.BytesIO(data), formats=["WEBP"])
        name = f"{uuid.uuid4().hex}-{image.width}x{image.height}.webp"
        super().save(name, ContentFile(data), save=False)
        for width, narrow_name in rendition_names(self.name)[:-1]:
            narrow = image.copy()
            narrow.thumbnail((width, image.height), Image.Resampling.LANCZOS)
            self.storage.save(narrow_name, ContentFile(_webp(narrow)))
        if save:
            self.instance.save()

    @property
    def width(self):
        size = dimensions(self.name)
        return size[0] if size else super().width

    @property
    def height(self):
        size = dimensions(self.name)
        return size[1] if size else super().height

    @property
    def srcset(self):
        """What an ``img`` offers the browser to choose from."""
        return srcset(self.name, self.storage.url)

    @property
    def small_url(self):
        """The address of the narrowest rendition, for cards and lists."""
        return self.storage.url(rendition_names(self.name)[0][1]) if self else ""


class PictureFormField(forms.FileField):
    """Takes a picture and makes it anew at once, so that a bad one is a sentence in the form."""

    widget = PictureWidget

    def to_python(self, data):
        upload = super().to_python(data)
        if upload is None:
            return None
        if upload.size > LARGEST_FILE:
            raise BadPicture(_("The picture is larger than 10 MB."))
        require_room(upload.size)
        return CleanUpload(clean_image(upload.read()), name="picture.webp")

    def get_bound_field(self, form, field_name):
        """The field in its form, where what can be seen is described beside the picture."""
        bound = super().get_bound_field(form, field_name)
        described = description_of(form, field_name)
        self.widget.lacks_description = bool(described and bound.initial and not described.value())
        return bound


def description_of(form, name):
    """The field of ``form`` that describes the picture in the field ``name``; None without one."""
    for described_in in (f"{name}_description", "description"):
        if described_in in form.fields:
            return form[described_in]
    return None


def undescribed_pictures(form):
    """The labels of the pictures that ``form`` has just saved without a description."""
    return [
        bound.label
        for bound in form
        if isinstance(bound.field, PictureFormField)
        and getattr(form.instance, bound.name)
        and (described := description_of(form, bound.name))
        and not form.cleaned_data.get(described.name)
    ]


class PictureField(models.ImageField):
    """A picture, re-encoded when its row is saved, with narrower renditions beside it."""

    attr_class = PictureFile

    def __init__(self, *args, **kwargs):
        kwargs.setdefault("blank", True)
        kwargs.setdefault("upload_to", "pictures/")
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs | {"blank": self.blank, "upload_to": self.upload_to}

    def formfield(self, **kwargs):
        # The admin offers its own widget to every file.
        return super().formfield(
            **{"form_class": PictureFormField} | kwargs | {"widget": PictureWidget}
        )


class FocalPointFormField(forms.TypedChoiceField):
    """Nine places in a picture, chosen in the picture itself."""

    widget = FocalPointWidget
    picture = ""

    def get_bound_field(self, form, field_name):
        """The field in its form, drawn over the picture that the form is about."""
        self.widget.picture = getattr(getattr(form, "instance", None), self.picture, None)
        self.widget.picture_name = form.add_prefix(self.picture)
        return super().get_bound_field(form, field_name)


class FocalPointField(models.CharField):
    """Where in the picture ``picture`` the middle of a square crop should be."""

    def __init__(self, *args, picture="photo", **kwargs):
        self.picture = picture
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        """What only forms need is no matter of the database."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def formfield(self, **kwargs):
        field = super().formfield(
            **kwargs | {"choices_form_class": FocalPointFormField, "widget": FocalPointWidget}
        )
        field.picture = self.picture
        return field


class Picture(models.Model):
    """One picture in a series, with what is said about it."""

    file = PictureField(_("picture"), blank=False)
    caption = models.CharField(_("caption"), max_length=300, blank=True)
    description = models.CharField(
        _("description"),
        max_length=300,
        blank=True,
        help_text=_("What can be seen, for people who cannot see it."),
    )
    credit = models.CharField(
        _("credit"), max_length=150, blank=True, help_text=_("Who took the picture.")
    )
    position = models.PositiveIntegerField(_("place"), default=0)

    class Meta:
        abstract = True
        ordering = ["position", "pk"]
        verbose_name = _("picture")
        verbose_name_plural = _("pictures")

    def __str__(self):
        return self.caption or self.description or self.file.name
