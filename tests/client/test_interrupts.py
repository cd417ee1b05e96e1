"""Ctrl-C in a synchronous call while Neo4j is frozen."""

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

import oxgraph
from oxgraph import Client
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.local import Server

SECONDS = 20.0
"""Long after Ctrl-C ends a call, and long before the driver gives up by itself."""

VERSION = statement("system/plugin_version")


class Sent(logging.Handler):
    """Knows when the driver has written something for a connection."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.event = threading.Event()

    def emit(self, record: logging.LogRecord) -> None:
        if " C: " in record.getMessage():
            self.event.set()


@pytest.fixture(autouse=True)
def ctrl_c_is_heard() -> Iterator[None]:
    """Python's own answer to Ctrl-C, which a process in the background of a shell does not have."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@contextmanager
def interrupted(pid: int) -> Iterator[Callable[[], None]]:
    """Gives what freezes a process. Ctrl-C follows once the driver asked it something, and must end all."""
    sent, ended, late = Sent(), threading.Event(), threading.Event()

    def freeze() -> None:
        os.kill(pid, signal.SIGSTOP)
        driver.addHandler(sent)
        thread.start()

    def press() -> None:
        if sent.event.wait(SECONDS):
            os.kill(os.getpid(), signal.SIGINT)
        if not ended.wait(SECONDS):
            late.set()
        os.kill(pid, signal.SIGCONT)

    driver = logging.getLogger("neo4j.io")
    level, thread = driver.level, threading.Thread(target=press)
    driver.setLevel(logging.DEBUG)
    try:
        with pytest.raises(KeyboardInterrupt) as raised:
            yield freeze
    finally:
        ended.set()
        thread.join()
        driver.removeHandler(sent)
        driver.setLevel(level)
    assert raised.type is KeyboardInterrupt
    assert not late.is_set()


def read(client: Client) -> None:
    client.graph.read(VERSION, client_version="")


def once(client: Client) -> None:
    client.graph.once(VERSION, client_version="")


def stream(client: Client) -> None:
    list(client.graph.stream(VERSION, client_version=""))


def within_a_lock(client: Client) -> None:
    with client.graph.exclusive("none", "a lock"):
        pass


def list_workspaces(client: Client) -> None:
    client.workspaces()


@pytest.mark.parametrize("call", [read, once, stream, within_a_lock, list_workspaces])
def test_ctrl_c_ends_a_call_and_the_client_serves_on(server: Server, call: Callable[[Client], None]) -> None:
    with oxgraph.connect(server.uri, server.auth) as client:
        client.workspaces()
        with interrupted(server.pid) as freeze:
            freeze()
            call(client)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        client.workspaces()


def test_ctrl_c_while_a_lock_is_held(server: Server) -> None:
    """The connection that is being opened is given up, and that of the transaction that holds the lock."""
    with Graph.open(server.uri, server.auth) as graph:
        with interrupted(server.pid) as freeze, graph.exclusive("none", "a lock"):
            freeze()
            graph.read(VERSION, client_version="")
        with graph.exclusive("none", "a lock"):
            pass


def test_a_programs_own_answer_to_ctrl_c_is_kept(server: Server) -> None:
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: pressed.append(number))
    try:
        with Graph.open(server.uri, server.auth) as graph:
            signal.raise_signal(signal.SIGINT)
            assert graph.read(VERSION, client_version="")
    finally:
        signal.signal(signal.SIGINT, before)
    assert pressed == [signal.SIGINT]
