"""Files of every format that is read: whole, cut, bent, too deep, too large unpacked, in other encodings, links."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.report import Report
from tests.fuzz.world import World

SAMPLES: tuple[tuple[str, Any], ...] = (
    ("conversations.json", [{"title": "t", "mapping": {"a": {"id": "a", "message": {"author": {"role": "user"},
     "content": {"content_type": "text", "parts": ["Hello."]}, "create_time": 1.7e9}, "parent": None, "children": []}},
     "conversation_id": "c"}]),
    ("claude.json", [{"uuid": "u", "name": "n", "chat_messages": [{"uuid": "m", "sender": "human", "text": "Hi.",
     "created_at": "2026-01-01T00:00:00Z"}]}]),
    ("messages.jsonl", {"text": "Hello.", "role": "user", "said_at": "2026-01-01T00:00:00Z"}),
    ("traces.jsonl", {"action_type": "get", "session_id": "s", "outcome": "success",
     "started_at": "2026-01-01T00:00:00Z"}),
    ("nodes.jsonl", {"id": "1", "type": "Person", "name": "Ada", "properties": {"age": 3}}),
)  # fmt: skip


def call(world: World, report: Report, folder: Path, readers: dict[str, Callable[..., Any]]) -> None:
    """One file, read by one of the readers."""
    random = world.values.random
    name, path = made_file(random, folder)
    reader = random.choice(list(readers))
    with report.call("files", reader, name) as made:
        made.answered(readers[reader](world.memory, path))


def made_file(random: Random, folder: Path) -> tuple[str, Path]:
    """A file, and what is wrong with it."""
    name, sample = random.choice(SAMPLES)
    text = json.dumps(sample)
    data = (text + "\n").encode() * (1 if name.endswith(".json") else random.choice((1, 3)))
    bent = random.choice(list(BENT))
    path = folder / f"{random.randrange(10**9)}-{name}"
    path = BENT[bent](random, path, data)
    return f"{bent} {name}", path


def _write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _flipped(random: Random, path: Path, data: bytes) -> Path:
    changed = bytearray(data)
    for _ in range(random.randrange(1, 8)):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return _write(path, bytes(changed))


def _zipped(random: Random, path: Path, data: bytes, name: str, link: bool = False) -> Path:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo(name)
        info.external_attr = (0o120777 if link else 0o100644) << 16
        archive.writestr(info, data, zipfile.ZIP_DEFLATED)
    return _write(path.with_suffix(".zip"), held.getvalue())


def _linked(random: Random, path: Path, data: bytes) -> Path:
    path.unlink(missing_ok=True)
    path.symlink_to(random.choice(("/etc/hostname", "/nonexistent", str(path))))
    return path


def _gz(path: Path) -> Path:
    return path.with_suffix(f"{path.suffix}.gz")


def _folder(random: Random, path: Path, data: bytes) -> Path:
    path.mkdir()
    return path


BENT: dict[str, Callable[[Random, Path, bytes], Path]] = {
    "whole": lambda random, path, data: _write(path, data),
    "empty": lambda random, path, data: _write(path, b""),
    "cut": lambda random, path, data: _write(path, data[: random.randrange(len(data))]),
    "flipped": _flipped,
    "deep": lambda random, path, data: _write(path, b"[" * 200_000 + b"]" * 200_000),
    "deep object": lambda random, path, data: _write(path, b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    "utf-16": lambda random, path, data: _write(path, data.decode().encode("utf-16")),
    "latin-1": lambda random, path, data: _write(path, data.replace(b"Hello", "Hällo".encode("latin-1"))),
    "bom": lambda random, path, data: _write(path, b"\xef\xbb\xbf" + data),
    "nul": lambda random, path, data: _write(path, data.replace(b"e", b"\x00")),
    "surrogate": lambda random, path, data: _write(path, data.replace(b"Hello", b"\\ud800")),
    "huge number": lambda random, path, data: _write(path, data.replace(b"3", b"9" * 5_000)),
    "long line": lambda random, path, data: _write(path, data.replace(b"Hello", b"x" * 5_000_000)),
    "gzip": lambda random, path, data: _write(_gz(path), gzip.compress(data)),
    "gzip cut": lambda random, path, data: _write(_gz(path), gzip.compress(data)[:-9]),
    "gzip bomb": lambda random, path, data: _write(_gz(path), gzip.compress(b" " * 50_000_000)),
    "zip": lambda random, path, data: _zipped(random, path, data, "conversations.json"),
    "zip traversal": lambda random, path, data: _zipped(random, path, data, "../../conversations.json"),
    "zip link": lambda random, path, data: _zipped(random, path, b"/etc/passwd", "conversations.json", link=True),
    "zip bomb": lambda random, path, data: _zipped(random, path, b" " * 50_000_000, "conversations.json"),
    "no zip": lambda random, path, data: _write(path.with_suffix(".zip"), b"PK\x03\x04" + data),
    "link": _linked,
    "folder": _folder,
    "missing": lambda random, path, data: path.with_name("missing"),
}
