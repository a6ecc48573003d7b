import pytest

from tests.browser.conftest import Visit


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_a_site_admin_logs_in_without_a_word_from_the_browser(
    live_server, open_window, django_user_model, color_scheme
):
    django_user_model.objects.create_superuser("ada", password="correct horse")
    window: Visit = open_window(color_scheme=color_scheme)

    window.page.goto(f"{live_server}/admin/")
    window.page.get_by_label("Username").fill("ada")
    window.page.get_by_label("Password").fill("correct horse")
    window.page.get_by_role("button", name="Log in").click()
    window.page.wait_for_url(f"{live_server}/admin/")

    assert window.page.get_by_role("button", name="Log out").is_visible()
    assert window.complaints == []
