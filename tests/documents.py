"""PDF files and slides for tests, made when they are needed."""

import io
import struct
import zipfile

PDF = b"%PDF-1.7\n%%EOF\n"
PPTX_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
PPTM_TYPE = "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml"
ODP_TYPE = "application/vnd.oasis.opendocument.presentation"


def packed(parts):
    """An archive of parts by name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def pptx(content_type=PPTX_TYPE, **more):
    types = (
        f'<Types><Override PartName="/ppt/presentation.xml" ContentType="{content_type}"/></Types>'
    )
    parts = {"[Content_Types].xml": types, "ppt/presentation.xml": "<p/>"}
    return packed(parts | more)


def odp(mimetype=ODP_TYPE, **more):
    return packed({"mimetype": mimetype, "content.xml": "<o/>"} | more)


def keynote():
    return packed({"Index/Document.iwa": b"\0", "preview.jpg": b""})


def claiming(data, size):
    """The same archive, whose table of contents says that each part unpacks to ``size`` bytes."""
    claimed = bytearray(data)
    at = claimed.find(b"PK\x01\x02")
    while at != -1:
        claimed[at + 24 : at + 28] = struct.pack("<I", size)
        at = claimed.find(b"PK\x01\x02", at + 4)
    return bytes(claimed)
