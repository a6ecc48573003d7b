"""The real settings on a folder of their own, with what would only slow tests down left out."""

import os
import tempfile

# Set before the import: the developer's own site in ./var must not leak into the tests.
os.environ["LABSITE_DATA_DIR"] = tempfile.mkdtemp(prefix="labsite-tests-")
os.environ["LABSITE_BASE_URL"] = "http://testserver"
os.environ["LABSITE_SECRET_KEY"] = "not a secret, only for tests"

from labsite.settings import *  # noqa: F403 -- the settings under test

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # Argon2 is slow by design
STORAGES = STORAGES | {  # noqa: F405 -- the manifest would need collectstatic first
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
