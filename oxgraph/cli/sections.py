"""The commands of the main group by what they are for, as its help shows them."""

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


class SectionedGroup(click.Group):
    """A group whose help lists its commands by section, each in the order of `SECTIONS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the help."""
        return [name for names in SECTIONS.values() for name in names if name in self.commands]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes a section of commands for each purpose."""
        longest = max(map(len, self.commands))
        width = formatter.width - 6 - longest
        for title, names in SECTIONS.items():
            found = [(name, self.commands[name]) for name in names if not self.commands[name].hidden]
            with formatter.section(_(title)):
                formatter.write_dl(
                    [(name.ljust(longest), command.get_short_help_str(width)) for name, command in found]
                )
