import errno
import io
import os
import re
import zipfile

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile, File
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import modelform_factory

from labsite.files import LARGEST_DOCUMENT, WholeFileStorage, document_kind
from publications.models import Publication

PDF = b"%PDF-1.7\n%%EOF\n"


def slides():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("ppt/presentation.xml", "<p/>")
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("paper.pdf", PDF, "pdf"),
        ("PAPER.PDF", PDF, "pdf"),
        ("talk.pptx", slides(), "pptx"),
        ("talk.odp", slides(), "odp"),
        ("talk.key", slides(), "key"),
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
                slides(),
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


def test_full_disk_is_said_in_words_and_leaves_no_half_file(tmp_path):
    storage = WholeFileStorage(location=tmp_path)
    file = FileOnAFullDisk(io.BytesIO(b"\0" * 12 * 2**20), name="a.pdf")

    with pytest.raises(ValidationError) as refusal:
        storage.save("a.pdf", file)

    assert refusal.value.messages == [
        "The server has no room for this file (it needs 12 MB). Nothing was saved."
    ]
    assert list(tmp_path.iterdir()) == []
