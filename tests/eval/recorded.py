"""Ingest through a recorded model: `python -m tests.eval.recorded --help`.

Prints what was refused and why, memories per turn, every retirement and contradiction, and recall of the messages
alone and with the memories. Nothing of the data is written into the project.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

import oxgraph
from oxgraph.client._async import evaluations
from oxgraph.evaluation import Gold, differences, metrics
from oxgraph.models import embedder
from oxgraph.models.openai_compatible import OpenAICompatibleModel
from oxgraph.passes import evaluate
from oxgraph.types.ingest import IngestReport
from tests.eval.conversations import SHARED
from tests.eval.ingest import conflicts_of
from tests.eval.recall import Loaded, categories, client
from tests.eval.recorded_model import RecordedModel

FIGURES = (("turn", "any@10"), ("turn", "all@10"), ("session", "all@5"))


@dataclass(frozen=True)
class Measured:
    """What a run found."""

    report: IngestReport
    conflicts: list[dict[str, Any]]
    before: dict[str, Any]
    after: dict[str, Any]


def gold(data: Path, name: str) -> Gold:
    """The gold set of a conversation."""
    return evaluations.gold_of(*([data / "locomo" / f"{name}.{kind}.jsonl"] for kind in ("turns", "qa")))


def measure(connected: oxgraph.Client, names: tuple[str, ...], data: Path = SHARED) -> Iterator[Measured]:
    """Ingests each conversation through the recorded model, and asks its questions before and after."""
    for name in names:
        found = gold(data, name)
        loaded = Loaded(connected, found)
        before = metrics(found, loaded.ask())
        turns = found.units[0].turns
        with RecordedModel(turns, [data / "locomo" / f"{name}.observations.jsonl"]) as server:
            model = OpenAICompatibleModel("recorded", server.url, "none")
            (memory,) = loaded.memories
            report = memory.semantic.ingest([turn.message for turn in turns], model=model)
            evaluate(
                memory._access.graph,
                memory.workspace_id,
                passes=["upkeep"],
                now=datetime.now(UTC),
                embedder=embedder("minilm"),
                model=model,
            )
        yield Measured(report, list(conflicts_of(memory, report)), before, metrics(found, loaded.ask()))


def lines(name: str, found: Measured) -> Iterator[str]:
    """The result of a conversation."""
    report = found.report
    outcomes = Counter(one.outcome for one in report.memories)
    proposals = len(report.memories) + len(report.refused)
    yield f"## {name}\n"
    yield f"{report.messages} turns, {proposals} statements, {len(report.memories)} memories ({dict(outcomes)}),"
    yield f"{len(report.memories) / max(1, report.messages):.2f} a turn; refused: {dict(report.refused_by_reason)}"
    yield f"stages: {json.dumps({stage.stage: dict(stage.rejected) for stage in report.stages})}\n"
    for one in report.refused:
        yield f"  refused ({one.reason}): {one.content}"
    for conflict in found.conflicts:
        yield f"  {conflict['kind']}: {conflict['old']}  ->  {conflict['new']}"
    if not found.conflicts:
        yield "  no retirement, no contradiction"
    yield ""
    for title, figures in (("messages alone", found.before), ("with memories", found.after)):
        yield f"{title}:"
        for grain in ("turn", "session"):
            yield from categories(figures, grain)
        yield ""
    for group, grains in differences(found.before, found.after).items():
        changed = [f"{grain} {name} {100 * grains[grain][name]:+.1f}" for grain, name in FIGURES if grain in grains]
        yield f"{group}: {', '.join(changed)}"


@click.command()
@click.option("--conversation", "names", multiple=True, default=("conv-26", "conv-30"), show_default=True)
@click.option("--data", type=click.Path(exists=True, path_type=Path), default=SHARED, help="Where the sets are.")
@click.option("--running", is_flag=True, help="On the server that runs; workspaces are added to it.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the figures to this file, as JSON.")
def main(names: tuple[str, ...], data: Path, running: bool, out: Path | None) -> None:
    """Measure ingest and recall with a recorded model."""
    kept: dict[str, Any] = {}
    with client(running) as connected:
        for name, found in zip(names, measure(connected, names, data), strict=True):
            click.echo("\n".join(lines(name, found)))
            kept[name] = {"before": found.before, "after": found.after, "refused": dict(found.report.refused_by_reason)}
    if out:
        out.write_text(json.dumps(kept, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
