"""Puts into a fresh install what the tests of its deployment look for, and says where it is.

A program of its own, because an install runs with its own settings: python -m tests.deploy.filling
"""

import io
import json
import sys
import zipfile

import django
from django.core.files.base import ContentFile

SLIDES_SIZE = 200_000


def slides():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("ppt/presentation.xml", "x" * SLIDES_SIZE)
    return packed.getvalue()


def fill():
    """Make records with files, public and not, and an account; return addresses and a session."""
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.test import Client

    from tests.factories import make_delivery, make_lab, make_member, make_publication
    from tests.pictures import jpeg

    make_lab()
    member = make_member(photo=ContentFile(jpeg(1600, 1600), "photo.jpg"))
    paper = ContentFile(b"%PDF-1.7\n" + b"% filling\n" * 2_000 + b"%%EOF\n", "paper.pdf")
    public = make_publication(pdf=paper)
    draft = make_publication(pdf=paper, visibility="draft")
    delivery = make_delivery(slides=ContentFile(slides(), "talk.pptx"))
    admin = get_user_model().objects.create_superuser("ada", "ada@example.org", "correct horse")
    client = Client()
    client.force_login(admin)
    return {
        "webp": member.photo.url,
        "pdf": public.pdf.url,
        "pptx": delivery.slides.url,
        "draft": draft.pdf.url,
        "publication": public.get_absolute_url(),
        "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
    }


if __name__ == "__main__":
    django.setup()
    json.dump(fill(), sys.stdout)
