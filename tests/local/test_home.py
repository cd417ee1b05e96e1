"""The folder of a local server: layout, rights, room, and the memory of the last start."""

import os
import stat
import sys
from pathlib import Path

import pytest

from oxgraph.errors import HomeBusy, HomeUnusable
from oxgraph.local import home as home_module
from oxgraph.local.home import Home, Record
from oxgraph.local.lock import locked

RECORD = Record(
    pid=1,
    started=2.5,
    bolt=7687,
    http=7474,
    neo4j="2026.08.1",
    oxgraph="0.1.0",
    plugin="ab",
    java="/usr/bin/java",
    heap="1g",
)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def test_oxgraph_home_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OXGRAPH_HOME", str(tmp_path / "elsewhere"))
    assert Home.default().path == tmp_path / "elsewhere"


def test_prepare_makes_the_folders_for_the_owner_alone(home: Home) -> None:
    home.prepare()
    assert home.folder("data").is_dir()
    if sys.platform != "win32":
        assert stat.S_IMODE(home.path.stat().st_mode) == 0o700


def test_only_the_owner_reads_the_password(home: Home) -> None:
    home.prepare()
    assert home.password() is None
    password = home.make_password()
    assert home.password() == password
    assert len(password) >= 32
    if sys.platform != "win32":
        assert stat.S_IMODE(home.password_file.stat().st_mode) == 0o600


def test_two_homes_have_two_passwords(tmp_path: Path) -> None:
    one, two = Home(tmp_path / "1"), Home(tmp_path / "2")
    one.prepare()
    two.prepare()
    assert one.make_password() != two.make_password()


def test_a_file_in_place_of_the_folder(home: Home) -> None:
    home.path.write_text("in the way")
    with pytest.raises(HomeUnusable, match="OXGRAPH_HOME"):
        home.prepare()
    with pytest.raises(HomeUnusable), home.lock():
        pass


def test_a_file_in_place_of_a_folder_inside(home: Home) -> None:
    home.neo4j.mkdir(parents=True)
    home.folder("data").write_text("in the way")
    with pytest.raises(HomeUnusable, match="data"):
        home.prepare()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_the_right_to_write(home: Home) -> None:
    home.prepare()
    home.folder("logs").chmod(0o500)
    with pytest.raises(HomeUnusable, match="logs"):
        home.prepare()


def test_a_full_disk(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_module, "NEEDED_FREE", 1 << 62)
    with pytest.raises(HomeUnusable, match="MB are needed"):
        home.prepare()


def test_the_record_is_kept(home: Home) -> None:
    home.prepare()
    assert home.record() is None
    home.keep(RECORD)
    assert home.record() == RECORD
    assert RECORD.as_stopped().stopped


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"pid": 1}'])
def test_a_damaged_record_is_none(home: Home, text: str) -> None:
    home.prepare()
    home.record_file.write_text(text)
    assert home.record() is None


def test_a_second_holder_waits_and_then_is_told(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with locked(path, seconds=0), pytest.raises(HomeBusy), locked(path, seconds=0.2):
        pass
    with locked(path, seconds=0):
        pass
