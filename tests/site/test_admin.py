import pytest
import time_machine
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import models
from django.urls import reverse

from labsite import history
from labsite.history.states import part_models
from labsite.models import Change, OldAddress, OutsideService
from labsite.site.models import SiteSettings
from people.models import (
    Interest,
    Lab,
    LabContact,
    LabLink,
    LabPicture,
    LabRole,
    LabSection,
    MemberLink,
    MemberName,
    MemberSection,
    RoleGroup,
    Service,
    Teaching,
)
from publications.models import (
    Identifier,
    ImportEntry,
    ImportRun,
    MatchDecision,
    ProjectLink,
    TalkLink,
)
from tests.factories import (
    make_adviser,
    make_award,
    make_component,
    make_delivery,
    make_education,
    make_grant,
    make_lab,
    make_link,
    make_member,
    make_membership,
    make_news,
    make_opening,
    make_page,
    make_position,
    make_project,
    make_publication,
    make_talk,
    make_topic,
    make_venue,
)
from tests.forms import filled_in, sentences

OURS = {"labsite", "site", "people", "publications", "auth"}

pytestmark = pytest.mark.django_db


def fill(number):
    """Make one more of everything, each with all its parts."""
    user = User.objects.create_user(f"user{number}")
    lab = make_lab(parent=make_lab())
    LabContact.objects.create(lab=lab, about="Press", email="press@example.org")
    LabLink.objects.create(owner=lab, label="Code")
    RoleGroup.objects.create(lab=lab, role="phd")
    LabPicture.objects.create(lab=lab, file="pictures/1-80x60.webp", caption="The lab")
    LabSection.objects.create(owner=lab, kind="text", heading="More")
    LabRole.objects.create(lab=lab, user=user)
    member = make_member(user=user)
    stay = make_membership(member, lab=lab, start="2020-03")
    make_adviser(make_member(), membership=stay)
    degree = make_education(member, start="2015", end="2019", ending="ended")
    make_adviser(make_member(), education=degree)
    make_position(member)
    make_award(member, date="2024")
    Service.objects.create(member=member, role="Reviewer", organisation="Symposium")
    Teaching.objects.create(member=member, course="Maps")
    MemberLink.objects.create(owner=member, label="Code")
    MemberName.objects.create(member=member, name="M. Ember")
    MemberSection.objects.create(owner=member, kind="text", heading="More")
    topic = make_topic(lab=lab)
    Interest.objects.create(member=member, topic=topic)
    make_page(lab=lab)
    make_opening(lab=lab, deadline="2026-10")
    paper = make_publication(member, "Outsider", labs=[lab], venue=make_venue(), degree=degree)
    paper.topics.add(topic)
    make_link(paper)
    Identifier.objects.create(publication=paper, scheme="dblp", value=f"journals/{number}")
    project = make_project(member, lab=lab)
    make_component(project, own_project=make_project())
    ProjectLink.objects.create(owner=project, label="Code")
    talk = make_talk(member, labs=[lab])
    make_delivery(talk, date="2025-06-14")
    TalkLink.objects.create(owner=talk, label="Slides")
    make_news(member, lab=lab)
    grant = make_grant()
    grant.holders.add(member)
    MatchDecision.objects.create(
        member=member, folded_name="m ember", publication=paper, verdict="yes", decided_by=user
    )
    run = ImportRun.objects.create(source="refs.bib", lab=lab, member=member, user=user)
    ImportEntry.objects.create(run=run, key="ember2020", outcome="created", publication=paper)
    OutsideService.objects.create(name=f"example{number}.org", last_error="It does not answer.")
    OldAddress.objects.create(kind="people.lab", address=f"/old/{number}", record_id=lab.pk)
    history.notice(Lab, lab.pk)


def our_admins():
    return [
        record_admin
        for model, record_admin in admin.site._registry.items()
        if model._meta.app_label in OURS
    ]


def address_of(record_admin, page, *args):
    opts = record_admin.opts
    return reverse(f"admin:{opts.app_label}_{opts.model_name}_{page}", args=args)


READ_ONLY = {MatchDecision, ImportRun, ImportEntry, Change, OutsideService}


@pytest.mark.parametrize("record_admin", our_admins(), ids=str)
def test_every_page_of_every_admin_opens_with_data_in_it(record_admin, admin_client):
    SiteSettings.objects.update_or_create(pk=1)
    fill(1)
    rows = record_admin.model._base_manager
    assert rows.exists()

    listed = admin_client.get(address_of(record_admin, "changelist"), follow=True)
    searched = admin_client.get(address_of(record_admin, "changelist"), {"q": "x"}, follow=True)
    added = admin_client.get(address_of(record_admin, "add"))

    assert listed.status_code == 200
    assert searched.status_code == 200
    may_add = record_admin.model not in READ_ONLY | {SiteSettings}
    assert added.status_code == (200 if may_add else 403)
    for row in rows.all():
        changed = admin_client.get(address_of(record_admin, "change", row.pk))
        told = admin_client.get(address_of(record_admin, "history", row.pk))
        # A part leads to the history of the record that it belongs to.
        is_part = record_admin.model in part_models()
        assert (changed.status_code, told.status_code) == (200, 302 if is_part else 200)


@pytest.mark.parametrize("record_admin", our_admins(), ids=str)
def test_saving_a_form_untouched_changes_nothing(record_admin, admin_client):
    SiteSettings.objects.update_or_create(pk=1)
    fill(1)
    if record_admin.model in READ_ONLY:
        return
    for row in record_admin.model._base_manager.all():
        address = address_of(record_admin, "change", row.pk)
        before = contents(record_admin)

        response = admin_client.post(address, filled_in(admin_client.get(address)))

        if response.status_code == 200:
            pytest.fail(str(sentences(response)))
        assert contents(record_admin) == before


def contents(record_admin):
    """Everything in the table and in the tables of its parts, but what counts each save."""
    tables = [record_admin.model, *(inline.model for inline in record_admin.inlines)]
    counting = {"version", "updated_at", "position", "bibtex_key", "last_login"}
    return [
        [
            {k: v for k, v in row.items() if k not in counting}
            for row in table._base_manager.order_by("pk").values()
        ]
        for table in tables
    ]


@pytest.mark.parametrize("record_admin", our_admins(), ids=str)
def test_every_list_costs_the_same_for_any_number(
    record_admin, admin_client, django_assert_num_queries, django_assert_max_num_queries
):
    SiteSettings.objects.update_or_create(pk=1)
    fill(1)
    address = address_of(record_admin, "changelist")
    if record_admin.model is SiteSettings:
        return
    admin_client.get(address)
    with django_assert_max_num_queries(16) as few:
        admin_client.get(address)
    fill(2)
    fill(3)

    with django_assert_num_queries(len(few)):
        admin_client.get(address)


@pytest.mark.parametrize("record_admin", our_admins(), ids=str)
def test_every_choice_can_be_searched_for(record_admin, admin_client):
    fill(1)
    searched = (
        [
            (layer.model, field)
            for layer in (record_admin, *record_admin.get_inline_instances(None))
            for field in layer.model._meta.get_fields()
            if isinstance(field, models.ForeignKey | models.ManyToManyField)
            and admin.site.is_registered(field.related_model)
        ]
        if record_admin.model not in READ_ONLY
        else []
    )

    for model, field in searched:
        response = admin_client.get(
            reverse("admin:autocomplete"),
            {
                "term": "e",
                "app_label": model._meta.app_label,
                "model_name": model._meta.model_name,
                "field_name": field.name,
            },
        )
        assert response.status_code == 200


def test_the_settings_of_the_site_are_one_form(admin_client):
    SiteSettings.objects.all().delete()
    asked = admin_client.get(reverse("admin:site_sitesettings_changelist"), follow=True)
    assert asked.redirect_chain == [(reverse("admin:site_sitesettings_add"), 302)]

    admin_client.post(
        reverse("admin:site_sitesettings_add"), filled_in(asked) | {"title": "Tidal University"}
    )
    again = admin_client.get(reverse("admin:site_sitesettings_changelist"), follow=True)

    assert list(SiteSettings.objects.values_list("pk", "title")) == [(1, "Tidal University")]
    assert again.redirect_chain == [(reverse("admin:site_sitesettings_change", args=[1]), 302)]
    assert admin_client.get(reverse("admin:site_sitesettings_add")).status_code == 403


def test_a_zone_that_does_not_exist_is_refused_and_the_text_kept(admin_client):
    SiteSettings.objects.update_or_create(pk=1)
    address = reverse("admin:site_sitesettings_change", args=[1])

    response = admin_client.post(
        address, filled_in(admin_client.get(address)) | {"zone": "Zurich", "tagline": "Ours"}
    )

    assert sentences(response) == ["Write the time zone like “Europe/Zurich” or “Asia/Shanghai”."]
    assert filled_in(response)["tagline"] == "Ours"


def test_an_account_is_made_and_changed_without_groups_and_permissions(admin_client):
    address = reverse("admin:auth_user_add")
    data = filled_in(admin_client.get(address))

    added = admin_client.post(
        address,
        data | {"username": "bo", "password1": "quiet harbour", "password2": "quiet harbour"},
    )

    bo = User.objects.get(username="bo")
    assert added["Location"] == reverse("admin:auth_user_change", args=[bo.pk])
    assert "user_permissions" not in admin_client.get(added["Location"]).text


def test_the_form_of_an_account_says_that_there_is_a_password_and_not_how_it_is_kept(admin_client):
    bo = User.objects.create_user("bo", password="quiet harbour")

    text = admin_client.get(reverse("admin:auth_user_change", args=[bo.pk])).text

    said = [
        words in text for words in ("There is one.", "May change everything", "argon2", "Superuser")
    ]
    assert said == [True, True, False, False]


def test_all_changes_are_those_that_somebody_made(admin_client):
    member = make_member(display_name="Ana Ruiz")
    address = reverse("admin:people_member_change", args=[member.pk])
    with time_machine.travel("2026-11-30 11:33", tick=False):
        admin_client.post(address, filled_in(admin_client.get(address)) | {"office": "2"})

    page = admin_client.get(reverse("admin:labsite_change_changelist"))

    assert [change.action for change in page.context["cl"].result_list] == ["changed"]
    assert "30 November 2026, 11:33" in page.text


def test_an_unknown_year_in_the_address_of_a_list_is_no_error(admin_client):
    fill(1)

    response = admin_client.get(
        reverse("admin:publications_publication_changelist"), {"year": "soon"}
    )

    assert response.status_code == 200
    assert Lab.objects.exists()
