"""python -m tests.bench.peers DATA: oxgraph beside other memories, over LoCoMo's turns and questions.

DATA is the folder of LoCoMo's *.turns.jsonl and *.qa.jsonl. All are given the same turns and are asked the same
questions, one after the other, each in a process of its own, on one Neo4j where they use Neo4j, with the same embedder
and no language model.
Quality is of a ranking --depth long; the time to embed is taken off. How each is used: docs/comparison.md.
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
from tests.bench.peers.data import Question, questions, turns
from tests.bench.peers.process import Process
from tests.bench.peers.protocol import Place
from tests.bench.peers.scoring import HEAD, Score

OURS = "oxgraph"
NAMES = [OURS, "neo4j_agent_memory", "graphiti", "mem0"]
USUAL = 10
"""What is put into a prompt, and what each of them returns unless told otherwise (mem0: 20)."""


def main() -> int:
    """Prints one row a memory."""
    given = arguments()
    asked = questions(given.data)[: given.questions or None]
    said = turns(given.data)
    print(f"{len(said)} turns, {len(asked)} questions, rankings of {given.depth}", flush=True)
    with ground() as (server, folder), ExitStack() as stack:
        processes = []
        for name in given.names:
            python = Path(sys.executable) if name == OURS else venv.python(given.venv)
            place = Place(server.uri, *server.auth, folder=str(folder / name))
            processes.append(stack.enter_context(Process(name, python, place, folder / f"{name}.log")))
            print(f"{name}: loaded in {processes[-1].load(said):.1f} s", flush=True)
        scores = ask(processes, asked, given.depth, given.out)
    print("", HEAD, *(score.line() for score in scores), sep="\n")
    return 0


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.peers", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--names", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--questions", type=int, default=0, help="only the first so many")
    parser.add_argument("--depth", type=int, default=50, help="length of the rankings that are scored")
    parser.add_argument("--venv", type=Path, default=Path(tempfile.gettempdir()) / "oxgraph-peers")
    parser.add_argument("--out", type=Path, help="a folder for the rankings, NAME.jsonl each")
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


def ask(processes: list[Process], asked: list[Question], depth: int, out: Path | None) -> list[Score]:
    """Each question to all, who goes first changing; once for ten, once for the ranking."""
    scores = {process.name: Score(process.name) for process in processes}
    rankings: dict[str, list[str]] = {name: [] for name in scores}
    for number, question in enumerate([*asked[:5], *asked]):
        start = number % len(processes)
        for process in processes[start:] + processes[:start]:
            _, short = process.search(question, USUAL)
            ranked, deep = process.search(question, depth)
            if number < 5:
                continue
            score = scores[process.name]
            score.short.append(short)
            score.deep.append(deep)
            score.add(question, ranked)
            rankings[process.name].append(json.dumps({"id": question.id, "ranked": ranked}))
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for name, lines in rankings.items():
            (out / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return list(scores.values())


if __name__ == "__main__":
    sys.exit(main())
