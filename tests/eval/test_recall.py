"""The figures of docs/recall.md, as far as they are promises; and that they are counted as others count them."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import oxgraph
from oxgraph.evaluation import Gold, Ranking, metrics
from oxgraph.local import Server
from oxgraph.models import embedder
from tests.eval.conversations import SHARED
from tests.eval.recall import SETS, Loaded, gold

pytestmark = [pytest.mark.eval, pytest.mark.skipif(not SHARED.is_dir(), reason="the measuring data is not here")]

PROMISED = {
    "locomo": (
        ("turn", "any@10", 0.88),
        ("turn", "all@10", 0.77),
        ("session", "all@5", 0.85),
        ("context", "all", 0.88),
    ),
    "longmemeval": (("session", "any@5", 0.95),),
    "beam": (("turn", "any@10", 0.7),),
}


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def by_words(gold: Gold) -> Iterator[Ranking]:
    """A simple ranker: turns by the number of the question's words that they have."""
    for unit in gold.units:
        said = [(turn.id, words(turn.text)) for turn in unit.turns]
        for question in unit.questions:
            asked = words(question.text)
            ranked = sorted(said, key=lambda turn: -len(asked & turn[1]))[:50]
            yield Ranking(question.id, tuple(turn for turn, _ in ranked), 0.5, False)


def test_figures_are_those_of_the_reference(tmp_path: Path) -> None:
    found = gold("locomo")
    rankings = {ranking.question: ranking for ranking in by_words(found)}
    del rankings["conv-26/q0"]
    path = tmp_path / "ranking.jsonl"
    path.write_text("".join(json.dumps(one.row()) + "\n" for one in rankings.values()), encoding="utf-8")
    command = [sys.executable, str(SHARED / "score.py"), str(SHARED / "locomo"), str(path), "--json"]
    reference = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    groups = metrics(found, rankings)["groups"]
    ours = {
        f"{group}/{grain}/{measure}": round(100 * value, 2)
        for group, grains in groups.items()
        for grain, figures in grains.items()
        for measure, value in figures.items()
        if measure != "questions"
    }
    assert ours == pytest.approx(reference, abs=0.011)


@pytest.mark.parametrize(
    ("name", "scored", "turns"), [("locomo", 675, 2760), ("longmemeval", 39, 1434), ("beam", 107, 1624)]
)
def test_the_sets_are_read_whole(name: str, scored: int, turns: int) -> None:
    found = gold(name)
    assert found.turns == turns
    assert sum(question.scored for question in found.questions) == scored
    assert found.unknown_evidence == 0


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[oxgraph.Client]:
    with oxgraph.connect(server.uri, server.auth, embedder=embedder("minilm")) as found:
        yield found


@pytest.mark.parametrize("name", SETS)
def test_recall_finds_the_evidence(client: oxgraph.Client, name: str) -> None:
    figures = Loaded(client, gold(name)).measure()["groups"]["all questions"]
    for grain, measure, least in PROMISED[name]:
        assert figures[grain][measure] >= least, (grain, measure)
