"""Measures grounding: statements with the turns they rest on, and with turns that have nothing to do with them."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from oxgraph.clock import EPOCH
from oxgraph.errors import InvalidInput
from oxgraph.evaluation.gold import Turn
from oxgraph.evaluation.gold_files import read_turns
from oxgraph.evaluation.gold_formats import turn_id, unit_of
from oxgraph.evaluation.json_fields import Fields
from oxgraph.extraction.grounding import Embed, Grounding
from oxgraph.extraction.secrets import masked
from oxgraph.extraction.turns import Turn as SaidTurn
from oxgraph.file_formats.lines import Line

DISTANCE = 20
"""Minimum number of turns between a foreign turn and each turn of the evidence."""

SEED = 17
"""Of the choice of foreign turns, so that a measurement can be repeated."""

NO_TURN = "rest on no turn of the files; evidence has the ids of turns, and conversation is that of the turns, if any"

Progress = Callable[[int, int], None]


class GroundingMeasures(TypedDict):
    """Of how many pairs of a statement and its evidence, and of a foreign turn, the check kept how many."""

    pairs: int
    kept: int
    foreign: int
    foreign_kept: int
    kept_rate: float | None
    foreign_kept_rate: float | None
    refused: dict[str, int]


@dataclass(frozen=True)
class Observation:
    """A statement about turns of a unit; `evidence` are their ids."""

    unit: str
    text: str
    evidence: tuple[str, ...]


def read_observations(lines: Iterable[Line]) -> list[Observation]:
    """Reads statements: text, evidence, conversation?. Raises InvalidInput, naming file and line."""
    found = []
    for line in lines:
        row = Fields(line)
        unit, evidence = unit_of(row), row.names("evidence")
        if evidence:
            found.append(Observation(unit, row.text("text"), tuple(turn_id(unit, turn) for turn in evidence)))
    return found


def measure_grounding(
    turns: Iterable[Line],
    observations: Iterable[Line],
    embed: Embed | None = None,
    progress: Progress = lambda done, total: None,
) -> GroundingMeasures:
    """Checks each statement against its evidence, and against a random turn of the same speaker.

    The foreign turn lies at least DISTANCE turns from the evidence. Statements whose evidence is no turn of the files
    are left out. `embed` returns vectors of texts; without it, words alone count. Raises InvalidInput, also where all
    are left out.
    """
    units: dict[str, list[Turn]] = {}
    for turn in read_turns(turns):
        units.setdefault(turn.unit, []).append(turn)
    asked = read_observations(observations)
    if not asked:
        raise InvalidInput(field="observations", reason="hold no statement with evidence")
    checks = {name: _Unit(turns, embed) for name, turns in units.items()}
    choose = random.Random(SEED)
    count = GroundingMeasures(
        pairs=0, kept=0, foreign=0, foreign_kept=0, kept_rate=None, foreign_kept_rate=None, refused={}
    )
    for done, one in enumerate(asked, 1):
        if one.unit in checks:
            checks[one.unit].count(one, choose, count)
        progress(done, len(asked))
    if not count["pairs"]:
        raise InvalidInput(field="observations", reason=NO_TURN)
    count["kept_rate"] = round(count["kept"] / count["pairs"], 4)
    if count["foreign"]:
        count["foreign_kept_rate"] = round(count["foreign_kept"] / count["foreign"], 4)
    return count


class _Unit:
    """The turns of a unit, and the check of stage 2 over them."""

    def __init__(self, turns: Sequence[Turn], embed: Embed | None) -> None:
        self._turns = turns
        self._places = {turn.id: place for place, turn in enumerate(turns)}
        people = frozenset(turn.speaker for turn in turns if turn.speaker)
        self._grounding = Grounding([(_turn_of(turn, people), masked(turn.text)[0]) for turn in turns], embed)

    def count(self, one: Observation, choose: random.Random, count: GroundingMeasures) -> None:
        """Adds the checks of a statement."""
        places = [self._places[turn] for turn in one.evidence if turn in self._places]
        if not places:
            return
        reason = self._grounding.check(one.text, places).reason
        count["pairs"] += 1
        count["kept"] += not reason
        if reason:
            count["refused"][reason] = count["refused"].get(reason, 0) + 1
        foreign = self._foreign(places)
        if foreign:
            count["foreign"] += 1
            count["foreign_kept"] += not self._grounding.check(one.text, [choose.choice(foreign)]).reason

    def _foreign(self, places: Sequence[int]) -> list[int]:
        speaker = self._turns[places[0]].speaker
        return [
            at
            for at, turn in enumerate(self._turns)
            if turn.speaker == speaker and all(abs(at - place) >= DISTANCE for place in places)
        ]


def _turn_of(turn: Turn, people: frozenset[str]) -> SaidTurn:
    others = tuple(sorted(people - {turn.speaker or ""}))
    said_at = turn.said_at or EPOCH
    return SaidTurn(turn.id, turn.text, said_at, turn.role, turn.speaker, turn.session, others)
