"""What passes did, in words, and a bar while they run."""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from oxgraph.cli.output import say

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from oxgraph.passes import PassRun


def sentence(run: "PassRun") -> str:
    """A line about one run: `Sequences: 3 sessions … (0.2 s).` It begins with the name that `--pass` takes."""
    from oxgraph.types.pass_words import in_words

    return f"{run.name.capitalize()}: {in_words(run.name, run.counters)} ({(run.duration_ms or 0) / 1000:.1f} s)."


def together(earlier: Iterable["PassRun"], later: Iterable["PassRun"]) -> "list[PassRun]":
    """The later runs, each with the counters and the time of the earlier runs of its pass."""
    known, found = list(earlier), []
    for run in later:
        same = [one for one in known if one.name == run.name]
        counters: Counter[str] = Counter()
        for one in (*same, run):
            counters.update(one.counters)
        duration_ms = sum(one.duration_ms or 0 for one in (*same, run))
        found.append(replace(run, counters=dict(counters), duration_ms=duration_ms))
    return found


class PassBar:
    """A bar of the passes that run, with what the current one has done; a line for each where that is no terminal.

    `names` are the passes in their order. Silent unless `visible`.
    """

    def __init__(self, names: list[str], *, visible: bool = True) -> None:
        self.names = names
        self.visible = visible
        self.current = ""
        self.bar: Progress | None = None
        self.task: TaskID | None = None

    def __enter__(self) -> Self:
        if self.visible and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
            self.bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task(self.names[0] if self.names else "", total=len(self.names))
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the bar."""
        if self.bar is not None:
            self.bar.stop()

    def __call__(self, name: str, counters: Mapping[str, int]) -> None:
        """Show that a pass runs, and how much it has done."""
        if self.bar is not None and self.task is not None:
            done = self.names.index(name) if name in self.names else 0
            text = f"{name} {sum(counters.values()):,}"
            self.bar.update(self.task, completed=done, total=len(self.names), description=text)
        elif self.visible and name != self.current:
            say(f"{name} …")
        self.current = name

    def nights(self, done: int, total: int) -> None:
        """Show how many of the past nights are measured."""
        if self.bar is not None and self.task is not None:
            self.bar.update(self.task, completed=done, total=total, description="past nights")
        elif self.visible and self.current != "past nights":
            say("past nights …")
        self.current = "past nights"
