"""Pictures for tests, drawn when they are needed: no binary files in the repository."""

import io
import struct
import zlib

from PIL import Image, ImageCms, PngImagePlugin

RED, GREEN = (220, 30, 30), (30, 160, 60)
ORIENTATION, MAKE, GPS = 0x0112, 0x010F, 0x8825
LATITUDE_REF, LATITUDE = 1, 2


def picture(width=40, height=20, *, mode="RGB"):
    """A picture whose left half is red and whose right half is green."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(GREEN, (width // 2, 0, width, height))
    return image.convert(mode)


def encoded(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def jpeg(width=40, height=20, *, mode="RGB", **options):
    return encoded(picture(width, height, mode=mode), "JPEG", **options)


def png(width=40, height=20, *, mode="RGB", **options):
    return encoded(picture(width, height, mode=mode), "PNG", **options)


def phone_photo():
    """A photo taken upright: lying pixels, a note to turn them, and the place it was taken at."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    exif[MAKE] = "PHONEMAKER"
    exif.get_ifd(GPS)[LATITUDE_REF] = "N"
    exif.get_ifd(GPS)[LATITUDE] = (48.0, 8.0, 15.0)
    return jpeg(exif=exif, comment=b"at home", quality=95)


def photo_with_profile():
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    return jpeg(icc_profile=profile.tobytes())


def transparent_png():
    image = picture(mode="RGBA")
    image.putalpha(0)
    return encoded(image, "PNG")


def palette_png():
    """Colours by number, one of which is transparent."""
    return encoded(picture(mode="P"), "PNG", transparency=0)


def sixteen_bit_png():
    """A grey ramp in 16 bits: black, dark, light, white."""
    image = Image.new("I;16", (4, 1))
    for place, grey in enumerate([0, 21845, 43690, 65535]):
        image.putpixel((place, 0), grey)
    return encoded(image.resize((40, 20), Image.Resampling.NEAREST), "PNG")


def animated_gif():
    frames = [Image.new("P", (40, 20), colour) for colour in range(3)]
    return encoded(
        frames[0], "GIF", save_all=True, append_images=frames[1:], comment=b"made at home"
    )


def png_with_text():
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Author", "somebody private")
    return png(pnginfo=notes)


def chunk(kind, data):
    """A piece of a PNG, with its checksum."""
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png_header(width, height, *, bits=1, colour=0):
    """What a PNG of that size begins with; a few bytes that ask for a lot of memory."""
    header = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def png_with(kind, data):
    """A PNG with one more piece, right behind its head."""
    plain, head = png(), 33
    return plain[:head] + chunk(kind, data) + plain[head:]


def gif_of(frames):
    """An animation that repeats its second frame until there are enough."""
    two = encoded(picture(), "GIF", save_all=True, append_images=[picture().rotate(180)])
    second = two.rindex(b"\x21\xf9\x04")
    return two[:-1] + two[second:-1] * (frames - 2) + two[-1:]


def stereo_photo(width, height):
    """Two photos in one file, the second of which says that it is of this size."""
    out = bytearray(encoded(picture(), "MPO", save_all=True, append_images=[picture(60, 60)]))
    size = out.rindex(b"\xff\xc0") + 5
    out[size : size + 4] = struct.pack(">HH", height, width)
    return bytes(out)


def turned_photo(orientation):
    """The same photo as a camera stores it that was held in another way."""
    turn = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    image = picture()
    if orientation in turn:
        image = image.transpose(turn[orientation])
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    return encoded(image, "JPEG", exif=exif, quality=95)
