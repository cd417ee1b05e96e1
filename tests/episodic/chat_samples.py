"""Small exports as common assistants write them."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

from oxgraph.file_formats.chat_files import Chat, ChatFiles

ROOT = "client-created-root"


def node(name: str, parent: str | None, message: dict[str, Any] | None, *children: str) -> dict[str, Any]:
    """A node of ChatGPT's tree, under its name."""
    return {name: {"id": name, "parent": parent, "children": list(children), "message": message}}


def turn(name: str, role: str, *parts: Any, at: float | None = None, **more: Any) -> dict[str, Any]:
    """A message of ChatGPT's."""
    content = {"content_type": more.pop("content_type", "text"), "parts": list(parts)}
    return {"id": name, "author": {"role": role}, "create_time": at, "content": content, "recipient": "all"} | more


HIDDEN = {"is_visually_hidden_from_conversation": True}

CHATGPT = {
    "id": "g-1",
    "conversation_id": "g-1",
    "title": "A trip\nto Porto",
    "create_time": 1_735_725_600.5,
    "current_node": "a2",
    "mapping": node(ROOT, None, None, "s")
    | node("s", ROOT, turn("s", "system", ""), "c")
    | node("c", "s", turn("c", "user", content_type="user_editable_context", metadata=HIDDEN), "u1")
    | node("u1", "c", turn("u1", "user", "I am going to Porto in May.", at=1_735_725_601.0), "a1", "b1")
    | node("b1", "u1", turn("b1", "assistant", "A first answer, made anew.", at=1_735_725_602.0))
    | node("a1", "u1", turn("a1", "assistant", "Lovely! \ue200cite\ue202turn0search1\ue201", at=1_735_725_600.9), "t1")
    | node("t1", "a1", turn("t1", "assistant", '{"q": "SECRET ARGUMENT"}', recipient="browser"), "t2")
    | node("t2", "t1", turn("t2", "tool", "SECRET RESULT"), "r")
    | node("r", "t2", turn("r", "assistant", "thinking it over", content_type="thoughts"), "u2")
    | node(
        "u2",
        "r",
        turn(
            "u2",
            "user",
            {"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_1"},
            {"content_type": "audio_transcription", "text": "What is this?"},
            at=1_735_725_700.0,
            content_type="multimodal_text",
        ),
        "a2",
    )
    | node("a2", "u2", turn("a2", "assistant", "The Ribeira.", at=1_735_725_710.25)),
}


def spoke(name: str, sender: str, text: str, minute: int, **more: Any) -> dict[str, Any]:
    """A message of Claude's."""
    at = f"2025-03-01T10:{minute:02d}:00.000000Z"
    block = {"type": "text", "text": text}
    return {"uuid": name, "sender": sender, "text": text, "content": [block], "created_at": at} | more


CLAUDE = {
    "uuid": "c-1",
    "name": "Bread",
    "created_at": "2025-03-01T09:59:00.000000Z",
    "account": {"uuid": "x"},
    "chat_messages": [
        spoke("m1", "human", "How long must dough rest?", 0, attachments=[{"extracted_content": "A LONG DOCUMENT"}]),
        spoke(
            "m2",
            "assistant",
            "```\nThis block is not supported on your current device yet.\n```\nA day in the cold.",
            1,
            content=[
                {"type": "thinking", "thinking": "hm"},
                {"type": "tool_use", "name": "search", "input": {"q": "SECRET ARGUMENT"}},
                {"type": "tool_result", "content": [{"type": "text", "text": "SECRET RESULT"}]},
                {"type": "text", "text": "A day in the cold."},
            ],
        ),
        spoke("m3", "human", "Thanks", 2),
        spoke("m4", "assistant", "", 3, content=[{"type": "tool_use", "name": "x", "input": {}}]),
    ],
}

PLAIN = [
    {"role": "system", "content": "SECRET RULES"},
    {"role": "user", "content": "Hello"},
    {"role": "assistant", "content": None, "tool_calls": [{"function": {"arguments": "SECRET ARGUMENT"}}]},
    {"role": "tool", "tool_call_id": "1", "content": "SECRET RESULT"},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "Hi,"},
            {"type": "image_url", "image_url": {"url": "data:"}},
            {"type": "output_text", "text": "you."},
        ],
    },
]


def write(folder: Path, name: str, value: Any) -> str:
    """A file: bytes and texts as they are, all else as JSON."""
    path = folder / name
    text = value if isinstance(value, str | bytes) else json.dumps(value)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def zipped(folder: Path, name: str, **members: Any) -> str:
    """A zip; __ in the name of a member stands for a slash, and each ends in .json."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, value in members.items():
            archive.writestr(member.replace("__", "/") + ".json", json.dumps(value))
    return write(folder, name, data.getvalue())


def read(*files: str, **options: Any) -> tuple[ChatFiles, list[Chat]]:
    """The chats of files, and what read them."""
    found = ChatFiles(list(files), **options)
    return found, list(found)
