"""The coding agents of tables/agents.tsv: their names, where their settings are, and where they write sessions."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from oxgraph import tables


@dataclass(frozen=True)
class KnownAgent:
    """A coding agent. `sessions` are the patterns of its session files, below its folder or, with ~/, the user's."""

    name: str
    title: str
    home: str
    variable: str
    sessions: tuple[str, ...]

    def folder(self) -> Path:
        """Where its settings for all repositories are: below the user's folder, or where its variable says."""
        moved = os.environ.get(self.variable) if self.variable else None
        return Path(moved).expanduser() if moved else Path.home() / self.home

    def session_files(self) -> Iterator[Path]:
        """The files of its sessions on this machine, in the order of their names."""
        for pattern in self.sessions:
            root, below = (Path.home(), pattern[2:]) if pattern.startswith("~/") else (self.folder(), pattern)
            if root.is_dir():
                yield from sorted(file for file in root.glob(below) if file.is_file())


AGENTS = {
    row["agent"]: KnownAgent(row["agent"], row["title"], row["home"], row["variable"], tuple(row["sessions"].split()))
    for row in tables.read("agents")
}
"""By name."""

HOOK_EVENTS = {
    name: {row["event"]: row["kind"] for row in tables.read("hook_events") if row["agent"] == name}
    for name in dict.fromkeys(row["agent"] for row in tables.read("hook_events"))
}
"""The events with a hook of each agent that can have hooks, and what they are: before_tool, after_tool, prompt,
session_start, session_end."""


def session_files() -> dict[str, list[Path]]:
    """The session files on this machine by the agent's name; agents without any are left out."""
    found = {name: list(agent.session_files()) for name, agent in AGENTS.items()}
    return {name: files for name, files in found.items() if files}
