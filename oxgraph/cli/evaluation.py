"""eval …: measure recall, warnings and grounding."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from oxgraph.cli.connection import chosen, memory, operator
from oxgraph.cli.evaluation_tables import (
    print_calibration,
    print_comparison,
    print_evaluated,
    print_grounding,
    print_outcomes,
    print_warnings,
    run_columns,
    run_row,
)
from oxgraph.cli.ids import whole
from oxgraph.cli.live import live
from oxgraph.cli.options import (
    Choice,
    F,
    agent_facing,
    connecting,
    embedder_option,
    json_option,
    limit_option,
    list_options,
    workspace_option,
)
from oxgraph.cli.output import print_json, say, show
from oxgraph.cli.progress import Bar, interruptible, stopped_by_signals
from oxgraph.cli.sections import Group
from oxgraph.errors import InvalidInput

if TYPE_CHECKING:
    from oxgraph.client import Client
    from oxgraph.types.evaluation import Evaluated, RankingRow


def files_option(name: str, what: str) -> Callable[[F], F]:
    """An option that takes one file or more: `--turns A --turns B`, `--turns A B`."""
    return click.option(f"--{name}", multiple=True, required=True, metavar="F...", help=what)


class SeveralFiles(click.Command):
    """Lets an option that takes files take all words up to the next option: `--turns A B --questions C`."""

    OPTIONS = ("--turns", "--questions", "--observations")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeats the option before each of its words."""
        return super().parse_args(ctx, list(self._repeated(args)))

    def _repeated(self, args: list[str]) -> Iterator[str]:
        option, owed = "", False
        for word in args:
            if word.startswith("-") and word != "-":
                name, equals, _ = word.partition("=")
                option, owed = name if name in self.OPTIONS else "", not equals
            elif option and not owed:
                yield option
            else:
                owed = False
            yield word


@click.group("eval", cls=Group)
def eval_() -> None:
    """Measure recall and grounding on turns whose evidence is known, and warnings with recorded runs."""


@eval_.command(cls=SeveralFiles)
@click.option(
    "--workspace", metavar="NAME", envvar="OXGRAPH_WORKSPACE", show_envvar=True, required=True, help="Workspace."
)
@files_option("turns", "What was said: JSON lines, gzipped or not.")
@files_option("questions", "What is asked about it, each with the turns that answer it.")
@click.option("--out", metavar="FILE", help="Write each question's ranking to this file, as JSON lines.")
@click.option(
    "--k", type=click.IntRange(1, 1_000), default=50, show_default=True, help="Number of results requested from recall."
)
@click.option("--without", multiple=True, metavar="NAME", help="Leave out a retriever or a rule; may be repeated.")
@click.option("--fusion", type=Choice(["sum", "rrf"]), help="The fusion formula. Default: the workspace's setting.")
@click.option("--extract", is_flag=True, help="Also extract memories from the turns by rules.")
@click.option("--progress/--no-progress", default=True, help="Show a progress bar, on a terminal. Default: yes.")
@embedder_option
@json_option
@connecting
def recall(
    *,
    workspace: str,
    turns: tuple[str, ...],
    questions: tuple[str, ...],
    out: str | None,
    k: int,
    without: tuple[str, ...],
    fusion: Literal["sum", "rrf"] | None,
    extract: bool,
    progress: bool,
    embedder: str | None,
    as_json: bool,
) -> None:
    """Measure recall on the questions of a gold set, and compare with the previous run.

    The turns are stored as raw messages in the workspace NAME, which is created if needed; a second run writes nothing.
    With --extract a memory that is found counts for the turns that it was made of.
    Each of several conversations has its own workspace NAME:CONVERSATION, questions are asked in the workspace of their
    conversation, and the run is stored in NAME. Formats (LoCoMo, LongMemEval, BEAM, and oxgraph's own) are recognised
    by their fields: docs/evaluating.md. Uses no language model and no network.
    """
    target = writable(out)
    with operator(embedder=chosen(embedder)) as client, Bar("Measuring", visible=progress) as bar:
        found = client.evaluate_recall(
            workspace, turns, questions, k=k, without=without, fusion=fusion, extract=extract, progress=bar
        )
    if target:
        write(target, found.rankings)
    if as_json:
        print_json(summary(found))
    else:
        print_evaluated(found)


def writable(out: str | None, option: str = "--out") -> Path | None:
    """The file to write, which is there (and empty where it is new) before hours of work. Raises InvalidInput."""
    if out is None:
        return None
    try:
        Path(out).open("a", encoding="utf-8").close()
    except OSError as error:
        raise InvalidInput(field=option, reason=f"{out} cannot be written: {error.strerror or error}") from None
    return Path(out)


def write(target: Path, rankings: "tuple[RankingRow, ...]") -> None:
    """Writes a line for each question: id, ranked, relevance, abstained, context."""
    lines = (json.dumps(row.model_dump(mode="json"), ensure_ascii=False) + "\n" for row in rankings)
    target.write_text("".join(lines), encoding="utf-8")


def summary(found: "Evaluated") -> dict[str, Any]:
    """The run without its rankings, which --out writes."""
    return found.model_dump(exclude={"rankings"})


@eval_.command(cls=SeveralFiles)
@click.option(
    "--workspace", metavar="NAME", envvar="OXGRAPH_WORKSPACE", show_envvar=True, required=True, help="Workspace."
)
@files_option("questions", "Questions, some of which have no answer here.")
@click.option(
    "--lost", type=float, default=0.05, show_default=True, help="The share of answerable questions that may be lost."
)
@click.option("--dry-run", is_flag=True, help="Do not change the setting.")
@embedder_option
@json_option
@connecting
def calibrate(
    *,
    workspace: str,
    questions: tuple[str, ...],
    lost: float,
    dry_run: bool,
    embedder: str | None,
    as_json: bool,
) -> None:
    """Fit the abstention threshold (recall_threshold) to a gold set, and set it.

    Some of the questions have an answer in the workspace, the others none (adversarial and abstention questions, or
    answerable: false). The threshold on the relevance of the best result refuses as many of the others as possible,
    and loses at most the share --lost. Questions of several conversations are asked in NAME:CONVERSATION, as
    `oxgraph eval recall` created them, and the threshold is set in each and in NAME.
    """
    with operator(embedder=chosen(embedder)) as client, Bar("Asking") as bar:
        found = client.calibrate_recall(workspace, questions, lost=lost, dry_run=dry_run, progress=bar)
    if as_json:
        print_json(found)
    else:
        print_calibration(found)


@eval_.command(cls=SeveralFiles)
@files_option("turns", "What was said: JSON lines, gzipped or not.")
@files_option("observations", "Statements about it, each with the turns it rests on.")
@click.option("--progress/--no-progress", default=True, help="Show a progress bar, on a terminal. Default: yes.")
@embedder_option
@json_option
def grounding(
    *, turns: tuple[str, ...], observations: tuple[str, ...], progress: bool, embedder: str | None, as_json: bool
) -> None:
    """Measure grounding: whether extraction keeps what a turn says, and refuses what it does not.

    The check of a language model's memories runs over each statement with its evidence, and over the same statement
    with a random turn of the same speaker, at least 20 turns away. A line of the observations has `text`,
    `evidence`, the ids of turns, and their `conversation`, if any. Needs no server, no language model and no network;
    with --embedder none, words alone are compared.
    """
    from oxgraph.evaluation.grounding import measure_grounding
    from oxgraph.file_formats.lines import LineFiles

    vectors = chosen(embedder)
    with Bar("Checking", visible=progress) as bar:
        found = measure_grounding(
            LineFiles(list(turns)),
            LineFiles(list(observations)),
            vectors.embed_many if vectors is not None and vectors.dimension else None,
            bar,
        )
    if as_json:
        print_json(found)
    else:
        print_grounding(found)


@eval_.command("list")
@click.option("--name", metavar="SET", help="Runs of one gold set or history, by the name that the list shows.")
@limit_option()
@list_options
@agent_facing
def list_(workspace: str | None, token: str | None, name: str | None, limit: int, as_json: bool) -> None:
    """List the stored runs of a workspace, the newest first."""
    with memory(workspace, token) as found:
        runs = found.evaluations.list(name, limit)
    show(
        runs if as_json else [run_row(run) for run in runs],
        as_json,
        run_columns(runs),
        "No run yet; `oxgraph eval recall` and `oxgraph eval warnings` make one.",
    )


@eval_.command()
@click.argument("a")
@click.argument("b")
@json_option
@agent_facing
def compare(workspace: str | None, token: str | None, a: str, b: str, as_json: bool) -> None:
    """Compare the runs with the ids A and B: b − a of every measure, by category."""
    with memory(workspace, token) as found:
        result = found.evaluations.compare(whole(found, a, "evaluation"), whole(found, b, "evaluation"))
    if as_json:
        print_json(result)
        return
    print_comparison(result)


@eval_.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--keep", is_flag=True, help="Keep the temporary workspace of the replay.")
@click.option(
    "--at-precision",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.65,
    show_default=True,
    help="Also show how many failures can be foreseen where this share of the warnings is right.",
)
@click.option("--progress/--no-progress", default=True, help="Show a progress bar, on a terminal. Default: yes.")
@json_option
@workspace_option
def warnings(
    *, workspace: str, files: tuple[str, ...], keep: bool, at_precision: float, progress: bool, as_json: bool
) -> None:
    """Replay recorded runs of agents, and measure which failures warnings would have predicted.

    FILEs are JSON lines, gzipped or not, as `oxgraph import traces` reads them (- is the standard input), or session
    files of agents and folders of them, as `oxgraph import sessions` reads them. All are one history, replayed in time
    order without looking ahead: before each action warnings are requested, then its outcome is captured, and the passes
    run when a session ends. The replay uses a temporary workspace with the settings of the workspace NAME. The run is
    stored in NAME, which is created if needed, and compared with the last run of the same actions; `oxgraph eval list`
    and `compare` show runs.
    """
    from oxgraph.replay import evaluate_warnings

    with replay_shown(progress) as (client, shown):
        found = evaluate_warnings(client, workspace, files, keep=keep, at_precision=at_precision, **shown)
    if as_json:
        print_json(found)
    else:
        print_warnings(found)


@eval_.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--results", metavar="FILE", help="Whether runs ended well: a JSON object, session id to true or false.")
@click.option("--keep", is_flag=True, help="Keep the temporary workspace of the replay.")
@click.option("--progress/--no-progress", default=True, help="Show a progress bar, on a terminal. Default: yes.")
@json_option
@workspace_option
def outcomes(
    *, workspace: str, files: tuple[str, ...], results: str | None, keep: bool, progress: bool, as_json: bool
) -> None:
    """Replay recorded runs of agents, and measure how well the risk of a run foretells how it ends.

    FILEs are those of `oxgraph eval warnings`; the outcome of a session is its `task_success`. The risk of each run is
    asked after three actions, at half and at the end, before its outcome is learned, and scored from the second fifth
    of the runs on. Beside it stand plain counting of which actions were called and the share of earlier runs that ended
    badly. The run is stored in NAME, which is created if needed.
    """
    from oxgraph.replay import evaluate_outcomes

    solved = None if results is None else read_results(results)
    with replay_shown(progress) as (client, shown):
        found = evaluate_outcomes(client, workspace, files, results=solved, keep=keep, **shown)
    if as_json:
        print_json(found)
    else:
        print_outcomes(found)


@contextmanager
def replay_shown(progress: bool) -> "Iterator[tuple[Client, dict[str, Any]]]":
    """An operator's client, and the arguments of a replay that show it and end it at a signal."""
    with (
        operator() as client,
        stopped_by_signals(stop := threading.Event()),
        Bar("Replaying", visible=progress) as bar,
    ):

        def notify(message: str) -> None:
            bar.end()
            say(message)

        yield client, {"progress": interruptible(stop, bar), "notify": notify}


def read_results(file: str) -> dict[str, bool]:
    """A JSON object of session ids and whether the run ended well. Raises InvalidInput."""
    try:
        found = json.loads(Path(file).read_bytes())
    except (OSError, ValueError) as error:
        raise InvalidInput(field="--results", reason=f"{file} cannot be read: {error}") from None
    if not isinstance(found, dict) or not all(isinstance(value, bool) for value in found.values()):
        raise InvalidInput(field="--results", reason=f"{file} must be a JSON object of session ids and true or false")
    return found


eval_.add_command(live)
COMMANDS = [eval_]
