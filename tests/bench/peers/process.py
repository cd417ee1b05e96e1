"""One memory in a process of its own."""

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.bench.peers.data import Fact, Question, Turn
from tests.bench.peers.protocol import Answer, Place
from tests.bench.peers.worker import as_rows

CHECKOUT = Path(__file__).parents[3]
QUIET = {"HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}


class Process:
    """Speaks with a worker. Use it as a context manager; its words go to `log`."""

    def __init__(self, name: str, python: Path, place: Place, log: Path) -> None:
        self.name = name
        self.log = log
        folder = Path(place.folder)
        folder.mkdir(parents=True)
        with log.open("w") as errors:
            self.process = subprocess.Popen(
                [str(python), "-m", "tests.bench.peers.worker", name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=folder,
                env=os.environ | QUIET | {"PYTHONPATH": str(CHECKOUT), "HOME": str(folder)},
            )
        self._send(asdict(place))

    def load(self, turns: Sequence[Turn]) -> float:
        """Writes the turns; seconds."""
        return float(self._ask({"load": as_rows(turns)})["seconds"])

    def learn(self, facts: Sequence[Fact]) -> float:
        """Writes the facts; seconds."""
        return float(self._ask({"learn": as_rows(facts)})["seconds"])

    def search(self, question: Question, budget: int) -> tuple[Answer, float]:
        """The answer and its milliseconds."""
        answer = self._ask({"ask": question.text, "conversation": question.conversation, "budget": budget})
        milliseconds = float(answer.pop("ms"))
        return Answer(**answer), milliseconds

    def _send(self, command: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    def _ask(self, command: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdout is not None
        try:
            self._send(command)
            answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        except (BrokenPipeError, ValueError):
            last = "\n".join(self.log.read_text().splitlines()[-15:])
            raise SystemExit(f"{self.name} ended:\n{last}") from None
        return answer

    def __enter__(self) -> "Process":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
