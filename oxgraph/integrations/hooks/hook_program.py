"""The hook that a coding agent runs: it sends the event to `oxgraph serve` and prints the answer.

    python3 -ISE hook_program.py AGENT@WORKSPACE EVENT [block]

`oxgraph hooks install` copies this file into the home, beside AGENT@WORKSPACE.conf: the server's address ('' for the
one that serve.json records) and the token. Whatever goes wrong, it prints nothing and exits with 0 within 300 ms. An
agent runs it twice for each tool call, so it imports nothing but modules in C: `socket` alone would double its start.
Of a long event it sends the small members all, and long texts without their middle: Claude Code gives the call's id
after the result.
"""

import _signal  # type: ignore[import-not-found]
import _socket
import posix
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in `typing`, which is not imported
    from collections.abc import Callable

DEADLINE = 0.28
"""Seconds from the process's start to its end; a little less than what is promised."""

MAX_PAYLOAD = 1 << 20
"""Bytes of an event that the server takes; one of this length it reads as the beginning of a longer one."""

MAX_READ = 1 << 25
"""Bytes of an event that are read."""

MAX_SHORTENED = 1 << 23
"""Bytes of an event that can be shortened in time on a busy machine; of a longer one the beginning is sent."""

MAX_NAMES = 100_000
"""Members of an event that can be read as JSON in time."""

MAX_END = 1 << 12
"""Bytes of an event's end in which the call's id is looked for."""

MAX_TEXT = 16_000
"""Characters of a long text's beginning that are sent, and as many of its end; the server looks at no more."""

SMALL = 1_000
"""Characters of a text that is sent before the longer ones."""

MAX_MEMBERS = 1_000
"""Members of an object or a list that are sent: as many from its beginning as from its end."""

ROOM = 32
"""Characters that must be left for a further member."""

SHARES = 8
"""Into how many parts at most the room for large members is divided, so that none takes what the others need."""

MAX_ANSWER = 1 << 16

MAX_TRANSCRIPT = 1 << 18
"""Bytes of the end of Codex's transcript in which the exit code is looked for."""


def give_up(*_: object) -> None:
    """End at once, as if there were no hook."""
    posix._exit(0)


def read(fd: int, most: int) -> bytes:
    """What a file descriptor has, up to a number of bytes."""
    parts, size = [], 0
    while size < most:
        part = posix.read(fd, min(most - size, 1 << 16))
        if not part:
            break
        parts.append(part)
        size += len(part)
    return b"".join(parts)


def text_of(path: str) -> str:
    """A small file's text."""
    fd = posix.open(path, posix.O_RDONLY)
    try:
        return read(fd, 1 << 14).decode()
    finally:
        posix.close(fd)


def seconds_since_start() -> float:
    """How long this process has run, by Linux's own record; 0.03 elsewhere."""
    try:
        ticks = int(text_of("/proc/self/stat").rpartition(")")[2].split()[19])
        return max(0.0, float(text_of("/proc/uptime").split()[0]) - ticks / posix.sysconf("SC_CLK_TCK"))
    except (OSError, ValueError, IndexError):
        return 0.03


def text_member(payload: bytes, name: bytes) -> str:
    """A member of the payload, if it is a text without escapes."""
    return payload.partition(b'"' + name + b'":"')[2].partition(b'"')[0].decode()


def exit_code(payload: bytes) -> str:
    """The exit code of the command that Codex ran: it is not in the payload, only in the transcript; '' if unknown."""
    call = text_member(payload, b"tool_use_id")
    try:
        fd = posix.open(text_member(payload, b"transcript_path"), posix.O_RDONLY)
    except OSError:
        return ""
    try:
        size = posix.fstat(fd).st_size
        posix.lseek(fd, max(0, size - MAX_TRANSCRIPT), 0)
        end = read(fd, MAX_TRANSCRIPT)
    finally:
        posix.close(fd)
    begin = end.rfind(f'"type":"CommandExecution","id":"{call}"'.encode())
    item = end[begin:].partition(b"\n")[0] if begin >= 0 else b""
    found = item.rpartition(b'"exit_code":')[2].partition(b",")[0].decode()
    return found if found.isdigit() else ""


class Number(str):
    """A number as it was written."""


class Reading:
    """How `_json` reads: numbers stay as they are written."""

    strict = False
    object_hook = object_pairs_hook = None
    parse_float = parse_int = Number

    @staticmethod
    def parse_constant(_: str) -> None:
        """NaN and infinity are no JSON."""


def shortened(payload: bytes) -> bytes:
    """A long event in less than MAX_PAYLOAD; its beginning, where it cannot be read as JSON in time."""
    if len(payload) < MAX_PAYLOAD:
        return payload
    if len(payload) > MAX_SHORTENED or payload.count(b'":') - payload.count(b'\\":') > MAX_NAMES:
        return beginning(payload)
    try:
        import _json  # here, since most events are short

        text = payload.decode("utf-8", "replace").strip()
        value, end = _json.make_scanner(Reading)(text, 0)  # type: ignore[arg-type]
        if end == len(text):
            return written(value, MAX_PAYLOAD - 1, _json.encode_basestring_ascii).encode()
    except (ImportError, ValueError, RecursionError, StopIteration):
        pass
    return beginning(payload)


def beginning(payload: bytes) -> bytes:
    """The beginning of a long event, with the call's id from its end: in a text its quotes would be escaped."""
    _, found, rest = payload[-MAX_END:].rpartition(b'"tool_use_id":"')
    if found and payload.startswith(b"{"):
        payload = b"{" + found + rest.partition(b'"')[0] + b'",' + payload[1:]
    return payload[:MAX_PAYLOAD]


def written(value: object, room: int, quoted: "Callable[[str], str]") -> str:
    """JSON of a value in a room of characters; '' where it has no room."""
    if isinstance(value, str):
        text = value if isinstance(value, Number) else text_in(value, room, quoted)
    elif isinstance(value, dict | list):
        text = members_in(value, room, quoted)
    else:
        text = "null" if value is None else "true" if value else "false"
    return text if len(text) <= room else ""


def text_in(value: str, room: int, quoted: "Callable[[str], str]") -> str:
    """A text, without its middle where it is long."""
    half = MAX_TEXT
    while True:
        text = quoted(value if len(value) <= 2 * half else f"{value[:half]}\n{value[-half:]}")
        if len(text) <= room or half < SMALL:
            return text
        half //= 2


def members_in(value: "dict[str, object] | list[object]", room: int, quoted: "Callable[[str], str]") -> str:
    """An object or a list: what is small comes first, wherever it stands; what has no room is left out."""
    begin, end = "{}" if isinstance(value, dict) else "[]"
    members = list(value.items()) if isinstance(value, dict) else [("", one) for one in value]
    if isinstance(value, dict):
        members.sort(key=lambda member: is_large(member[1]))
    if len(members) > MAX_MEMBERS:
        members = members[: MAX_MEMBERS // 2] + members[-MAX_MEMBERS // 2 :]
    parts, left = [], room - 2
    for place, (name, one) in enumerate(members):
        if left < ROOM:
            break
        head = f"{quoted(name)}:" if isinstance(value, dict) else ""
        share = left // min(len(members) - place, SHARES) if is_large(one) else left
        text = written(one, share - len(head) - 1, quoted)
        if text:
            parts.append(head + text)
            left -= len(parts[-1]) + 1
    return f"{begin}{','.join(parts)}{end}"


def is_large(value: object) -> bool:
    """Whether a value may take much room."""
    return len(value) > SMALL if isinstance(value, str) else isinstance(value, dict | list)


def connected(address: str) -> _socket.socket:
    """A socket to `http://HOST:PORT` or `unix:///PATH`, where HOST is an address of this machine."""
    scheme, _, rest = address.partition("://")
    if scheme == "unix":
        found = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        found.connect(rest)
        return found
    host, _, port = rest.rstrip("/").rpartition(":")
    family = _socket.AF_INET6 if host.startswith("[") else _socket.AF_INET
    found = _socket.socket(family, _socket.SOCK_STREAM)
    found.connect((host.strip("[]"), int(port)))
    return found


def answer(connection: _socket.socket, path: str, token: str, payload: bytes, header: str) -> bytes:
    """The body of the answer to one request; empty unless its status is 200 and all of it came."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n{header}\r\n"
    )
    left = memoryview(head.encode() + payload)
    while left:
        left = left[connection.send(left) :]
    received = b""
    while len(received) < MAX_ANSWER:
        part = connection.recv(1 << 16)
        if not part:
            break
        received += part
    start, _, body = received.partition(b"\r\n\r\n")
    length = start.lower().partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0]
    return body if start.startswith(b"HTTP/1.1 200 ") and int(length) == len(body) else b""


def run(agent: str, event: str, *words: str) -> None:
    """Sends the event of standard input and prints the answer."""
    home = sys.argv[0].rpartition("/")[0]
    address, token = text_of(f"{home}/{agent}.conf").split("\n")[:2]
    if not address:
        address = text_of(f"{home}/../serve.json").partition('"url": "')[2].partition('"')[0]
    connection = connected(address)
    payload = read(0, MAX_READ)
    code = exit_code(payload) if agent.startswith("codex@") and event == "PostToolUse" else ""
    header = f"X-Oxgraph-Exit-Code: {code}\r\n" if code else ""
    query = "?" + "&".join(f"{word}=true" for word in words) if words else ""
    found = answer(connection, f"/v1/hooks/{agent.partition('@')[0]}/{event}{query}", token, shortened(payload), header)
    if found:
        posix.write(1, found)


if __name__ == "__main__":
    try:
        _signal.signal(_signal.SIGALRM, give_up)
        _signal.setitimer(_signal.ITIMER_REAL, max(0.01, DEADLINE - seconds_since_start()))
        run(*sys.argv[1:])
    except BaseException:
        pass
    give_up()
