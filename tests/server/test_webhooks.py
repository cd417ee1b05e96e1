"""Webhooks: signed, sent again, and each change at least once and in order, whenever the sender is killed."""

import contextlib
import json
import os
import queue
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from oxgraph.client import Memory
from oxgraph.errors import InvalidInput
from oxgraph.integrations.webhooks import SIGNATURE, Webhook, is_signed, signature
from oxgraph.types.changes import Change
from tests.server.conftest import Site, Tokens

SECRET = "a secret of the test"
KILLS = 6
SECONDS = 60.0


class Receiver:
    """An address that takes deliveries, and refuses some of them."""

    def __init__(self, refused: float) -> None:
        self.deliveries: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        chance = random.Random(7)
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                assert is_signed(body, self.headers[SIGNATURE], SECRET, time.time())
                refuses = chance.random() < refused
                if not refuses:
                    receiver.deliveries.put(json.loads(body))
                if refuses and chance.random() < 0.5:  # Such as a proxy's between: no HTTP at all.
                    self.wfile.write(b"garbage from a proxy\r\n\r\n")
                    self.close_connection = True
                    return
                self.send_response(503 if refuses else 204)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/hook"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver(refused=0.2)
    yield made
    made.close()


def start(site: Site, token: str, url: str, position: Path) -> subprocess.Popen[str]:
    """`oxgraph webhook` over the site; it has begun when it says so."""
    own = {"OXGRAPH_TOKEN": token, "OXGRAPH_SERVER": site.url, "OXGRAPH_WEBHOOK_SECRET": SECRET}
    env = {name: value for name, value in os.environ.items() if not name.startswith("OXGRAPH_")} | own
    program = "from oxgraph.cli import main; main()"
    command = [sys.executable, "-c", program, "webhook", url, "--position", str(position), "--kind", "action"]
    process = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert "Changes go to" in process.stderr.readline()
    return process


def changes_since(memory: Memory, position: str) -> Iterator[Change]:
    """All changes after a position, page by page: a page may be empty, since the feed is that of all workspaces."""
    more = True
    while more:
        page = memory.changes(position)
        yield from page.items
        position, more = page.position, page.more


@pytest.mark.deep
def test_each_change_arrives_in_order_whenever_the_sender_is_killed(
    site: Site, tokens: Tokens, workspace: Memory, receiver: Receiver, tmp_path: Path
) -> None:
    position, runs = tmp_path / "position", list[list[dict[str, Any]]]()
    begin = workspace.changes().position
    position.write_text(begin)
    for run in range(KILLS):
        process = start(site, tokens.operator, receiver.url, position)
        for n in range(12):
            workspace.telemetry.capture(action_type="look", session_id=f"s{n % 4}", outcome="success")
            if n == 2 * run:
                first = receiver.deliveries.get(timeout=SECONDS)  # Then it is in the middle of its work.
                process.kill()
        process.communicate()
        runs.append([first, *(receiver.deliveries.get() for _ in range(receiver.deliveries.qsize()))])
    process = start(site, tokens.operator, receiver.url, position)
    until, rest = time.monotonic() + SECONDS, list[dict[str, Any]]()
    while time.monotonic() < until:
        # Read anew: the feed holds back what is newer than a transaction of another test.
        wanted = {one.id: one.position for one in changes_since(workspace, begin) if one.kind == "action"}
        seen = {one["id"]: one["position"] for page in chain(*runs, rest) for one in page["changes"]}
        if seen == wanted:
            break
        with contextlib.suppress(queue.Empty):
            rest.append(receiver.deliveries.get(timeout=1.0))
    assert seen == wanted and len(wanted) == 12 * KILLS, "the last delivery of each node is its last change"
    process.terminate()
    process.communicate(timeout=SECONDS)
    assert process.returncode == 0
    assert int(position.read_text()) <= int(workspace.changes().position)
    for deliveries in (*runs, rest):
        places = [int(one["position"]) for page in deliveries for one in page["changes"]]
        assert places == sorted(places), "one sender delivers in the order of the feed"


def test_a_signature_holds_for_one_body_one_secret_and_some_minutes() -> None:
    header = signature(b"{}", SECRET, 1_000)
    assert is_signed(b"{}", header, SECRET, 1_200.0)
    for body, secret, now in ((b"[]", SECRET, 1_200.0), (b"{}", "another", 1_200.0), (b"{}", SECRET, 1_400.0)):
        assert not is_signed(body, header, secret, now)
    for wrong in ("", "t=x,v1=y", "v1=y", header.replace("v1", "v2")):
        assert not is_signed(b"{}", wrong, SECRET, 1_000.0)


@pytest.mark.parametrize(("url", "secret"), [("ftp://host/", SECRET), ("https://", SECRET), ("https://host/", "short")])
def test_what_cannot_be_sent_to_is_refused(url: str, secret: str, workspace: Memory, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput):
        Webhook(workspace, url, secret, tmp_path / "position")


def test_an_unknown_kind_is_refused(workspace: Memory, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="Did you mean memory"):
        Webhook(workspace, "http://host/", SECRET, tmp_path / "position", frozenset({"memori"}))


def test_a_position_that_cannot_be_kept_is_named(workspace: Memory, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"position: .*nowhere.* cannot be written"):
        Webhook(workspace, "http://host/", SECRET, tmp_path / "nowhere" / "position").run()
