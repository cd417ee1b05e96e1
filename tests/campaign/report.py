"""What a campaign covered and found, and its last line."""

import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.campaign.coverage import NOT_CALLED, missed

SHOWN = 30
"""Findings in the last line; the count of each kind stands beside them."""
KINDS = (
    "lost",
    "doubled",
    "partial",
    "unwritten",
    "order",
    "foreign",
    "untyped",
    "refused",
    "hung",
    "audit",
    "doctor",
    "mirror",
    "slow_recovery",
    "gave_up",
    "failed",
)


@dataclass
class Report:
    """Figures of a campaign; it held where nothing was found."""

    seed: int
    minutes: float
    phase: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    operations: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    found_kinds: Counter[str] = field(default_factory=Counter)
    findings: list[dict[str, Any]] = field(default_factory=list)
    recoveries: dict[str, float] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)
    calls: int = 0
    acknowledged: int = 0
    checked: int = 0
    longest_call: float = 0.0
    began: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self.began

    def found(self, kind: str, detail: str) -> None:
        """Notes a finding, and prints it with what repeats it."""
        if any((one["kind"], one["detail"]) == (kind, detail[:800]) for one in self.findings):
            return  # a later phase sees it again
        self.found_kinds[kind] += 1
        self.findings.append({"kind": kind, "phase": self.phase, "detail": detail[:800]})
        self.say(f"WRONG {kind} (seed {self.seed}, phase {self.phase}): {detail[:800]}")

    def recovery(self, after: str, seconds: float) -> None:
        """Notes how long the service took to answer after a process was back."""
        self.recoveries[after] = max(self.recoveries.get(after, 0.0), round(seconds, 2))

    def say(self, text: str) -> None:
        """A line for people."""
        print(f"[{self.seconds:6.1f}] {text}", file=sys.stdout, flush=True)

    @property
    def held(self) -> bool:
        """Whether nothing was found, and something was checked."""
        return not self.found_kinds and self.checked > 0

    def line(self) -> str:
        """The figures as JSON on one line."""
        figures: dict[str, Any] = {"held": self.held, "seed": self.seed, "minutes": self.minutes}
        figures |= {"seconds": round(self.seconds, 1), "phases": self.phase, "calls": self.calls}
        figures |= {"acknowledged": self.acknowledged, "checked": self.checked}
        figures |= {kind: self.found_kinds[kind] for kind in KINDS}
        figures |= {"kills": sum(self.kills.values()), "killed": dict(self.kills), "faults": dict(self.faults)}
        figures |= {"checks": dict(self.checks), "recovery_seconds": self.recoveries}
        figures |= {"longest_call": round(self.longest_call, 1), "answers": dict(self.answers)}
        figures |= {"operations": dict(self.operations.most_common()), "skipped": self.skipped}
        figures |= {"not_called": NOT_CALLED, "missed": missed(self.operations)}
        return json.dumps(figures | self.more | {"findings": self.findings[:SHOWN]})
