"""Defaults and limits that stand in the plugin and in the client are the same."""

import re
from pathlib import Path

import pytest

from oxgraph.settings import WorkspaceSettings
from oxgraph.types import limits

JAVA = Path(__file__).parents[2] / "procedures" / "src" / "main" / "java" / "io" / "oxgraph"


def source(name: str) -> str:
    """The source of a class of the plugin."""
    return (JAVA / f"{name}.java").read_text(encoding="utf-8")


def constants(name: str) -> dict[str, float]:
    """The numeric constants of a class, by name."""
    found = re.findall(r"static final (?:int|long|double) (\w+) = ([\d_.]+);", source(name))
    return {key: float(value.replace("_", "")) for key, value in found}


def test_half_lives() -> None:
    java = dict(re.findall(r'"(\w+)",\s*([\d.]+)', source("time/HalfLives")))
    python = {
        name.removeprefix("half_life_").removesuffix("_days"): field.default
        for name, field in WorkspaceSettings.model_fields.items()
        if name.startswith("half_life_")
    }
    assert {name: float(days) for name, days in java.items()} == python


def test_settings_of_memories() -> None:
    java = re.findall(r'number\(workspace, "(\w+)", ([\d.]+)\)', source("semantic/Settings"))
    assert java
    assert {name: float(default) for name, default in java} == {
        name: WorkspaceSettings.model_fields[name].default for name, _ in java
    }


@pytest.mark.parametrize("name", ["INJECT_CONFIDENCE", "INJECT_LIMIT", "SEQUENCE_GAP_SECONDS", "EVIDENCE_WINDOW_DAYS"])
def test_settings_of_telemetry(name: str) -> None:
    assert constants("graph/Workspace")[name] == WorkspaceSettings.model_fields[name.lower()].default


@pytest.mark.parametrize(
    ("java", "name", "limit"),
    [
        ("capture/ActionReader", "NAME", limits.NAME),
        ("capture/ActionReader", "IDENTIFIER", limits.ID),
        ("capture/ActionReader", "TARGETS", limits.TARGETS),
        ("capture/SessionCapture", "NAME", limits.NAME),
        ("capture/SessionCapture", "IDENTIFIER", limits.ID),
        ("capture/SessionCapture", "INTENT", limits.INTENT),
        ("inject/InjectRequest", "NAME", limits.NAME),
        ("inject/InjectRequest", "IDENTIFIER", limits.ID),
        ("inject/InjectRequest", "TARGETS", limits.TARGETS),
        ("recall/RequestReader", "NAME", limits.NAME),
        ("recall/RequestReader", "IDENTIFIER", limits.ID),
        ("semantic/StatementReader", "CONTENT", limits.CONTENT),
        ("semantic/StatementReader", "KEYWORD", limits.KEYWORD),
        ("semantic/StatementReader", "KEYWORDS", limits.KEYWORDS),
        ("input/Vectors", "LONGEST", limits.DIMENSION),
        ("entity/ComparableName", "MAX_NAME_LENGTH", limits.ENTITY_NAME),
    ],
)
def test_limits(java: str, name: str, limit: int) -> None:
    assert constants(java)[name] == limit
