"""The photo of a person in their form: what is there, what was chosen, where the face is."""

import pytest
from django import forms
from django.core.files.base import ContentFile
from django.http import HttpResponse
from django.template import engines
from django.urls import include, path

from people.models import Member
from tests.factories import make_member
from tests.pictures import jpeg

pytestmark = pytest.mark.urls(__name__)

PAGE = """<!doctype html><html lang="en"><head><title>Photo</title>
<link rel="icon" href="data:,">{{ form.media }}</head><body><main><h1>Photo</h1>
<form method="post" enctype="multipart/form-data">{% csrf_token %}{{ form.as_div }}
<button>Save</button></form></main></body></html>"""


class PhotoForm(forms.ModelForm):
    class Meta:
        model = Member
        fields = ["photo", "photo_description", "focal_point"]


def photo(request):
    member = Member.objects.get()
    form = PhotoForm(request.POST or None, request.FILES or None, instance=member)
    if request.method == "POST" and form.is_valid():
        form.save()
        form = PhotoForm(instance=member)
    return HttpResponse(engines["django"].from_string(PAGE).render({"form": form}, request))


urlpatterns = [path("photo/", photo), path("", include("labsite.urls"))]


@pytest.fixture
def window(live_server, open_window, request):
    make_member(photo=ContentFile(jpeg(600, 300), name="a.jpg"))
    window = open_window(**getattr(request, "param", {}))
    window.page.goto(f"{live_server}/photo/")
    return window


def crop(window):
    style = "crop => getComputedStyle(crop).objectPosition"
    return window.page.locator(".focal-crop").evaluate(style)


def test_nine_places_lie_over_the_picture_and_move_the_square(window):
    places = window.page.locator(".focal-place")
    picture = window.page.locator(".focal-picture").bounding_box()

    boxes = [place.bounding_box() for place in places.all()]

    assert len(boxes) == 9
    assert len({round(box["x"]) for box in boxes}) == len({round(box["y"]) for box in boxes}) == 3
    for box in boxes:
        assert picture["x"] - 1 <= box["x"] <= picture["x"] + picture["width"]
        assert picture["y"] - 1 <= box["y"] <= picture["y"] + picture["height"]
    assert crop(window) == "50% 50%"
    window.page.get_by_label("top right").check()
    assert crop(window) == "100% 0%"
    window.page.get_by_label("bottom", exact=True).check()
    assert crop(window) == "50% 100%"


def test_face_is_shown_by_the_keyboard(window):
    window.page.get_by_label("centre").focus()

    positions = []
    for key in ["ArrowUp", "ArrowLeft", "ArrowUp", "ArrowDown", "ArrowDown"]:
        window.page.keyboard.press(key)
        positions.append(crop(window))
    window.page.keyboard.press("Tab")
    with window.page.expect_navigation():
        window.page.keyboard.press("Enter")

    assert positions == ["50% 0%", "0% 0%", "0% 0%", "0% 50%", "0% 100%"]
    assert Member.objects.get().focal_point == "bottom-left"


@pytest.mark.parametrize("window", [{"java_script_enabled": False}], indirect=True)
def test_face_is_shown_without_javascript(window):
    window.page.get_by_label("top left").check()
    with window.page.expect_navigation():
        window.page.get_by_role("button", name="Save").click()

    assert Member.objects.get().focal_point == "top-left"


def test_chosen_picture_is_seen_before_it_is_saved(window):
    window.page.locator("#id_photo").set_input_files(
        {"name": "b.jpg", "mimeType": "image/jpeg", "buffer": jpeg(50, 40)}
    )

    chosen = window.page.get_by_alt_text("The picture that you have chosen")
    chosen.wait_for()
    # A picture comes a moment after the place for it.
    width = "async picture => { await picture.decode(); return picture.naturalWidth; }"
    assert chosen.evaluate(width) == 50
    for part in [".focal-picture", ".focal-crop"]:  # and the nine places lie over it
        picture = window.page.locator(part)
        assert picture.evaluate(width) == 50
    assert window.complaints == []


def test_picture_that_is_too_large_is_said_at_once_and_not_sent(window):
    window.page.locator("#id_photo").set_input_files(
        {"name": "b.jpg", "mimeType": "image/jpeg", "buffer": b"\0" * (10 * 2**20 + 1)}
    )

    message = window.page.locator("#id_photo").evaluate("input => input.validationMessage")
    assert message == "The picture is larger than 10 MB."
    window.page.get_by_role("button", name="Save").click()
    assert Member.objects.get().photo.width == 600


def test_form_has_no_barriers_and_asks_for_a_description(window):
    assert "This picture has no description yet." in window.page.locator("main").inner_text()
    assert window.barriers() == []
    window.page.get_by_label("Description of the photo").fill("Ana laughs.")
    with window.page.expect_navigation():
        window.page.get_by_role("button", name="Save").click()
    assert "This picture has no description yet." not in window.page.locator("main").inner_text()
    assert window.complaints == []
