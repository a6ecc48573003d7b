import pytest
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect, AutocompleteSelectMultiple
from django.contrib.auth.models import User
from django.db.models.signals import pre_save
from django.urls import reverse

from labsite.admin import RecordAdmin, Rows
from people.models import Lab, LabContact, Member
from tests.factories import make_lab, make_member, make_membership, make_publication
from tests.forms import add_row, filled_in, sentences

OURS = {"labsite", "site", "people", "publications", "auth"}

pytestmark = pytest.mark.django_db


def our_admins():
    return [
        record_admin
        for model, record_admin in admin.site._registry.items()
        if model._meta.app_label in OURS
    ]


def test_no_other_admin_than_ours_is_registered():
    assert {model._meta.app_label for model in admin.site._registry} == OURS


@pytest.mark.parametrize("record_admin", our_admins(), ids=str)
def test_every_admin_asks_for_permission_in_the_one_place(record_admin):
    assert isinstance(record_admin, RecordAdmin)
    assert [inline for inline in record_admin.inlines if not issubclass(inline, Rows)] == []


@pytest.mark.parametrize("record_admin", our_admins(), ids=str)
def test_no_admin_uses_what_leaks_or_breaks(record_admin):
    options = [
        getattr(layer, option)
        for layer in (record_admin, *record_admin.inlines)
        for option in ("list_editable", "raw_id_fields", "filter_horizontal", "filter_vertical")
        if hasattr(layer, option)
    ]

    assert [option for option in options if option] == []
    assert record_admin.show_full_result_count is False
    assert [inline for inline in record_admin.inlines if inline.extra] == []


@pytest.mark.parametrize("record_admin", our_admins(), ids=str)
def test_a_column_with_the_order_comes_last(record_admin):
    names = [
        list(admin.utils.flatten(inline.fields)) for inline in record_admin.inlines if inline.fields
    ]

    assert [fields for fields in names if "position" in fields[:-1]] == []


@pytest.mark.parametrize("record_admin", our_admins(), ids=str)
def test_other_records_are_searched_for_and_never_listed(record_admin, rf, admin_user):
    request = rf.get("/")
    request.user = admin_user
    forms = [record_admin.get_form(request)]
    forms += [formset.form for formset, _inline in record_admin.get_formsets_with_inlines(request)]

    plain = [
        name
        for form in forms
        for name, field in form.base_fields.items()
        if hasattr(field, "queryset")
        and not isinstance(
            getattr(field.widget, "widget", field.widget),
            AutocompleteSelect | AutocompleteSelectMultiple,
        )
    ]
    assert plain == []


@pytest.mark.parametrize("record_admin", our_admins(), ids=str)
def test_staff_without_a_say_see_nothing(record_admin, client):
    client.force_login(User.objects.create_user("clerk", is_staff=True))
    address = f"admin:{record_admin.opts.app_label}_{record_admin.opts.model_name}"

    assert client.get(reverse(f"{address}_changelist")).status_code == 403
    assert client.get(reverse(f"{address}_add")).status_code == 403
    assert client.get(reverse("admin:index")).context["groups"] == []


def test_visitors_are_asked_to_sign_in(client):
    response = client.get(reverse("admin:people_lab_changelist"))

    assert response.status_code == 302
    assert response["Location"].startswith(reverse("admin:login"))


def test_a_record_leads_to_its_page_on_the_site(admin_client):
    lab = make_lab()

    page = admin_client.get(reverse("admin:people_lab_change", args=[lab.pk]))

    assert f'href="{lab.get_absolute_url()}"' in page.text


def test_a_new_row_without_a_place_goes_to_the_end(admin_client):
    lab = make_lab()
    LabContact.objects.create(lab=lab, about="Press", email="press@example.org", position=1)
    address = reverse("admin:people_lab_change", args=[lab.pk])
    data = filled_in(admin_client.get(address))
    add_row(data, "contacts", about="Theses", email="theses@example.org")

    admin_client.post(address, data)

    assert list(lab.contacts.values_list("about", "position")) == [("Press", 1), ("Theses", 2)]


@pytest.mark.parametrize(
    ("moved", "place", "order"),
    [
        (4, "2", "AEBCD"),  # up: those from there on step down
        (0, "3", "BCADE"),  # down: those on the way step up
        (2, "", "ABDEC"),
        (2, "99", "ABDEC"),
    ],
)
def test_a_row_stands_where_it_was_put(admin_client, moved, place, order):
    lab = make_lab()
    for number, about in enumerate("ABCDE", start=1):
        LabContact.objects.create(lab=lab, about=about, email="a@example.org", position=number)
    address = reverse("admin:people_lab_change", args=[lab.pk])
    data = filled_in(admin_client.get(address))

    admin_client.post(address, data | {f"contacts-{moved}-position": place})

    assert list(lab.contacts.values_list("about", "position")) == list(
        zip(order, range(1, 6), strict=True)
    )


def test_deleting_a_row_leaves_no_gap(admin_client):
    lab = make_lab()
    for number, about in enumerate("ABC", start=1):
        LabContact.objects.create(lab=lab, about=about, email="a@example.org", position=number)
    address = reverse("admin:people_lab_change", args=[lab.pk])
    data = filled_in(admin_client.get(address))

    admin_client.post(address, data | {"contacts-0-DELETE": "on"})

    assert list(lab.contacts.values_list("about", "position")) == [("B", 1), ("C", 2)]


def test_more_rows_than_a_lab_can_have_are_refused_in_words(admin_client):
    lab = make_lab()
    address = reverse("admin:people_lab_change", args=[lab.pk])
    data = filled_in(admin_client.get(address))
    for _row in range(6):
        add_row(data, "contacts", about="Press", email="press@example.org")

    response = admin_client.post(address, data)

    assert sentences(response) == ["At most 5 can be listed here."]


@pytest.fixture
def somebody_is_faster():
    """Return a function: whenever a lab is saved, somebody else's has just got the address."""
    receivers = []

    def somebody_is_faster(slug):
        def save_theirs(**kwargs):
            Lab.objects.bulk_create([Lab(name="Theirs", slug=slug)])

        pre_save.connect(save_theirs, sender=Lab, weak=False)
        receivers.append(save_theirs)

    yield somebody_is_faster
    for receiver in receivers:
        pre_save.disconnect(receiver, sender=Lab)


def test_the_same_address_by_two_at_once_is_a_sentence_and_the_text_is_kept(
    admin_client, somebody_is_faster
):
    address = reverse("admin:people_lab_add")
    data = filled_in(admin_client.get(address))
    somebody_is_faster("our-lab")

    response = admin_client.post(
        address, data | {"name": "Our lab", "slug": "our-lab", "about": "A long text."}
    )

    assert response.status_code == 200
    assert sentences(response)[0].startswith("Somebody saved something with the same address")
    assert filled_in(response)["about"] == "A long text."
    assert Lab.objects.count() == 0


def test_an_address_that_others_have_is_an_ordinary_error(admin_client):
    make_lab(name="Theirs", slug="our-lab")
    address = reverse("admin:people_lab_add")
    data = filled_in(admin_client.get(address))

    response = admin_client.post(address, data | {"name": "Our lab", "slug": "our-lab"})

    assert sentences(response) == ["This is taken already. Please write another one."]


def test_a_lab_with_people_is_not_deleted(admin_client):
    """C137: the page says what needs the lab, in plain words."""
    stay = make_membership(make_member(display_name="Ana Ruiz"), lab=make_lab(name="Tidal Lab"))
    address = reverse("admin:people_lab_delete", args=[stay.lab.pk])

    asked = admin_client.get(address)
    answered = admin_client.post(address, {"post": "yes"})

    for page in (asked, answered):
        assert page.status_code == 200
        assert "“Tidal Lab” cannot be deleted, because these still need it." in page.text
        assert "Ana Ruiz, PhD student (Tidal Lab)" in page.text
    assert Lab.objects.count() == 1


def test_several_labs_with_people_are_not_deleted_either(admin_client):
    stay = make_membership()
    data = {"action": "delete_selected", "_selected_action": [stay.lab.pk], "post": "yes"}

    response = admin_client.post(reverse("admin:people_lab_changelist"), data)

    assert "Nothing was deleted, because these are still needed." in response.text
    assert Lab.objects.count() == 1


def test_deleting_a_person_leaves_the_papers_whole(admin_client):
    """C137: what goes is listed before, and no author line is torn."""
    member = make_member(display_name="Ana Ruiz")
    make_membership(member, lab=make_lab(name="Tidal Lab"))
    papers = [make_publication("Bo Li", member, "Cy Day") for _number in range(3)]
    address = reverse("admin:people_member_delete", args=[member.pk])

    asked = admin_client.get(address)
    admin_client.post(address, {"post": "yes"})

    assert "Ana Ruiz, PhD student (Tidal Lab)" in asked.text
    assert papers[0].title not in asked.text
    assert Member.objects.count() == 0
    for paper in papers:
        names = paper.authorships.values_list("printed_name", "member")
        assert list(names) == [("Bo Li", None), ("Ana Ruiz", None), ("Cy Day", None)]


def test_words_that_confuse_are_on_no_delete_page(admin_client):
    member = make_member()
    make_publication(member)
    page = admin_client.get(reverse("admin:people_member_delete", args=[member.pk])).text

    content = page.partition('id="content"')[2]
    assert [word for word in ("object", "slug", "instance") if f" {word} " in content] == []
