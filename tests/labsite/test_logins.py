import pytest
from django.contrib.auth.hashers import check_password, make_password
from django.test import Client
from django.urls import reverse

from labsite import settings as production


def test_passwords_are_hashed_with_19_mebibytes(settings):
    settings.PASSWORD_HASHERS = production.PASSWORD_HASHERS

    encoded = make_password("correct horse")

    assert encoded.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert check_password("correct horse", encoded)


@pytest.mark.django_db
def test_ten_wrong_passwords_stop_that_name_at_that_address_and_nobody_else(django_user_model):
    for name in ["ada", "grace"]:
        django_user_model.objects.create_superuser(name, password="correct horse")

    for _ in range(10):
        log_in("ada", "wrong")

    assert log_in("ada", "correct horse") == 429
    assert log_in("ada", "correct horse", REMOTE_ADDR="192.0.2.7") == 302
    assert log_in("grace", "correct horse") == 302


def log_in(username, password, **environ):
    form = {"username": username, "password": password}
    return Client(**environ).post(reverse("admin:login"), form).status_code
