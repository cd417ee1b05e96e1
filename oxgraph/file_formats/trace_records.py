"""One recorded line into one action, checked in a single pass.

The rules are those of the plugin's capture, which checks again; they are repeated here so that a refusal names the
file and the line, and so that a batch with a bad line is never sent.
"""

import json
import re
from collections import Counter
from datetime import UTC, datetime
from typing import Any

from oxgraph.action_codes import SUCCESS
from oxgraph.file_formats.lines import Line
from oxgraph.ids import stable_id
from oxgraph.types.fields import CONTROL
from oxgraph.types.limits import AHEAD, EARLIEST, ID, INTENT, LATENCY_MS, NAME, TARGETS

OUTCOMES = ("success", "failure")
UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
PLACES = range(2**53 + 1)

PARTS = {"id", "agent_id", "action_type", "target_node_type", "target_node_id", "target_node_ids", "targets", "outcome"}
PARTS |= {"error_code", "latency_ms", "seq", "started_at", "ts"}
USED = frozenset(PARTS | {"session_id", "model", "task_success"})
"""Every field that has a meaning here, beside `intent` where it is kept; any other is dropped and counted."""

Row = dict[str, Any]


class Refused(Exception):
    """A field that does not fit."""

    def __init__(self, field: str, reason: str) -> None:
        self.field = field
        self.reason = reason


class Mapper:
    """Maps lines of one import; counts what was dropped and how many times had no zone.

    Intents hold the words of users, who may be named in them: they are dropped unless `keep_intents`.
    """

    def __init__(self, workspace_id: str, now: datetime, *, keep_intents: bool = False) -> None:
        self.workspace_id = workspace_id
        self.keep_intents = keep_intents
        self.used = USED | {"intent"} if keep_intents else USED
        self.latest = now + AHEAD
        self.dropped: Counter[str] = Counter()
        self.naive_times = 0

    def map(self, line: Line) -> tuple[Row, Row]:
        """The action and what the line says of its session. Raises InvalidInput naming file, line and field."""
        try:
            record = parsed(line.text)
            action = self._action(record)
            return action, _session(record, action, _intent(record) if self.keep_intents else None)
        except Refused as refused:
            raise line.refusal(refused.field, refused.reason) from None
        except UnicodeEncodeError:
            raise line.refusal("", "holds half of a surrogate pair, which is no character") from None

    def _action(self, record: Row) -> Row:
        targets = _targets(record)
        action: Row = {
            "session_id": _text(record, "session_id", ID, needed=True),
            "agent_id": _text(record, "agent_id", NAME),
            "action_type": _text(record, "action_type", NAME, needed=True),
            "target_node_type": _text(record, "target_node_type", NAME),
            "target_node_ids": targets,
            "outcome": _outcome(record),
            "error_code": _error_code(record),
            "latency_ms": _latency(record),
            "started_at": self._time(record),
            "seq": _seq(record),
        }
        action["id"] = self._id(record, action)
        if len(record.keys() & self.used) != len(record):
            self.dropped.update(record.keys() - self.used)
        return action

    def _id(self, record: Row, action: Row) -> str:
        given = _given_id(record)
        if given and UUID.fullmatch(given):
            return given.lower()
        seq = action["seq"]
        parts = [
            action["session_id"],
            None if seq is None else str(seq),
            action["started_at"].isoformat(),
            action["action_type"],
            action["target_node_type"],
            action["outcome"],
            action["error_code"],
            action["agent_id"],
            *action["target_node_ids"],
            *([given] if given else []),
        ]
        return stable_id(self.workspace_id, "action", parts)

    def _time(self, record: Row) -> datetime:
        field = "ts" if record.get("started_at") is None else "started_at"
        value = record.get(field)
        if not isinstance(value, str):
            raise Refused("started_at" if value is None else field, "must be a time in ISO 8601")
        try:
            time = datetime.fromisoformat(value)
            naive = time.tzinfo is None
            time = time.replace(tzinfo=UTC) if naive else time.astimezone(UTC)
        except (ValueError, OverflowError):
            raise Refused(field, "must be a time in ISO 8601") from None
        if time < EARLIEST:
            raise Refused(field, "lies before the year 2000")
        if time > self.latest:
            raise Refused(field, "lies more than one day ahead")
        self.naive_times += naive
        return time


def parsed(text: bytes) -> Row:
    """A line as a JSON object. Raises Refused."""
    try:
        record = json.loads(text)
    except UnicodeDecodeError:
        raise Refused("", "is not UTF-8") from None
    except RecursionError:
        raise Refused("", "is nested too deeply") from None
    except ValueError as error:
        raise Refused("", f"is not JSON: {error}") from None
    if not isinstance(record, dict):
        raise Refused("", "is not a JSON object")
    return record


def _given_id(record: Row) -> str | None:
    given = record.get("id")
    if given is None or type(given) is int:
        return None if given is None else str(given)
    return checked_text(given, "id", ID)


def checked_text(value: object, field: str, longest: int) -> str:
    """A text in one line, not blank, of at most `longest` characters. Raises Refused."""
    if not isinstance(value, str):
        raise Refused(field, "must be a string")
    if not value or value.isspace():
        raise Refused(field, "must not be empty")
    if CONTROL.search(value):
        raise Refused(field, "must not contain control characters")
    if len(value) > longest:
        raise Refused(field, f"is longer than {longest} characters")
    return _unicode(value)


def _unicode(text: str) -> str:
    """The text; a UnicodeEncodeError for half of a surrogate pair."""
    if not text.isascii():
        text.encode()
    return text


def _text(record: Row, field: str, longest: int, *, needed: bool = False) -> str | None:
    value = record.get(field)
    if value is None:
        if needed:
            raise Refused(field, "is missing")
        return None
    return checked_text(value, field, longest)


def _targets(record: Row) -> list[str]:
    one = record.get("target_node_id")
    found = [] if one is None else [checked_text(one, "target_node_id", ID)]
    for field in ("target_node_ids", "targets"):
        several = record.get(field)
        if several is None:
            continue
        if not isinstance(several, list) or len(several) > TARGETS:
            raise Refused(field, f"must be a list of at most {TARGETS} strings")
        found += [checked_text(item, field, ID) for item in several]
    return list(dict.fromkeys(found))


def _outcome(record: Row) -> str:
    outcome = record.get("outcome")
    if outcome is None:
        raise Refused("outcome", "is missing")
    if not isinstance(outcome, str) or outcome not in OUTCOMES:
        raise Refused("outcome", "must be one of success, failure")
    return outcome


def _error_code(record: Row) -> str | None:
    code = _text(record, "error_code", NAME)
    if code is not None and record["outcome"] != "failure":
        raise Refused("error_code", "goes only with a failure")
    if code == SUCCESS:
        raise Refused("error_code", f"'{SUCCESS}' stands for success")
    return code


def _latency(record: Row) -> int | float | None:
    value: Any = record.get("latency_ms")
    if value is None:
        return None
    if type(value) not in (int, float) or not 0 <= value <= LATENCY_MS:
        raise Refused("latency_ms", f"must be a number from 0 to {LATENCY_MS}")
    return value if type(value) is int else float(value)


def _seq(record: Row) -> int | None:
    value: Any = record.get("seq")
    if value is not None and (type(value) is not int or value not in PLACES):
        raise Refused("seq", f"must be an integer from 0 to {2**53}")
    return value


def _session(record: Row, action: Row, intent: str | None) -> Row:
    """What the line says of its session; the session begins with its earliest action."""
    return {
        "session_id": action["session_id"],
        "agent_id": action["agent_id"],
        "model": _text(record, "model", NAME),
        "intent": intent,
        "outcome": _task_outcome(record),
        "started_at": action["started_at"],
    }


def _intent(record: Row) -> str | None:
    intent = record.get("intent")
    if intent is None:
        return None
    if not isinstance(intent, str):
        raise Refused("intent", "must be a string")
    return _unicode(intent.strip()[:INTENT]) or None


def _task_outcome(record: Row) -> str | None:
    success = record.get("task_success")
    if success is None:
        return None
    if not isinstance(success, bool):
        raise Refused("task_success", "must be true or false")
    return "success" if success else "failure"


def merge(known: Row, new: Row) -> None:
    """Merges a further line of a session: the first value of a field and the earliest time are kept."""
    for field in ("agent_id", "intent", "outcome"):
        if known[field] is None:
            known[field] = new[field]
    known["started_at"] = min(known["started_at"], new["started_at"])
