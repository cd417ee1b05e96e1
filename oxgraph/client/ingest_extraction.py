"""The extraction of an ingest: filter, extractor, retry times of failed messages, the report by stage."""

import logging
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from oxgraph.client.ingest_messages import Spoken
from oxgraph.extraction import Extraction, Filter, ModelExtractor, Prefilter, RuleExtractor, Turn
from oxgraph.extraction.grounding import Embed
from oxgraph.extraction.model_extractor import Failure
from oxgraph.extraction.model_prompt import KnownTerms
from oxgraph.extraction.recalled_text import content_hashes, has_block
from oxgraph.extraction.text import content_hash
from oxgraph.extraction.turns import Candidate, Refusal
from oxgraph.models import LanguageModel
from oxgraph.types import Remembered
from oxgraph.types.ingest import IngestedMemory, IngestReport, RefusedMemory, StageCount

log = logging.getLogger(__name__)

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(days=1)
MOST_ATTEMPTS = 10
"""Tries after which a message's extraction has failed for good: some 16 hours of pauses."""

LEASE = timedelta(minutes=10)
"""The lease of pending messages: after it another call may extract them, as the first one may have died."""


def extractor(model: LanguageModel | None, embed: Embed | None = None) -> ModelExtractor | RuleExtractor:
    """The model's extractor if there is a model, otherwise the rules'. `embed` returns vectors, for grounding."""
    return ModelExtractor(model, embed=embed) if model is not None else RuleExtractor()


@dataclass(frozen=True)
class Attempt:
    """The result for one message: an extraction, or an error, after which it is tried again later."""

    message: Spoken
    extraction: Extraction | None = None
    error: str = ""
    tried: bool = True

    def settled(self, now: datetime) -> dict[str, object]:
        """The row that conversation/settle_messages takes."""
        done = {"id": self.message.id, "attempts": self.message.attempts + int(self.tried), "next_attempt_at": None}
        if self.extraction is not None:
            state = "done" if self.extraction.candidates else "rejected"
            reason = self.extraction.reason or None
            return done | {"extraction": state, "stage": self.extraction.stage or None, "reason": reason}
        attempts = self.message.attempts + int(self.tried)
        if attempts >= MOST_ATTEMPTS:
            return done | {"extraction": "failed", "stage": "extract", "reason": self.error}
        again = now + min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** max(0, attempts - 1))
        return done | {"extraction": "pending", "stage": "extract", "reason": self.error, "next_attempt_at": again}


@dataclass
class ExtractionRun:
    """The stages 1 and 2 of one call, filter and extraction, for messages in order; of an agent, where it is named."""

    extractor: ModelExtractor | RuleExtractor
    prefilter: Prefilter = field(default_factory=lambda: Prefilter(Filter()))
    agent_id: str | None = None

    @property
    def asks_a_model(self) -> bool:
        """Whether a language model extracts."""
        return isinstance(self.extractor, ModelExtractor)

    def show(self, known: KnownTerms) -> None:
        """Shows the language model what the workspace knows of the persons of a conversation."""
        if isinstance(self.extractor, ModelExtractor):
            self.extractor.known = known

    def hashes(self, messages: Iterable[Spoken]) -> list[str]:
        """Under which hashes the messages' sentences could be memories."""
        wanted = (message for message in messages if message.role in self.prefilter.rules.roles)
        return list(dict.fromkeys(found for message in wanted for found in content_hashes(message.text)))

    def read_context(self, earlier: Iterable[Spoken], speakers: list[str]) -> None:
        """Reads earlier messages as context, for pronouns and repetitions."""
        turns = [(message.turn(speakers), message.text) for message in earlier]
        for turn, _ in turns:
            self.prefilter.check(turn)
        if isinstance(self.extractor, ModelExtractor):
            self.extractor.read_context((turn, text) for turn, text in turns if not has_block(text))
        else:
            self.extractor.read_context((turn, text) for turn, text in turns if turn.role in self.prefilter.rules.roles)

    def attempts(self, messages: Iterable[Spoken], speakers: list[str], known: Iterable[str]) -> list[Attempt]:
        """The result for each message."""
        echoes = frozenset(known)
        given = [(message, message.turn(speakers)) for message in messages]
        checked = [(message, turn, *self.prefilter.check(turn, echoes)) for message, turn in given]
        passed = [(message, turn, text) for message, turn, text, reason in checked if not reason]
        rejected = [
            Attempt(message, Extraction(turn, stage="pre_filter", reason=reason))
            for message, turn, _, reason in checked
            if reason
        ]
        if isinstance(self.extractor, RuleExtractor):
            found = self.extractor.extract((turn, text) for _, turn, text in passed)
            return rejected + [
                Attempt(message, extraction) for (message, _, _), extraction in zip(passed, found, strict=True)
            ]
        transcript = [(turn, text or turn.text) for _, turn, text, reason in checked if reason != "recalled"]
        return rejected + self._ask(self.extractor, passed, transcript)

    def _ask(
        self, model: ModelExtractor, passed: list[tuple[Spoken, Turn, str]], transcript: list[tuple[Turn, str]]
    ) -> list[Attempt]:
        results = model.attempt([(turn, text) for _, turn, text in passed], transcript)
        for reason in dict.fromkeys(str(one.error) for one in results if isinstance(one, Failure) and one.tried):
            log.warning("the extraction of messages waits: %s", reason)
        return [_attempt(message, result) for (message, _, _), result in zip(passed, results, strict=True)]


def _attempt(message: Spoken, result: Extraction | Failure) -> Attempt:
    if isinstance(result, Failure):
        return Attempt(message, error=f"model_{result.kind}", tried=result.tried)
    return Attempt(message, result)


def taken_back(attempts: Iterable[Attempt]) -> list[str]:
    """The content hashes of what the messages take back."""
    return [content_hash(one.content) for one in _candidates(attempts) if one.taken_back]


def without_unknown_ends(attempts: list[Attempt], known: Iterable[str]) -> list[Attempt]:
    """The attempts without what is taken back and was never stored: that it once held, nobody has said.

    `known` has the content hashes, among those of `taken_back`, of what is stored.
    """
    held = {content_hash(one.content) for one in _candidates(attempts) if not one.taken_back}.union(known)
    return [
        replace(attempt, extraction=_ending(attempt.extraction, held)) if attempt.extraction is not None else attempt
        for attempt in attempts
    ]


def _candidates(attempts: Iterable[Attempt]) -> Iterator[Candidate]:
    for attempt in attempts:
        yield from attempt.extraction.candidates if attempt.extraction is not None else ()


def _ending(extraction: Extraction, held: Container[str]) -> Extraction:
    """The extraction with those ends alone of which the beginning is known."""
    unknown = [one for one in extraction.candidates if one.taken_back and content_hash(one.content) not in held]
    if not unknown:
        return extraction
    return replace(
        extraction,
        candidates=tuple(one for one in extraction.candidates if one not in unknown),
        refused=Counter(extraction.refused) + Counter(never_stored=len(unknown)),
        refusals=(*extraction.refusals, *(Refusal("never_stored", one.content) for one in unknown)),
    )


@dataclass
class Tally:
    """The counts of an ingest so far."""

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
    refusals: list[RefusedMemory] = field(default_factory=list)

    def attempt(self, attempt: Attempt, state: str) -> None:
        """Counts the result of one message; `state` is its new extraction state."""
        self.turns += 1
        self.waiting += state == "pending"
        self.failed += state == "failed"
        extraction = attempt.extraction
        if extraction is None:
            self.rejected["extract"][attempt.error] += 1
            return
        self.refused.update(extraction.refused)
        self.refusals += [
            RefusedMemory(message_id=attempt.message.id, stage="extract", reason=one.reason, content=one.content)
            for one in extraction.refusals
        ]
        self.fruitful += bool(extraction.candidates)
        if extraction.stage:
            self.rejected[extraction.stage][extraction.reason] += 1

    def remembered(self, items: Iterable[dict[str, Any]], rows: Iterable[Remembered]) -> None:
        """Counts the outcomes of the candidates."""
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
    """The counts as a report."""
    return IngestReport(
        messages=tally.messages,
        written=tally.written,
        known=tally.known,
        waiting=tally.waiting,
        failed=tally.failed,
        conversations=tuple(tally.conversations),
        stages=tally.stages(),
        memories=tuple(tally.memories),
        refused=(*tally.refusals, *_rejected(tally.memories)),
        reason=reason,
    )


def _rejected(memories: Iterable[IngestedMemory]) -> list[RefusedMemory]:
    """The memories that the plugin refused."""
    return [
        RefusedMemory(message_id=one.message_id, stage="entities", reason=one.reason or "rejected", content=one.content)
        for one in memories
        if one.outcome == "rejected"
    ]


def merged(reports: list[IngestReport]) -> IngestReport:
    """Several reports as one."""
    summed = ("messages", "written", "known", "waiting", "failed")
    return IngestReport(
        **{name: sum(getattr(report, name) for report in reports) for name in summed},
        conversations=tuple(dict.fromkeys(name for report in reports for name in report.conversations)),
        stages=tuple(_stage(stages) for stages in zip(*(report.stages for report in reports), strict=True)),
        memories=tuple(memory for report in reports for memory in report.memories),
        refused=tuple(refusal for report in reports for refusal in report.refused),
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
