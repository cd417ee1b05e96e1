"""A language model's word on what the rules leave undecided (seed 002, stages 3 and 4)."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any

from oxgraph.errors import LanguageModelFailed
from oxgraph.extraction.judging import EntityCandidate, judge_entity, judge_same
from oxgraph.models import LanguageModel

log = logging.getLogger(__name__)

Item = dict[str, Any]


class Judge:
    """Answers what `oxgraph.remember` asks. A model that fails leaves it to the rules, which keep both apart.

    With `last`, what is still open after this answer is left to the rules too.
    """

    def __init__(self, model: LanguageModel, last: bool) -> None:
        self.model = model
        self.last = last

    def all(self, undecided: Iterable[tuple[Item, Mapping[str, Any]]]) -> list[Item]:
        """Each item with the judgements that its row asks for."""
        return [self._answered(item, row) for item, row in undecided]

    def _answered(self, item: Item, row: Mapping[str, Any]) -> Item:
        try:
            judged = self._entities(item, row) if row["reason"] == "entity" else self._memories(item, row)
        except LanguageModelFailed as error:
            log.warning("the model could not judge, the rules decide: %s", error)
            return {name: value for name, value in item.items() if name != "judge"}
        return {**item, **judged, "judge": not self.last}

    def _memories(self, item: Item, row: Mapping[str, Any]) -> Item:
        same = {one["memory_id"]: judge_same(self.model, item["content"], one["content"]) for one in row["candidates"]}
        return {"judged": item.get("judged", {}) | same}

    def _entities(self, item: Item, row: Mapping[str, Any]) -> Item:
        names: dict[str, list[EntityCandidate]] = {}
        for one in row["candidates"]:
            names.setdefault(one["name"], []).append(EntityCandidate(one["entity_id"], one["entity_name"]))
        meant = {name: judge_entity(self.model, name, found, item["content"]) or "" for name, found in names.items()}
        return {"entity_judged": item.get("entity_judged", {}) | meant}
