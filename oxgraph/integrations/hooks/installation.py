"""Installs hooks into an agent's settings, removes exactly these, and says what is installed."""

import json
import shutil
import stat
from dataclasses import dataclass
from datetime import datetime
from difflib import unified_diff
from importlib import resources
from pathlib import Path
from typing import Any

from oxgraph import environment
from oxgraph.errors import InvalidInput
from oxgraph.integrations.hooks import program, settings_text
from oxgraph.integrations.hooks.agents import Agent
from oxgraph.whole_files import usual_rights, write_whole

PLUGIN_HEAD = "// Written by `oxgraph hooks install opencode`"


@dataclass(frozen=True)
class Change:
    """A file and its text before and after; None where there is no file."""

    path: Path
    before: str | None
    after: str | None

    @property
    def changes(self) -> bool:
        """Whether there is anything to do."""
        return self.before != self.after

    def diff(self) -> str:
        """The change as a unified diff."""
        before, after = ((text or "").splitlines(keepends=True) for text in (self.before, self.after))
        return "".join(unified_diff(before, after, str(self.path), str(self.path)))

    def apply(self, agent: Agent, now: datetime) -> None:
        """Writes the file, after a copy of the former one into the home."""
        if not self.changes:
            return
        path = self.path.resolve()  # a link to a file elsewhere stays one
        if self.before is not None:
            backups = program.folder() / "backups"
            backups.mkdir(mode=0o700, parents=True, exist_ok=True)
            shutil.copy2(path, backups / f"{agent.name}-{now:%Y%m%dT%H%M%S}-{path.name}")
        if self.after is None:
            path.unlink()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        rights = usual_rights() if self.before is None else stat.S_IMODE(path.stat().st_mode)
        write_whole(path, self.after, rights)


def installing(agent: Agent, key: str, project: Path | None, *, block: bool) -> Change:
    """The change that installs the hooks. Raises InvalidInput for settings that cannot be read."""
    path = agent.settings_file(project)
    before = _text(path)
    if agent.is_plugin:
        return Change(path, before, _plugin(key, project, block=block))
    portable = project is not None
    entries = {
        event: agent.entry(
            event, program.command(key, event, portable=portable, block=block and event in agent.blocking_events)
        )
        for event in agent.events
    }
    if before is not None and _own_entries(path, before) == entries:
        return Change(path, before, before)
    return Change(path, before, _with_entries(path, _without_own(path, before or ""), entries))


def uninstalling(agent: Agent, project: Path | None) -> Change:
    """The change that removes the hooks; a file that holds nothing else goes too. Raises InvalidInput."""
    path = agent.settings_file(project)
    before = _text(path)
    if before is None:
        return Change(path, None, None)
    if agent.is_plugin:
        return Change(path, before, None if before.startswith(PLUGIN_HEAD) else before)
    after = _without_own(path, before)
    return Change(path, before, None if after != before and _root(path, after).value == {} else after)


def installed_key(agent: Agent, project: Path | None) -> str | None:
    """Which installation the settings name; None where there are no hooks of ours. Raises InvalidInput."""
    path = agent.settings_file(project)
    text = _text(path)
    if text is None:
        return None
    if agent.is_plugin:
        found = text.partition('const KEY = "')[2].partition('"')[0]
        return found or None if text.startswith(PLUGIN_HEAD) else None
    commands = [hook["command"] for entry in _own_entries(path, text).values() for hook in entry["hooks"]]
    return next((command.rpartition(f"{program.LAUNCHER}")[2].lstrip("\"' ").split()[0] for command in commands), None)


def _plugin(key: str, project: Path | None, *, block: bool) -> str:
    text = resources.files("oxgraph.integrations.hooks").joinpath("opencode_plugin.js").read_text(encoding="utf-8")
    home = "null" if project is not None else json.dumps(str(environment.home()))
    return text.replace("__KEY__", key).replace("__BLOCK__", json.dumps(block)).replace("__HOME__", home)


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InvalidInput(field="settings", reason=f"{path} cannot be read: {reason}") from None


def _root(path: Path, text: str) -> settings_text.Node:
    """The settings' object; of an empty file an empty one."""
    try:
        root = settings_text.parsed(text if text.strip() else "{}")
    except (ValueError, RecursionError) as error:
        raise InvalidInput(field="settings", reason=f"{path} is no JSON ({error}); repair it first") from None
    hooks = settings_text.member(root, "hooks")
    groups = list(hooks.members.values()) if hooks else []
    good = isinstance(root.value, dict) and (hooks is None or isinstance(hooks.value, dict))
    if not good or not all(isinstance(one.value, list) for one in groups):
        raise InvalidInput(field="settings", reason=f"{path}: hooks must be an object of lists; repair it first")
    return root


def _is_own(group: Any) -> bool:
    """Whether a group under an event holds hooks of ours alone, as an installation writes it."""
    hooks = group.get("hooks") if isinstance(group, dict) else None
    if not isinstance(hooks, list) or not hooks:
        return False
    return all(isinstance(hook, dict) and program.is_own(hook.get("command")) for hook in hooks)


def _own_entries(path: Path, text: str) -> dict[str, Any]:
    """Our group under each event."""
    hooks = _root(path, text).value.get("hooks", {})
    return {event: group for event, groups in hooks.items() for group in groups if _is_own(group)}


def _without_own(path: Path, text: str) -> str:
    """The text without our groups, and without events and `hooks` that held nothing else."""
    while (found := _own_place(_root(path, text))) is not None:
        node, place = found
        text = settings_text.without_child(text, node, place)
    return text


def _own_place(root: settings_text.Node) -> tuple[settings_text.Node, int] | None:
    """What is to be removed next: a child of a container; the container itself where it would be left empty."""
    hooks = settings_text.member(root, "hooks")
    for place, groups in enumerate(hooks.children if hooks else []):
        own = [index for index, group in enumerate(groups.value) if _is_own(group)]
        if own and len(own) < len(groups.value):
            return groups, own[-1]
        if own and hooks is not None and len(hooks.members) > 1:
            return hooks, place
        if own:
            return root, list(root.members).index("hooks")
    return None


def _with_entries(path: Path, text: str, entries: dict[str, Any]) -> str:
    text = text if text.strip() else "{}\n"
    root = _root(path, text)
    hooks = settings_text.member(root, "hooks")
    if hooks is None:
        return settings_text.with_member(text, root, "hooks", {event: [one] for event, one in entries.items()}, 0)
    for event, entry in entries.items():
        hooks = settings_text.member(_root(path, text), "hooks")
        assert hooks is not None
        groups = hooks.members.get(event)
        if groups is None:
            text = settings_text.with_member(text, hooks, event, [entry], 1)
        else:
            text = settings_text.with_item(text, groups, entry, 2)
    return text
