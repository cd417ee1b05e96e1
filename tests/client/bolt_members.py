"""Members of a cluster as a driver sees them: two Bolt servers that play leader and follower, and change places.

They speak just enough of Bolt 5.4: each statement gives one row, the name of the member that ran it.
"""

import importlib
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

packstream: Any = importlib.import_module("neo4j._codec.packstream.v1")
"""The driver's own, which has no public name."""

HELLO, GOODBYE, RESET, RUN, BEGIN, COMMIT, ROLLBACK, PULL, ROUTE = 0x01, 0x02, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x3F, 0x66
SUCCESS, RECORD, IGNORED, FAILURE = b"\xb1\x70", b"\xb1\x71", b"\xb0\x7e", b"\xb1\x7f"
NOT_A_LEADER = {"code": "Neo.ClientError.Cluster.NotALeader", "message": "No longer the leader."}


@dataclass
class Members:
    """The members by name, the leader, and what each was asked: name, statement, bookmarks that came with it."""

    leader: str = "one"
    cut_next: str = ""
    """The member that cuts its connection at the next statement."""
    addresses: dict[str, str] = field(default_factory=dict)
    asked: list[tuple[str, str, list[str]]] = field(default_factory=list)
    commits: int = 0

    @property
    def uri(self) -> str:
        """The address of the cluster: that of its first member."""
        return f"neo4j://{self.addresses['one']}"

    def table(self) -> dict[str, Any]:
        """The routing table. A driver that has an old one learns of a new leader by an error."""
        followers = [address for name, address in self.addresses.items() if name != self.leader]
        roles = {
            "WRITE": [self.addresses[self.leader]],
            "READ": followers,
            "ROUTE": list(self.addresses.values()),
        }
        return {
            "ttl": 300,
            "db": "neo4j",
            "servers": [{"role": role, "addresses": found} for role, found in roles.items()],
        }


@contextmanager
def members() -> Iterator[Members]:
    """Two of them, on free ports."""
    found = Members()
    servers = [_Server(("127.0.0.1", 0), _handler(found, name)) for name in ("one", "two")]
    for name, server in zip(("one", "two"), servers, strict=True):
        found.addresses[name] = f"127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield found
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False


def _handler(cluster: Members, name: str) -> Callable[..., socketserver.BaseRequestHandler]:
    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            _Connection(self.request, cluster, name).run()

    return Handler


@dataclass
class _Connection:
    stream: socket.socket
    cluster: Members
    name: str
    bookmarks: list[str] = field(default_factory=list)
    failed: bool = False
    in_transaction: bool = False

    def run(self) -> None:
        """Answers until the driver ends it."""
        self._exactly(20)
        self.stream.sendall(b"\x00\x00\x04\x05")
        try:
            while True:
                tag, fields = self._message()
                if tag == GOODBYE or not self._answer(tag, fields):
                    return
        except (ConnectionError, OSError):
            return

    def _answer(self, tag: int, fields: list[Any]) -> bool:
        if tag == RESET:
            self.failed = self.in_transaction = False
        elif self.failed:
            self.stream.sendall(_chunk(IGNORED))
            return True
        if tag == BEGIN:
            self.bookmarks, self.in_transaction = fields[0].get("bookmarks", []), True
        elif tag == RUN:
            return self._run(fields)
        elif tag == PULL:
            self._send(RECORD, [self.name])
            self._send(SUCCESS, {"type": "r", "db": "neo4j"} | ({} if self.in_transaction else self._committed()))
            return True
        told: dict[str, Any] = {"rt": self.cluster.table()} if tag == ROUTE else {}
        if tag == HELLO:
            told = {"server": "Neo4j/5.26.0", "connection_id": "bolt-1"}
        elif tag == COMMIT:
            told, self.in_transaction = self._committed(), False
        self._send(SUCCESS, told)
        return True

    def _run(self, fields: list[Any]) -> bool:
        """False where the connection is cut."""
        cluster = self.cluster
        marks = self.bookmarks if self.in_transaction else fields[2].get("bookmarks", [])
        if cluster.cut_next == self.name:
            cluster.cut_next = ""
            self.stream.shutdown(socket.SHUT_RDWR)
            return False
        if cluster.leader != self.name and "CREATE" in fields[0]:
            self.failed = True
            self._send(FAILURE, NOT_A_LEADER)
            return True
        cluster.asked.append((self.name, fields[0], list(marks)))
        self._send(SUCCESS, {"fields": ["member"]})
        return True

    def _committed(self) -> dict[str, Any]:
        self.cluster.commits += 1
        return {"bookmark": f"mark:{self.cluster.commits}"}

    def _send(self, kind: bytes, value: Any) -> None:
        buffer = packstream.PackableBuffer()
        packstream.Packer(buffer).pack(value)
        self.stream.sendall(_chunk(kind + bytes(buffer.data)))

    def _message(self) -> tuple[int, list[Any]]:
        body = b""
        while True:
            size = int.from_bytes(self._exactly(2), "big")
            if size:
                body += self._exactly(size)
            elif body:
                break
        unpacker = packstream.Unpacker(packstream.UnpackableBuffer(body[2:]))
        return body[1], [unpacker.unpack() for _ in range(body[0] & 0x0F)]

    def _exactly(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            part = self.stream.recv(size - len(found))
            if not part:
                raise ConnectionError
            found += part
        return found


def _chunk(body: bytes) -> bytes:
    return len(body).to_bytes(2, "big") + body + b"\x00\x00"
