"""All settings, production by default; what differs between installs comes from the environment.

``.env.example`` explains each variable. The file ``labsite.env`` in the data folder is read as
well, so that commands need no preparation; variables already set win over it.
"""

import os
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import environ
from django.utils.translation import gettext_lazy as _

from labsite import secret_key
from labsite.mirrors import mirrors

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("LABSITE_DATA_DIR") or BASE_DIR / "var").resolve()

env = environ.Env()
env.read_env(DATA_DIR / "labsite.env")


def required(name):
    """Read a variable this install cannot do without, and say which one is missing.

    A RuntimeError, because Django's command line hides ImproperlyConfigured behind another error.
    """
    value = os.environ.get(name)
    if not value:
        raise RuntimeError(f"Set {name}; .env.example explains what it is for.")
    return value


def words(name):
    """Read a list separated by commas; blanks around them do not count."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


# Database

if os.environ.get("DATABASE_URL"):
    DATABASES = {"default": env.db_url("DATABASE_URL")}
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(DATA_DIR / "labsite.sqlite3"),
        }
    }

ON_POSTGRESQL = DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql"
ON_SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"

if ON_SQLITE:
    # IMMEDIATE lets writers queue instead of failing, FULL keeps every acknowledged save through
    # a power cut. https://docs.djangoproject.com/en/5.2/ref/databases/#sqlite-notes
    DATABASES["default"] |= {
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                " PRAGMA journal_size_limit=67108864;"
            ),
        },
    }
elif ON_POSTGRESQL:
    # Health checks answer the first request after a restart of the database; the limits keep one
    # stuck statement from holding a worker for ever.
    DATABASES["default"] |= {
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": DATABASES["default"].get("OPTIONS", {})
        | {
            "connect_timeout": 3,
            "options": (
                "-c statement_timeout=15000 -c lock_timeout=5000"
                " -c idle_in_transaction_session_timeout=60000"
            ),
        },
    }
else:
    raise RuntimeError("DATABASE_URL must be sqlite: or postgresql:; .env.example shows both.")

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


# Address and secrets

# An install on PostgreSQL is served to the world, perhaps by several machines: nothing is guessed.
if ON_POSTGRESQL:
    BASE_URL = required("LABSITE_BASE_URL").rstrip("/")
    # Read raw: django-environ takes a value that starts with "$" for a reference.
    SECRET_KEY = required("LABSITE_SECRET_KEY")
else:
    BASE_URL = (os.environ.get("LABSITE_BASE_URL") or "http://localhost:8000").rstrip("/")
    SECRET_KEY = os.environ.get("LABSITE_SECRET_KEY") or secret_key.read_or_make(
        DATA_DIR / "secret_key"
    )

if urlsplit(BASE_URL).scheme not in {"http", "https"} or not urlsplit(BASE_URL).hostname:
    raise RuntimeError(
        "LABSITE_BASE_URL must look like https://lab.example.org; .env.example explains it."
    )

OVER_TLS = urlsplit(BASE_URL).scheme == "https"

LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = words("LABSITE_ALLOWED_HOSTS") or [
    urlsplit(BASE_URL).hostname,
    *([] if OVER_TLS else LOCAL_HOSTS),
]
CSRF_TRUSTED_ORIGINS = ["{0.scheme}://{0.netloc}".format(urlsplit(BASE_URL))]

DEBUG = env.bool("LABSITE_DEBUG", default=False)

# Proxies of ours in front of the application; only then are their headers believed.
PROXIES = env.int("LABSITE_PROXIES", default=0)


# nginx then sends the uploads that a page of ours allowed; labsite/deploy/nginx.conf says how.
ACCEL = env.bool("LABSITE_ACCEL", default=False)


# Applications

INSTALLED_APPS = [
    "labsite.site",
    "publications",
    "people",
    "labsite",
    "markdownx",
    "axes",
    "labsite.site.desk_app.DeskConfig",  # django.contrib.admin with a front page of our own
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",  # runserver then serves static files as production does
    "django.contrib.staticfiles",
]

# Public pages pay for none of this: session, user and messages are read only when asked for.
MIDDLEWARE = [
    "labsite.headers.ContentSecurityPolicyMiddleware",
    "labsite.headers.IsolationMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "labsite.requests.NoNulBytesMiddleware",
    "labsite.site.middleware.SiteMiddleware",
    "labsite.site.middleware.FormerSiteMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "labsite.site.middleware.ActorMiddleware",
    "labsite.signed_out.SignedOutMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "labsite.urls"
WSGI_APPLICATION = "labsite.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "labsite.site.context.site",
            ],
        },
    },
]


# Security

SECURE_SSL_REDIRECT = OVER_TLS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # asked by machines inside, without TLS
SECURE_HSTS_SECONDS = 63_072_000 if OVER_TLS else 0
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES and OVER_TLS else None
X_FRAME_OPTIONS = "DENY"

# Whether sub-domains follow and whether browsers preload it is up to the owner of the domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if not OVER_TLS:
    # Without TLS there is nothing to redirect to, and browsers refuse Secure cookies.
    SILENCED_SYSTEM_CHECKS += [f"security.{check}" for check in ("W004", "W008", "W012", "W016")]

# Read by labsite.headers, under the name that Django 6 gives it.
SECURE_CSP = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "object-src": ["'none'"],
    "manifest-src": ["'self'"],
} | ({"upgrade-insecure-requests": True} if OVER_TLS else {})

# Browsers take a __Host- name only from this very host, over TLS, for the whole site.
SESSION_COOKIE_NAME = "__Host-sessionid" if OVER_TLS else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if OVER_TLS else "csrftoken"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = OVER_TLS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 12 * 60 * 60
CSRF_FAILURE_VIEW = "labsite.signed_out.refused"

DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000  # a paper of a hundred authors, edited in rows
DATA_UPLOAD_MAX_NUMBER_FILES = 20
FILE_UPLOAD_PERMISSIONS = 0o644


# Accounts

PASSWORD_HASHERS = [
    "labsite.hashers.SmallArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60

# Ten wrong tries stop that name at that address for a quarter of an hour. Never the address
# alone: a whole institute may share one.
AXES_FAILURE_LIMIT = 10
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # who logged in from where is personal data nobody needs
AXES_CLIENT_IP_CALLABLE = "labsite.visitors.address"
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False  # a quarter of an hour is over before anybody has found the list


# Language and time

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("de", _("German")),
    ("fr", _("French")),
    ("zh-hans", _("Simplified Chinese")),
]
LOCALE_PATHS = [BASE_DIR / "labsite" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("LABSITE_TIME_ZONE") or "UTC"

FORMS_URLFIELD_ASSUME_HTTPS = True  # the default from Django 6 on, under which this line goes


# Files

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
MEDIA_URL = "/media/"
MEDIA_ROOT = DATA_DIR / "media"

STORAGES = {
    "default": {"BACKEND": "labsite.files.WholeFileStorage"},
    "staticfiles": {"BACKEND": "labsite.stylesheets.OneStylesheetStorage"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site has a use for our files

if os.environ.get("LABSITE_S3_BUCKET"):
    if ACCEL:
        raise RuntimeError(
            "LABSITE_ACCEL lets nginx send files of the media folder, and LABSITE_S3_BUCKET keeps"
            " none there; .env.example explains both."
        )
    STORAGES["default"] = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": os.environ["LABSITE_S3_BUCKET"],
            "endpoint_url": os.environ.get("LABSITE_S3_ENDPOINT") or None,
            "file_overwrite": False,
        },
    }


# Text

MARKDOWNX_MARKDOWNIFY_FUNCTION = "labsite.markdown.render"
MARKDOWNX_URLS_PATH = "/editor/preview/"
MARKDOWNX_UPLOAD_URLS_PATH = "/editor/upload/"

# How much room the pictures that one person puts into texts may take.
PICTURE_QUOTA = env.int("LABSITE_PICTURE_QUOTA", default=200) * 2**20


# Look-ups

# Where a service is asked instead of at its own address; empty, each is asked itself.
OUTSIDE_MIRRORS = mirrors(words("LABSITE_MIRRORS"))
OUTSIDE_CONNECT_SECONDS = 5
OUTSIDE_SECONDS = 8  # for the whole of an answer; somebody waits ten for the page at most


# Cache, e-mail, log

# Room for the counts that keep strangers from having mails sent without end.
CACHES = {"default": env.cache_url("CACHE_URL", default="locmemcache://?max_entries=10000")}

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 10  # seconds; somebody waits for the page
DEFAULT_FROM_EMAIL = SERVER_EMAIL = (
    os.environ.get("LABSITE_EMAIL_FROM") or f"Labsite <labsite@{urlsplit(BASE_URL).hostname}>"
)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Django's own handler would mail every error to people this site does not know.
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # It would report every HEAD request, whose body it drops as it should.
        "gunicorn.http.wsgi": {"level": "ERROR"},
    },
}
