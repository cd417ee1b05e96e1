"""What the calls came to: counts for each surface, and the failures with what reproduces them."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from oxgraph.errors import OxgraphError, ServerError

HANG_SECONDS = 10.0
KINDS = ("ok", "typed", "untyped", "server", "hang", "foreign")
BAD = ("untyped", "server", "hang", "foreign")


def slowness() -> float:
    """How much longer things may take now than on an idle machine: runnable processes for each core, 1 at least."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def ignored(failure: str) -> None:
    """Does nothing with a failure."""


def shown(failure: str) -> None:
    """Prints a failure at once."""
    print(failure, flush=True)


@dataclass
class Report:
    """The counts and the failures of a run."""

    marker: str = ""
    """A text that only the other workspace holds."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    hang_seconds: float = HANG_SECONDS
    names: set[str] = field(default_factory=set)
    longest: tuple[float, str] = (0.0, "")
    on_failure: Callable[[str], None] = ignored

    @contextmanager
    def call(self, surface: str, name: str, given: object) -> Iterator["Call"]:
        """One call; exceptions inside are counted and go no further."""
        self.names.add(f"{surface} {name}")
        made, began = Call(), time.monotonic()
        try:
            yield made
        except (ServerError, Exception) as error:
            made.failed(error)
        elapsed = time.monotonic() - began
        self.longest = max(self.longest, (elapsed, f"{surface} {name}, load {os.getloadavg()[0]:.1f}"))
        kind = "hang" if elapsed > self.hang_seconds * slowness() else made.kind
        if self.marker and self.marker in made.answer and self.marker not in repr(given):
            kind = "foreign"
        self.counts[surface, kind] += 1
        if kind in BAD:
            failure = f"{kind} {surface} {name} {_short(repr(given))} ({elapsed:.1f} s): {made.detail}"
            self.failures.append(failure)
            self.on_failure(failure)

    def total(self, kind: str) -> int:
        """The calls that ended so, over every surface."""
        return sum(count for (_, found), count in self.counts.items() if found == kind)

    def lines(self) -> list[str]:
        """A table of the surfaces, then one line with all of it."""
        surfaces = sorted({surface for surface, _ in self.counts})
        rows = [f"{'':12}" + "".join(f"{kind:>9}" for kind in KINDS)]
        rows += [f"{one:12}" + "".join(f"{self.counts[one, kind]:>9,}" for kind in KINDS) for one in surfaces]
        figures = ", ".join(f"{self.total(kind):,} {kind}" for kind in BAD)
        rows.append(f"longest call: {self.longest[0]:.1f} s, {self.longest[1]}")
        return [*rows, f"{sum(self.counts.values()):,} calls of {len(self.names):,} operations: {figures}"]

    def add(self, other: "Report") -> None:
        """Takes in what another process counted."""
        self.counts.update(other.counts)
        self.failures += other.failures
        self.names |= other.names
        self.longest = max(self.longest, other.longest)

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not any(self.total(kind) for kind in BAD)


class Call:
    """How one call ended."""

    def __init__(self) -> None:
        self.kind = "ok"
        self.answer = ""
        self.detail = ""

    def answered(self, answer: object) -> None:
        """It returned."""
        self.answer = repr(answer)

    def failed(self, error: BaseException) -> None:
        """It raised."""
        self.detail = _short(f"{type(error).__name__}: {error}")
        self.answer = str(error)
        if isinstance(error, ServerError):
            self.kind = "server"
        else:
            self.kind = "typed" if isinstance(error, OxgraphError) else "untyped"

    def ended(self, kind: str, answer: str) -> None:
        """It ended with a status of its surface."""
        self.kind, self.answer, self.detail = kind, answer, _short(answer)


def _short(text: str) -> str:
    return text if len(text) <= 400 else f"{text[:300]}… ({len(text):,} characters)"
