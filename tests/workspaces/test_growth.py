"""How much a workspace holds, and how it grew."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.errors import InvalidInput
from oxgraph.types.growth import GrowthWeek
from tests.fixtures.cli import Cli
from tests.fixtures.samples import Clock

SUNDAY = datetime(2026, 3, 8, 23, 30, tzinfo=UTC)
MONDAY = SUNDAY + timedelta(hours=1)


def fact(memory: Memory, subject: str, **more: Any) -> str:
    return memory.semantic.remember(type="fact", subject=subject, content=f"{subject} sails", **more).id


def test_it_is_counted_by_week_what_came_and_what_went(world: Memory, clock: Clock) -> None:
    clock.now = SUNDAY
    world.episodic.add_messages([{"role": "user", "text": "Ada sails."}], conversation_id="c-1")
    said = world.episodic.messages("c-1")[0].id
    fact(world, "Ada", evidence=[said])
    fact(world, "Ben")
    forgotten = fact(world, "Cleo")
    world.telemetry.capture(action_type="get", session_id="s-1", outcome="success")
    clock.now = MONDAY
    world.semantic.forget(forgotten)
    world.episodic.delete_conversation("c-1")
    fact(world, "Dan")
    found = world.growth(3)
    assert (found.memories, found.active, found.messages, found.actions) == (3, 2, 0, 1)
    assert found.weeks == (
        GrowthWeek(week=date(2026, 2, 23)),
        GrowthWeek(week=date(2026, 3, 2), recorded=2, actions=1),
        GrowthWeek(week=date(2026, 3, 9), recorded=1, forgotten=1, deleted=1),
    )
    assert world.growth(1).weeks == found.weeks[2:]


def test_a_user_is_told_of_what_it_sees(world: Memory) -> None:
    fact(world, "Ada")
    fact(world.as_user("u-ada"), "Ada's boat")
    fact(world.as_user("u-ben"), "Ben's boat")
    assert (world.growth().memories, world.as_user("u-ben").growth().memories) == (3, 2)


@pytest.mark.parametrize("weeks", [0, 105])
def test_how_many_weeks(world: Memory, weeks: int) -> None:
    with pytest.raises(InvalidInput, match="weeks"):
        world.growth(weeks)


def test_a_command_shows_it(workspace: Memory, cli: Cli) -> None:
    fact(workspace, "Ada")
    workspace.semantic.forget(fact(workspace, "Ben"))
    workspace.telemetry.capture(action_type="get", session_id="s-1", outcome="success")
    shown = cli("growth", "--weeks", "2", "--workspace", workspace.name).out.splitlines()
    assert shown[0] == "2 memories, 1 active; 0 messages; 1 action."
    assert [row.split() for row in shown[2:]] == [
        ["week", "recorded", "superseded", "expired", "forgotten", "deleted", "messages", "actions"],
        [str(week := workspace.growth(1).weeks[0].week), "2", "0", "0", "1", "0", "0", "1"],
        [str(week - timedelta(weeks=1)), *"0000000"],
    ]
    assert len(cli("growth", "--json", "--workspace", workspace.name).json["weeks"]) == 12
    assert cli("growth", "--weeks", "0", "--workspace", workspace.name, ok=False).status == 2
