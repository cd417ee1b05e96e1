"""What ingest finds in the measuring conversations without a model: `python -m tests.eval.ingest --help`.

Prints the share of turns that each stage rejects and why, the memories per turn, a random sample to be read, and
every retirement and contradiction. Nothing of the data is written into the project.
"""

import json
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

import oxgraph
from oxgraph import local
from oxgraph.client.ingest_extraction import merged
from oxgraph.local import Home
from oxgraph.models import embedder
from oxgraph.types.ingest import IngestReport
from tests.eval.conversations import SETS, knowledge_updates, users


@contextmanager
def server(model: str = "minilm") -> Iterator[oxgraph.Client]:
    """A client, with the embedder of this name, of a server that is there for this run."""
    home = Home(Path(tempfile.mkdtemp(prefix="oxgraph-eval-")))
    try:
        running = local.up(home, heap="512m")
        with oxgraph.connect(running.uri, running.auth, embedder=embedder(model)) as client:
            yield client
    finally:
        local.down(home)
        shutil.rmtree(home.path, ignore_errors=True)


def measure(client: oxgraph.Client, name: str) -> tuple[IngestReport, dict[str, Any], list[dict[str, Any]]]:
    """Ingests a set, a workspace for each user; the report, each message, and what conflicts there were."""
    reports, said, conflicts = [], {}, []
    for whose, found in users(name).items():
        memory = client.create_workspace(f"{name}-{whose}-{datetime.now(UTC).timestamp()}")
        report = memory.semantic.ingest(found)
        reports.append(report)
        conflicts += list(conflicts_of(memory, report))
        said.update(_texts(memory, report))
    return merged(reports), said, conflicts


def _texts(memory: oxgraph.Memory, report: IngestReport) -> dict[str, Any]:
    rows = memory._access.read(
        "semantic.ingest",
        "conversation/messages",
        ids=list({one.message_id for one in report.memories}),
    )
    return {row["id"]: row for row in rows}


def conflicts_of(memory: oxgraph.Memory, report: IngestReport) -> Iterator[dict[str, Any]]:
    """Every retirement and contradiction that an ingest made."""
    for one in report.memories:
        for kind, ids in (("superseded", one.superseded), ("contradicts", one.contradicts)):
            for other in ids:
                yield {"kind": kind, "new": one.content, "old": memory.semantic.get(other).content}
        if one.superseded_by:
            later = memory.semantic.get(one.superseded_by)
            yield {"kind": "superseded_by", "new": later.content, "old": one.content}


def updates(client: oxgraph.Client, by: str) -> Iterator[dict[str, Any]]:
    """What becomes of each old and new statement: given by hand or found by rules."""
    for item in knowledge_updates():
        memory = client.create_workspace(f"update-{by}-{item['id']}-{datetime.now(UTC).timestamp()}")
        if by == "rules":
            turns = [
                {
                    "text": s["text"],
                    "role": s["role"],
                    "said_at": _time(s["session_datetime"]),
                    "conversation_id": s["session_id"],
                }
                for s in item["statements"]
            ]
            report = memory.semantic.ingest(turns)
            found = [{"content": m.content, "outcome": m.outcome} for m in report.memories]
        else:
            found = _by_hand(memory, item)
        rows = memory.semantic.list()
        yield {
            "id": item["id"],
            "memories": [f"{row['content']}" for row in found],
            "superseded": len(memory.semantic.list(status="superseded")),
            "contradictory": sum(row.rank_weight < 1 or row.needs_review for row in rows),
        }


def _by_hand(memory: oxgraph.Memory, item: dict[str, Any]) -> list[dict[str, Any]]:
    """Each statement as one memory of the topic that is asked for, as somebody would enter it by hand."""
    found = []
    for statement in (item["statements"][0], item["statements"][-1]):
        memory.semantic.remember(
            type="fact",
            subject="user",
            predicate="answers",
            topic_key=item["question"].strip("?").lower()[:200],
            content=statement["text"][:2_000],
            stated_at=_time(statement["session_datetime"]),
            valid_from=_time(statement["session_datetime"]),
        )
        found.append({"content": statement["text"][:80]})
    return found


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def sample(report: IngestReport, said: dict[str, Any], seed: int, size: int) -> Iterator[str]:
    """Memories drawn at random, each under the turn it comes from."""
    drawn = random.Random(seed).sample(list(report.memories), min(size, len(report.memories)))
    for place, one in enumerate(drawn, 1):
        turn = said[one.message_id]
        yield f"[{place}] ({turn['said_at']:%Y-%m-%d}) {turn['speaker'] or 'User'}: {turn['text'][:500]}"
        yield f"     {one.type}/{one.predicate} {one.valid_from or ''}: {one.content}"


def figures(name: str, report: IngestReport) -> dict[str, Any]:
    """The counts of a set."""
    first = report.stage("pre_filter")
    said = max(1, report.messages - first.rejected.get("role", 0))
    stages = {
        stage.stage: {"taken": stage.taken, "passed": stage.passed, "rejected": dict(stage.rejected)}
        for stage in report.stages
    }
    return {
        "set": name,
        "messages": report.messages,
        "stages": stages,
        "memories": len(report.memories),
        "memories_per_user_turn": round(len(report.memories) / said, 3),
        "outcomes": dict(Counter(one.outcome for one in report.memories)),
        "conflicts": dict(report.stage("conflicts").note),
        "predicates": dict(Counter(f"{one.type}/{one.predicate}" for one in report.memories).most_common(12)),
    }


@click.command()
@click.option("--set", "sets", multiple=True, default=tuple(SETS), show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the sample.")
@click.option("--size", type=int, default=50, show_default=True, help="Memories in the sample of all sets.")
def main(sets: tuple[str, ...], seed: int, size: int) -> None:
    """Measure ingest without a model."""
    with server() as client:
        reports, said = [], {}
        for name in sets:
            report, texts, conflicts = measure(client, name)
            reports.append(report)
            said.update(texts)
            click.echo(json.dumps(figures(name, report), indent=1))
            for conflict in conflicts:
                click.echo(f"  {conflict['kind']}: {conflict['old']}  ->  {conflict['new']}")
        click.echo("\n".join(sample(merged(reports), said, seed, size)))
        for by in ("hand", "rules"):
            click.echo(f"knowledge updates by {by}:")
            for row in updates(client, by):
                click.echo("  {id}: superseded {superseded}, contradictory {contradictory}, {memories}".format(**row))


if __name__ == "__main__":
    main()
