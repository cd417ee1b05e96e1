"""The counts of each stage, gathered over a call."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from oxgraph.client.ingestion.extracting import Attempt
from oxgraph.types import Remembered
from oxgraph.types.ingest import IngestedMemory, IngestReport, StageCount


@dataclass
class Tally:
    """What happened so far."""

    messages: int = 0
    written: int = 0
    known: int = 0
    waiting: int = 0
    failed: int = 0
    conversations: list[str] = field(default_factory=list)
    rejected: dict[str, Counter[str]] = field(default_factory=lambda: {"pre_filter": Counter(), "extract": Counter()})
    refused: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    fruitful: int = 0
    memories: list[IngestedMemory] = field(default_factory=list)

    def attempt(self, attempt: Attempt, state: str) -> None:
        """Counts what came of one message; `state` is how it was left."""
        self.turns += 1
        self.waiting += state == "pending"
        self.failed += state == "failed"
        extraction = attempt.extraction
        if extraction is None:
            self.rejected["extract"][attempt.error] += 1
            return
        self.refused.update(extraction.refused)
        self.fruitful += bool(extraction.candidates)
        if extraction.stage:
            self.rejected[extraction.stage][extraction.reason] += 1

    def remembered(self, items: Iterable[dict[str, Any]], rows: Iterable[Remembered]) -> None:
        """Takes in what became of the candidates."""
        for item, row in zip(items, rows, strict=True):
            self.memories.append(
                IngestedMemory(
                    message_id=item["evidence"][0],
                    memory_id=row.memory_id,
                    outcome=row.outcome,
                    reason=row.reason or "",
                    **{name: item[name] for name in ("type", "subject", "predicate", "content")},
                    valid_from=item.get("valid_from"),
                    superseded=tuple(row.superseded),
                    superseded_by=row.superseded_by,
                    contradicts=tuple(row.contradicts),
                )
            )

    def stages(self) -> tuple[StageCount, ...]:
        """One entry for each stage that this call could see; questions (stage 7) are the worker's."""
        passed = self.turns - self.rejected["pre_filter"].total()
        count = len(self.memories)
        outcomes = Counter(memory.outcome for memory in self.memories)
        reasons = Counter(memory.reason or "rejected" for memory in self.memories if memory.outcome == "rejected")
        taken = count - reasons.total()
        same = outcomes["merged"] + outcomes["unchanged"]
        return (
            StageCount(stage="pre_filter", taken=self.turns, passed=passed, rejected=self.rejected["pre_filter"]),
            StageCount(
                stage="extract",
                taken=passed,
                passed=self.fruitful,
                rejected=self.rejected["extract"],
                note={"memories": count, **dict(self.refused.most_common())},
            ),
            StageCount(stage="entities", taken=count, passed=taken, rejected=reasons),
            StageCount(
                stage="duplicates", taken=taken, passed=taken - same,
                rejected={name: outcomes[name] for name in ("merged", "unchanged", "undecided") if outcomes[name]},
            ),
            StageCount(stage="conflicts", taken=taken - same, passed=taken - same, rejected={}, note=self._conflicts()),
            StageCount(stage="persist", taken=outcomes["created"], passed=outcomes["created"], rejected={}),
        )  # fmt: skip

    def _conflicts(self) -> dict[str, int]:
        counts = {
            "superseded": sum(len(memory.superseded) for memory in self.memories),
            "superseded_by": sum(memory.superseded_by is not None for memory in self.memories),
            "contradicts": sum(len(memory.contradicts) for memory in self.memories),
        }
        return {name: count for name, count in counts.items() if count}


def report(tally: Tally, reason: str = "") -> IngestReport:
    """The tally as what the caller gets."""
    return IngestReport(
        messages=tally.messages,
        written=tally.written,
        known=tally.known,
        waiting=tally.waiting,
        failed=tally.failed,
        conversations=tuple(tally.conversations),
        stages=tally.stages(),
        memories=tuple(tally.memories),
        reason=reason,
    )


def merged(reports: list[IngestReport]) -> IngestReport:
    """Several reports as one."""
    summed = ("messages", "written", "known", "waiting", "failed")
    return IngestReport(
        **{name: sum(getattr(report, name) for report in reports) for name in summed},
        conversations=tuple(dict.fromkeys(name for report in reports for name in report.conversations)),
        stages=tuple(_stage(stages) for stages in zip(*(report.stages for report in reports), strict=True)),
        memories=tuple(memory for report in reports for memory in report.memories),
    )


def _stage(stages: Iterable[StageCount]) -> StageCount:
    found = list(stages)
    rejected: Counter[str] = Counter()
    note: Counter[str] = Counter()
    for stage in found:
        rejected.update(stage.rejected)
        note.update(stage.note)
    values: dict[str, Any] = {"rejected": dict(rejected.most_common()), "note": dict(note.most_common())}
    counts = {name: sum(getattr(stage, name) for stage in found) for name in ("taken", "passed")}
    return StageCount(stage=found[0].stage, **counts, **values)
