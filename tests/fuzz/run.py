"""A run: so many calls, spread over the surfaces, on a fresh workspace every few hundred."""

import asyncio
import contextlib
import functools
import io
import logging
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import click
import httpx

import oxgraph
from oxgraph import AsyncClient, Memory
from oxgraph.errors import InvalidInput, OxgraphError
from oxgraph.local import Server
from tests.fuzz import command_calls, file_calls, http_calls, procedure_calls, python_calls
from tests.fuzz.report import HANG_SECONDS, Report, ignored
from tests.fuzz.world import MARKER, World, world

ROUND = 500
"""Calls on one workspace: what the calls themselves break, such as a revoked token, ends with the round."""

SHARES = {
    "python": 20, "async": 15, "token": 15, "rest": 20, "mcp": 10, "procedures": 12, "cli": 4, "files": 4,
}  # fmt: skip


def readers() -> dict[str, Callable[[Memory, Path], Any]]:
    """What reads files, by name."""

    def command(*words: str) -> Callable[[Memory, Path], Any]:
        def read(memory: Memory, path: Path) -> Any:
            from oxgraph.cli.app import cli

            line = [*words, str(path), "--workspace", memory.name]
            out = io.StringIO()
            try:
                with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                    cli.main(args=line, prog_name="oxgraph", standalone_mode=False)
            except click.ClickException as error:
                raise InvalidInput(field="command", reason=str(error)) from error
            return out.getvalue()

        return read

    return {
        "episodic.import_chats": lambda memory, path: memory.episodic.import_chats(path),
        "import traces": command("import", "traces"),
        "ingest": command("ingest"),
        "import graph": command("import", "graph"),
    }


@contextlib.contextmanager
def served(server: Server) -> Iterator[httpx.Client]:
    """A running HTTP server, and a client of it."""
    from tests.server.conftest import PATIENT, Site

    site = Site(server.uri, server.auth, PATIENT)
    try:
        with httpx.Client(base_url=site.url, timeout=60) as http:
            yield http
    finally:
        site.close()


@contextlib.contextmanager
def awaiting(server: Server) -> Iterator[tuple[asyncio.Runner, AsyncClient]]:
    """An event loop, and an async client in it."""
    with asyncio.Runner() as runner:
        client = runner.run(oxgraph.connect_async(server.uri, server.auth))
        try:
            yield runner, client
        finally:
            runner.run(client.close())


@contextlib.contextmanager
def remote(made: World, http: httpx.Client) -> Iterator[Memory]:
    """The client of a process that has only a token, of one of the roles."""
    role = made.values.random.choice(list(made.secrets))
    with oxgraph.connect(str(http.base_url), token=made.secrets[role]) as memory:
        yield memory


def fuzz(
    server: Server,
    calls: int,
    seed: int,
    *,
    shares: dict[str, int] | None = None,
    on_failure: Callable[[str], None] = ignored,
    hang_seconds: float = HANG_SECONDS,
) -> Report:
    """Make the calls; the report. `on_failure` is called with each failure. A call hangs after `hang_seconds`."""
    random, report = Random(seed), Report(MARKER, on_failure=on_failure, hang_seconds=hang_seconds)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            command_calls.surroundings(server.uri, *server.auth, Path(folder)),
            oxgraph.connect(server.uri, server.auth) as client,
            served(server) as http,
            awaiting(server) as (runner, clients),
        ):
            for start in range(0, calls, ROUND):
                left, made = min(ROUND, calls - start), world(client, random)
                with remote(made, http) as by_token:
                    waited = runner.run(clients.workspace(made.memory.name))
                    surfaces = _surfaces(made, report, http, Path(folder))
                    surfaces |= {
                        "token": functools.partial(python_calls.call, made, report, "token", by_token),
                        "async": functools.partial(python_calls.call_async, made, report, waited, runner),
                    }
                    _round(made, surfaces, shares or SHARES, left)
    finally:
        logging.disable(logging.NOTSET)
        warnings.resetwarnings()
    return report


def _surfaces(made: World, report: Report, http: httpx.Client, folder: Path) -> dict[str, Callable[[], None]]:
    known, reading = procedure_calls.signatures(made), readers()
    return {
        "python": lambda: python_calls.call(made, report, "python", made.memory),
        "rest": lambda: http_calls.rest(made, report, http),
        "mcp": lambda: http_calls.mcp(made, report, http),
        "procedures": lambda: procedure_calls.call(made, report, known),
        "cli": lambda: command_calls.call(made, report),
        "files": lambda: file_calls.call(made, report, folder, reading),
    }


def _round(made: World, surfaces: dict[str, Callable[[], None]], shares: dict[str, int], calls: int) -> None:
    for _ in range(calls):
        surface = made.values.random.choices(list(shares), weights=list(shares.values()))[0]
        surfaces[surface]()
        with contextlib.suppress(OxgraphError):
            if made.values.random.random() < 0.02:
                made.memory.enable()  # a call may have switched memory off
