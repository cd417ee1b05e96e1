"""insights: what goes wrong in the sessions that agents' programs wrote on this machine."""

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oxgraph.cli.connection import login
from oxgraph.cli.options import connecting, json_option
from oxgraph.cli.output import print_json, print_table, say
from oxgraph.cli.progress import Steps
from oxgraph.errors import InvalidInput
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.client import Client, Memory
    from oxgraph.imports.session_mapping import SessionReport
    from oxgraph.types.insights import CommonFailure, Insights

WORKSPACE = "insights"
ROWS = 8
"""Rows of a table, so that all of it is one screen."""

WEEKS = 6
REFUSALS = 3
"""Of what could not be read, how much is named."""

FREQUENT = 0.3
"""The share of calls that fail from which on a failure is a pattern, in a new workspace."""

NAMED = 4


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--workspace", metavar="NAME", help="Default: insights; for PATHs a workspace of their own.")
@click.option("--html", "page", metavar="FILE", help="Also write the result as one page of HTML with plots.")
@json_option
@connecting
def insights(paths: tuple[str, ...], workspace: str | None, page: str | None, as_json: bool) -> None:
    """Show what goes wrong in your agents' sessions, and what it costs.

    Finds the sessions of Claude Code, Codex CLI, Gemini CLI, opencode and mini-SWE-agent on this machine, or takes
    files and folders as `oxgraph import sessions` does. Starts the Neo4j of this machine unless --uri names another
    (with OXGRAPH_SERVER set it starts none, and needs one that runs), imports into a workspace of its own, and
    evaluates as of the sessions' own days. No argument, command line, prompt or result is stored. A second run adds
    what is new.
    """
    from oxgraph.insights import insights_page

    target = _writable(page)
    files = _files(paths)
    name = workspace or _workspace(paths)
    with Steps() as step:
        found = _found(files, name, step)
    if target:
        target.write_text(insights_page(found), encoding="utf-8")
    if as_json:
        print_json(found)
    else:
        _print(found, target)


def _writable(page: str | None) -> Path | None:
    from oxgraph.cli.evaluation import writable

    return writable(page, "--html")


def _files(paths: tuple[str, ...]) -> list[str]:
    """The paths given, else the session files of this machine. Raises InvalidInput where there are none."""
    from oxgraph.agents import AGENTS, session_files

    if paths:
        return list(paths)
    found = session_files()
    for name, files in found.items():
        say(f"{AGENTS[name].title}: {count(len(files), 'session file')}")
    if not found:
        titles = ", ".join(agent.title for agent in AGENTS.values())
        raise InvalidInput(
            field="PATH", reason=f"is not given, and there are no sessions of {titles} here; name files or folders"
        )
    return [str(file) for files in found.values() for file in files]


def _workspace(paths: tuple[str, ...]) -> str:
    """The name for these paths: the same for the same paths."""
    if not paths:
        return WORKSPACE
    places = sorted(str(Path(path).expanduser().resolve()) for path in paths)
    return f"{WORKSPACE}-{hashlib.sha256(chr(10).join(places).encode()).hexdigest()[:8]}"


def _found(files: list[str], name: str, step: Steps) -> "Insights":
    from oxgraph import environment, local
    from oxgraph.client import connect
    from oxgraph.insights import collect_insights

    uri, auth = login()
    if uri or os.environ.get(environment.SERVER):
        uri, auth = environment.connection(uri, auth)
    else:
        server = local.up(progress=step)
        uri, auth = server.uri, server.auth
    with connect(uri, auth) as client:
        memory = _memory(client, name)
        report = _imported(memory, files, step)
        return collect_insights(memory, report, progress=step)


def _memory(client: "Client", name: str) -> "Memory":
    """The workspace; a new one takes failures as patterns that are as frequent as those of real tools."""
    from oxgraph.errors import WorkspaceNotFound

    try:
        return client.workspace(name)
    except WorkspaceNotFound:
        return client.create_workspace(name, promote_confidence=FREQUENT, inject_confidence=FREQUENT)


def _imported(memory: "Memory", files: list[str], step: Steps) -> "SessionReport":
    """Imports the files and makes sequences and patterns of their actions; benchmarks are left to the worker."""
    from oxgraph.imports.sessions import import_sessions
    from oxgraph.passes import evaluate

    def read(done: int, total: int) -> None:
        step("Reading sessions, %", 100 * done // max(total, 1), 100)

    report = import_sessions(memory, files, progress=read, notify=say)
    evaluate(
        memory._access.graph,
        memory.workspace_id,
        passes=[1, 2],
        now=memory._access.now(),
        progress=lambda name, counters: step(f"Evaluating: {name}", sum(counters.values()), 0),
    )
    return report


def _heading(title: str) -> None:
    click.echo(f"\n{click.style(title, bold=True)}")


def _print(found: "Insights", target: Path | None) -> None:
    from oxgraph.insights import text

    click.echo(_wrapped(text.headline(found.overview)))
    click.echo(_wrapped(text.failed(found.overview)))
    _print_failures(found)
    _print_weeks(found)
    _print_situations(found)
    _print_similar(found)
    _heading(text.advice_title(found.advice))
    click.echo(found.advice.block or _wrapped(text.no_advice(found)))
    notes = [*found.too_little, *text.read_notes(found, refusals=REFUSALS)]
    if notes:
        _heading("Where there is too little")
        for note in notes:
            click.echo(_wrapped(f"- {note}"))
    click.echo()
    _print_addresses(found, target)


def _short(value: str, width: int) -> str:
    return value if len(value) <= width else value[: width - 1] + "…"


def _worked(row: "CommonFailure") -> str:
    return f"{_short(row.worked[0].action_type, 12)} ({row.worked[0].times})" if row.worked else ""


def _print_failures(found: "Insights") -> None:
    from oxgraph.insights import text

    _heading("What costs most, by the time from the failed call to the next one")
    rows = [
        {
            "call": _short(row.action_type, 15),
            "in": _short(row.place, 12),
            "error": _short(text.error(row.error_code), 14),
            "failed": f"{row.failures} of {row.actions}",
            "95%": text.interval(row.interval),
            "time": text.duration(row.seconds),
            "then worked": _worked(row),
        }
        for row in found.failures[:ROWS]
    ]
    print_table(rows, ("call", "in", "error", "failed", "95%", "time", "then worked"), empty="No call failed.")
    if found.errors:
        click.echo(_wrapped(f"Most frequent: {text.classes(found, NAMED)}."))


def _wrapped(sentence: str) -> str:
    """A sentence in lines of 80 columns."""
    return click.wrap_text(sentence, 80)


def _print_weeks(found: "Insights") -> None:
    from oxgraph.insights import text

    _heading("By week")
    rows = [
        {
            "week of": f"{row.week:%Y-%m-%d}",
            "sessions": row.sessions,
            "calls": row.actions,
            "failed": f"{text.percent(row.rate)}",
            "95%": text.interval(row.interval),
            "time": text.duration(row.seconds),
        }
        for row in found.weeks[-WEEKS:]
    ]
    print_table(rows, ("week of", "sessions", "calls", "failed", "95%", "time"), empty="No call has a time.")
    for change in found.changes[:NAMED]:
        click.echo(_wrapped(f"{text.change(change)}."))


def _print_situations(found: "Insights") -> None:
    from oxgraph.insights import text

    if found.situations:
        _heading("Situations in which a call fails more often")
    for row in found.situations[:NAMED]:
        otherwise = f"{row.other_failures} of {row.other_actions}"
        counts = f"{row.failures} of {row.actions} fail ({text.interval(row.interval)})"
        click.echo(_wrapped(f"{row.action_type}, {row.situation}: {counts}; otherwise {otherwise}."))


def _print_similar(found: "Insights") -> None:
    from oxgraph.insights import text

    if found.similar:
        _heading("Sessions that went wrong in the same way")
    for group in found.similar[:NAMED]:
        click.echo(_wrapped(f"{count(group.sessions, 'session')}: {text.shared(group)}."))


def _print_addresses(found: "Insights", target: Path | None) -> None:
    if target:
        click.echo(f"Page       {target}")
    else:
        click.echo("Page       --html FILE writes all of it, with plots and the query of each figure")
    click.echo(f"Workspace  {found.workspace}")
    click.echo(f"Warnings   oxgraph hooks install claude-code --workspace {found.workspace}")


COMMANDS = [insights]
"""For the main group."""
