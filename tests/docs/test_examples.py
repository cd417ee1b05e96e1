"""The programs in examples/ run as they stand, and print what they promise."""

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixtures.cli import Cli
from tests.server.conftest import Site

EXAMPLES = Path(__file__).parents[2] / "examples"
Run = Callable[[str], str]


@pytest.fixture
def run(cli: Cli, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs an example against the run's server; what it printed."""

    def go(name: str) -> str:
        runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
        return capsys.readouterr().out

    return go


def test_the_support_agent_knows_its_customers_apart_and_is_warned(run: Run) -> None:
    printed = run("support_agent").splitlines()
    assert printed[:2] == [
        "ana: Lisbon True, Oslo False, Sundays True",
        "bo: Lisbon False, Oslo True, Sundays True",
    ]
    assert printed[2:8] == ["failed: AddressMissing"] * 6
    assert all("is refunded to" in line for line in printed[8:])
    assert len(printed) == 10


def test_the_coding_agent_is_told_in_its_sixth_session(run: Run, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OXGRAPH_SERVER", site.url)
    printed = run("coding_agent")
    assert printed.count("told ''") == 5
    assert "Pattern: pytest:Repository:TestsFailed" in printed
    assert "captured: pytest failure TestsFailed repository:shop" in printed


def test_an_adopted_graph_answers(run: Run) -> None:
    printed = run("rag_over_a_graph")
    assert "Acme may only be called after 5 pm." in printed
    assert "segment: gold" in printed
    assert "Bolt & Sons pays by bank transfer." in printed


@pytest.mark.deep
def test_the_dashboard_reads_its_workspace_alone(run: Run, mirror_dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OXGRAPH_MIRROR_DSN", mirror_dsn)
    assert run("team_dashboard").splitlines() == [
        "ines   deploy     4 calls,  2 failed (50 %)",
        "otto   deploy     2 calls,  1 failed (50 %)",
        "ines   build      4 calls,  0 failed (0 %)",
        "otto   build      2 calls,  0 failed (0 %)",
    ]


def test_each_example_is_tested_and_named_on_its_page() -> None:
    names = {path.stem for path in EXAMPLES.glob("*.py")}
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}.py`" in page for name in names)
    assert names == {"support_agent", "coding_agent", "rag_over_a_graph", "team_dashboard"}
