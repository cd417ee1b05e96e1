"""Ten attacks by an agent with a token from its own process: none gets beyond its workspace."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from oxgraph import Memory
from oxgraph.local import Home, Server
from tests.server.conftest import Site

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("attacks.py")
NAMES = (
    "environment", "driver", "process_memory", "files", "load_csv", "other_ports", "other_workspaces", "private_calls",
    "traversal", "forged_user",
)  # fmt: skip

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="runs a process as another Unix user, which root alone can"
)


@dataclass(frozen=True)
class Attacked:
    """What the attacks got, the whole output, and what stands in the attacker's memory."""

    got: dict[str, list[str]]
    output: str
    memory: bytes


def nobody() -> tuple[int, int]:
    """The numbers of the user nobody and its group."""
    import pwd

    account = pwd.getpwnam("nobody")
    return account.pw_uid, account.pw_gid


def memory_of(pid: int) -> bytes:
    """All that a process holds; what it may read of itself."""
    found = []
    regions = Path(f"/proc/{pid}/maps").read_text().splitlines()
    with open(f"/proc/{pid}/mem", "rb", 0) as file:  # noqa: PTH123 - a file of the kernel
        for region in regions:
            span, rights, *_ = region.split()
            if not rights.startswith("rw"):
                continue
            begin, end = (int(part, 16) for part in span.split("-"))
            try:
                file.seek(begin)
                found.append(file.read(end - begin))
            except (OSError, ValueError, OverflowError):
                continue
    return b"".join(found)


@pytest.fixture(scope="module")
def secrets(server: Server) -> tuple[str, ...]:
    """What no agent may learn: the database's password."""
    return (server.password,)


@pytest.fixture(scope="module")
def attacked(site: Site, server: Server, memory: Any) -> Iterator[Attacked]:
    """The attacks, as another Unix user."""
    space, victim = memory.create_workspace("attacker"), memory.create_workspace("victim")
    try:
        yield _attack(site, server, space, victim)
    finally:
        for name in ("attacker", "victim"):
            memory.delete_workspace(name, hard=True)


def _attack(site: Site, server: Server, space: Memory, victim: Memory) -> Attacked:
    text = "the victim's secret"
    remembered = victim.semantic.remember(type="fact", content=text, subject="Victim")
    said = victim.episodic.add_messages(text, conversation_id="theirs")
    space.as_user("victim").semantic.remember(type="fact", content=text, subject="Victim")
    record = Home(server.home).record()
    assert record is not None
    given = {
        "user": nobody(),
        "home": str(server.home),
        "bolt": record.bolt,
        "http": record.http,
        "server": os.getpid(),
        "bound": space.tokens.create("agent", "bound", user_id="attacker").secret,
        "other": {
            "workspace": victim.workspace_id,
            "memory": remembered.id,
            "conversation": "theirs",
            "message": said.ids[0],
            "text": text,
        },
    }
    token = space.tokens.create("agent", "agent").secret
    environment = {"OXGRAPH_SERVER": site.url, "OXGRAPH_TOKEN": token, "ATTACK": json.dumps(given)}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "HOME": "/nonexistent"}
    command = [sys.executable, "-c", SCRIPT.read_text(encoding="utf-8")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True, cwd="/") as process:
        assert process.stdin and process.stdout
        line = process.stdout.readline()
        found = memory_of(process.pid)
        process.stdin.close()
        process.wait(30)
    return Attacked(json.loads(line), line, found)


@pytest.mark.parametrize("attack", NAMES)
def test_an_attack_gets_nothing(attacked: Attacked, attack: str) -> None:
    assert attacked.got[attack] == []


def test_all_ten_were_made(attacked: Attacked) -> None:
    assert tuple(attacked.got) == NAMES


def test_the_process_never_held_a_login(attacked: Attacked, secrets: tuple[str, ...]) -> None:
    assert b"oxg_" in attacked.memory, "its own token is found"
    for secret in secrets:
        assert secret.encode() not in attacked.memory
        assert secret not in attacked.output


def test_the_victims_memory_is_as_it_was(attacked: Attacked, memory: Any) -> None:
    victim = memory.workspace("victim")
    assert [one.content for one in victim.semantic.list()] == ["the victim's secret"]
    assert len(victim.episodic.messages("theirs")) == 1
    own = memory.workspace("attacker")
    assert [one.content for one in own.as_user("victim").semantic.list()] == ["the victim's secret"]
    assert own.telemetry.timeline(action_type="Forged.") == []


def test_the_home_is_closed_to_others(server: Server) -> None:
    assert server.home.stat().st_mode & 0o077 == 0
    assert urlsplit(server.uri).hostname == "127.0.0.1"
