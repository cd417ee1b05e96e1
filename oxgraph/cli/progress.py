"""How far a long command is."""

import sys

import click


class Bar:
    """A progress bar on the standard error; silent where that is no terminal."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.bar: click._termui_impl.ProgressBar[int] | None = None
        self.done = 0

    def __call__(self, done: int, total: int) -> None:
        """Moves the bar."""
        if not total or not sys.stderr.isatty():
            return
        if self.bar is None:
            self.bar = click.progressbar(length=total, label=self.label, file=sys.stderr, show_eta=True)
            self.bar.__enter__()
        self.bar.update(done - self.done)
        self.done = done

    def end(self) -> None:
        """Ends the bar's line."""
        if self.bar is not None:
            self.bar.__exit__(None, None, None)
            self.bar = None
