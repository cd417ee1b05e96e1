"""Released migrations and passes stay as they are: what they wrote in a graph names them with their versions."""

import hashlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RELEASED = [line.split("  ") for line in (Path(__file__).parent / "released.sha256").read_text().splitlines()]
"""Checksum and path of each, as `sha256sum` writes them."""


@pytest.mark.parametrize(("checksum", "file"), RELEASED, ids=[file for _, file in RELEASED])
def test_a_released_file_is_as_it_was(checksum: str, file: str) -> None:
    found = hashlib.sha256((ROOT / file).read_bytes()).hexdigest()
    assert found == checksum, f"{file} is released: restore it, and write a new migration, or the pass's next version"


def test_the_list_has_migrations_and_passes_alone() -> None:
    assert {file.rpartition("/")[0] for _, file in RELEASED} == {"cypher/migrations", "cypher/passes", "sql/migrations"}
