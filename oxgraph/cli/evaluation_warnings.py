"""eval warnings: how well warnings foresee failures."""

import threading
from collections.abc import Callable

import click

from oxgraph.cli.connection import operator
from oxgraph.cli.evaluation_plots import print_warnings
from oxgraph.cli.options import json_option, workspace_option
from oxgraph.cli.output import print_json, say
from oxgraph.cli.progress import Bar
from oxgraph.cli.stopping import stopped_by_signals

Progress = Callable[[int, int], None]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--keep", is_flag=True, help="Keep the workspace that the runs are replayed into.")
@click.option("--progress/--no-progress", "told", default=True, help="Show how far it is, on a terminal. Default: yes.")
@json_option
@workspace_option
def warnings(*, workspace: str, files: tuple[str, ...], keep: bool, told: bool, as_json: bool) -> None:
    """Replay recorded runs of agents, and see which failures would have been warned of.

    FILEs are JSON lines, gzipped or not, as `oxgraph import traces` reads them; - is the standard input. All are one
    history, replayed in time order without looking ahead: a warning is asked for before each action, its outcome
    is captured, and each session is learned from when it ends. That happens in a workspace of its own, which is
    removed afterwards, with the settings of the workspace NAME. The run is kept in NAME, which is made where it is
    new, and compared with the last run of the same actions; `oxgraph eval list` and `compare` show runs.
    """
    from oxgraph.replay import evaluate_warnings

    bar = Bar("Replaying")

    def tell(message: str) -> None:
        bar.end()
        say(message)

    with operator() as client, stopped_by_signals(stop := threading.Event()):
        try:
            found = evaluate_warnings(
                client, workspace, files, keep=keep, progress=until(stop, bar if told else unheard), tell=tell
            )
        finally:
            bar.end()
    if as_json:
        print_json(found)
    else:
        print_warnings(found)


def unheard(done: int, total: int) -> None:
    """Progress that nobody sees."""


def until(stop: threading.Event, progress: Progress) -> Progress:
    """Progress that ends the work between two steps once it is told to stop, so that it can clear up."""

    def step(done: int, total: int) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        progress(done, total)

    return step
