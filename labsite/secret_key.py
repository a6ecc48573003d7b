"""The secret that signs sessions and links: made once, kept in the data folder."""

import os
import tempfile
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def read_or_make(path):
    """Return the secret kept in ``path``, making it when there is none yet.

    The file is complete before it gets its name, so of several processes that start at once
    all use the secret of the first.
    """
    try:
        return _read_or_make(path)
    except OSError as error:
        raise RuntimeError(
            f"The data folder {path.parent} cannot be used ({error.strerror});"
            " LABSITE_DATA_DIR says where it is."
        ) from error


def _read_or_make(path):
    if not path.exists():
        path.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
        # mkstemp files are readable by their owner only, and the link keeps that.
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-key-")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(get_random_secret_key() + "\n")
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            Path(draft).unlink()
    return path.read_text(encoding="ascii").strip()
