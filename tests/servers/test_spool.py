"""The comparison of two spools finds what to write, to join and to remove, and nothing where they are equal."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from oxgraph.client.archive_spool import ArchiveSpool


def row(id_: str, value: int, *, joined: tuple[str, ...] = (), vectors: str | None = None) -> dict[str, Any]:
    lines = [f'next\t{{"type":"_mem:next","from":"{id_}","to":"{to}"}}' for to in joined]
    return {"id": id_, "kind": "action", "line": f'{{"n":{value}}}', "vectors": vectors, "relationships": lines}


@pytest.fixture
def spools(tmp_path: Path) -> Iterator[tuple[ArchiveSpool, ArchiveSpool]]:
    with ExitStack() as stack:
        yield tuple(stack.enter_context(ArchiveSpool(tmp_path / name)) for name in ("a", "b"))  # type: ignore[misc]


def test_equal_ones_have_no_difference(spools: tuple[ArchiveSpool, ArchiveSpool]) -> None:
    for one in spools:
        one.add([row("a", 1, joined=("b",)), row("b", 2, vectors="{}")])
    assert spools[0].compare(spools[1]) == 0
    assert (list(spools[0].odd_nodes()), list(spools[0].odd_owners()), spools[0].odd_gone()) == ([], [], [])


def test_each_difference_is_found_where_it_is(spools: tuple[ArchiveSpool, ArchiveSpool]) -> None:
    here, there = spools
    here.add([row("a", 1), row("b", 2, joined=("a",)), row("c", 3, vectors='{"v":1}'), row("new", 4), row("same", 5)])
    there.add([row("a", 9), row("b", 2), row("c", 3, vectors='{"v":2}'), row("gone", 6), row("same", 5)])
    assert here.compare(there) == 5
    assert [(kind, id_, vectors) for kind, id_, _, vectors in here.odd_nodes()] == [
        ("action", "a", None),
        ("action", "c", '{"v":1}'),
        ("action", "new", None),
    ]
    assert list(here.odd_owners()) == ["b"]
    assert here.odd_gone() == ["gone"]
    assert there.lines_of("gone") == [("nodes/action.jsonl", '{"n":6}')]


def test_everything_differs_from_an_empty_one(spools: tuple[ArchiveSpool, ArchiveSpool]) -> None:
    here, there = spools
    here.add([row("a", 1, joined=("b",)), row("b", 2)])
    assert here.compare(there) == 2
    assert len(list(here.odd_nodes())) == 2
    assert list(here.odd_owners()) == ["a"]
    assert there.compare(here) == 2
    assert there.odd_gone() == ["a", "b"]
