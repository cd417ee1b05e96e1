"""How well recall does on the measuring sets: `python -m tests.eval.recall --help`.

Prints, as Markdown, the scores by category, what each retriever and rule contributes (each left out once), and the
curve of abstention. Nothing of the data is written into the project.
"""

import json
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import click

import oxgraph
from oxgraph.client._async import evaluations
from oxgraph.client._sync.evaluations import GoldSetRun
from oxgraph.evaluation import ALL, Gold, Ranking, curve, differences, judged, lost_at, metrics
from oxgraph.ids import new_id
from oxgraph.models import embedder
from oxgraph.types.ingest import NewMessage
from tests.eval.conversations import SHARED
from tests.eval.ingest import server

SETS = {
    "locomo": ("locomo/*.turns.jsonl", "locomo/*.qa.jsonl"),
    "longmemeval": ("longmemeval/*.turns.jsonl.gz", "longmemeval/*.questions.jsonl"),
    "beam": ("beam/turns.jsonl.gz", "beam/questions.jsonl"),
}
"""The files of each set: turns and questions."""

HEADLINES = {
    "locomo": (("turn", "any@10"), ("turn", "all@10"), ("session", "all@5")),
    "longmemeval": (("session", "any@5"), ("session", "all@5"), ("turn", "any@10")),
    "beam": (("turn", "any@10"), ("turn", "all@10")),
}
"""What each set is summed up by."""

RETRIEVERS = ("meaning", "questions", "words", "entity", "time", "topic", "message_meaning", "message_words")
MESSAGE_RULES = (
    "neighbours",
    "conversation",
    "speaker",
    "question",
    "message_window",
    "answer_kind",
    "echo",
    "derived",
    "excerpts",
)
MEMORY_RULES = ("confidence", "freshness", "contradictions")
COMMON_RULES = ("negation", "repeats", "diversity", "window", "plan", "type_hint", "predicate_hint")
OF_MEMORIES = {*RETRIEVERS[:6], *MEMORY_RULES, "repeats", "predicate_hint", "derived"}
"""They make no difference where there are messages only."""
NOT_MEASURED = {
    "entity_name",
    "entity_meaning",
    "entity_words",
    "fill",
    "threshold",
    "small_talk",
    "rewrites",
    "reranking",
    "answer",
}
"""These sets have no entities, a ranking has K results whatever fits a context, all thresholds are
measured, no question is small talk, and the last three need a model."""

REFUSED = (0.1, 0.25, 0.5, 0.75, 0.9)
MEASURES = ("any@1", "any@5", "any@10", "any@20", "all@5", "all@10", "all@20", "mrr")
K = 50
UNITS = 10
"""Conversations that are shown one by one."""

FOLDS = (
    (ALL, "turn", "any@10"),
    (ALL, "turn", "all@10"),
    (ALL, "session", "all@5"),
    (ALL, "context", "all"),
    ("multi_hop", "context", "all"),
    ("temporal", "context", "all"),
)
"""What is shown of each: group, grain and measure."""

Fusion = Literal["sum", "rrf"]


@dataclass(frozen=True)
class Variant:
    """Recall with something left out, or with the other fusion."""

    name: str
    without: tuple[str, ...] = ()
    fusion: Fusion | None = None


BASE = Variant("all")
ABLATION = (
    *(Variant(f"without {name}", (name,)) for name in (*RETRIEVERS, *MESSAGE_RULES, *MEMORY_RULES, *COMMON_RULES)),
    Variant("fusion rrf", (), "rrf"),
)


def gold(name: str, data: Path = SHARED) -> Gold:
    """A set, read at run time."""
    turns, questions = (sorted(data.glob(pattern)) for pattern in SETS[name])
    return evaluations.gold_of(turns, questions)


class Loaded:
    """A set whose turns stand in workspaces of their own, or all in `place`, to be asked again and again.

    With `ingested` the memories that the rules extract stand beside the messages.
    """

    def __init__(
        self, client: oxgraph.Client, gold: Gold, ingested: bool = False, place: oxgraph.Memory | None = None
    ) -> None:
        self.gold = gold
        asking, name = GoldSetRun(gold.turns, K, extract=ingested), new_id()
        self.memories = [place or client.create_workspace(workspace) for workspace in gold.workspaces(name)]
        pairs = list(zip(gold.units, self.memories, strict=True))
        self.turns = [asking.load(memory._access, unit.turns) for unit, memory in pairs]
        self.tokens: dict[str, int] = {}

    def crowd(self, copies: int) -> None:
        """Adds so many copies of each conversation, by other speakers: many who say much the same."""
        for unit, memory in zip(self.gold.units, self.memories, strict=True):
            for copy in range(copies):
                sessions: dict[str, list[NewMessage]] = {}
                for turn in unit.turns:
                    speaker = turn.message.speaker and f"{turn.message.speaker[::-1]}{copy}"
                    changed = {"speaker": speaker, "conversation_id": f"{turn.session} {copy}"}
                    sessions.setdefault(turn.session, []).append(turn.message.model_copy(update=changed))
                for said in sessions.values():
                    memory.episodic.add_messages(said)

    def ask(self, variant: Variant = BASE) -> dict[str, Ranking]:
        """Every question's ranking."""
        asking = GoldSetRun(len(self.gold.questions), K, variant.without, variant.fusion)
        for unit, memory, turns in zip(self.gold.units, self.memories, self.turns, strict=True):
            asking.ask(memory._access, unit, turns)
        self.tokens = asking.tokens
        if asking.dropped:
            print(f"left out by recall: {dict(asking.dropped)}", file=sys.stderr)
        return asking.rankings

    def measure(self, variant: Variant = BASE) -> dict[str, Any]:
        """The figures of a variant."""
        return metrics(self.gold, self.ask(variant))


def percent(share: float | None) -> str:
    """A share as percent."""
    return "" if share is None else f"{100 * share:.1f}"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """The lines of a Markdown table."""
    columns = list(head)
    yield f"| {' | '.join(columns)} |"
    yield f"| {' | '.join('---' for _ in columns)} |"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def categories(found: Mapping[str, Any], grain: str) -> Iterator[str]:
    """The scores of a run at one grain, by category."""
    groups = {name: figures[grain] for name, figures in found["groups"].items() if grain in figures}
    rows = (
        [name, f"{figures['questions']:.0f}", *(percent(figures[measure]) for measure in MEASURES)]
        for name, figures in groups.items()
    )
    yield from table([grain, "questions", *MEASURES], rows)


def contexts(loaded: Loaded, rankings: Mapping[str, Ranking], found: Mapping[str, Any]) -> Iterator[str]:
    """How often all evidence stands in the context, by category, and what the contexts take."""
    groups = {name: grains["context"] for name, grains in found["groups"].items() if "context" in grains}
    rows = ([name, f"{one['questions']:.0f}", percent(one["any"]), percent(one["all"])] for name, one in groups.items())
    yield from table(["context", "questions", "any", "all"], rows)
    taken = [loaded.tokens[question.id] for question in loaded.gold.questions if question.scored]
    yield f"\nTokens: {statistics.mean(taken):.0f} in the mean, {max(taken)} at most."


def folds(loaded: Loaded, rankings: Mapping[str, Ranking]) -> Iterator[str]:
    """The figures of each conversation, where there are several: those of a rule that was made without it."""
    units = loaded.gold.units if 1 < len(loaded.gold.units) <= UNITS else ()
    rows = []
    for unit in units:
        groups = metrics(Gold((unit,)), {q.id: rankings[q.id] for q in unit.questions})["groups"]
        if ALL in groups:
            figures = [groups.get(group, {}).get(grain, {}).get(measure) for group, grain, measure in FOLDS]
            scored = sum(question.scored for question in unit.questions)
            rows.append([unit.name, str(scored), *(percent(figure) for figure in figures)])
    if rows:
        head = (f"{grain} {measure}" if group == ALL else group for group, grain, measure in FOLDS)
        yield from table(["conversation", "questions", *head], rows)


def headlines(name: str, figures: Mapping[str, Any]) -> list[str]:
    """The figures, or differences, that a set is summed up by."""
    groups = figures.get(ALL, {})
    return [f"{100 * groups.get(grain, {}).get(measure, 0.0):.1f}" for grain, measure in HEADLINES[name]]


def ablation(name: str, loaded: Loaded, base: Mapping[str, Any], ingested: bool) -> Iterator[str]:
    """What changes when each retriever and rule is left out: points of percent, and of the area of abstention."""
    columns = [f"{grain} {measure}" for grain, measure in HEADLINES[name]]
    rows = [["all", *headlines(name, base["groups"]), percent(base["abstention"]["area"])]]
    for variant in ABLATION:
        if ingested or not OF_MEMORIES & set(variant.without):
            found = loaded.measure(variant)
            areas = found["abstention"]["area"], base["abstention"]["area"]
            change = f"{100 * (areas[0] - areas[1]):+.1f}" if None not in areas else ""
            changed = [f"{float(value):+.1f}" for value in headlines(name, differences(base, found))]
            rows.append([variant.name, *changed, change])
    yield from table([name, *columns, "area"], rows)


def abstention(loaded: Loaded, rankings: Mapping[str, Ranking]) -> Iterator[str]:
    """How many answerable questions are lost for each share of the others refused."""
    points = curve(judged(loaded.gold.questions, rankings))
    rows = [[percent(share), percent(lost_at(points, share))] for share in REFUSED]
    yield from table(["unanswerable refused %", "answerable lost %"], rows)


def report(name: str, loaded: Loaded, *, ablated: bool, ingested: bool, out: Path | None) -> Iterator[str]:
    """All there is to say of a set; its rankings go to `out`, as `score.py` reads them."""
    started = time.perf_counter()
    rankings = loaded.ask()
    found = metrics(loaded.gold, rankings)
    if out:
        (out / f"{name}.jsonl").write_text("".join(json.dumps(one.row()) + "\n" for one in rankings.values()), "utf-8")
    yield f"## {name}{', with the memories of the rules' if ingested else ''}"
    yield f"\n{found['scored']} questions scored, {found['left_out']} left out, {loaded.gold.turns} turns.\n"
    for grain in ("turn", "session"):
        yield from categories(found, grain)
        yield ""
    yield from contexts(loaded, rankings, found)
    yield ""
    yield from folds(loaded, rankings)
    yield ""
    if found["abstention"]["area"] is not None:
        asked = found["abstention"]
        yield f"Area {percent(asked['area'])}; {asked['unanswerable']} questions have no answer.\n"
        yield from abstention(loaded, rankings)
        yield ""
    if ablated:
        yield from ablation(name, loaded, found, ingested)
    print(f"{name}: {time.perf_counter() - started:.0f} s", file=sys.stderr)


@contextmanager
def client(running: bool, model: str = "minilm") -> Iterator[oxgraph.Client]:
    """A client, with the embedder of this name, of the running server, or of one that is there for this run."""
    if not running:
        with server(model) as found:
            yield found
        return
    with oxgraph.connect(embedder=embedder(model)) as found:
        yield found


@click.command()
@click.option("--set", "names", type=click.Choice(list(SETS)), multiple=True, help="Default: all.")
@click.option("--data", type=click.Path(exists=True, file_okay=False), default=str(SHARED), help="Where the sets are.")
@click.option("--ablation/--no-ablation", "ablated", default=False, help="Leave out each retriever and rule once.")
@click.option("--ingest", "ingested", is_flag=True, help="With the memories that the rules extract from the turns.")
@click.option("--together", is_flag=True, help="All conversations in one workspace: what is found among many.")
@click.option("--copies", default=0, help="So many copies of each conversation beside it, by other speakers.")
@click.option("--running", is_flag=True, help="On the server that runs; workspaces are added to it.")
@click.option("--embedder", "model", default="minilm", show_default=True, help="As for `oxgraph`, such as onnx:FOLDER.")
@click.option("--out", type=click.Path(exists=True, file_okay=False, path_type=Path), help="A folder for the rankings.")
def main(
    names: tuple[str, ...],
    data: str,
    *,
    ablated: bool,
    ingested: bool,
    together: bool,
    copies: int,
    running: bool,
    model: str,
    out: Path | None,
) -> None:
    """Measure recall on the measuring sets."""
    with client(running, model) as connected:
        place = connected.create_workspace(new_id()) if together else None
        sets = {name: Loaded(connected, gold(name, Path(data)), ingested, place) for name in names or SETS}
        for name, loaded in sets.items():
            loaded.crowd(copies)
            for line in report(name, loaded, ablated=ablated, ingested=ingested, out=out):
                print(line, flush=True)


if __name__ == "__main__":
    main()
