"""The coding agents that can have hooks: their settings files, their events, and how an entry looks there."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EVERY_TOOL = "*"
HOOK_SECONDS = 2
"""The timeout given to the agent; the hook ends itself after 0.3 s."""


@dataclass(frozen=True)
class Agent:
    """A coding agent.

    `folder` is that of its settings in a repository; `home` the one for all repositories, which `variable` may move.
    `events` are its events with a hook; those in `tool_events` take a matcher for tools. `timeout` is in the agent's
    unit. `note` is what a person has to do after an installation.
    """

    name: str
    title: str
    folder: str
    home: str
    variable: str
    file: str
    events: tuple[str, ...] = ()
    tool_events: tuple[str, ...] = ()
    timeout: int = HOOK_SECONDS
    note: str = ""

    @property
    def is_plugin(self) -> bool:
        """Whether it takes a plugin's file instead of entries in its settings."""
        return not self.events

    def settings_file(self, project: Path | None) -> Path:
        """Its settings for a repository, or those for all."""
        if project is not None:
            return project / self.folder / self.file
        moved = os.environ.get(self.variable) if self.variable else None
        folder = (Path(moved) if moved else Path.home() / self.home).expanduser()
        return (folder / "plugins" if self.is_plugin else folder) / self.file

    def entry(self, event: str, command: str) -> dict[str, Any]:
        """A group of hooks with one command, as the settings have it under an event."""
        hook: dict[str, Any] = {"type": "command", "command": command, "timeout": self.timeout}
        matcher = {"matcher": EVERY_TOOL} if event in self.tool_events else {}
        return matcher | {"hooks": [hook]}


CLAUDE_CODE = Agent(
    "claude-code",
    "Claude Code",
    folder=".claude",
    home=".claude",
    variable="CLAUDE_CONFIG_DIR",
    file="settings.json",
    events=("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "SessionEnd"),
    tool_events=("PreToolUse", "PostToolUse", "PostToolUseFailure"),
    note="Sessions that run already keep the settings with which they began.",
)
CODEX = Agent(
    "codex",
    "Codex CLI",
    folder=".codex",
    home=".codex",
    variable="CODEX_HOME",
    file="hooks.json",
    events=("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"),
    tool_events=("PreToolUse", "PostToolUse"),
    note="Codex runs new hooks only after you have trusted them: start codex and confirm them (`/hooks` shows them).",
)
GEMINI = Agent(
    "gemini",
    "Gemini CLI",
    folder=".gemini",
    home=".gemini",
    variable="",
    file="settings.json",
    events=("SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "SessionEnd"),
    tool_events=("BeforeTool", "AfterTool"),
    timeout=HOOK_SECONDS * 1_000,
    note="Gemini CLI shows its model nothing before a tool call: a warning stands at the prompt and after the result.",
)
OPENCODE = Agent(
    "opencode",
    "opencode",
    folder=".opencode/plugins",
    home=".config/opencode",
    variable="OPENCODE_CONFIG_DIR",
    file="oxgraph.js",
    note="opencode loads plugins when it starts.",
)
AGENTS = {agent.name: agent for agent in (CLAUDE_CODE, CODEX, GEMINI, OPENCODE)}
"""By name."""
