"""Stage 2 with a language model: turns in batches with ids; each proposed memory is checked against its turn."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from oxgraph.errors import LanguageModelFailed
from oxgraph.extraction.grounding import CONTEXT, Embed, Grounding
from oxgraph.extraction.model_candidates import PromptTurn, candidate_of
from oxgraph.extraction.model_prompt import PER_TURN, SYSTEM, ExtractedMemories, KnownTerms, Line, prompt
from oxgraph.extraction.rule_extractor import FLOOR
from oxgraph.extraction.secrets import masked
from oxgraph.extraction.text import normalise
from oxgraph.extraction.turns import Candidate, Extraction, Refusal, Turn
from oxgraph.models import LanguageModel

TIMEOUT = 30.0
"""Maximum number of seconds for the answer to a single turn."""

TIMEOUT_OF_ANOTHER = 6.0
"""Seconds more for each further turn of a batch."""

BATCH = 12
"""Maximum number of turns of one request."""

BATCH_CHARACTERS = 12_000
"""Maximum number of characters of the turns of one request, unless a single turn is longer."""

HISTORY = 400
"""Number of turns, of all conversations, that are kept to compare with."""

SERVER_FAILS = frozenset({"unreachable", "timeout", "refused"})
"""Failures that any other request would meet too."""


@dataclass(frozen=True)
class Failure:
    """A turn without an answer: `kind` of LanguageModelFailed, and whether the turn itself was tried."""

    turn: Turn
    error: LanguageModelFailed
    tried: bool = True

    @property
    def kind(self) -> str:
        """Why there is no answer: unreachable, timeout, refused, rejected or nonsense."""
        return str(self.error.values.get("kind", "failed"))


TurnText = tuple[Turn, str]
"""A turn, and its text after the pre-filter."""


@dataclass
class ModelExtractor:
    """Extracts memories with a language model.

    `timeout` is in seconds for the answer to one turn. With several `samples`, the share of answers that agree is a
    memory's consistency. `embed` returns vectors of texts, for grounding by meaning; None: by words alone. `known` is
    what the model is shown of the workspace.
    """

    model: LanguageModel
    floor: float = FLOOR
    timeout: float = TIMEOUT
    samples: int = 1
    embed: Embed | None = None
    known: KnownTerms = field(default_factory=KnownTerms)
    history: deque[TurnText] = field(default_factory=lambda: deque(maxlen=HISTORY))
    stopped: Failure | None = None

    def read_context(self, turns: Iterable[tuple[Turn, str]]) -> None:
        """Records turns as context, each once."""
        for turn, text in turns:
            if all(other.id != turn.id for other, _ in self.history):
                self.history.append((turn, masked(text)[0]))

    def extract(self, turns: Iterable[tuple[Turn, str]]) -> Iterator[Extraction]:
        """Yields the result of each turn, in order. Raises LanguageModelFailed, ExtraMissing."""
        given = list(turns)
        for result in self.attempt(given, given):
            if isinstance(result, Failure):
                raise result.error
            yield result

    def attempt(self, turns: Sequence[TurnText], transcript: Sequence[TurnText]) -> list[Extraction | Failure]:
        """Returns the result of each turn, in order: an extraction, or a failure after which it may be tried again.

        `transcript` are these turns with those between them that are only context, in order: all of
        one conversation.
        """
        if not turns:
            self.read_context(transcript)
            return []
        self.read_context(transcript)
        lines = list(self.history)
        grounding = Grounding(lines, self.embed)
        places = {turn.id: place for place, (turn, _) in enumerate(lines)}
        asked = [self._prompt_turn(turn, text, grounding, places) for turn, text in turns]
        return [result for batch in _batches(asked) for result in self._batch(batch, lines)]

    def _prompt_turn(self, turn: Turn, text: str, grounding: Grounding, places: dict[str, int]) -> PromptTurn:
        hidden, secrets = masked(text)
        if turn.id in places:
            return PromptTurn(turn, hidden, secrets, grounding, places[turn.id])
        return PromptTurn(turn, hidden, secrets, Grounding([(turn, hidden)], self.embed), 0)

    def _batch(self, batch: list[PromptTurn], lines: list[TurnText]) -> list[Extraction | Failure]:
        """Asks for a batch; where that fails for its content, for each of its turns alone."""
        if self.stopped is not None:
            return [Failure(asked.turn, self.stopped.error, tried=False) for asked in batch]
        try:
            return list(self._ask(batch, lines))
        except LanguageModelFailed as error:
            failure = Failure(batch[0].turn, error)
        if len(batch) > 1 and (failure.kind not in SERVER_FAILS or failure.kind == "timeout"):
            return [result for asked in batch for result in self._batch([asked], lines)]
        if failure.kind in SERVER_FAILS:
            self.stopped = failure
        return [failure, *(Failure(asked.turn, failure.error, tried=False) for asked in batch[1:])]

    def _ask(self, batch: list[PromptTurn], lines: list[TurnText]) -> Iterator[Extraction]:
        ids = {f"t{number}": asked for number, asked in enumerate(batch, 1)}
        text = prompt(_lines(ids, lines), self.known)
        timeout = self.timeout + TIMEOUT_OF_ANOTHER * (len(batch) - 1)
        answers = [self.model.complete(SYSTEM, text, ExtractedMemories, timeout=timeout) for _ in range(self.samples)]
        unknown = [memory for memory in answers[0].memories if memory.turn not in ids]
        for id_, asked in ids.items():
            extraction = self._checked(id_, asked, answers)
            strays = tuple(Refusal("unknown_turn", memory.content) for memory in unknown)
            yield _with(extraction, strays) if strays else extraction
            unknown = []

    def _checked(self, id_: str, asked: PromptTurn, answers: list[ExtractedMemories]) -> Extraction:
        refusals: list[Refusal] = []
        found: dict[str, Candidate] = {}
        own = [memory for memory in answers[0].memories if memory.turn == id_]
        for memory in own[:PER_TURN]:
            candidate, reason = candidate_of(asked, memory, answers, self.floor)
            if candidate is None:
                refusals.append(Refusal(reason, "" if reason == "secret" else memory.content))
            else:
                found.setdefault(normalise(candidate.content), candidate)
        refusals += [Refusal("too_many", memory.content) for memory in own[PER_TURN:]]
        return extraction_of(asked.turn, found.values(), refusals)


def extraction_of(turn: Turn, found: Iterable[Candidate], refusals: Sequence[Refusal]) -> Extraction:
    """Returns the result of a turn; without a candidate its reason is the most frequent one of the refusals."""
    candidates, refused = tuple(found), Counter(refusal.reason for refusal in refusals)
    reason = "" if candidates else (refused.most_common(1)[0][0] if refused else "nothing_to_remember")
    return Extraction(turn, candidates, "" if candidates else "extract", reason, dict(refused), tuple(refusals))


def _with(extraction: Extraction, refusals: tuple[Refusal, ...]) -> Extraction:
    return extraction_of(extraction.turn, extraction.candidates, (*extraction.refusals, *refusals))


def _lines(ids: dict[str, PromptTurn], lines: list[TurnText]) -> list[Line]:
    """Returns the turns of a batch with the turns between and before them, in order."""
    named = {asked.turn.id: id_ for id_, asked in ids.items()}
    places = [place for place, (turn, _) in enumerate(lines) if turn.id in named]
    if len(places) < len(named):  # so long a batch that its first turns are no longer kept
        return [Line(asked.turn, asked.text, id_) for id_, asked in ids.items()]
    texts = {asked.turn.id: asked.text for asked in ids.values()}
    conversation = lines[places[0]][0].conversation_id
    around = lines[max(0, places[0] - CONTEXT) : places[-1] + 1]
    shown = [(turn, text) for turn, text in around if turn.conversation_id == conversation]
    return [Line(turn, texts.get(turn.id, text), named.get(turn.id, "")) for turn, text in shown]


def _batches(asked: Iterable[PromptTurn]) -> Iterator[list[PromptTurn]]:
    batch: list[PromptTurn] = []
    length = 0
    for one in asked:
        length += len(one.text)
        if batch and (len(batch) == BATCH or length > BATCH_CHARACTERS):
            yield batch
            batch, length = [], len(one.text)
        batch.append(one)
    if batch:
        yield batch
