"""The hook that a coding agent runs: it sends the event to `oxgraph serve` and prints the answer.

    python3 -ISE hook_program.py AGENT@WORKSPACE EVENT [block]

`oxgraph hooks install` copies this file into the home, beside AGENT@WORKSPACE.conf: the server's address ('' for the
one that serve.json records) and the token. Whatever goes wrong, it prints nothing and exits with 0 within 300 ms. An
agent runs it twice for each tool call, so it imports nothing but modules in C: `socket` alone would double its start.
"""

import _signal  # type: ignore[import-not-found]
import _socket
import posix
import sys

DEADLINE = 0.28
"""Seconds from the process's start to its end; a little less than what is promised."""

MAX_PAYLOAD = 1 << 20
"""Bytes of an event that are sent; the server reads the beginning of a longer one."""

MAX_ANSWER = 1 << 16


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


def answer(connection: _socket.socket, path: str, token: str, payload: bytes) -> bytes:
    """The body of the answer to one request; empty unless its status is 200 and all of it came."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n\r\n"
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
    payload = read(0, MAX_PAYLOAD)
    query = "?" + "&".join(f"{word}=true" for word in words) if words else ""
    found = answer(connection, f"/v1/hooks/{agent.partition('@')[0]}/{event}{query}", token, payload)
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
