"""The outcome of a tool call: success, or a failure with an error code; never the text of the failure.

A code comes from where programs put one (a member called `code`, an HTTP status, the number of a JSON-RPC error), from
the identifier that leads an error's first line (`FileNotFoundError: …`, `ENOENT: …`), or from a list of phrases; each
is an identifier that the server's author wrote, or one of ours.
"""

import errno
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from oxgraph.action_codes import SUCCESS, TOOL_ERROR
from oxgraph.server.proxy.json_edit import DECODER

CLOSED = "ConnectionClosed"

CODES = ("code", "error_code", "errorCode", "errno")
CLASSES = ("name", "class", "exception")
KINDS = ("type", "error_type", "errorType", "error")
STATUSES = ("status", "statusCode", "status_code", "http_status", "httpStatus")
MAX_CODE = 64
MAX_LINE = 400
"""Characters of an error's first line that are examined."""

WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.:-]{1,63}")
VARIABLE = re.compile(r"\d{5}|[0-9a-fA-F]{8}")
"""What no error code contains: long numbers, and digits of a hash or a UUID."""

ENDING = r"(?:Error|Exception|Failure|Failed|Fault|Timeout|Expired|Denied|NotFound|Refused|Interrupt|Exit|Warning)"
CLASS = re.compile(rf"(?:[A-Za-z_]\w*(?:\.|::))*([A-Z][A-Za-z0-9]*{ENDING}[A-Za-z0-9]{{0,20}})")
CONSTANT = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
SNAKE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")
ERRNO = re.compile(r"E[A-Z0-9]{2,15}")
ERRNOS = frozenset(errno.errorcode.values()) | {"ENOTFOUND", "EAI_AGAIN", "EAI_NODATA", "EAI_FAIL"}
BARE = frozenset({"Error", "Exception", "Failure", "Failed", "Warning", "Fault", "Timeout"})

RPC = re.compile(r"(?:MCP|JSON-?RPC) error:? ?(-?\d{3,6})\b", re.IGNORECASE)
HTTP = re.compile(
    r"(?:HTTP(?:/[\d.]+)?|(?:HTTP )?(?:request |API )?(?:error|failed)|(?:request failed with |API )?status)"
    r"(?: error| status)?(?: code)?(?: is| was| with)?[ :=#(\[]*([45]\d\d)\b",
    re.IGNORECASE,
)
STATUS_LINE = re.compile(r"([45]\d\d)(?: (?:Client|Server) Error)?[: -]+(.{3,40})", re.IGNORECASE)
WRAPPER = re.compile(
    r"(?:[^\w\[]{1,4}(?=\w)"  # a symbol or a bracket
    r"|error (?:executing|calling|running|in|from) (?:the )?tool [^:]{1,140}: "
    r"|(?:tool )?(?:execution |call )?(?:failed|failure|error)(?: executing tool)?: "
    r"|(?:an |unexpected |internal |server )*(?:error|exception)(?: occurred)?: "
    r"|failed to [a-z ]{1,40}: "
    r"|(?:uncaught |unhandled )[^:]{0,20}: ?)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class CallOutcome:
    """Success, or a failure with its code."""

    error_code: str | None = None

    @property
    def outcome(self) -> str:
        """The action's outcome."""
        return "success" if self.error_code is None else "failure"


Phrases = Iterable[tuple[str, str]]


def of_response(message: dict[str, Any], phrases: Phrases) -> CallOutcome | None:
    """The outcome of the call that this message answers; None where it asks for more input."""
    if "error" in message:
        return CallOutcome(_of_error(message["error"]))
    result = message.get("result")
    if not isinstance(result, dict):
        return CallOutcome()
    if result.get("resultType", "complete") != "complete":
        return None
    return CallOutcome(_of_result(result, tuple(phrases)) if result.get("isError") is True else None)


def _of_error(error: Any) -> str:
    """The code of a JSON-RPC error: from its data, else its number."""
    if not isinstance(error, dict):
        return TOOL_ERROR
    number = error.get("code")
    if found := of_object(error.get("data")):
        return found
    if isinstance(number, int) and not isinstance(number, bool) and abs(number) < 10**6:
        return _http(number) or f"JsonRpc{number}"
    return TOOL_ERROR


def _of_result(result: dict[str, Any], phrases: Phrases) -> str:
    structured = of_object(result.get("structuredContent"))
    return structured or next(filter(None, (of_text(text, phrases) for text in _texts(result))), None) or TOOL_ERROR


def _texts(result: dict[str, Any]) -> Iterator[str]:
    """The first text of a result's content."""
    content = result.get("content")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str):
            yield block["text"]
            return


def of_object(value: Any, depth: int = 2) -> str | None:
    """The error code in the members of an object where programs put it."""
    if not isinstance(value, dict):
        return None
    for name in CODES:
        if found := _named(value.get(name)):
            return found
    for name in STATUSES:
        if found := _http(value.get(name)):
            return found
    for name in (*CLASSES, *KINDS):
        if isinstance(value.get(name), str) and (found := _identifier(value[name], snake=name in KINDS)):
            return found
    inner = (of_object(value.get(name), depth - 1) for name in ("error", "cause")) if depth else ()
    return next(filter(None, inner), None)


def _named(value: Any) -> str | None:
    """The value of a member called code: an identifier, or the number of an HTTP or JSON-RPC error."""
    if isinstance(value, str):
        return value if WORD.fullmatch(value) and not VARIABLE.search(value) and value != SUCCESS else None
    if isinstance(value, int) and not isinstance(value, bool):
        return _http(value) or (f"JsonRpc{value}" if -33000 < value <= -32000 else None)
    return None


def _http(value: Any) -> str | None:
    number = int(value) if isinstance(value, str) and re.fullmatch(r"[45]\d\d", value) else value
    return f"HTTP{number}" if isinstance(number, int) and 400 <= number <= 599 else None


def of_text(text: str, phrases: Phrases) -> str | None:
    """The code in the first line of an error."""
    text = text.strip()
    if text.startswith("{"):
        return _of_json(text)
    lines = text.splitlines() or [""]
    line = lines[-1 if lines[0].startswith("Traceback (most recent") else 0][:MAX_LINE]
    for _ in range(4):
        if found := _leading(line):
            return found
        wrapper = WRAPPER.match(line)
        if wrapper is None:
            break
        line = line[wrapper.end() :].lstrip()
    low = line.lower()
    return next((code for phrase, code in phrases if phrase in low), None)


def _of_json(text: str) -> str | None:
    try:
        return of_object(DECODER.decode(text[: 2**16]))
    except (ValueError, RecursionError):
        return None


def _leading(line: str) -> str | None:
    """The identifier at the beginning of a line."""
    if match := RPC.match(line):
        return f"JsonRpc{match[1]}"
    if found := _status(line):
        return found
    word, end = _first_word(line)
    found = _identifier(word) if word and (not line[end:].strip() or line[end] in ":;,()[]") else None
    if found and found.startswith("HTTP") and (status := re.search(r"\b([45]\d\d)\b", line[end : end + 60])):
        return f"HTTP{status[1]}"
    return found


def _status(line: str) -> str | None:
    """An HTTP status, where it is labelled as one or followed by its phrase."""
    if match := HTTP.match(line):
        return f"HTTP{match[1]}"
    match = STATUS_LINE.match(line)
    if match and match[1] in STATUS_PHRASES and match[2].lower().startswith(STATUS_PHRASES[match[1]]):
        return f"HTTP{match[1]}"
    return None


STATUS_PHRASES = {str(status.value): status.phrase.lower() for status in HTTPStatus if status >= 400}


def _first_word(line: str) -> tuple[str, int]:
    """The first word of a line, without brackets, and where it ends."""
    if match := re.match(r"\[([\w.:-]+)\]", line):
        return match[1], match.end() if match.end() < len(line) and line[match.end()] in ":;" else len(line)
    match = re.match(r"[A-Za-z_][\w.]*(?:::[\w.]+)*", line)
    return (match[0], match.end()) if match else ("", 0)


def _identifier(word: str, *, snake: bool = False) -> str | None:
    """A word that can only be an error's name; in `snake` case only where no text of a user can be."""
    if len(word) > 2 * MAX_CODE or VARIABLE.search(word) or word in BARE:
        return None
    if ERRNO.fullmatch(word):
        return word if word in ERRNOS else None
    if match := CLASS.fullmatch(word):
        return match[1][:MAX_CODE]
    kind = CONSTANT.fullmatch(word) or (snake and SNAKE.fullmatch(word))
    return word if kind and len(word) <= MAX_CODE else None
