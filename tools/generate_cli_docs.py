"""Writes docs/cli.md from the commands' --help; with --check, fails when it is not up to date."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from oxgraph.cli.app import cli

FILE = Path(__file__).parent.parent / "docs" / "cli.md"
WIDTH = 100
HEAD = """# The command line

Generated from `--help` by `tools/generate_cli_docs.py`; do not edit.

Every command that prints a result takes `--json`; times are then ISO 8601 in UTC. Results go to the standard output;
progress, messages and errors to the standard error. An error is one line, or `{"error": {"code", "message"}}` with
`--json`.

A list shows five columns, with ids of eight characters (more where two begin alike); `--wide` shows all columns and
whole ids. Where the terminal is too narrow, each row is printed as lines of name and value. Wherever an id is given,
its beginning is enough (4 characters, 8 where a name may be given as well); one that fits several is an error that
lists them.

A time is ISO 8601 with a zone (`2025-01-20T08:30:00+01:00`), or a day in UTC: its beginning, and where something is
asked for as of that day (`--as-of`, `--valid`, `--known`, `--at`) its end.

| exit status | meaning |
| --- | --- |
| 0 | done |
| 1 | something unexpected; `doctor`: there is a problem |
| 2 | an argument, an option or an input is not valid |
| 3 | what was named is not there, or not in the state that the call needs |
| 4 | the token is unknown, revoked or expired, or its role does not suffice |
| 5 | something that oxgraph needs is missing, does not answer, or has the wrong version |
| 6 | another process is busy with it, or a limit of calls or of time was reached: try again later |
| 130 | interrupted |
"""


def commands(command: click.Command, parent: click.Context | None, name: str) -> Iterator[tuple[str, str]]:
    """Each command's full name and help, parents first."""
    settings = {**command.context_settings, "terminal_width": WIDTH, "max_content_width": WIDTH}
    context = click.Context(command, parent=parent, info_name=name, **settings)
    yield context.command_path, command.get_help(context)
    if isinstance(command, click.Group):
        for child in command.list_commands(context):
            found = command.get_command(context, child)
            if found is not None and not found.hidden:
                yield from commands(found, context, child)


def document() -> str:
    """The whole page."""
    parts = [f"## {path}\n\n```\n{text}\n```\n" for path, text in commands(cli, None, "oxgraph")]
    return "\n".join([HEAD, *parts])


def main() -> int:
    """Writes the page, or checks it."""
    if "--check" not in sys.argv:
        FILE.write_text(document(), encoding="utf-8")
        return 0
    if FILE.exists() and FILE.read_text(encoding="utf-8") == document():
        return 0
    print(f"{FILE.name} is not up to date; run python tools/generate_cli_docs.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
