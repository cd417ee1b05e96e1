"""Groups of commands as their help shows them: those of the main group by what they are for."""

import sys
from collections.abc import Iterable
from gettext import gettext as _

import click

SECTIONS: dict[str, tuple[str, ...]] = {
    "Start": ("up", "demo", "serve", "mcp", "hooks", "completion", "status", "doctor", "down", "version"),
    "Record": ("capture", "session", "import", "ingest", "chat", "adopt", "release", "connections", "proxy"),
    "Look": (
        "insights",
        "recall",
        "search",
        "context",
        "inject",
        "timeline",
        "sequences",
        "patterns",
        "metrics",
        "benchmark",
        "conversations",
        "episodes",
        "why",
        "growth",
        "eval",
    ),
    "Remember": ("remember", "memories", "review", "entities", "user", "predicates", "types", "working", "erase"),
    "Operate": (
        "workspace",
        "token",
        "passes",
        "evaluate",
        "worker",
        "mirror",
        "backup",
        "restore",
        "servers",
        "webhook",
        "migrate",
        "reembed",
        "logs",
        "password",
    ),
}


class Group(click.Group):
    """A group whose help has the whole summary of each command, in as many lines as it takes."""

    group_class = type

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the commands with their summaries."""
        self._write(_("Commands"), self.list_commands(ctx), formatter)

    def _write(self, title: str, names: Iterable[str], formatter: click.HelpFormatter) -> None:
        longest = max(map(len, self.commands))
        shown = [command for command in map(self.commands.__getitem__, names) if not command.hidden]
        rows = [((command.name or "").ljust(longest), command.get_short_help_str(sys.maxsize)) for command in shown]
        with formatter.section(title):
            formatter.write_dl(rows)


class SectionedGroup(Group):
    """A group whose help lists its commands by section, each in the order of `SECTIONS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the help."""
        return [name for names in SECTIONS.values() for name in names if name in self.commands]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes a section of commands for each purpose."""
        for title, names in SECTIONS.items():
            self._write(_(title), names, formatter)
