"""python -m tests.bench.peers DATA: oxgraph beside other memories, over LoCoMo's turns and questions.

DATA is the folder of LoCoMo's *.turns.jsonl, *.qa.jsonl and *.observations.jsonl. All are given the same
turns and are asked the same questions, one after the other, each in a process of its own, on one Neo4j where they use
Neo4j, with the same embedder and no language model.
Each fills a context of --budget tokens; the time to embed is taken off. With --observations the questions are asked
again after all were given the sentences that a model wrote about the turns. How each is used: docs/comparison.md.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from oxgraph import local
from tests.bench.peers import venv
from tests.bench.peers.data import Question, facts, questions, turns
from tests.bench.peers.process import Process
from tests.bench.peers.protocol import Place
from tests.bench.peers.scoring import HEAD, Score, distinct, groups

OURS = "oxgraph"
NAMES = [OURS, "neo4j_agent_memory", "graphiti", "mem0"]


def main() -> int:
    """Prints one row a memory."""
    given = arguments()
    asked = questions(given.data)[: given.questions or None]
    said = turns(given.data)
    print(f"{len(said)} turns, {len(asked)} questions, contexts of {given.budget} tokens", flush=True)
    with ground() as (server, folder), ExitStack() as stack:
        processes = []
        for name in given.names:
            python = Path(sys.executable) if name == OURS else venv.python(given.venv)
            place = Place(server.uri, *server.auth, folder=str(folder / name))
            processes.append(stack.enter_context(Process(name, python, place, folder / f"{name}.log")))
            print(f"{name}: loaded in {processes[-1].load(said):.1f} s", flush=True)
        show(ask(processes, asked, given.budget, "", given.out))
        if given.observations:
            known = facts(given.data, said)
            for process in processes:
                print(f"{process.name}: {len(known)} facts in {process.learn(known):.1f} s", flush=True)
            show(ask(processes, asked, given.budget, " with facts", given.out))
    return 0


def show(scores: list[Score]) -> None:
    """Prints a row for each memory, and one for each category and conversation."""
    print("", HEAD, *(score.line() for score in scores), "", *groups(scores), sep="\n", flush=True)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.peers", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--names", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--questions", type=int, default=0, help="only the first so many")
    parser.add_argument("--budget", type=int, default=2_000, help="tokens of a context; a token is four characters")
    parser.add_argument("--observations", action="store_true", help="once more with the observations as facts")
    parser.add_argument("--venv", type=Path, default=Path(tempfile.gettempdir()) / "oxgraph-peers")
    parser.add_argument(
        "--out", type=Path, help="a folder for rankings and contexts, NAME.jsonl each, as score.py reads them"
    )
    return parser.parse_args()


@contextmanager
def ground() -> Iterator[tuple[local.Server, Path]]:
    """A Neo4j and a folder, gone at the end."""
    folder = Path(tempfile.mkdtemp(prefix="oxgraph-peers-run-"))
    home = local.Home(folder / "neo4j")
    try:
        yield local.up(home), folder
    finally:
        local.down(home)
        shutil.rmtree(folder, ignore_errors=True)


def ask(processes: list[Process], asked: list[Question], budget: int, with_: str, out: Path | None) -> list[Score]:
    """Each question to all, who goes first changing; the first five once before, unmeasured."""
    scores = {process.name: Score(process.name + with_) for process in processes}
    answers: dict[str, list[str]] = {score.name: [] for score in scores.values()}
    for number, question in enumerate([*asked[:5], *asked]):
        start = number % len(processes)
        for process in processes[start:] + processes[:start]:
            answer, milliseconds = process.search(question, budget)
            if number < 5:
                continue
            score = scores[process.name]
            score.add(question, answer, milliseconds)
            ranked = distinct(key for keys in answer.ranked for key in keys)
            row = {"id": question.id, "ranked": ranked, "context": answer.context}
            answers[score.name].append(json.dumps(row))
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for name, lines in answers.items():
            (out / f"{name.replace(' ', '-')}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return list(scores.values())


if __name__ == "__main__":
    sys.exit(main())
