"""Files of names: what is taken, what is refused, and what is asked of the graph."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from oxgraph.client.entity_names import REJECTED, resolve_file
from oxgraph.errors import InvalidInput
from oxgraph.types.entities import NamedEntity, ResolvedEntity


class Graph:
    """Answers as the client does: every name of one text is one entity."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, bool]] = []
        self.asked: list[NamedEntity] = []

    def __call__(self, names: list[NamedEntity], *, create: bool) -> list[ResolvedEntity]:
        self.calls.append((len(names), create))
        self.asked += names
        return [
            ResolvedEntity(name=n.name, entity_id=str(n.name), node_id=None, stage="new", score=0, created=create)
            for n in names
        ]


def lines(path: Path, *rows: Any) -> str:
    path.write_text("".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows))
    return str(path)


def test_a_row_a_line_in_order(tmp_path: Path) -> None:
    graph = Graph()
    file = lines(tmp_path / "f", {"id": 7, "name": "Ada"}, {"name": "Bob"}, {"id": "x", "name": "Ada", "source": "s"})
    rows = resolve_file(graph, file).rows
    assert [(row["id"], row["name"], row["entity"]) for row in rows] == [
        (7, "Ada", "Ada"),
        (None, "Bob", "Bob"),
        ("x", "Ada", "Ada"),
    ]
    assert set(rows[0]) == {"id", "name", "entity", "stage", "score", "created"}


def test_neither_ids_nor_sources_are_asked_about(tmp_path: Path) -> None:
    graph = Graph()
    attributes = {"city": "Rome", "tags": ["a"], "n": 2**80, "nested": {"a": 1}, "none": None, "": "x"}
    resolve_file(graph, lines(tmp_path / "f", {"id": "a", "name": "Ada", "source": "s", "attributes": attributes}))
    assert graph.asked[0].item() == {
        "name": "Ada",
        "attributes": {"city": "Rome", "tags": ["a"], "n": str(2**80), "nested": '{"a": 1}'},
    }


def test_gzipped_or_not(tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_bytes(gzip.compress(b'{"name": "Ada"}\n'))
    assert len(resolve_file(Graph(), str(file)).rows) == 1


def test_what_is_made_goes_in_batches_and_a_dry_run_in_one(tmp_path: Path) -> None:
    file = lines(tmp_path / "f", *({"name": f"n{i}"} for i in range(2_001)))
    made, dry = Graph(), Graph()
    progress: list[tuple[int, int]] = []
    resolve_file(made, file, progress=lambda done, total: progress.append((done, total)))
    resolve_file(dry, file, dry_run=True)
    assert made.calls == [(1_000, True), (1_000, True), (1, True)]
    assert dry.calls == [(2_001, False)]
    assert progress[-1][0] == progress[-1][1]


@pytest.mark.parametrize("name", ["", "  ", "?!", "x" * 10_000, "a\ud800"])
def test_names_that_cannot_be_compared_are_rejected_one_by_one(tmp_path: Path, name: str) -> None:
    graph = Graph()
    report = resolve_file(graph, lines(tmp_path / "f", {"name": name}, {"name": "Ада"}))
    assert [(row["stage"], row["entity"]) for row in report.rows] == [(REJECTED, None), ("new", "Ада")]
    assert report.stages == {REJECTED: 1, "new": 1}
    json.dumps(report.rows, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "line", ["{", "[]", "{}", '{"name": 1}', '{"name": "a", "attributes": []}', '{"name": "a", "type": 5}']
)
def test_a_line_of_another_kind_is_refused_by_its_number(tmp_path: Path, line: str) -> None:
    with pytest.raises(InvalidInput, match="line 2"):
        resolve_file(Graph(), lines(tmp_path / "f", {"name": "Ada"}, line))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput):
        resolve_file(Graph(), str(tmp_path / "none"))


def test_an_empty_file_has_no_names(tmp_path: Path) -> None:
    assert resolve_file(Graph(), lines(tmp_path / "f")).rows == []
