"""`oxgraph insights`: its figures equal a count by hand, are found again by their queries, and fit a screen."""

import json
import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from oxgraph import cypher
from oxgraph.agents import AGENTS
from oxgraph.file_formats.sessions import Session, SessionFile, read_sessions
from oxgraph.insights import insights_page
from oxgraph.types.insights import Insights
from tests.fixtures.cli import Cli
from tests.insights.generated import MONDAY, SECONDS, SESSIONS, TESTING, TOOLS, Call, calls, session, write
from tests.server.explorer.conftest import PHONE, WIDE, Seen, chromium
from tests.server.explorer.test_pages import faults, overflow
from tests.sessions.samples import SAMPLES

BEYOND = """[...document.querySelectorAll('body *')]
  .filter(one => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map(one => one.tagName + ' ' + one.className + ' ' + one.textContent.slice(0, 80))"""
"""The elements that reach beyond the page's right edge."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The sessions, below a home."""
    write(tmp_path / ".claude" / "projects")
    return tmp_path


def run(cli: Cli, *arguments: str) -> Any:
    return cli("insights", *arguments, "--json").json


def test_figures_equal_a_count_by_hand_and_are_found_again(cli: Cli, folder: Path, memory: Any) -> None:
    name = f"insights-{uuid.uuid4()}"
    found = run(cli, str(folder), "--workspace", name)
    overview = found["overview"]
    assert (overview["sessions"], overview["actions"]) == (len(SESSIONS), calls())
    assert overview["failures"] == calls(failed=True)
    assert overview["begun"].startswith("2026-01-05")
    tests = next(row for row in found["failures"] if row["action_type"] == "pytest")
    assert (tests["place"], tests["error_code"]) == ("shop", "TestsFailed")
    assert (tests["failures"], tests["actions"]) == (calls("pytest", "shop", True), calls("pytest", "shop"))
    assert (tests["seconds"], tests["sessions"]) == (SECONDS * tests["failures"], 6)
    assert tests["worked"] == [{"action_type": "edit python", "times": tests["failures"]}]
    edits = next(row for row in found["failures"] if row["action_type"] == "edit python")
    assert (edits["place"], edits["error_code"], edits["repeated"]) == ("bank", "NoMatchForEdit", 4)
    assert {row["place"]: row["failures"] for row in found["places"]} == {
        place: calls(place=place, failed=True) for place in ("shop", "bank")
    }
    assert {row["action_type"]: (row["failures"], row["actions"]) for row in found["calls"]} == {
        kind: (calls(kind, failed=True), calls(kind)) for kind in TOOLS
    }
    assert sum(row["failures"] for row in found["errors"]) == calls(failed=True)
    assert [row["week"] for row in found["weeks"]] == [str((MONDAY + timedelta(weeks=n)).date()) for n in range(6)]
    assert sum(row["actions"] for row in found["weeks"]) == calls()
    assert {group["sessions"]: {one["action_type"] for one in group["shared"]} for group in found["similar"]} == {
        6: {"pytest"},
        3: {"git commit"},
        4: {"edit python"},
    }
    assert any("sessions are few" in note for note in found["too_little"])
    again = memory.workspace(name)
    for part, query in found["queries"].items():
        if "/" not in query:
            rows = again._access.graph.read(cypher.query(query), workspace_id=again.workspace_id)
            assert rows, part
            if part in ("calls", "places", "errors", "weeks"):
                assert [{key: row[key] for key in ("failures", "sessions")} for row in rows] == [
                    {key: row[key] for key in ("failures", "sessions")} for row in found[part]
                ]


def test_changes_and_advice_are_of_the_sessions_own_days(cli: Cli, folder: Path) -> None:
    found = run(cli, str(folder), "--workspace", f"insights-{uuid.uuid4()}")
    everything = found["changes"][0]
    assert (everything["action_type"], everything["since"]) == ("", "2026-01-26")
    assert everything["actions_before"] + everything["actions_since"] == calls()
    assert everything["failures_before"] + everything["failures_since"] == calls(failed=True)
    assert everything["difference"] < everything["interval"][1] < 0
    assert any(row["situation"] for row in found["situations"]) or found["advice"]["block"] or found["too_little"]


def test_a_second_run_adds_what_is_new(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder))
    for variable in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(variable, raising=False)
    name = f"insights-{uuid.uuid4()}"
    first = run(cli, "--workspace", name)
    assert (first["read"]["new"], first["read"]["files"]) == (calls(), len(SESSIONS))
    (folder / ".claude/projects/-srv-shop/t0.jsonl").write_text(session("t0", 0, [*TESTING * 2, Call("pytest", True)]))
    rollout = folder / ".codex/sessions/2026/02/01/rollout-1.jsonl"
    rollout.parent.mkdir(parents=True)
    rollout.write_text("no session\n")
    second = run(cli, "--workspace", name)
    assert (second["read"]["new"], second["read"]["unreadable"]) == (1, 1)
    assert second["overview"]["failures"] == calls(failed=True) + 1


def test_without_sessions_the_error_says_what_to_do(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCODE_CONFIG_DIR", "MSWEA_GLOBAL_CONFIG_DIR"):
        monkeypatch.delenv(variable, raising=False)
    ended = cli("insights", ok=False)
    assert ended.status > 0
    assert "there are no sessions of Claude Code, Codex CLI" in ended.err
    assert "name files or folders" in ended.err


def test_the_text_is_one_screen(cli: Cli, folder: Path) -> None:
    name = f"insights-{uuid.uuid4()}"
    lines = cli("insights", str(folder), "--workspace", name).out.splitlines()
    tables = [line for line in lines if "%" in line and "  " in line]
    assert tables
    assert max(map(len, tables)) <= 100
    assert len(lines) < 70
    assert not any("secretword" in line for line in lines)


def test_sessions_without_times_count_for_no_week(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "run.traj").write_text(SAMPLES["swe-agent"][0])
    page = tmp_path / "page.html"
    found = run(cli, str(tmp_path / "run.traj"), "--workspace", f"insights-{uuid.uuid4()}", "--html", str(page))
    overview = found["overview"]
    assert (overview["actions"], overview["failures"], overview["untimed"]) == (2, 1, 2)
    assert (overview["begun"], overview["seconds"], found["weeks"], found["changes"]) == (None, 0, [], [])
    assert "2 of 2 calls are of sessions without times" in page.read_text()


def test_each_agent_of_the_table_has_a_reader(tmp_path: Path) -> None:
    for name in AGENTS:
        (tmp_path / name).write_text(SAMPLES[name][0])
        found = [one for one in read_sessions(SessionFile(tmp_path / name)) if isinstance(one, Session)]
        assert {one.agent for one in found} == {name}


@pytest.fixture
def browser() -> Iterator[Browser]:
    """A browser of this test alone."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium())
        yield opened
        opened.close()


@pytest.mark.deep
def test_the_page_is_good_in_a_browser(cli: Cli, folder: Path, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "insights.html"
    cli("insights", str(folder), "--workspace", f"insights-{uuid.uuid4()}", "--html", str(file))
    written = file.read_text()
    assert "secretword" not in written
    assert str(tmp_path) not in written
    for dark, phone in ((False, False), (True, False), (False, True)):
        context = browser.new_context(viewport=PHONE if phone else WIDE, color_scheme="dark" if dark else "light")
        page, seen = context.new_page(), Seen("")
        seen.watch(page)
        page.goto(file.as_uri())
        assert (seen.foreign, seen.slips) == ([], [])
        assert page.locator("svg.plot:visible").count() == 1
        assert page.evaluate(BEYOND) == []
        assert overflow(page) == 0
        page.context.close()
        if not phone:
            context = browser.new_context(viewport=WIDE, color_scheme="dark" if dark else "light", bypass_csp=True)
            page = context.new_page()
            page.goto(file.as_uri())
            assert faults(page) == []
            context.close()


def test_names_on_the_page_are_no_markup(cli: Cli, folder: Path) -> None:
    found = Insights.model_validate(run(cli, str(folder), "--workspace", f"insights-{uuid.uuid4()}"))
    failure = found.failures[0].model_copy(update={"place": "<img src=x onerror=alert(1)>", "error_code": '"><b>'})
    page = insights_page(found.model_copy(update={"failures": (failure,)}))
    assert "<img" not in page
    assert '"><b>"' not in page
    assert json.dumps(found.workspace_id).replace('"', "&quot;") in page
