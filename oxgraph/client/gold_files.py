"""Gold sets out of files."""

from collections.abc import Iterable
from pathlib import Path

from oxgraph.evaluation import Gold, read_gold, read_questions, together
from oxgraph.lines import TraceFiles

Files = str | Path | Iterable[str | Path]


def lines(files: Files) -> TraceFiles:
    """The lines of one file or of several."""
    return TraceFiles([str(file) for file in ([files] if isinstance(files, str | Path) else files)])


def gold(turns: Files, questions: Files) -> Gold:
    """A gold set of turns and questions. Raises InvalidInput, naming file, line and field."""
    return read_gold(lines(turns), lines(questions))


def questions(files: Files) -> Gold:
    """A gold set of questions alone. Raises InvalidInput, naming file, line and field."""
    return together([], read_questions(lines(files)))
