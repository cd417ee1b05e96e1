"""Each Cypher file is what its header says; the loader refuses the rest."""

import re
from pathlib import Path

import pytest

from oxgraph import cypher
from oxgraph.errors import CypherFileInvalid


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", sorted(cypher.FOLDERS))
def test_every_shipped_file_loads(kind: str) -> None:
    for file in cypher.all_files(kind):
        assert file.summary.endswith("."), file.name


def test_statements_with_filters_are_planned_once_unless_they_write() -> None:
    for file in cypher.all_files("statement"):
        filters = set(re.findall(r"\$(\w+) IS (?:NOT )?NULL", file.body))
        writes = re.search(r"\b(CREATE|SET|MERGE|DELETE|REMOVE)\b", file.body)
        assert file.one_plan or len(filters) < 2 or writes, file.name


DELETING = r"CALL oxgraph\.(?:\w+_(?:begin|rows|end|discard|delete|sweep|entities|memory)|write_messages)\b"
"""Procedures that delete nodes."""


def test_nothing_is_read_on_while_a_procedure_deletes() -> None:
    """What is matched before is limited or collected: Neo4j plans no Eager for what a procedure deletes."""
    for kind in ("statement", "pass"):
        for file in cypher.all_files(kind):
            before, *after = re.split(DELETING, file.body, maxsplit=1)
            assert not after or "MATCH" not in re.split(r"LIMIT 1\b|collect\(", before)[-1], file.name


def test_what_is_planned_once_reads_its_parameters_from_one_list(tmp_path: Path) -> None:
    params = "//@ param: a STRING\n//@ param: an INTEGER\n"
    text = (
        f"//@ statement: layer/name\n//@ summary: S.\n//@ plan: one\n{params}RETURN $a + $a AS twice, $an AS number\n"
    )
    file = cypher.load(write(tmp_path, "layer/name.cypher", text), "statement")
    assert file.sent.endswith("RETURN $given[0] + $given[0] AS twice, $given[1] AS number\n")
    assert file.arguments({"an": None, "a": "x"}) == {"given": ["x", None]}
    assert file.body == "RETURN $a + $a AS twice, $an AS number"


def test_parameters_that_a_statement_does_not_have_are_not_sent() -> None:
    file = cypher.statement("workspace/access")
    given = dict.fromkeys(file.params, "x")
    assert file.arguments(given | {"visible": None}) == given


@pytest.mark.parametrize(
    ("kind", "name", "plan"), [("statement", "layer/name", "two"), ("query", "name", "one"), ("audit", "name", "one")]
)
def test_another_plan_is_refused(tmp_path: Path, kind: str, name: str, plan: str) -> None:
    text = f"//@ {kind}: {name}\n//@ summary: S.\n//@ plan: {plan}\nRETURN 1"
    with pytest.raises(CypherFileInvalid, match="plan"):
        cypher.load(write(tmp_path, f"{name}.cypher", text), kind)


def test_passes_run_in_the_order_of_their_numbers_and_only_the_newest_version() -> None:
    names = [file.name for file in cypher.passes()]
    assert len(names) == len(set(names))
    assert all("remaining" in file.yields for file in cypher.passes())


def test_a_pass_of_another_name_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "1_sequences.v1.cypher", "//@ pass: others\n//@ version: 1\n//@ summary: S.\nRETURN 1")
    with pytest.raises(CypherFileInvalid, match="others"):
        cypher.load(path, "pass")


def test_a_pass_of_another_version_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "1_sequences.v2.cypher", "//@ pass: sequences\n//@ version: 1\n//@ summary: S.\nRETURN 1")
    with pytest.raises(CypherFileInvalid, match="2"):
        cypher.load(path, "pass")


@pytest.mark.parametrize(
    "body", ["//@ param: now DATETIME\nRETURN 1", "RETURN $now", "//@ param: then DATETIME\nRETURN $now"]
)
def test_missing_and_idle_parameters_are_refused(tmp_path: Path, body: str) -> None:
    path = write(tmp_path, "layer/name.cypher", f"//@ statement: layer/name\n//@ summary: S.\n{body}")
    with pytest.raises(CypherFileInvalid, match="parameters"):
        cypher.load(path, "statement")


def test_a_file_without_summary_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CypherFileInvalid, match="summary"):
        cypher.load(write(tmp_path, "layer/name.cypher", "//@ statement: layer/name\nRETURN 1"), "statement")
