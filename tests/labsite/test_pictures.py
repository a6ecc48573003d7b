import io
import re

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import modelform_factory
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from labsite.pictures import (
    MASTER_SIDE,
    BadPicture,
    PictureField,
    clean_image,
    dimensions,
    rendition_names,
)
from people.models import Member
from publications.models import Funder
from tests.conftest import ROOT
from tests.pictures import (
    GREEN,
    RED,
    animated_gif,
    encoded,
    jpeg,
    palette_png,
    phone_photo,
    photo_with_profile,
    picture,
    png,
    png_header,
    png_with_text,
    sixteen_bit_png,
    transparent_png,
)

DAMAGED = "The picture is damaged or incomplete. Please export it again."
NO_PICTURE = "This is not a JPEG, PNG, WebP or GIF picture."
TOO_MANY_PIXELS = "The picture has too many pixels; 40 megapixels are the limit."
DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
WEB_PAGE = b"<!doctype html><script>alert(1)</script>"


def opened(data):
    return Image.open(io.BytesIO(data), formats=["WEBP"])


def is_near(colour, wanted):
    return all(abs(a - b) < 40 for a, b in zip(colour[:3], wanted, strict=True))


@pytest.mark.parametrize(
    ("data", "mode"),
    [
        (jpeg(), "RGB"),
        (png(), "RGB"),
        (encoded(picture(), "WEBP"), "RGB"),
        (encoded(picture(), "GIF"), "RGB"),
        (jpeg(mode="CMYK"), "RGB"),
        (jpeg(mode="L"), "RGB"),
        (png(mode="1"), "RGB"),
        (png(mode="P"), "RGB"),
        (png(mode="LA"), "RGBA"),
        (palette_png(), "RGBA"),
        (transparent_png(), "RGBA"),
        (sixteen_bit_png(), "RGB"),
        (animated_gif(), "RGB"),
        (photo_with_profile(), "RGB"),
        (png_with_text(), "RGB"),
        (jpeg() + b"<script>alert(1)</script>", "RGB"),
        (animated_gif() + WEB_PAGE, "RGB"),
    ],
    ids=[
        *("jpeg", "png", "webp", "gif", "cmyk", "grey", "one bit", "palette", "grey with alpha"),
        *("palette with transparency", "transparent", "16 bit", "animated", "profile", "notes"),
        *("trailing script", "picture and web page in one"),
    ],
)
def test_pictures_of_every_sort_become_plain_webp(data, mode):
    clean = clean_image(data)

    image = opened(clean)
    image.load()
    # WebP drops an alpha channel in which nothing is transparent.
    assert (image.size, image.mode) in {((40, 20), mode), ((40, 20), "RGB")}
    assert getattr(image, "n_frames", 1) == 1
    assert set(image.info) & {"exif", "xmp", "icc_profile", "comment", "Author"} == set()
    for private in [b"EXIF", b"XMP ", b"ICCP", b"ANIM", b"home", b"private", b"script"]:
        assert private not in clean


def test_phone_photo_stands_upright_and_does_not_say_where_it_was_taken():
    data = phone_photo()
    assert b"PHONEMAKER" in data  # so that there is something to lose
    assert b"at home" in data

    clean = clean_image(data)

    image = opened(clean)
    assert image.size == (20, 40)
    assert is_near(image.getpixel((10, 5)), RED)
    assert is_near(image.getpixel((10, 35)), GREEN)
    assert dict(image.getexif()) == {}
    assert b"PHONEMAKER" not in clean
    assert b"at home" not in clean


def test_transparent_picture_stays_transparent():
    assert opened(clean_image(transparent_png())).convert("RGBA").getpixel((5, 5))[3] == 0


def test_sixteen_bits_of_grey_keep_their_shades():
    image = opened(clean_image(sixteen_bit_png())).convert("L")

    shades = [image.getpixel((x, 10)) for x in (5, 15, 25, 35)]
    assert [round(shade / 85) for shade in shades] == [0, 1, 2, 3]


def test_colours_of_a_print_keep_their_place():
    image = opened(clean_image(jpeg(mode="CMYK", quality=95)))

    assert is_near(image.getpixel((5, 10)), RED)
    assert is_near(image.getpixel((35, 10)), GREEN)


def test_animation_keeps_its_first_frame():
    first = Image.open(io.BytesIO(animated_gif())).convert("RGB")

    assert is_near(opened(clean_image(animated_gif())).getpixel((5, 5)), first.getpixel((5, 5)))


def test_large_picture_shrinks_to_the_master_size():
    assert opened(clean_image(jpeg(2400, 1200))).size == (MASTER_SIDE, 800)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"just text", NO_PICTURE),
        (WEB_PAGE, NO_PICTURE),
        (DRAWING, NO_PICTURE),
        (encoded(picture(), "TIFF"), NO_PICTURE),
        (encoded(picture(), "BMP"), NO_PICTURE),
        (encoded(picture(), "ICO"), NO_PICTURE),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", NO_PICTURE),
        (b"\x89PNG\r\n\x1a\nand then text", NO_PICTURE),
        (b"\0\0\0\x18ftypheic", "This is an iPhone HEIC photo. Please save it as JPEG."),
        (jpeg(400, 400)[: len(jpeg(400, 400)) // 2], DAMAGED),
        (jpeg(400, 400, quality=95)[:-100], DAMAGED),
        (png(60, 60)[:-30], DAMAGED),
        (png_header(20_000, 20_000), TOO_MANY_PIXELS),
        (png_header(13_300, 13_300), TOO_MANY_PIXELS),
        (png_header(7_000, 7_000), TOO_MANY_PIXELS),
        (png_header(1, 100_000), TOO_MANY_PIXELS),
        (png_header(100, 100), DAMAGED),
        (jpeg() + b"\0" * 10 * 2**20, "The picture is larger than 10 MB."),
    ],
    ids=[
        *("empty", "text", "web page", "drawing", "tiff", "bmp", "ico", "eps", "text as png"),
        *("heic", "half a jpeg", "jpeg without its end", "png without its end"),
        *("20,000 by 20,000", "13,300 by 13,300", "7,000 by 7,000", "1 by 100,000"),
        *("nothing but a head", "too many bytes"),
    ],
)
def test_what_cannot_be_a_picture_is_refused_in_words(data, sentence):
    with pytest.raises(BadPicture) as refusal:
        clean_image(data)

    assert refusal.value.messages == [sentence]


def outcome(data):
    try:
        return opened(clean_image(data)).format
    except BadPicture as refusal:
        return refusal.messages[0]


@given(
    data=st.sampled_from(
        [jpeg(), png(), palette_png(), animated_gif(), encoded(picture(), "WEBP")]
    ),
    damage=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), min_size=1, max_size=12),
)
def test_damaged_picture_is_either_made_anew_or_refused_in_words(data, damage):
    broken = bytearray(data)
    for place, byte in damage:
        broken[place % len(broken)] = byte

    assert outcome(bytes(broken)) in {"WEBP", NO_PICTURE, DAMAGED, TOO_MANY_PIXELS}


def test_names_tell_the_size_and_the_renditions():
    name = "pictures/3f0c-1600x1067.webp"

    assert dimensions(name) == (1600, 1067)
    assert rendition_names(name) == [
        (320, "pictures/3f0c-1600x1067-320.webp"),
        (640, "pictures/3f0c-1600x1067-640.webp"),
        (1280, "pictures/3f0c-1600x1067-1280.webp"),
        (1600, name),
    ]
    assert rendition_names("pictures/3f0c-320x900.webp") == [(320, "pictures/3f0c-320x900.webp")]
    assert rendition_names("pictures/scan.png") == []
    assert rendition_names("") == []


@pytest.fixture
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.mark.django_db
def test_saved_picture_lies_in_all_its_sizes_under_a_name_nobody_can_guess(media):
    upload = SimpleUploadedFile("My holiday.JPG", jpeg(1400, 700))

    funder = Funder.objects.create(name="Science Council", logo=upload)

    funder.refresh_from_db()
    assert re.fullmatch(r"pictures/[0-9a-f]{32}-1400x700\.webp", funder.logo.name)
    assert (funder.logo.width, funder.logo.height) == (1400, 700)
    stem = funder.logo.url.removesuffix(".webp")
    assert funder.logo.srcset == (
        f"{stem}-320.webp 320w, {stem}-640.webp 640w, {stem}-1280.webp 1280w, {stem}.webp 1400w"
    )
    assert funder.logo.small_url == f"{stem}-320.webp"
    sizes = [
        opened((media / name).read_bytes()).size for _, name in rendition_names(funder.logo.name)
    ]
    assert sizes == [(320, 160), (640, 320), (1280, 640), (1400, 700)]


@pytest.mark.django_db
def test_picture_put_into_its_field_by_code_is_made_anew_as_well(media):
    funder = Funder(name="Science Council")

    funder.logo.save("x.jpg", ContentFile(phone_photo()))

    [file] = (media / "pictures").iterdir()
    assert Funder.objects.get().logo.name == f"pictures/{file.name}"
    assert b"PHONEMAKER" not in file.read_bytes()


@pytest.mark.django_db
def test_saving_again_leaves_the_picture_alone(media):
    funder = Funder.objects.create(name="Council", logo=SimpleUploadedFile("a.png", png()))
    name = funder.logo.name

    funder.save()

    assert funder.logo.name == name
    assert [file.name for file in (media / "pictures").iterdir()] == [
        name.removeprefix("pictures/")
    ]


@pytest.mark.django_db
def test_replaced_picture_gets_a_new_name_and_the_old_file_stays_for_undo(media):
    funder = Funder.objects.create(name="Council", logo=SimpleUploadedFile("a.png", png()))
    old = funder.logo.name

    funder.logo = SimpleUploadedFile("a.png", png())
    funder.save()

    assert funder.logo.name != old
    assert (media / old).exists()


@pytest.mark.django_db
def test_form_makes_the_picture_anew_once_and_keeps_no_original(media):
    form_class = modelform_factory(Funder, fields=["name", "logo"])

    form = form_class(
        {"name": "Council"}, {"logo": SimpleUploadedFile("x.jpg", phone_photo(), "image/jpeg")}
    )
    funder = form.save()

    [file] = (media / "pictures").iterdir()
    assert opened(file.read_bytes()).size == (20, 40)
    assert b"PHONEMAKER" not in file.read_bytes()
    assert (funder.logo.width, funder.logo.height) == (20, 40)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("x.png", b"just text", NO_PICTURE),
        ("x.svg", DRAWING, NO_PICTURE),
        ("x.gif", WEB_PAGE, NO_PICTURE),
        ("x.jpg", jpeg(400, 400)[:900], DAMAGED),
        ("x.png", png_header(20_000, 20_000), TOO_MANY_PIXELS),
        ("x.png", b"", "The submitted file is empty."),
    ],
)
def test_form_says_what_is_wrong_with_an_upload_and_writes_nothing(media, name, data, sentence):
    form_class = modelform_factory(Funder, fields=["name", "logo"])

    form = form_class({"name": "Council"}, {"logo": SimpleUploadedFile(name, data, "image/png")})

    assert form.errors == {"logo": [sentence]}
    assert list(media.iterdir()) == []


@pytest.mark.django_db
def test_form_can_take_a_picture_away(media):
    funder = Funder.objects.create(name="Council", logo=SimpleUploadedFile("a.png", png()))
    form_class = modelform_factory(Funder, fields=["name", "logo"])

    form_class({"name": "Council", "logo-clear": "on"}, instance=funder).save()

    funder.refresh_from_db()
    assert not funder.logo
    assert funder.logo.srcset == ""
    assert funder.logo.small_url == ""


def test_place_of_the_face_is_a_plain_text_to_migrations():
    _name, path, _args, kwargs = Member._meta.get_field("focal_point").deconstruct()

    assert path == "django.db.models.CharField"
    assert (kwargs["max_length"], kwargs["default"]) == (12, "centre")


def pictures_on_pages():
    """The pictures of records in all templates, as template and attributes."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for tag in re.findall(r'<img (?:[^>"]|"[^"]*")*>', path.read_text()):
            attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
            if "{{" in attributes.get("src", ""):
                yield path.name, attributes


def test_every_picture_on_a_page_keeps_its_place_and_offers_its_sizes():
    """The smallest copy alone will do for a logo as small as a line."""
    needed = {"width", "height", "alt"}
    lacking = [
        (name, attributes)
        for name, attributes in pictures_on_pages()
        if not needed <= attributes.keys()
        or ("srcset" in attributes) != ("sizes" in attributes)
        or ("srcset" not in attributes and "small_url" not in attributes["src"])
    ]

    assert lacking == []
    assert len(list(pictures_on_pages())) >= 10


def test_field_describes_itself_completely_to_migrations():
    _name, _path, args, kwargs = PictureField("logo").deconstruct()

    assert (args, kwargs) == (
        [],
        {"verbose_name": "logo", "blank": True, "upload_to": "pictures/"},
    )
