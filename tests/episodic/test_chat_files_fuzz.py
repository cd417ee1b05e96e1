"""Whatever a file holds, reading it gives messages or InvalidInput, and the same however it is cut into pieces."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.chat_files import ChatFiles
from oxgraph.file_formats.json_documents import Elements, Source
from oxgraph.types.ingest import NewMessage
from tests.episodic.chat_samples import CHATGPT, CLAUDE, PLAIN

SAMPLES = [[CHATGPT], [CLAUDE], PLAIN, {"messages": PLAIN}, {"conversations": [CHATGPT, CLAUDE]}]
NAMES = sorted(set(json.dumps(SAMPLES).split('"')))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(NAMES)
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
    st.sampled_from(NAMES), inner, max_size=4
), max_leaves=12)  # fmt: skip


class Bytes:
    """The bytes of a file, at most `step` at once."""

    def __init__(self, data: bytes, step: int) -> None:
        self.data, self.step = data, step

    def __call__(self, size: int) -> bytes:
        found, self.data = self.data[: min(size, self.step)], self.data[min(size, self.step) :]
        return found


def messages(data: bytes, step: int, skip: bool = False) -> list[NewMessage]:
    """What is read of the bytes; raises InvalidInput."""
    files = ChatFiles([], skip_invalid=skip)
    source = Source("chat.json")
    files.sources = [(source, Bytes(data, step))]  # type: ignore[assignment]
    return [message for chat in files for message in chat.messages]


def outcome(data: bytes, step: int) -> Any:
    try:
        return messages(data, step)
    except InvalidInput as error:
        return str(error)


def changed(value: Any, path: list[int], other: Any) -> Any:
    """The value with another one somewhere in it."""
    if not path or not isinstance(value, dict | list) or not value:
        return other
    first, rest = path[0], path[1:]
    if isinstance(value, list):
        at = first % len(value)
        return [*value[:at], changed(value[at], rest, other), *value[at + 1 :]]
    key = sorted(value)[first % len(value)]
    return value | {key: changed(value[key], rest, other)}


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SAMPLES), st.lists(st.integers(0, 50), max_size=8), JSON, st.booleans())
def test_any_value_anywhere(sample: Any, path: list[int], other: Any, skip: bool) -> None:
    data = json.dumps(changed(sample, path, other)).encode()
    try:
        found = messages(data, 1_000, skip)
    except InvalidInput as error:
        assert str(error).startswith("chat.json")
    else:
        assert all(message.text.strip() and message.role in ("user", "assistant") for message in found)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(SAMPLES), st.integers(0, 4_000), st.binary(max_size=4), st.integers(1, 300))
def test_broken_anywhere_and_read_in_pieces_of_any_size(sample: Any, at: int, other: bytes, step: int) -> None:
    data = json.dumps(sample).encode()
    broken = data[:at] + other + data[at + len(other) :]
    assert outcome(broken, step) == outcome(broken, len(broken) + 1)
    assert isinstance(outcome(data[:at], step), str) or at == 0 or at >= len(data)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.dictionaries(st.text(max_size=5), SCALARS, max_size=3), max_size=5), st.integers(1, 50))
def test_lists_and_lines_are_read_alike(rows: list[dict[str, Any]], step: int) -> None:
    def read(text: str) -> list[dict[str, Any]]:
        return [one.value for one in Elements(Source("f"), Bytes(text.encode(), step))]

    expected = repr(json.loads(json.dumps(rows)))
    assert repr(read(json.dumps(rows, indent=1))) == expected
    assert repr(read("\n".join(map(json.dumps, rows)))) == expected
