"""The real settings on a folder of their own, with what would only slow tests down left out."""

import atexit
import os
import shutil
import tempfile

# Set before the import: the developer's own site in ./var must not leak into the tests.
os.environ["LABSITE_DATA_DIR"] = tempfile.mkdtemp(prefix="labsite-tests-")
os.environ["LABSITE_BASE_URL"] = "http://testserver"
os.environ["LABSITE_SECRET_KEY"] = "not a secret, only for tests"
atexit.register(shutil.rmtree, os.environ["LABSITE_DATA_DIR"], ignore_errors=True)

from labsite.settings import *  # noqa: F403 -- the settings under test
from labsite.settings import DATA_DIR, DATABASES, ON_SQLITE, STATIC_ROOT, STORAGES

if ON_SQLITE:
    # A file, because threads of a live server cannot share a database that lives in memory.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # Argon2 is slow by design
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
STATIC_ROOT.mkdir()  # WhiteNoise warns when it finds no folder
