"""The erasure of a user, killed after any of its transactions and begun again: nothing of the user is left, in the rows
neither, and nothing of another user is gone. A backup made before still holds the user; docs/security.md says so."""

import json
import subprocess
import sys
from random import Random

import pytest

from oxgraph import Client, Memory
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.mirror import Mirror
from oxgraph.types.erasure import Receipt
from tests.mirror.rows import text

pytestmark = pytest.mark.deep
COMMAND = [sys.executable, "-m", "tests.mirror.erasing"]
USER, OTHER = "wanderer-quill", "settler-bramble"
FACTS, TALKS, MESSAGES = 700, 3, 200
"""More than one transaction of the erasure takes."""
KILLS = 6


def fill(space: Memory, user: str) -> None:
    """Something of a user in every layer that a user's memory is in."""
    mine = space.as_user(user)
    facts = [{"type": "fact", "content": f"{user} keeps {user}{n}."} for n in range(FACTS)]
    mine.semantic.remember_many(facts)
    space.user(user).upsert_fact(f"{user} likes tea.")
    for talk in range(TALKS):
        said = [{"text": f"{user} said {talk} {n}", "role": "user"} for n in range(MESSAGES)]
        mine.episodic.add_messages(said, conversation_id=f"talk {talk}")
        mine.working.set(f"talk {talk}", "slot", f"{user} {talk}")
    mine.episodic.summarize_old_turns("talk 0", retain_last=10, max_age_days=0)
    mine.ingest([{"text": f"I work at {user}works.", "role": "user"}], conversation_id="heard")


def of(space: Memory, user: str) -> tuple[int, int, int]:
    """Facts, messages and slots of a user."""
    mine = space.as_user(user)
    talks = [one.conversation_id for one in mine.episodic.conversations()]
    messages = [len(mine.episodic.messages(talk)) for talk in talks]
    slots = [len(mine.working.get_many(talk)) for talk in talks]
    return len(space.user(user).facts(10_000)), sum(messages), sum(slots)


def erase(given: dict[str, str], lines: int | None) -> tuple[int, str]:
    """Runs it until it has printed so many lines, then kills it; to its end without a number."""
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(given))
    process.stdin.close()
    printed = []
    for line in process.stdout:
        printed.append(line)
        if lines is not None and len(printed) >= lines:
            process.kill()
            break
    process.stdout.close()
    return process.wait(), printed[-1]


def test_a_killed_erasure_of_a_user_goes_on_to_its_end(
    memory: Client, graph: Graph, server: Server, mirror: Mirror
) -> None:
    space, chance = memory.create_workspace(f"test {new_id()}"), Random(7)
    for user in (USER, OTHER):
        fill(space, user)
    token = space.tokens.create("agent", "bound", user_id=USER)
    mirror.run_once()
    before = of(space, OTHER)
    assert min(before) > 0
    given = {"uri": server.uri, "user": server.auth[0], "password": server.auth[1], "workspace": space.name}
    given |= {"dsn": mirror.dsn, "subject": USER}
    killed = 0
    for lines in (1, 2, *(chance.randrange(1, 9) for _ in range(KILLS - 2))):
        status, _ = erase(given, lines)
        killed += status == -9
        mirror.run_once()  # the copier goes on meanwhile
        assert of(space, OTHER) == before
    assert killed >= KILLS // 2
    status, last = erase(given, None)
    receipt = Receipt.model_validate_json(last)
    assert status == 0
    assert receipt.clean
    assert receipt.mirror is not None
    assert receipt.mirror.caught_up
    assert of(space, USER) == (0, 0, 0)
    assert of(space, OTHER) == before
    assert next(one for one in space.tokens.list() if one.id == token.id).revoked_at is not None
    assert USER not in text(mirror.dsn, space.workspace_id)
    assert OTHER in text(mirror.dsn, space.workspace_id)
    assert mirror.check().drift == ()
    again = space.semantic.erase_subject(USER, mirror=mirror)
    assert (again.clean, again.removed) == (True, {})
