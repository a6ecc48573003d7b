"""Pictures of many programs and cameras; LABSITE_CORPORA says where the collection lies."""

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageCms, ImageStat

from labsite.pictures import BadPicture, clean_image

HEIC = "This is an iPhone HEIC photo. Please save it as JPEG."
SENTENCES = {
    HEIC,
    "The file is empty.",
    "The picture has too many pixels; 40 megapixels are the limit.",
    "The picture is damaged or incomplete. Please export it again.",
    "This is not a JPEG, PNG, WebP or GIF picture.",
}


@pytest.fixture(scope="module")
def images():
    """All pictures by name."""
    folder = os.environ.get("LABSITE_CORPORA")
    if not folder:
        pytest.skip("LABSITE_CORPORA names no folder with a collection of pictures.")
    paths = (path for path in Path(folder, "images").rglob("*") if path.is_file())
    return {path.name.replace("Tests__images__", ""): path.read_bytes() for path in paths}


def cleaned(data):
    return Image.open(io.BytesIO(clean_image(data)), formats=["WEBP"]).convert("RGB")


def difference(image, other):
    return sum(ImageStat.Stat(ImageChops.difference(image, other)).mean) / 3


@pytest.mark.parametrize("format_", ["Landscape", "Portrait"])
def test_eight_ways_to_hold_a_camera_give_the_same_photo(images, format_):
    """C103."""
    upright = cleaned(images[f"{format_}_1.jpg"])

    for number in [0, *range(2, 9)]:
        photo = cleaned(images[f"{format_}_{number}.jpg"])
        assert photo.size == upright.size
        if number:
            # The number of the orientation is painted into each photo, so they differ a little.
            assert difference(photo, upright) < 12
    turned = upright.transpose(Image.Transpose.ROTATE_180)
    assert difference(turned, upright) > 24  # so that lying on its head would be noticed


def outcome(data):
    """The clean picture, or the sentence that says why there is none."""
    try:
        return clean_image(data)
    except BadPicture as refusal:
        return refusal.messages[0]


def test_every_picture_is_taken_clean_or_refused_in_words(images):
    """C105, C106, C111 and C112: whatever a file holds, there is an answer, never an exception."""
    outcomes = {name: outcome(data) for name, data in images.items()}

    taken = {name: clean for name, clean in outcomes.items() if isinstance(clean, bytes)}
    assert {sentence for sentence in outcomes.values() if isinstance(sentence, str)} == SENTENCES
    assert len(taken) > 100
    for name, clean in taken.items():
        image = Image.open(io.BytesIO(clean), formats=["WEBP"])
        image.load()
        assert not {"exif", "xmp", "icc_profile"} & set(image.info), name
        assert not any(mark in clean for mark in (b"EXIF", b"XMP ", b"ICCP", b"ANIM")), name


def test_photos_from_iphones_are_told_apart_by_what_they_hold(images):
    """C109: also when somebody has called them jpg."""
    photos = [
        data for name, data in images.items() if data and name.endswith((".heic", ".heif", ".hif"))
    ]

    assert len(photos) > 20
    for data in photos:
        with pytest.raises(BadPicture) as refusal:
            clean_image(data)
        assert refusal.value.messages == [HEIC]


def test_photo_for_print_keeps_its_colours(images):
    """C108: as near to a conversion by its own profile as one can see."""
    data = images["pil_sample_cmyk.jpg"]
    image = Image.open(io.BytesIO(data))
    profile = image.info.get("icc_profile")
    if profile:
        wanted = ImageCms.profileToProfile(
            image,
            ImageCms.ImageCmsProfile(io.BytesIO(profile)),
            ImageCms.createProfile("sRGB"),
            outputMode="RGB",
        )
    else:
        wanted = image.convert("RGB")

    means = [ImageStat.Stat(each).mean for each in (cleaned(data), wanted)]

    assert [abs(ours - theirs) < 4 for ours, theirs in zip(*means, strict=True)] == [True] * 3
