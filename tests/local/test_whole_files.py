"""A file is there whole or not at all."""

import os
import stat
import sys
import zipfile
from pathlib import Path

import pytest

from oxgraph.client.personal_data import write_personal_data
from oxgraph.errors import InvalidInput
from oxgraph.file_formats.archives import writing
from oxgraph.whole_files import usual_rights, write_whole


def test_a_file_is_replaced_with_the_rights_that_were_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    write_whole(path, "old")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    write_whole(path, "new", 0o644)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert path.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_leaves_the_former_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud800")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_archive_is_readable_by_its_owner_alone_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "team.zip"
    with writing(path) as archive:
        archive.writestr("nodes", "old")
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(OSError, match="full"), writing(path) as archive:
        archive.writestr("nodes", "new")
        raise OSError("the disk is full")
    with zipfile.ZipFile(path) as archive:
        assert archive.read("nodes") == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
def test_what_is_no_file_stays(tmp_path: Path) -> None:
    """As an account that may, such as root, an export to /dev/null would replace the device."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="no file"):
        write_whole(pipe, "text")
    with pytest.raises(OSError, match="no file"), writing(pipe):
        pass
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
@pytest.mark.parametrize(("mask", "rights"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_new_file_has_the_rights_that_the_process_gives(tmp_path: Path, mask: int, rights: int) -> None:
    former = os.umask(mask)
    try:
        write_whole(tmp_path / "settings.json", "new", usual_rights())
        assert os.umask(mask) == mask
    finally:
        os.umask(former)
    assert stat.S_IMODE((tmp_path / "settings.json").stat().st_mode) == rights


def test_what_a_user_said_is_not_left_where_it_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "ada.json").mkdir()
    with pytest.raises(InvalidInput, match=r"ada\.json cannot be written"):
        write_personal_data(tmp_path / "ada.json", {"secret": "the code"})
    assert [one.name for one in tmp_path.iterdir()] == ["ada.json"]
