import re

import pytest

from tests.conftest import ROOT


def test_without_any_variable_the_site_runs_on_this_machine(load_settings, tmp_path):
    settings = load_settings()

    assert settings["DEBUG"] is False
    assert settings["BASE_URL"] == "http://localhost:8000"
    assert sorted(set(settings["ALLOWED_HOSTS"])) == ["127.0.0.1", "[::1]", "localhost"]
    assert settings["DATABASES"]["default"]["NAME"] == str(tmp_path / "labsite.sqlite3")
    assert settings["MEDIA_ROOT"] == tmp_path / "media"


def test_sqlite_queues_writers_and_keeps_every_acknowledged_save(load_settings):
    options = load_settings()["DATABASES"]["default"]["OPTIONS"]

    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]


def test_the_file_in_the_data_folder_is_read(load_settings, tmp_path):
    (tmp_path / "labsite.env").write_text("LABSITE_BASE_URL=https://lab.example.org\n")

    assert load_settings()["BASE_URL"] == "https://lab.example.org"


def test_the_environment_wins_over_the_file(load_settings, tmp_path):
    (tmp_path / "labsite.env").write_text("LABSITE_BASE_URL=https://lab.example.org\n")

    settings = load_settings(LABSITE_BASE_URL="https://other.example.org/")

    assert settings["BASE_URL"] == "https://other.example.org"


def test_http_uses_plain_cookies(load_settings):
    settings = load_settings(LABSITE_BASE_URL="http://lab.example.org")

    assert settings["SESSION_COOKIE_NAME"] == "sessionid"
    assert settings["SESSION_COOKIE_SECURE"] is False
    assert settings["SECURE_SSL_REDIRECT"] is False
    assert settings["SECURE_HSTS_SECONDS"] == 0


def test_https_uses_cookies_that_belong_to_this_host_alone(load_settings):
    settings = load_settings(LABSITE_BASE_URL="https://lab.example.org")

    assert settings["SESSION_COOKIE_NAME"] == "__Host-sessionid"
    assert settings["CSRF_COOKIE_NAME"] == "__Host-csrftoken"
    assert settings["SESSION_COOKIE_SECURE"] is True
    assert settings["SECURE_SSL_REDIRECT"] is True
    assert settings["ALLOWED_HOSTS"] == ["lab.example.org"]
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://lab.example.org"]


def test_proxies_are_believed_only_when_they_are_ours(load_settings):
    alone = load_settings(LABSITE_BASE_URL="https://lab.example.org")
    behind = load_settings(LABSITE_BASE_URL="https://lab.example.org", LABSITE_PROXIES="1")

    assert alone["SECURE_PROXY_SSL_HEADER"] is None
    assert behind["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")


def test_host_names_may_be_written_with_blanks(load_settings):
    settings = load_settings(LABSITE_ALLOWED_HOSTS="lab.example.org, www.lab.example.org ,")

    assert settings["ALLOWED_HOSTS"] == ["lab.example.org", "www.lab.example.org"]


@pytest.mark.parametrize("name", ["LABSITE_BASE_URL", "LABSITE_SECRET_KEY"])
def test_postgresql_guesses_nothing(load_settings, name):
    complete = {
        "DATABASE_URL": "postgresql://labsite@localhost/labsite",
        "LABSITE_BASE_URL": "https://lab.example.org",
        "LABSITE_SECRET_KEY": "secret",
    }
    del complete[name]

    with pytest.raises(RuntimeError, match=rf"Set {name}; \.env\.example explains"):
        load_settings(**complete)


def test_a_secret_key_may_start_with_a_dollar(load_settings):
    settings = load_settings(LABSITE_SECRET_KEY="$ecret")

    assert settings["SECRET_KEY"] == "$ecret"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LABSITE_BASE_URL", "lab.example.org"),
        ("LABSITE_BASE_URL", "ftp://lab.example.org"),
        ("DATABASE_URL", "mysql://labsite@localhost/labsite"),
    ],
)
def test_an_unusable_value_is_named(load_settings, name, value):
    with pytest.raises(RuntimeError, match=name):
        load_settings(**{name: value})


def test_uploads_can_live_in_an_s3_store(load_settings):
    settings = load_settings(LABSITE_S3_BUCKET="lab", LABSITE_S3_ENDPOINT="https://s3.example.org")

    assert settings["STORAGES"]["default"] == {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": "lab",
            "endpoint_url": "https://s3.example.org",
            "file_overwrite": False,
        },
    }


def test_nginx_cannot_send_files_that_live_in_an_s3_store(load_settings):
    with pytest.raises(RuntimeError, match="LABSITE_ACCEL lets nginx send files of the media"):
        load_settings(LABSITE_S3_BUCKET="lab", LABSITE_ACCEL="true")


def test_the_example_file_explains_every_variable_that_the_settings_read():
    source = (ROOT / "labsite" / "settings.py").read_text()
    example = (ROOT / ".env.example").read_text()

    assert names(source) == names(example)


def names(text):
    return set(re.findall(r"\b(?:LABSITE_[A-Z0-9_]+|[A-Z]+_URL)\b", text)) - {
        # Django's and our own settings, not variables of the environment.
        *("BASE_URL", "LOGIN_REDIRECT_URL", "LOGIN_URL", "MEDIA_URL", "STATIC_URL"),
    }
