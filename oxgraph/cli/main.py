"""The entry point: runs a command and turns every error into one plain message and an exit status."""

import contextlib
import errno
import json
import logging
import os
import sys
from collections.abc import Sequence

import click

from oxgraph.errors import OxgraphError

USAGE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
UNEXPECTED = 1


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line; the exit status. Exit statuses are in `errors.tsv`; 2 is also a wrong command line."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _invoke(given)
    except BrokenPipeError:
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (Exception, KeyboardInterrupt) as error:
        if os.environ.get("OXGRAPH_TRACEBACK"):
            raise
        code, message, status = _described(error)
        return _fail(given, code, message, status)


def _described(error: BaseException) -> tuple[str, str, int]:
    """Code, message and exit status."""
    if isinstance(error, OxgraphError):
        return error.code, str(error), error.exit_status
    if isinstance(error, click.ClickException):
        context = getattr(error, "ctx", None)
        hint = f" (`{context.command_path} --help` shows how to use it)" if context else ""
        return "usage", error.format_message() + hint, USAGE
    if isinstance(error, KeyboardInterrupt | click.Abort):
        return "interrupted", "Interrupted.", INTERRUPTED
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        what = error.filename or "The output or a file"
        text = f"{what} cannot be written: the disk is full. Free space there; what the command had done stays."
        return "disk_full", text, UNEXPECTED
    text = f"{type(error).__name__}: {error}. OXGRAPH_TRACEBACK=1 shows where it came from."
    return "unexpected", text, UNEXPECTED


def _invoke(arguments: list[str]) -> int:
    from oxgraph.cli.app import cli

    # What the driver logs of each try is said once, in the command's own words; a server's log (`configure`) has it.
    logging.getLogger("neo4j").addHandler(logging.NullHandler())
    try:
        status = cli.main(args=arguments, prog_name="oxgraph", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        status = USAGE
    if sys.stdout:  # None where it is closed
        sys.stdout.flush()
    return status if isinstance(status, int) else 0


def _fail(arguments: list[str], code: str, message: str, status: int) -> int:
    if "--json" in arguments:
        click.echo(json.dumps({"error": {"code": code, "message": message}}, ensure_ascii=False), err=True)
    else:
        click.echo(f"Error: {message}", err=True)
    return status


def main() -> None:
    """The entry point of the command `oxgraph`."""
    sys.exit(run())
