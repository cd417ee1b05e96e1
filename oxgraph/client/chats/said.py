"""What exports have in common: texts, times and titles of other systems, brought to those of a message."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from oxgraph.types import limits
from oxgraph.types.fields import CONTROL
from oxgraph.types.ingest import NewMessage

CITATION = re.compile("\ue200[^\ue201]*\ue201")
"""Where ChatGPT puts a link to a source: for its screen, not for reading."""


class Said(NamedTuple):
    """A message of an export."""

    id: str | None
    role: str
    text: str
    at: datetime | None


def clean(text: str) -> str:
    """The text as it was read: halves of characters, which a cut-off emoji leaves, become a replacement character."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return CITATION.sub("", whole).strip()


def texts(parts: object, kinds: frozenset[str]) -> str:
    """A text, or the texts among the parts of a message; those that are objects count when their type is in `kinds`."""
    if isinstance(parts, str):
        return clean(parts)
    found = parts if isinstance(parts, list) else []
    return clean("\n".join(filter(None, (_text(part, kinds) for part in found))))


def _text(part: object, kinds: frozenset[str]) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict) or kind_of(part) not in kinds:
        return ""
    text = part.get("text")
    text = text.get("value") if isinstance(text, dict) else text
    return text if isinstance(text, str) else ""


def kind_of(part: dict[str, Any]) -> str:
    """What a part of a message is: text, image and so on."""
    return str(part.get("type") or part.get("content_type") or "")


def time_of(value: object) -> datetime | None:
    """Seconds since 1970, or ISO 8601 (UTC where no zone is named); None for what is no time since 2000."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            found = datetime.fromtimestamp(value, UTC)
        else:
            found = datetime.fromisoformat(str(value))
            found = found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return found if found >= limits.EARLIEST else None


def title_of(value: object) -> str | None:
    """A title as one line of at most 200 characters; None for none."""
    text = " ".join(CONTROL.sub(" ", clean(value)).split()) if isinstance(value, str) else ""
    return text[: limits.NAME].strip() or None


def name_of(value: object) -> str | None:
    """An id; None for none."""
    return str(value) if isinstance(value, str | int) and str(value).strip() else None


def timed(said: Iterable[Said], started: datetime | None) -> Iterator[Said]:
    """The messages in the order in which they are shown, none earlier than the one before it.

    Assistants date an answer by its beginning, at times before its question. One without a time has that of the one
    before, the first that of the conversation.
    """
    at: datetime | None = None
    for one in said:
        at = max(filter(None, (at, one.at)), default=started)
        yield one._replace(at=at)


def message(said: Said, conversation_id: str | None) -> NewMessage:
    """It as a message to be written. Raises InvalidInput."""
    given: dict[str, Any] = {"text": said.text, "role": said.role, "said_at": said.at, "id": said.id}
    given |= {"conversation_id": conversation_id}
    return NewMessage(**{name: value for name, value in given.items() if value is not None})
