"""The measuring conversations through the two calls of a user: `memory.ingest` of the talk, `memory.recall` of each
question, with nothing set: ten results, memories and messages together, and the rule that keeps silent.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

import oxgraph
from oxgraph.evaluation import ALL, Gold, Ranking, metrics, ranking
from oxgraph.evaluation.gold import Unit
from oxgraph.ids import new_id, stable_id
from oxgraph.local import Server
from oxgraph.models import embedder
from tests.eval.conversations import SHARED
from tests.eval.recall import gold

pytestmark = [pytest.mark.eval, pytest.mark.skipif(not SHARED.is_dir(), reason="the measuring data is not here")]

PROMISED = {
    "locomo": (("turn", "any@10", 0.78), ("session", "all@10", 0.8), ("several", "any@10", 0.73)),
    "longmemeval": (("session", "any@10", 0.95), ("session", "all@10", 0.87), ("several", "all@10", 0.83)),
}
"""What is found at least; `several`: of the questions whose evidence lies in more than one session, by session."""


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[oxgraph.Client]:
    with oxgraph.connect(server.uri, server.auth, embedder=embedder("minilm")) as found:
        yield found


def ingested(memory: oxgraph.Memory, unit: Unit) -> dict[str, str]:
    """Takes in what was said, each turn under its own id; the turn of each message."""
    said = [turn.message.model_copy(update={"id": turn.id}) for turn in unit.turns]
    report = memory.ingest(said)
    assert (report.written, report.failed, report.waiting) == (len(said), 0, 0)
    assert set(report.conversations) == {turn.session for turn in unit.turns}
    space = memory.workspace_id
    return {stable_id(space, "message", [turn.session, "id", turn.id]): turn.id for turn in unit.turns}


def asked(memory: oxgraph.Memory, unit: Unit, turns: dict[str, str]) -> Iterator[Ranking]:
    """Each question, at its own time or at the end of what was said."""
    for question in unit.questions:
        found = memory.recall(question.text, now=question.asked_at or unit.end or datetime.now(UTC))
        results = [(one.id, one.kind, one.evidence) for one in found.results]
        yield ranking(question.id, results, found.notes.relevance or 0.0, turns)


def figures(found: Gold, rankings: dict[str, Ranking]) -> dict[str, dict[str, float]]:
    """The scores of all questions, and by session of those whose evidence lies in several."""
    several = tuple(
        Unit(unit.name, unit.turns, tuple(one for one in unit.questions if len(one.sessions) > 1))
        for unit in found.units
    )
    ks = (1, 5, 10)
    all_of_them = metrics(found, rankings, ks)
    shown: dict[str, dict[str, float]] = all_of_them["groups"][ALL]
    return shown | {
        "several": metrics(Gold(several), rankings, ks)["groups"][ALL]["session"],
        "silent": all_of_them["abstention"],
    }


@pytest.mark.parametrize("name", PROMISED)
def test_the_evidence_is_found_across_sessions(client: oxgraph.Client, name: str) -> None:
    found, rankings, memories = gold(name), dict[str, Ranking](), 0
    for unit in found.units:
        memory = client.create_workspace(f"as a user {unit.name} {new_id()}")
        turns = ingested(memory, unit)
        memories += len(memory.semantic.list(limit=10_000))
        rankings |= {one.question: one for one in asked(memory, unit, turns)}
    measured = figures(found, rankings)
    print(f"\n{name}: {found.turns} turns, {memories} memories")
    for grain, values in measured.items():
        print(f"  {grain}:", ", ".join(f"{key} {value:.3f}" for key, value in values.items() if value is not None))
    for grain, measure, least in PROMISED[name]:
        assert measured[grain][measure] >= least, (grain, measure)
