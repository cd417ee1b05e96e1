"""Chats out of files: what is taken, in which order, what is left out, and what a file that is broken says."""

import gzip
import io
import json
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.chat_files import Chat, ChatFiles
from oxgraph.file_formats.json_documents import CHUNK
from tests.episodic.chat_samples import CHATGPT, CLAUDE, PLAIN, node, read, spoke, turn, write, zipped


def texts(chat: Chat) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in chat.messages]


def test_chatgpt_the_branch_that_is_shown(tmp_path: Path) -> None:
    found, (chat,) = read(write(tmp_path, "conversations.json", [CHATGPT]))
    assert (chat.conversation_id, chat.title, chat.place) == ("g-1", "A trip to Porto", "entry 1")
    assert texts(chat) == [
        ("user", "I am going to Porto in May."),
        ("assistant", "Lovely!"),
        ("user", "What is this?"),
        ("assistant", "The Ribeira."),
    ]
    assert [message.id for message in chat.messages] == ["u1", "a1", "u2", "a2"]
    assert {message.conversation_id for message in chat.messages} == {"g-1"}
    assert dict(found.left_out) == {"other branch": 1, "system": 2, "tool": 2, "reasoning": 1}
    assert "SECRET" not in repr(chat)


def test_chatgpt_times_never_go_back(tmp_path: Path) -> None:
    _, (chat,) = read(write(tmp_path, "c.json", [CHATGPT]))
    first, second, third, fourth = (message.said_at for message in chat.messages)
    assert first == second == datetime(2025, 1, 1, 10, 0, 1, tzinfo=UTC)
    assert first is not None
    assert third is not None
    assert fourth is not None
    assert first < third < fourth


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"current_node": None}, ["I am going to Porto in May.", "Lovely!", "What is this?", "The Ribeira."]),
        ({"current_node": "b1"}, ["I am going to Porto in May.", "A first answer, made anew."]),
        ({"current_node": "gone"}, ["I am going to Porto in May.", "Lovely!", "What is this?", "The Ribeira."]),
        ({"title": None, "conversation_id": None}, ["I am going to Porto in May.", "Lovely!"]),
    ],
)
def test_chatgpt_exports_that_lack_something(changes: dict[str, Any], expected: list[str], tmp_path: Path) -> None:
    _, (chat,) = read(write(tmp_path, "c.json", [CHATGPT | changes]))
    assert [text for _, text in texts(chat)][: len(expected)] == expected
    assert (chat.conversation_id, chat.title) == ("g-1", None if "title" in changes else "A trip to Porto")


BEGAN = datetime(2025, 1, 1, 10, tzinfo=UTC)
SECONDS = int(BEGAN.timestamp())
AS_WRITTEN = [SECONDS, SECONDS * 1_000, SECONDS * 1_000_000, str(SECONDS), f"{SECONDS}000", "2025-01-01T11:00:00+01:00"]
"""The same time in the forms that programs write."""


@pytest.mark.parametrize("written", AS_WRITTEN)
def test_times_in_any_form(written: int | str, tmp_path: Path) -> None:
    mapping = node("a", None, turn("a", "user", "In an export."))
    mapping["a"]["message"]["create_time"] = written
    claude = CLAUDE | {"chat_messages": [spoke("m", "human", "In the other.", 0) | {"created_at": written}]}
    for chats in ([CHATGPT | {"mapping": mapping, "current_node": "a"}], [claude], [{"text": "Hi", "time": written}]):
        _, (chat,) = read(write(tmp_path, "chats.json", chats))
        assert [message.said_at for message in chat.messages] == [BEGAN]


def test_a_day_without_hyphens_is_its_beginning(tmp_path: Path) -> None:
    _, (chat,) = read(write(tmp_path, "chats.json", [{"text": "Hi", "date": "20250101"}]))
    assert chat.messages[0].said_at == datetime(2025, 1, 1, tzinfo=UTC)


def test_chatgpt_links_in_one_direction_are_enough(tmp_path: Path) -> None:
    up = {name: {k: v for k, v in one.items() if k != "children"} for name, one in CHATGPT["mapping"].items()}  # type: ignore[attr-defined]
    down = {name: {k: v for k, v in one.items() if k != "parent"} for name, one in CHATGPT["mapping"].items()}  # type: ignore[attr-defined]
    for links in (up, down):
        _, (chat,) = read(write(tmp_path, "c.json", [CHATGPT | {"mapping": links}]))
        assert len(chat.messages) == 4


def test_chatgpt_conversations_of_which_nothing_is_left(tmp_path: Path) -> None:
    lost = [{"id": "g-2", "title": "Lost", "create_time": 1_735_725_600.0}, CHATGPT | {"mapping": None}]
    found, chats = read(write(tmp_path, "c.json", [*lost, CHATGPT]))
    assert [chat.conversation_id for chat in chats] == ["g-1"]
    assert found.left_out["conversation without messages"] == 2


def test_chatgpt_a_circle_ends(tmp_path: Path) -> None:
    mapping = node("a", "b", turn("a", "user", "One."), "b") | node("b", "a", turn("b", "assistant", "Two."), "a")
    _, (chat,) = read(write(tmp_path, "c.json", [CHATGPT | {"mapping": mapping, "current_node": "b"}]))
    assert [text for _, text in texts(chat)] == ["One.", "Two."]
    assert chat.messages[0].said_at == datetime(2025, 1, 1, 10, 0, 0, 500_000, tzinfo=UTC), "the conversation's"


def test_claude(tmp_path: Path) -> None:
    found, (chat,) = read(write(tmp_path, "conversations.json", [CLAUDE]))
    assert (chat.conversation_id, chat.title) == ("c-1", "Bread")
    assert texts(chat) == [
        ("user", "How long must dough rest?"),
        ("assistant", "A day in the cold."),
        ("user", "Thanks"),
    ]
    assert [message.id for message in chat.messages] == ["m1", "m2", "m3"]
    assert chat.messages[1].said_at == datetime(2025, 3, 1, 10, 1, tzinfo=UTC)
    assert +found.left_out == {"attachment": 1, "tool": 1}
    assert "SECRET" not in repr(chat)
    assert "DOCUMENT" not in repr(chat)


def test_claude_older_exports_have_texts_alone(tmp_path: Path) -> None:
    messages = [{"uuid": "1", "sender": "human", "text": "Hi"}, {"uuid": "2", "sender": "assistant", "text": "Hello"}]
    _, (chat,) = read(write(tmp_path, "c.json", [{"uuid": "c", "name": "", "chat_messages": messages}]))
    assert texts(chat) == [("user", "Hi"), ("assistant", "Hello")]
    assert chat.title is None


def test_claude_the_branch_of_the_last_message(tmp_path: Path) -> None:
    root = "00000000-0000-4000-8000-000000000000"
    messages = [
        spoke("1", "human", "Hi", 0, parent_message_uuid=root),
        spoke("2", "assistant", "First answer", 1, parent_message_uuid="1"),
        spoke("3", "assistant", "Second answer", 2, parent_message_uuid="1"),
        spoke("4", "human", "Thanks", 3, parent_message_uuid="3"),
    ]
    conversation = CLAUDE | {"chat_messages": messages}
    found, (chat,) = read(write(tmp_path, "c.json", [conversation]))
    assert [text for _, text in texts(chat)] == ["Hi", "Second answer", "Thanks"]
    assert found.left_out["other branch"] == 1
    _, (chat,) = read(write(tmp_path, "c.json", [conversation | {"current_leaf_message_uuid": "2"}]))
    assert [text for _, text in texts(chat)] == ["Hi", "First answer"]


def test_a_plain_list(tmp_path: Path) -> None:
    found, (chat,) = read(write(tmp_path, "chat.json", PLAIN))
    assert (chat.conversation_id, texts(chat)) == (None, [("user", "Hello"), ("assistant", "Hi,\nyou.")])
    assert dict(found.left_out) == {"system": 1, "tool": 2}
    assert "SECRET" not in repr(chat)


@pytest.mark.parametrize("indent", [None, 2])
def test_messages_in_an_object(tmp_path: Path, indent: int | None) -> None:
    value = {"id": 7, "title": "Greetings", "messages": PLAIN}
    _, (chat,) = read(write(tmp_path, "chat.json", json.dumps(value, indent=indent)))
    assert (chat.conversation_id, chat.title, len(chat.messages)) == ("7", "Greetings", 2)
    _, chats = read(write(tmp_path, "chat.jsonl", f"{json.dumps(value)}\n{json.dumps(value)}\n"))
    assert [chat.place for chat in chats] == ["line 1", "line 2"]
    _, chats = read(write(tmp_path, "chat.json", {"conversations": [CHATGPT, CLAUDE, value]}))
    assert [chat.conversation_id for chat in chats] == ["g-1", "c-1", "7"]


def test_lines_with_the_fields_of_a_message(tmp_path: Path) -> None:
    steps = [{"action_type": "search", "outcome": "success"}]
    lines = [
        {
            "text": "a",
            "id": "1",
            "conversation_id": "c",
            "said_at": "2025-01-01T00:00:00Z",
            "metadata": {"steps": steps},
        },
        {"text": "b", "id": "2", "conversation_id": "c", "role": "assistant", "speaker": "Bo"},
        {"content": "c", "message_id": "3", "thread_id": "d", "type": "ai", "metadata": {"arguments": "SECRET"}},
        {"utterance": "d", "session_datetime": "2025-01-01T00:00:00", "sender": "somebody"},
    ]
    found, (chat,) = read(write(tmp_path, "c.jsonl", "\n".join(map(json.dumps, lines))))
    assert [(m.text, m.id, m.conversation_id, m.role) for m in chat.messages] == [
        ("a", "1", "c", "user"),
        ("b", "2", "c", "assistant"),
        ("c", "3", "d", "assistant"),
        ("d", None, None, "user"),
    ]
    assert chat.messages[1].said_at == chat.messages[0].said_at
    assert chat.messages[2].said_at is None
    assert [m.metadata for m in chat.messages[1:]] == [chat.messages[1].metadata] * 3
    assert chat.messages[0].metadata is not None
    assert chat.messages[0].metadata["steps"][0]["action_type"] == "search"
    assert found.rows.naive_times == 1


def test_zips(tmp_path: Path) -> None:
    export = zipped(tmp_path, "export.zip", user={"id": 1}, conversations=[CHATGPT], shared_conversations=[{"id": 1}])
    found, (chat,) = read(export)
    assert chat.file == f"{export}, conversations.json"
    assert found.done == found.total > 0
    parts = {f"data__conversations-{n:03d}": [CLAUDE | {"uuid": str(n)}] for n in (1, 0)}
    _, chats = read(zipped(tmp_path, "parts.zip", **parts))
    assert [chat.conversation_id for chat in chats] == ["0", "1"]


def test_gzip_byte_order_mark_and_standard_input(tmp_path: Path) -> None:
    text = json.dumps([CHATGPT]).encode()
    _, (chat,) = read(write(tmp_path, "c.json", gzip.compress(b"\xef\xbb\xbf" + text)))
    assert len(chat.messages) == 4
    found, (chat,) = read("-", standard_input=io.BytesIO(text))
    assert (len(chat.messages), chat.file, found.total) == (4, "standard input", 0)


def test_nothing(tmp_path: Path) -> None:
    for value in ("", "  \n", "[]", "[ ]\n"):
        assert read(write(tmp_path, "c.json", value))[1] == []


def test_halves_of_characters_are_replaced(tmp_path: Path) -> None:
    mapping = node("a", None, turn("a", "user", "cut \ud83d off \ud83d\ude00"))
    _, (chat,) = read(write(tmp_path, "c.json", [CHATGPT | {"mapping": mapping, "current_node": "a"}]))
    assert texts(chat) == [("user", "cut \ufffd off \U0001f600")]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("<html>", "holds no chats that can be read"),
        ("[1]", "entry 1: is not a JSON object"),
        ('[{"messages": [}]', "entry 1: is not JSON: Expecting value; mend it"),
        ('[{"text": "a"} {"text": "b"}]', "entry 1: is not followed by a comma"),
        ('[{"text": "a"},]', "entry 2: is not JSON"),
        ('[{"text": "a"}', "entry 1: is not followed by a comma"),
        ('[{"text": "a', "entry 1: is not JSON: Unterminated string"),
        ('[{"text": "a"}] x', "behind entry 1: goes on after the end of its list"),
        ('{"text": "a"}\n{"text": ', "line 2: is not JSON"),
        ('{"text": "a"}\n{"text": 1}', "line 2, one of text, content, message, utterance: must be a text"),
        ('{"text": "a"}\n{"text": "b", "role": "king"}', "line 2, role: king is none of"),
        ('{"text": "a"}\n{"text": "b", "said_at": "soon"}', "line 2, the time: soon is not a time"),
        ('{"text": "a", "id": "1"}\n{"text": "b", "id": "1"}', "line 2, id: 1 stands for another text above"),
        ('{"text": "a"}\n{"text": "\\ud800"}', "line 2, text: must be valid Unicode text"),
        ("[" * 100_000, "entry 1"),
        ('{"text": ' + "9" * 5_000 + "}", "line 1: cannot be read as JSON"),
        (b"[\xff\xfe]", "is not text in UTF-8; save it as UTF-8"),
        (b"\x1f\x8b\x08\x00broken", "cannot be read"),
        (b"PK\x03\x04broken", "cannot be unpacked"),
        ('[{"mapping": {}}, {"conversations": [{"text": "x"}]}]', "entry 2, conversation 1: is no conv"),
    ],
)
def test_a_broken_file_says_where_and_why(content: str | bytes, words: str, tmp_path: Path) -> None:
    name = write(tmp_path, "chat.json", content)
    with pytest.raises(InvalidInput) as refused:
        read(name)
    assert str(refused.value).startswith(name)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be read: No such file"):
        read(str(tmp_path / "gone.json"))
    with pytest.raises(InvalidInput, match="cannot be read: Is a directory"):
        read(str(tmp_path))
    with pytest.raises(InvalidInput, match=r"without a conversations\.json; unpack it"):
        read(zipped(tmp_path, "other.zip", user={}))
    with pytest.raises(InvalidInput, match="is a zip; name it as a file"):
        read("-", standard_input=io.BytesIO(Path(zipped(tmp_path, "c.zip", conversations=[])).read_bytes()))


def test_lines_that_do_not_fit_can_be_left_out(tmp_path: Path) -> None:
    lines = ['{"text": "a"}', '{"text": "unfinished', '{"text": 1}', "", "nonsense", '{"text": "b"}']
    found, (chat,) = read(write(tmp_path, "c.jsonl", "\n".join(lines)), skip_invalid=True)
    assert [message.text for message in chat.messages] == ["a", "b"]
    assert (found.invalid, len(found.refusals)) == (3, 3)
    assert [refusal.split(", ")[1][:6] for refusal in found.refusals] == ["line 2", "line 3", "line 5"]


def test_an_entry_of_any_size_a_piece_at_a_time(tmp_path: Path) -> None:
    """The file is far larger than what is read at once, and has entries that are, too."""
    long = "x" * (3 * CHUNK)
    rows = [{"role": "user", "content": f"é {n} {long if n % 500 == 499 else ''}", "id": n} for n in range(2_500)]
    for text in (json.dumps(rows, ensure_ascii=False), "\n".join(json.dumps(row) for row in rows)):
        found, chats = read(write(tmp_path, "c.json", text))
        assert [len(chat.messages) for chat in chats] == [1_000, 1_000, 500]
        assert [m.id for chat in chats for m in chat.messages] == [str(n) for n in range(2_500)]
        assert found.done == found.total


def test_memory_is_that_of_the_largest_entry(tmp_path: Path) -> None:
    """30 MB of chats take a few."""
    chat = json.dumps(CHATGPT | {"padding": "x" * 30_000})
    name = write(tmp_path, "c.json", f"[{','.join([chat] * 1_000)}]")
    tracemalloc.start()
    try:
        assert sum(len(chat.messages) for chat in ChatFiles([name])) == 4_000
        assert tracemalloc.get_traced_memory()[1] < 8 * 2**20
    finally:
        tracemalloc.stop()
