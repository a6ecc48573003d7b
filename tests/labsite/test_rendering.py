from io import StringIO

import pytest
from django.core.management import call_command

from labsite import rendering
from labsite.content_pictures import keep
from people.models import Lab, Page
from tests.factories import make_lab, make_page
from tests.pictures import jpeg

pytestmark = pytest.mark.django_db


def run(*options):
    out, err = StringIO(), StringIO()
    call_command("render_markdown", *options, stdout=out, stderr=err, no_color=True)
    return out.getvalue(), err.getvalue()


def test_only_texts_that_differ_are_written():
    stale, fresh = make_page(body="*a*"), make_page(body="*b*")
    Page.objects.filter(pk=stale.pk).update(body="**changed past the field**")
    Lab.objects.filter(pk=make_lab(about="x").pk).update(about_html="<p>of an older renderer</p>")
    before = fresh.updated_at

    out, err = run()

    assert out == (
        "people.Lab.about_html: 1 / 1\n"
        "people.Page.body_html: 1 / 2\n"
        "Texts: 3, rendered anew: 2, failed: 0.\n"
    )
    assert err == ""
    stale.refresh_from_db()
    fresh.refresh_from_db()
    assert stale.body_html == "<p><strong>changed past the field</strong></p>\n"
    assert (stale.version, fresh.updated_at) == (1, before)
    assert Lab.objects.get().about_html == "<p>x</p>\n"
    assert run()[0] == "Texts: 3, rendered anew: 0, failed: 0.\n"


def test_dry_run_says_what_would_change_and_changes_nothing(django_user_model):
    boat = keep(jpeg(), django_user_model.objects.create_superuser("ada"))
    Page.objects.filter(pk=make_page().pk).update(body=f"![x]({boat.address})")

    out, _err = run("--dry-run")

    assert out.endswith("Texts: 1, would change: 1, failed: 0.\n")
    assert Page.objects.get().body_html == ""
    assert boat.uses.count() == 0


def test_html_of_a_text_that_is_gone_goes_too():
    page = make_page(body="a")
    Page.objects.update(body="")

    run()

    page.refresh_from_db()
    assert page.body_html == ""


def test_pictures_of_a_text_changed_past_its_field_belong_to_it_again(django_user_model):
    boat = keep(jpeg(), django_user_model.objects.create_superuser("ada"))
    page = make_page()
    Page.objects.filter(pk=page.pk).update(body=f"![x]({boat.address})")

    run()

    assert list(boat.uses.values_list("kind", "record_id")) == [("people.page", page.pk)]


def test_text_that_is_too_long_is_named_and_keeps_its_html():
    page = make_page(body="a")
    Page.objects.filter(pk=page.pk).update(body="a" * 20_001)

    out, err = run()

    assert out == "Texts: 1, rendered anew: 0, failed: 1.\n"
    assert err == (
        f"people.Page.body_html {page.pk}: Your text has 20,001 characters; the limit is 20,000.\n"
    )
    page.refresh_from_db()
    assert page.body_html == "<p>a</p>\n"


def test_text_saved_meanwhile_is_left_to_its_save(monkeypatch):
    page = make_page(body="old")
    Page.objects.update(body_html="<p>stale</p>")
    render = rendering.render

    def render_slowly(text):
        if text:
            Page.objects.update(body="new", body_html="<p>new</p>\n")  # somebody saves
        return render(text)

    monkeypatch.setattr(rendering, "render", render_slowly)
    run()

    page.refresh_from_db()
    assert page.body_html == "<p>new</p>\n"


def test_all_rows_are_reached_in_batches(monkeypatch):
    monkeypatch.setattr(rendering, "BATCH", 2)
    for _number in range(5):
        make_page(body="a")
    Page.objects.update(body="b")

    assert run()[0].endswith("Texts: 5, rendered anew: 5, failed: 0.\n")
