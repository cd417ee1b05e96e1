"""A run: so many calls, spread over the surfaces, on a fresh workspace every few hundred."""

import contextlib
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
from oxgraph import Memory
from oxgraph.errors import InvalidInput, OxgraphError
from oxgraph.local import Server
from tests.fuzz import command_calls, file_calls, http_calls, procedure_calls, python_calls
from tests.fuzz.report import HANG_SECONDS, Report
from tests.fuzz.world import World, world

ROUND = 300
"""Calls on one workspace: what the calls themselves break, such as a revoked token, ends with the round."""

SHARES = {"python": 45, "rest": 24, "mcp": 10, "procedures": 12, "cli": 5, "files": 4}


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


def fuzz(
    server: Server,
    calls: int,
    seed: int,
    *,
    shares: dict[str, int] | None = None,
    on_failure: Callable[[str], None] = lambda failure: None,
    hang_seconds: float = HANG_SECONDS,
) -> Report:
    """Make the calls; the report. `on_failure` is called with each failure. A call hangs after `hang_seconds`."""
    random, report = Random(seed), Report(on_failure=on_failure, hang_seconds=hang_seconds)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    command_calls.connect(server.uri, *server.auth)
    try:
        with (
            oxgraph.connect(server.uri, server.auth) as client,
            served(server) as http,
            tempfile.TemporaryDirectory() as folder,
        ):
            for start in range(0, calls, ROUND):
                left, made = min(ROUND, calls - start), world(client, random)
                _round(made, report, http, Path(folder), calls=left, shares=shares or SHARES)
    finally:
        logging.disable(logging.NOTSET)
        warnings.resetwarnings()
    return report


def _round(
    made: World, report: Report, http: httpx.Client, folder: Path, *, calls: int, shares: dict[str, int]
) -> None:
    report.marker = made.marker
    known, reading = procedure_calls.signatures(made), readers()
    surfaces: dict[str, Callable[[], None]] = {
        "python": lambda: python_calls.call(made, report),
        "rest": lambda: http_calls.rest(made, report, http),
        "mcp": lambda: http_calls.mcp(made, report, http),
        "procedures": lambda: procedure_calls.call(made, report, known),
        "cli": lambda: command_calls.call(made, report),
        "files": lambda: file_calls.call(made, report, folder, reading),
    }
    for _ in range(calls):
        surface = made.values.random.choices(list(shares), weights=list(shares.values()))[0]
        surfaces[surface]()
        with contextlib.suppress(OxgraphError):
            if made.values.random.random() < 0.02:
                made.memory.enable()  # a call may have switched memory off
