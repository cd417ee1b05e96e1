"""How well names are resolved: on sets with known truth, ours and some that are no part of the project."""

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from oxgraph.client.entity_names import resolve_file
from tests.eval import synthetic_names

SHARED = Path(__file__).parents[3] / "shared" / "eval" / "entity-resolution"
TABLE = {"febrl1": ((0.995, 0.486), (0.996, 0.556)), "abt-buy": ((1.0, 0.009), (0.974, 0.070))}
"""For each set precision and recall to be reached with the exact stage, and with trigrams."""
FOUND_BY_KEY = {"new", "exact", "alias"}


def clusters(entities: Iterable[tuple[Any, str]]) -> list[list[Any]]:
    """Which records have one entity."""
    found: dict[str, list[Any]] = defaultdict(list)
    for record, entity in entities:
        found[entity].append(record)
    return list(found.values())


def pairs(groups: Iterable[Sequence[Any]]) -> set[tuple[Any, Any]]:
    """All pairs within groups."""
    return {tuple(sorted((a, b))) for group in groups for i, a in enumerate(group) for b in group[:i]}


def measure(found: set[tuple[Any, Any]], true: set[tuple[Any, Any]]) -> tuple[float, float]:
    """Precision and recall."""
    right = len(found & true)
    return (right / len(found) if found else 1.0), right / len(true)


def read(name: str) -> list[dict[str, Any]]:
    """The lines of a gzipped file."""
    with gzip.open(SHARED / name, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.mark.eval
@pytest.mark.parametrize("name", TABLE)
def test_sets_with_known_truth(workspace: Any, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if not SHARED.exists():
        pytest.skip("the measuring data is not here")
    records = {record["id"]: record["source"] for record in read(f"{name}.entities.jsonl.gz")}
    true = {tuple(sorted((row["a"], row["b"]))) for row in read(f"{name}.truth.jsonl.gz")}
    rows = resolve_file(workspace.semantic.entities.resolve, str(SHARED / f"{name}.entities.jsonl.gz")).rows
    for stages, wanted in zip((FOUND_BY_KEY, FOUND_BY_KEY | {"trigram"}), TABLE[name], strict=True):
        found = pairs(clusters((row["id"], row["entity"]) for row in rows if row["stage"] in stages))
        if len(set(records.values())) > 1:
            found = {(a, b) for a, b in found if records[a] != records[b]}
        precision, recall = measure(found, true)
        with capsys.disabled():
            print(f"{name} {'trigram' if 'trigram' in stages else 'exact'}: {precision:.3f} / {recall:.3f}")
        assert precision >= wanted[0]
        assert recall >= wanted[1]


@pytest.mark.parametrize(
    ("made", "precision", "recall"),
    [(synthetic_names.people(150, 3), 0.98, 0.95), (synthetic_names.products(80, 3), 0.98, 0.95)],
    ids=["people", "products"],
)
def test_made_up_sets(workspace: Any, made: synthetic_names.Made, precision: float, recall: float) -> None:
    rows = workspace.semantic.entities.resolve(made.records)
    found = pairs(clusters((place, row.entity_id) for place, row in enumerate(rows)))
    true = pairs(clusters((place, str(owner)) for place, owner in enumerate(made.owners)))
    reached = measure(found, true)
    assert reached[0] >= precision, reached
    assert reached[1] >= recall, reached


def test_names_alone_are_found_again_after_a_slip(workspace: Any) -> None:
    names = synthetic_names.names(300, 5)
    rows = workspace.semantic.entities.resolve(names)
    stages = Counter(row.stage for row in rows)
    assert stages["trigram"] > 0
    again = workspace.semantic.entities.resolve(names)
    assert [row.entity_id for row in again] == [row.entity_id for row in rows]
    assert {row.stage for row in again} <= {"exact", "alias"}
