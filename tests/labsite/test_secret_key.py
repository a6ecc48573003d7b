import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from labsite import secret_key


def test_the_secret_is_made_once_and_kept(tmp_path):
    made = secret_key.read_or_make(tmp_path / "data" / "secret_key")
    kept = secret_key.read_or_make(tmp_path / "data" / "secret_key")

    assert made == kept
    assert len(made) == 50


def test_only_its_owner_can_read_the_secret(tmp_path):
    path = tmp_path / "secret_key"

    secret_key.read_or_make(path)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_processes_that_start_at_once_use_the_same_secret(tmp_path):
    path = tmp_path / "secret_key"

    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(secret_key.read_or_make, [path] * 32))

    assert len(secrets) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_data_folder_that_cannot_be_used_is_named(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(
        RuntimeError, match=r"The data folder .*file cannot be used .*LABSITE_DATA_DIR"
    ):
        secret_key.read_or_make(tmp_path / "file" / "secret_key")
