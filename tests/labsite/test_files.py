import errno
import io
import os
import re
import shutil
from types import SimpleNamespace

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile, File
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import modelform_factory
from django.urls import reverse

from labsite.files import (
    LARGEST_DOCUMENT,
    MEGABYTE,
    DocumentFormField,
    WholeFileStorage,
    document_kind,
)
from labsite.pictures import PictureFormField
from labsite.slides import MOST_PARTS
from publications.models import Funder, Publication
from tests.documents import PDF, PPTM_TYPE, claiming, keynote, odp, packed, pptx
from tests.forms import filled_in, sentences
from tests.pictures import png


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("paper.pdf", PDF, "pdf"),
        ("PAPER.PDF", PDF, "pdf"),
        ("talk.pptx", pptx(), "pptx"),
        ("talk.odp", odp(), "odp"),
        ("talk.key", keynote(), "key"),
        ("../../etc/paper.pdf", PDF, "pdf"),
        ("paper.html.pdf", PDF, "pdf"),
    ],
)
def test_documents_are_known_by_their_name_and_their_first_bytes(name, data, kind):
    assert document_kind(name, data[:8], len(data)) == kind


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        (
            "paper.pdf",
            b"<html><script>",
            "The file is called “pdf”, but what it holds is something else.",
        ),
        ("talk.pptx", PDF, "The file is called “pptx”, but what it holds is something else."),
        ("paper.pdf", b"", "The file is empty."),
        *(
            (
                f"talk.{ending}",
                pptx(),
                f"Only PDF files and slides (pptx, odp, key) can be uploaded, not “{ending}”.",
            )
            for ending in ["pptm", "ppsm", "svg", "html", "exe", "zip"]
        ),
        (
            "paper",
            PDF,
            "Only PDF files and slides (pptx, odp, key) can be uploaded, not “paper”.",
        ),
    ],
)
def test_other_files_are_refused_in_words(name, data, sentence):
    with pytest.raises(ValidationError) as refusal:
        document_kind(name, data[:8], len(data))

    assert refusal.value.messages == [sentence]


def test_file_above_the_limit_is_refused_and_one_at_the_limit_is_not():
    assert document_kind("paper.pdf", PDF, LARGEST_DOCUMENT) == "pdf"
    with pytest.raises(ValidationError) as refusal:
        document_kind("paper.pdf", PDF, LARGEST_DOCUMENT + 1)

    assert refusal.value.messages == ["The file is larger than 30 MB."]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("talk.pptx", pptx()),
        ("talk.odp", odp()),
        ("talk.key", keynote()),
        ("talk.key", packed({"index.apxl": "<k/>"})),
    ],
)
def test_slides_of_each_program_are_taken(name, data):
    upload = SimpleUploadedFile(name, data)

    assert DocumentFormField().clean(upload) is upload
    assert upload.read() == data  # from its beginning, for whoever saves it


MACROS = "The slides contain macros, small programs. Please save them without, or as a PDF."
FLOOD = "The slides would unpack to far more than slides ever hold."
BROKEN = "The slides are damaged or incomplete. Please export them again."


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("talk.pptx", pptx(PPTM_TYPE), MACROS),
        (
            "talk.pptx",
            packed(
                {
                    "ppt/presentation.xml": "<p/>",
                    "[Content_Types].xml": PPTM_TYPE.encode("utf-16"),
                }
            ),
            MACROS,
        ),
        ("talk.pptx", pptx(**{"ppt/vbaProject.bin": b"\0"}), MACROS),
        ("talk.odp", odp(**{"Basic/Standard/Module1.xml": "<m/>"}), MACROS),
        ("talk.odp", odp(**{"Scripts/python/run.py": "run()"}), MACROS),
        ("talk.pptx", claiming(pptx(), 300 * MEGABYTE), FLOOD),
        ("talk.key", packed({f"{n}": b"" for n in range(MOST_PARTS + 1)}), FLOOD),
        ("talk.key", packed({f"{n}" * 2000: b"" for n in range(1000, 2000)}), FLOOD),
        ("talk.pptx", pptx()[:-30], BROKEN),
        ("talk.pptx", b"PK\x03\x04 and then text", BROKEN),
        *(
            (name, data, f"The file is called “{name[5:]}”, but what it holds is something else.")
            for name, data in [
                ("talk.pptx", odp()),
                ("talk.odp", pptx()),
                ("talk.odp", odp("application/epub+zip")),
                ("talk.key", pptx()),
                ("talk.pptx", packed({"run.exe": b"MZ"})),
            ]
        ),
    ],
    ids=[
        *("macros by type", "macros by type in two bytes", "macros by part"),
        *("basic macros", "scripts", "unpacks to 600 MB", "too many parts", "too long a table"),
        *("cut off", "only the first bytes", "odp as pptx", "pptx as odp", "book as odp"),
        *("pptx as key", "program as pptx"),
    ],
)
def test_slides_that_could_do_harm_are_refused_in_words(name, data, sentence):
    with pytest.raises(ValidationError) as refusal:
        DocumentFormField().clean(SimpleUploadedFile(name, data))

    assert refusal.value.messages == [sentence]


@pytest.fixture
def disk(monkeypatch):
    """A function that says how large the disk is and how much of it is free, in megabytes."""

    def disk(*, total, free):
        usage = SimpleNamespace(total=total * MEGABYTE, free=free * MEGABYTE)
        monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)

    return disk


@pytest.mark.parametrize(
    ("total", "free", "is_refused"),
    [
        (4_000, 501, False),
        (4_000, 500, True),  # what remains would be less than 500 MB
        (100_000, 5_001, False),
        (100_000, 5_000, True),  # what remains would be less than a twentieth
    ],
)
def test_upload_leaves_room_for_the_database(disk, total, free, is_refused):
    disk(total=total, free=free)
    no_room = [
        "The server has no room for this file (it needs 1 MB). Nothing was saved."
    ] * is_refused

    outcomes = []
    for field, file in [
        (DocumentFormField(), SimpleUploadedFile("a.pdf", PDF)),
        (PictureFormField(), SimpleUploadedFile("a.png", png())),
    ]:
        try:
            field.clean(file)
            outcomes.append([])
        except ValidationError as refusal:
            outcomes.append(refusal.messages)

    assert outcomes == [no_room, no_room]


def test_storage_itself_leaves_room_as_well(disk, tmp_path):
    disk(total=4_000, free=100)

    with pytest.raises(ValidationError):
        WholeFileStorage(location=tmp_path / "media").save("a.pdf", ContentFile(PDF))

    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.mark.django_db
def test_document_is_kept_under_a_name_nobody_can_guess(media):
    publication = Publication(title="Tides", pdf=SimpleUploadedFile("../my thesis.PDF", PDF))

    Publication._meta.get_field("pdf").pre_save(publication, add=True)

    assert re.fullmatch(r"documents/[0-9a-f]{32}\.pdf", publication.pdf.name)
    assert (media / publication.pdf.name).read_bytes() == PDF


@pytest.mark.django_db
def test_form_refuses_a_web_page_that_is_called_a_pdf(media):
    form_class = modelform_factory(Publication, fields=["pdf"])

    form = form_class({}, {"pdf": SimpleUploadedFile("paper.pdf", b"<script>", "application/pdf")})

    assert form.errors["pdf"] == ["The file is called “pdf”, but what it holds is something else."]
    assert list(media.iterdir()) == []


def test_storage_writes_a_whole_file_and_leaves_nothing_else(tmp_path):
    storage = WholeFileStorage(location=tmp_path)

    name = storage.save("documents/a.pdf", ContentFile(PDF))

    assert name == "documents/a.pdf"
    assert [file.name for file in (tmp_path / "documents").iterdir()] == ["a.pdf"]
    with storage.open(name) as file:
        assert file.read() == PDF


def test_storage_gives_a_second_file_of_that_name_another_one(tmp_path):
    storage = WholeFileStorage(location=tmp_path)

    first, second = (storage.save("a.pdf", ContentFile(text)) for text in (b"1", b"2"))

    assert first == "a.pdf"
    assert second != first
    assert [(tmp_path / name).read_bytes() for name in (first, second)] == [b"1", b"2"]


class FileOnAFullDisk(File):
    """Its second half finds no room."""

    def chunks(self, chunk_size=None):
        yield PDF
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.django_db
def test_disk_that_fills_up_meanwhile_is_said_in_the_form_and_the_text_is_kept(
    admin_client, media, monkeypatch
):
    def no_room(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    address = reverse("admin:publications_funder_add")
    logo = SimpleUploadedFile("a.png", png(), "image/png")
    data = filled_in(admin_client.get(address)) | {"name": "Sea Fund", "logo": logo, "_save": "1"}
    monkeypatch.setattr(os, "fsync", no_room)

    response = admin_client.post(address, data)

    assert response.status_code == 200
    assert sentences(response) == [
        "The server has no room for this file (it needs 1 MB). Nothing was saved."
    ]
    assert filled_in(response)["name"] == "Sea Fund"
    assert Funder.objects.count() == 0
    assert [path for path in media.rglob("*") if path.is_file()] == []


def test_full_disk_is_said_in_words_and_leaves_no_half_file(tmp_path):
    storage = WholeFileStorage(location=tmp_path)
    file = FileOnAFullDisk(io.BytesIO(b"\0" * 12 * 2**20), name="a.pdf")

    with pytest.raises(ValidationError) as refusal:
        storage.save("a.pdf", file)

    assert refusal.value.messages == [
        "The server has no room for this file (it needs 12 MB). Nothing was saved."
    ]
    assert list(tmp_path.iterdir()) == []
