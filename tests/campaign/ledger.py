"""The ledger of a writer: what it is about to write and what was acknowledged, one JSON line each, kept when it dies.

A thing that is written is a register with a key. What it may hold follows from the lines of its one owner: exactly the
new value once the write is acknowledged; the old one or the new one where the answer is missing.
"""

import json
import os
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ABSENT = "absent"
Key = tuple[str, str, str]
"""Workspace, kind and key of a thing."""
Value = Any


@dataclass(frozen=True)
class Put:
    """What a write leaves behind: the fields that the thing must have, or ABSENT."""

    kind: str
    key: str
    value: Value

    def as_list(self) -> list[Any]:
        """For JSON."""
        return [self.kind, self.key, self.value]


class Ledger:
    """Appends lines to a file. A line is handed to the system before the call that it announces, so it outlives us."""

    def __init__(self, path: Path, workspace: str) -> None:
        self._file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        self._workspace = workspace
        self._lock = threading.Lock()
        self._number = 0

    def begin(self, lane: str, operation: str, puts: Iterable[Put], limit: float) -> int:
        """Announces a call, which may take `limit` seconds; returns its number."""
        with self._lock:
            self._number += 1
            number = self._number
        self._write(
            n=number,
            lane=lane,
            op=operation,
            w=self._workspace,
            puts=[put.as_list() for put in puts],
            limit=limit,
            t=time.time(),
        )
        return number

    def end(self, number: int, status: str, code: str, seconds: float) -> None:
        """Notes how the call ended: done, refused (nothing was written) or unknown."""
        self._write(e=number, s=status, c=code, sec=round(seconds, 3))

    def wrong(self, what: str, operation: str, detail: str) -> None:
        """Notes an answer that must not be."""
        self._write(wrong=what, op=operation, detail=detail[:600])

    def note(self, what: str) -> None:
        """Counts something that the report names."""
        self._write(note=what)

    def _write(self, **line: Any) -> None:
        os.write(self._file, (json.dumps(line, separators=(",", ":")) + "\n").encode())


@dataclass
class Call:
    """One call of a writer."""

    lane: str
    operation: str
    workspace: str
    puts: list[Put]
    limit: float
    began: float
    status: str = "unanswered"
    code: str = ""
    seconds: float | None = None


@dataclass
class Wrong:
    """Something that must not be: its kind, such as `lost`, and where."""

    what: str
    detail: str


@dataclass
class Book:
    """All that the ledgers of a campaign say."""

    calls: list[Call] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)
    _read: dict[Path, int] = field(default_factory=dict)
    _open: dict[tuple[Path, int], Call] = field(default_factory=dict)

    def read(self, folder: Path) -> None:
        """Reads what was added to the ledgers in a folder since the last time."""
        for path in sorted(folder.glob("*.jsonl")):
            self._read_on(path)

    def _read_on(self, path: Path) -> None:
        with path.open("rb") as file:
            file.seek(self._read.get(path, 0))
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]  # the end of a line that is being written comes next time
        self._read[path] = self._read.get(path, 0) + len(whole)
        for line in whole.splitlines():
            self._take(path, json.loads(line))

    def _take(self, path: Path, line: dict[str, Any]) -> None:
        if "n" in line:
            puts = [Put(*put) for put in line["puts"]]
            call = Call(line["lane"], line["op"], line["w"], puts, line["limit"], line["t"])
            self._open[path, line["n"]] = call
            self.calls.append(call)
        elif "e" in line:
            call = self._open.pop((path, line["e"]))
            call.status, call.code, call.seconds = line["s"], line["c"], line["sec"]
        elif "wrong" in line:
            self.wrong.append(Wrong(line["wrong"], f"{line['op']}: {line['detail']}"))
        else:
            self.notes[line["note"]] += 1

    @property
    def acknowledged(self) -> int:
        """Calls that were answered with success."""
        return sum(call.status == "done" for call in self.calls)

    def unanswered(self) -> list[Call]:
        """Calls that are under way, or whose caller was killed."""
        return list(self._open.values())


@dataclass
class Register:
    """The values that a thing may have, and the kind of call that wrote it last."""

    allowed: list[Value] = field(default_factory=lambda: [ABSENT])
    operation: str = ""

    def take(self, value: Value, operation: str, certain: bool) -> None:
        """A write of a value; not certain where its answer is missing."""
        self.operation = operation
        if certain:
            self.allowed = [value]
        elif value not in self.allowed:
            self.allowed.append(value)


def registers(calls: Iterable[Call]) -> dict[Key, Register]:
    """What each thing may hold. Calls of one lane come in their order; a thing has one lane."""
    found: dict[Key, Register] = defaultdict(Register)
    for call in calls:
        if call.status == "refused":
            continue
        for put in call.puts:
            found[call.workspace, put.kind, put.key].take(put.value, call.operation, call.status == "done")
    return found


def batches(calls: Iterable[Call]) -> Iterator[Call]:
    """Calls that write several things in one transaction."""
    return (call for call in calls if len(call.puts) > 1 and call.status != "refused")
