"""Settings of agents: what people have there stays to the byte; install and uninstall are exact and idempotent."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from oxgraph.agents import HOOK_EVENTS
from oxgraph.errors import InvalidInput
from oxgraph.integrations.hooks import installation, program
from oxgraph.integrations.hooks.agents import AGENTS, CLAUDE_CODE, CODEX, GEMINI, OPENCODE, Agent

NOW = datetime(2026, 11, 24, tzinfo=UTC)
OWN = '[\n\t\t\t{"matcher": "Bash", "hooks": [{"type": "command", "command": "lint"}]}\n\t\t]'
TEXTS = [
    "{}\n",
    '{"model": "opus"}\n',
    '{\n  "model": "opus",\n  "permissions": {\n    "allow": ["Bash(ls:*)"]\n  }\n}\n',
    '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"PreToolUse": ' + OWN + "\n\t}\n}",
    '{\n\t"hooks": {\n\t\t"Other": [],\n\t\t"BeforeTool": ' + OWN + '\n\t},\n\t"é": 1\n}\n',
]
COMMENTED = '// mine\n{\n  "a": 1, // one\n  /* two */ "url": "http://x//y", // three\n}\n'


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OXGRAPH_HOME", str(tmp_path / "home"))


def test_every_agent_with_hooks_can_be_installed_has_payloads_and_a_row_in_the_guide() -> None:
    """The command offers the agents of `tables/hook_events.tsv`."""
    assert set(HOOK_EVENTS) == set(AGENTS)
    folder = Path(__file__).parent
    guide = (folder.parents[2] / "docs" / "hooks.md").read_text(encoding="utf-8")
    for agent in AGENTS.values():
        recorded = {path.stem.partition("-")[0] for path in (folder / "payloads" / agent.name).iterdir()}
        assert set(agent.events) == recorded, agent.name
        assert f"\n| {agent.title} | `~/" in guide, agent.title


def install(agent: Agent, project: Path, *, block: bool = False) -> bool:
    change = installation.installing(agent, program.key_of(agent.name, "w"), project, block=block)
    change.apply(agent, NOW)
    return change.changes


def uninstall(agent: Agent, project: Path) -> bool:
    change = installation.uninstalling(agent, project)
    change.apply(agent, NOW)
    return change.changes


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("agent", [CLAUDE_CODE, CODEX, GEMINI], ids=lambda agent: agent.name)
def test_there_and_back(tmp_path: Path, agent: Agent, text: str) -> None:
    path = agent.settings_file(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(text)
    before = json.loads(text)
    assert install(agent, tmp_path)
    added = path.read_text()
    found = json.loads(added)
    assert {name: value for name, value in found.items() if name != "hooks"} == {
        name: value for name, value in before.items() if name != "hooks"
    }
    for event in agent.events:
        *others, own = found["hooks"][event]
        assert others == before.get("hooks", {}).get(event, [])
        assert own["hooks"][0]["timeout"] == agent.timeout
        assert ("matcher" in own) == (event in agent.tool_events)
    assert installation.installed_key(agent, tmp_path) == f"{agent.name}@w"
    assert not install(agent, tmp_path) and path.read_text() == added
    assert uninstall(agent, tmp_path)
    if before:
        assert json.loads(path.read_text()) == before
        assert "\n" not in text.strip() or path.read_text() == text
    assert not uninstall(agent, tmp_path)
    assert installation.installed_key(agent, tmp_path) is None


def test_comments_stay(tmp_path: Path) -> None:
    path = GEMINI.settings_file(tmp_path)
    path.parent.mkdir()
    path.write_text(COMMENTED)
    install(GEMINI, tmp_path)
    added = path.read_text()
    assert all(words in added for words in ("// mine", "// one", "/* two */", "http://x//y", "// three"))
    uninstall(GEMINI, tmp_path)
    left = path.read_text()
    assert left.replace(" ", "").replace(",", "") == COMMENTED.replace(" ", "").replace(",", "")


@pytest.mark.parametrize("agent", AGENTS.values(), ids=lambda agent: agent.name)
def test_a_file_that_was_not_there(tmp_path: Path, agent: Agent) -> None:
    path = agent.settings_file(tmp_path)
    assert install(agent, tmp_path) and path.is_file()
    assert str(tmp_path) not in path.read_text()  # a repository's settings go to other machines
    assert install(agent, tmp_path, block=True) and not install(agent, tmp_path, block=True)
    assert uninstall(agent, tmp_path) and not path.exists()


def test_what_somebody_added_to_our_group_stays(tmp_path: Path) -> None:
    """A group that holds another command too is not ours alone."""
    install(CLAUDE_CODE, tmp_path)
    path = CLAUDE_CODE.settings_file(tmp_path)
    found = json.loads(path.read_text())
    found["hooks"]["PreToolUse"][0]["hooks"].append({"type": "command", "command": "lint"})
    path.write_text(json.dumps(found))
    uninstall(CLAUDE_CODE, tmp_path)
    (left,) = json.loads(path.read_text())["hooks"]["PreToolUse"]
    assert {"type": "command", "command": "lint"} in left["hooks"]


def test_a_plugin_of_somebody_else_stays(tmp_path: Path) -> None:
    path = OPENCODE.settings_file(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text("export const Mine = 1\n")
    assert not uninstall(OPENCODE, tmp_path) and path.exists()


def test_a_copy_of_the_former_file_is_kept(tmp_path: Path) -> None:
    path = CLAUDE_CODE.settings_file(tmp_path)
    path.parent.mkdir()
    path.write_text(TEXTS[2])
    path.chmod(0o640)
    install(CLAUDE_CODE, tmp_path)
    (copy,) = (program.folder() / "backups").iterdir()
    assert copy.read_text() == TEXTS[2]
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text("{}\n")
    path = CLAUDE_CODE.settings_file(tmp_path)
    path.parent.mkdir()
    path.symlink_to(real)
    install(CLAUDE_CODE, tmp_path)
    assert path.is_symlink() and "hooks" in json.loads(real.read_text())


@pytest.mark.parametrize("text", ["{", "[]", '{"hooks": []}', '{"hooks": {"PreToolUse": {}}}', '{"a": 1 "b": 2}', "7"])
def test_settings_that_cannot_be_read_are_left_alone(tmp_path: Path, text: str) -> None:
    path = CLAUDE_CODE.settings_file(tmp_path)
    path.parent.mkdir()
    path.write_text(text)
    for change in (install, uninstall):
        with pytest.raises(InvalidInput, match="repair it first"):
            change(CLAUDE_CODE, tmp_path)
    assert path.read_text() == text


@pytest.mark.parametrize(
    "address", ["https://memory.example.org", "http://10.0.0.1:7600", "http://127.0.0.1", "x", "unix://x"]
)
def test_addresses_of_other_machines_are_refused(address: str) -> None:
    with pytest.raises(InvalidInput):
        program.checked_address(address)
