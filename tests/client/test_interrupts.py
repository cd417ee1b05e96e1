"""A signal in a synchronous call: Ctrl-C while Neo4j is frozen, in a process of its own; what its handler raises."""

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import pytest

from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.local import Server
from tests.fixtures.signals import Late

SECONDS = 10.0
"""Long after Ctrl-C ends a call, and long before the driver gives up by itself."""

PROGRAM = """
import logging, signal, sys

import oxgraph
from oxgraph.cypher import statement

VERSION = statement("system/plugin_version")
_, uri, user, password, call = sys.argv
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a process in the background of a shell does not have


class Sent(logging.Handler):
    def emit(self, record):
        if " C: " in record.getMessage():
            driver.removeHandler(self)
            print("sent", flush=True)


def read():
    client.graph.read(VERSION, client_version="")


def once():
    client.graph.once(VERSION, client_version="")


def stream():
    list(client.graph.stream(VERSION, client_version=""))


def waiting_for_a_lock():
    with client.graph.exclusive("none", "a lock"):
        pass


def holding_a_lock():
    with client.graph.exclusive("none", "a lock"):
        ask(read)


def list_workspaces():
    client.workspaces()


def ask(work):
    print("connected", flush=True)
    sys.stdin.readline()
    driver.addHandler(Sent())
    work()


driver = logging.getLogger("neo4j.io")
with oxgraph.connect(uri, (user, password)) as client:
    client.workspaces()
    driver.setLevel(logging.DEBUG)
    try:
        holding_a_lock() if call == "holding_a_lock" else ask(globals()[call])
    except KeyboardInterrupt as error:
        assert type(error) is KeyboardInterrupt
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        print("interrupted", flush=True)
    sys.stdin.readline()
    waiting_for_a_lock()
    client.workspaces()
    print("served", flush=True)
"""
"""Connects, and waits for a line; makes the call; waits for a line, and calls again."""


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Within, a child of this process does nothing: none of its threads, some of which go on for a moment."""
    os.kill(pid, signal.SIGSTOP)
    try:
        os.waitpid(pid, os.WUNTRACED)
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize("call", ["read", "once", "stream", "waiting_for_a_lock", "holding_a_lock", "list_workspaces"])
def test_ctrl_c_ends_a_call_and_the_client_serves_on(server: Server, call: str) -> None:
    """Of a lock that is held, the transaction is given up with its connection, and another may have it."""
    command = [sys.executable, "-c", PROGRAM, server.uri, *server.auth, call]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        late = threading.Timer(SECONDS * 12, program.kill)  # a busy machine takes long to start it
        late.start()
        said = program.stdout
        assert said.readline() == "connected\n"
        with frozen(server.pid):
            print(file=program.stdin, flush=True)
            assert said.readline() == "sent\n"
            ended = threading.Timer(SECONDS, program.kill)
            ended.start()
            program.send_signal(signal.SIGINT)
            assert said.readline() == "interrupted\n"
            ended.cancel()
        print(file=program.stdin, flush=True)
        assert said.readline() == "served\n"
        late.cancel()
    assert program.returncode == 0


def test_a_programs_own_answer_to_ctrl_c_is_kept(server: Server) -> None:
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: pressed.append(number))
    try:
        with Graph.open(server.uri, server.auth) as graph:
            signal.raise_signal(signal.SIGINT)
            assert graph.read(statement("system/plugin_version"), client_version="")
    finally:
        signal.signal(signal.SIGINT, before)
    assert pressed == [signal.SIGINT]


class AtLine(logging.Handler):
    """Raises a signal at a line of the driver's log: behind one message to Neo4j, or one of its answer."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.left = line

    def emit(self, record: logging.LogRecord) -> None:
        self.left -= 1
        if self.left == 0:
            signal.raise_signal(signal.SIGALRM)


@contextmanager
def late_at(line: int) -> Iterator[AtLine]:
    driver, level = logging.getLogger("neo4j.io"), logging.getLogger("neo4j.io").level
    counter = AtLine(line)
    driver.addHandler(counter)
    driver.setLevel(logging.DEBUG)
    try:
        yield counter
    finally:
        driver.removeHandler(counter)
        driver.setLevel(level)


@pytest.mark.parametrize("call", ["read", "once", "stream"])
def test_a_signal_within_a_call_leaves_nothing_of_it_to_the_next(server: Server, call: str) -> None:
    """The next call had got the answer of the one that was cut off, which may have been another user's."""

    def raise_late(_number: int, _frame: FrameType | None) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, raise_late)
    try:
        with Graph.open(server.uri, server.auth) as graph:
            line, counter = 0, None
            while counter is None or counter.left <= 0:
                line += 1
                with late_at(line) as counter, suppress(Late):
                    list(getattr(graph, call)(statement("system/applied_migrations")))
                assert signal.getsignal(signal.SIGALRM) is raise_late
                for ask in (graph.read, graph.once):
                    assert list(ask(statement("system/plugin_version"), client_version="")[0]) == ["version"]
            assert line > 4
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_handler_that_changes_its_signal_keeps_the_change(server: Server) -> None:
    """Such as one that answers the first Ctrl-C itself and leaves the second to Python."""
    before = signal.getsignal(signal.SIGALRM)

    def ignored_from_now(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)

    signal.signal(signal.SIGALRM, ignored_from_now)
    try:
        with Graph.open(server.uri, server.auth) as graph, late_at(1):
            assert graph.read(statement("system/plugin_version"), client_version="")
        assert signal.getsignal(signal.SIGALRM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGALRM, before)
