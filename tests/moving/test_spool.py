"""The folder of a spool says what cannot be written in it, and nothing of what else goes wrong meanwhile."""

from pathlib import Path

import pytest

from oxgraph.client.archive_spool import ArchiveSpool, temporary_folder
from oxgraph.errors import InvalidInput

UNWRITABLE = r"TMPDIR: .* cannot be written: "


def test_an_error_of_the_network_is_none_of_the_folder() -> None:
    with pytest.raises(ConnectionResetError), temporary_folder("oxgraph-test-"):
        raise ConnectionResetError(104, "Connection reset by peer")


def test_a_folder_or_a_spool_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(InvalidInput, match=UNWRITABLE), temporary_folder("oxgraph-test-") as folder:
        (Path(folder) / "lines").mkdir()
        ArchiveSpool(Path(folder) / "lines")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "absent"))
    with pytest.raises(InvalidInput, match=UNWRITABLE), temporary_folder("oxgraph-test-"):
        pass
