"""Long-running commands: progress on the standard error, and interruption by signals."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self

import click

from oxgraph.cli.output import say
from oxgraph.signals import on_stop_signal

Progress = Callable[[int, int], None]
"""Called with what is done and how much there is (0 when that is not known)."""


class Bar:
    """A progress bar on the standard error; silent where that is no terminal."""

    def __init__(self, label: str, *, visible: bool = True) -> None:
        self.label = label
        self.visible = visible and sys.stderr.isatty()
        self.bar: click._termui_impl.ProgressBar[int] | None = None
        self.done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def __call__(self, done: int, total: int) -> None:
        """Move the bar."""
        if not total or not self.visible:
            return
        if self.bar is None:
            self.bar = click.progressbar(length=total, label=self.label, file=sys.stderr, show_eta=True)
            self.bar.__enter__()
        self.bar.update(done - self.done)
        self.done = done

    def end(self) -> None:
        """End the bar's line, so that other text can follow."""
        if self.bar is not None:
            self.bar.__exit__(None, None, None)
            self.bar = None


class Steps:
    """The steps of long work on the standard error: on a terminal one line that changes, else a line for each step."""

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()
        self.step = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the line that changes."""
        if self.live and self.step:
            click.echo("\r\033[K", nl=False, err=True)

    def __call__(self, step: str, done: int, total: int) -> None:
        """Show a step, and how much of it is done."""
        if self.live:
            count = f" {done}/{total}" if total else f" {done}" if done else ""
            click.echo(f"\r\033[K{step}{count}", nl=False, err=True)
        elif step != self.step:
            say(f"{step} …")
        self.step = step


@contextmanager
def stopped_by_signals(stop: threading.Event) -> Iterator[None]:
    """Let SIGTERM and Ctrl-C set `stop` instead of ending the process at once; a second one ends it."""

    def end() -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    with on_stop_signal(end):
        yield


def interruptible(stop: threading.Event, progress: Progress) -> Progress:
    """A progress callback that raises KeyboardInterrupt between two steps once `stop` is set."""

    def step(done: int, total: int) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        progress(done, total)

    return step
