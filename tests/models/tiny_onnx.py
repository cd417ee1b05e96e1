"""Tiny ONNX models that are written on the spot: a protocol buffer by hand, so that no other package is needed."""

import json
import struct
from collections.abc import Sequence
from pathlib import Path

FLOAT, INT64 = 1, 7
WORDS = ("[PAD]", "[UNK]", "tea", "cello", "green", "music", "query:")


def number(value: int) -> bytes:
    """A varint."""
    found = b""
    while value > 0x7F:
        found += bytes([value & 0x7F | 0x80])
        value >>= 7
    return found + bytes([value])


def field(key: int, value: int | bytes | str) -> bytes:
    """A field of a message."""
    if isinstance(value, int):
        return number(key << 3) + number(value)
    data = value.encode() if isinstance(value, str) else value
    return number(key << 3 | 2) + number(len(data)) + data


def value_info(name: str, kind: int, dimensions: tuple[str, ...]) -> bytes:
    """An input or output with named dimensions."""
    shape = b"".join(field(1, field(2, one)) for one in dimensions)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, shape)))


def node(kind: str, inputs: tuple[str, ...], output: str, *attributes: bytes) -> bytes:
    """An operation."""
    given = b"".join(field(1, one) for one in inputs)
    return given + field(2, output) + field(4, kind) + b"".join(field(5, one) for one in attributes)


def table(name: str, rows: list[list[float]]) -> bytes:
    """A matrix of constants."""
    numbers = [one for row in rows for one in row]
    raw = struct.pack(f"<{len(numbers)}f", *numbers)
    return field(1, len(rows)) + field(1, len(rows[0])) + field(2, FLOAT) + field(8, name) + field(9, raw)


def write(folder: Path, rows: list[list[float]], pair: bool, words: Sequence[str] = WORDS) -> Path:
    """A folder with a network that looks up a row for each of the words; with `pair` the sum of all is the logit."""
    nodes = [node("Gather", ("rows", "input_ids"), "tokens")]
    output = "tokens"
    dimensions: tuple[str, ...] = ("batch", "sequence", "dimension")
    if pair:
        axes = field(1, "axes") + field(8, 1) + field(20, 7)
        keep = field(1, "keepdims") + field(3, 0) + field(20, 2)
        nodes.append(node("ReduceSum", ("tokens",), "logits", axes, keep))
        output, dimensions = "logits", ("batch", "dimension")
    graph = b"".join(field(1, one) for one in nodes) + field(2, "tiny") + field(5, table("rows", rows))
    graph += field(11, value_info("input_ids", INT64, ("batch", "sequence")))
    graph += field(12, value_info(output, FLOAT, dimensions))
    (folder / "model.onnx").write_bytes(field(1, 7) + field(7, graph) + field(8, field(2, 11)))
    tokenizer = {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "model": {"type": "WordLevel", "vocab": {word: n for n, word in enumerate(words)}, "unk_token": "[UNK]"},
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    return folder
