"""The coding agents that can have hooks: their settings files, their events, and how an entry looks there."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oxgraph.agents import AGENTS as KNOWN
from oxgraph.agents import HOOK_EVENTS

EVERY_TOOL = "*"
HOOK_SECONDS = 2
"""The timeout given to the agent; the hook ends itself after 0.3 s."""


@dataclass(frozen=True)
class Agent:
    """A coding agent.

    `folder` is that of its settings in a repository. With `is_plugin` it takes a file of its own instead of entries in
    its settings. `timeout` is in the agent's unit. `note` is what a person has to do after an installation.
    """

    name: str
    folder: str
    file: str
    is_plugin: bool = False
    timeout: int = HOOK_SECONDS
    note: str = ""

    @property
    def title(self) -> str:
        """Its name for people."""
        return KNOWN[self.name].title

    @property
    def events(self) -> tuple[str, ...]:
        """Its events with a hook."""
        return tuple(HOOK_EVENTS[self.name])

    @property
    def tool_events(self) -> tuple[str, ...]:
        """Those of them that take a matcher for tools."""
        return self._of_kinds("before_tool", "after_tool")

    @property
    def blocking_events(self) -> tuple[str, ...]:
        """Those of them at which a call can be denied."""
        return self._of_kinds("before_tool")

    def _of_kinds(self, *kinds: str) -> tuple[str, ...]:
        return tuple(event for event, kind in HOOK_EVENTS[self.name].items() if kind in kinds)

    def settings_file(self, project: Path | None) -> Path:
        """Its settings for a repository, or those for all."""
        if project is not None:
            return project / self.folder / self.file
        folder = KNOWN[self.name].folder()
        return (folder / "plugins" if self.is_plugin else folder) / self.file

    def entry(self, event: str, command: str) -> dict[str, Any]:
        """A group of hooks with one command, as the settings have it under an event."""
        hook: dict[str, Any] = {"type": "command", "command": command, "timeout": self.timeout}
        matcher = {"matcher": EVERY_TOOL} if event in self.tool_events else {}
        return matcher | {"hooks": [hook]}


CLAUDE_CODE = Agent(
    "claude-code",
    folder=".claude",
    file="settings.json",
    note="Sessions that run already keep the settings with which they began.",
)
CODEX = Agent(
    "codex",
    folder=".codex",
    file="hooks.json",
    note="Codex runs new hooks only after you have trusted them, and those of a repository only where you trust the "
    "repository: start codex and confirm (`/hooks` shows them).",
)
GEMINI = Agent(
    "gemini",
    folder=".gemini",
    file="settings.json",
    timeout=HOOK_SECONDS * 1_000,
    note="Gemini CLI shows its model nothing before a tool call: a warning stands at the prompt and after the result.",
)
OPENCODE = Agent(
    "opencode",
    folder=".opencode/plugins",
    file="oxgraph.js",
    is_plugin=True,
    note="opencode loads plugins when it starts.",
)
AGENTS = {agent.name: agent for agent in (CLAUDE_CODE, CODEX, GEMINI, OPENCODE)}
"""By name."""
