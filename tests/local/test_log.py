"""The end of a log, and what is added to it."""

import threading
from pathlib import Path

from oxgraph.local import process


def test_tail(tmp_path: Path) -> None:
    path = tmp_path / "log"
    assert process.tail(path, 3) == []
    path.write_text("1\n2\n3\n4\n")
    assert process.tail(path, 3) == ["2", "3", "4"]
    assert process.tail(path, 0) == []


def test_a_huge_log_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("x\n" * process.LOG_TAIL_BYTES + "last\n")
    assert process.tail(path, 1) == ["last"]


def test_follow_gives_what_is_added_and_goes_on_after_a_rotation(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("of before\n")
    lines = process.follow_log(path)
    writer = threading.Timer(0.2, lambda: path.open("a").write("added\nhalf a li"))
    writer.start()
    assert next(lines) == "added"
    path.write_text("new\n")
    assert next(lines) == "new"
