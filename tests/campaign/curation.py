"""What a writer does for the graph and its terms: entities, sources, predicates, metrics, annotations."""

from tests.campaign.lane import Caller
from tests.campaign.ledger import ABSENT, Put

MANY = 4
"""Metrics of a lane before it deletes one."""
RATE = "outcome == 'success'"


class Curation(Caller):
    """Writes of operators."""

    # -- entities --------------------------------------------------------------------------------------------------

    def _made(self) -> tuple[str, str]:
        """A new entity's node_id and id; both are empty where its answer is missing."""
        name, node_id = f"{self.place.mark} {self._word(14)}", f"node-{self._word(14)}"
        given = {"name": name, "node_id": node_id}
        answer = self._call("ontology.create_node", given, [Put("entity", node_id, {"name": name})])
        return (node_id, answer.data.get("id", "")) if answer.status == "done" else ("", "")

    def _entity(self) -> None:
        node_id, _ = self._made()
        self.entities += [node_id] if node_id else []

    def _describe(self) -> None:
        if self.entities:
            one, text = self.chance.choice(self.entities), self._text()
            put = Put("entity", one, {"description": text})
            self._call("ontology.update_node", {"node_id": one, "description": text}, [put])

    def _link(self) -> None:
        if len(self.entities) > 1:
            source, target = self.chance.sample(self.entities, 2)
            given = {"source": source, "relationship_type": "KNOWS", "target": target}
            self._call("ontology.link", given, [Put("link", f"{source} {target}", {})])

    def _alias(self) -> None:
        if self.entities:
            one, text = self.chance.choice(self.entities), f"{self.place.mark} {self._word(16)}"
            self._call("semantic.alias", {"node_id": one, "alias": text}, [Put("alias", text, {})])

    def _resolve(self) -> None:
        """A name that nobody bears becomes an entity, once."""
        name = f"{self.place.mark} {self._word(18)}"
        for _ in range(2):
            self._call("semantic.resolve", {"names": [name]}, [Put("named", name, {"name": name})])

    def _merge(self) -> None:
        keep, kept_id = self._made()
        absorb, _ = self._made()
        if kept_id and absorb:
            put = Put("merged", absorb, {"merged_into": kept_id})
            if self._call("semantic.merge", {"node_id": keep, "absorb": absorb}, [put]).status == "done":
                self.merged.append(absorb)

    def _split(self) -> None:
        if self.merged:
            one = self.merged.pop()
            self._call("semantic.split", {"node_id": one}, [Put("merged", one, {"merged_into": None})])

    def _hide(self) -> None:
        one, _ = self._made()
        if (
            one
            and self._call("semantic.hide", {"node_id": one}, [Put("hidden", one, {"hidden": True})]).status == "done"
        ):
            self.hidden.append(one)

    def _show(self) -> None:
        if self.hidden:
            one = self.hidden.pop()
            self._call("semantic.show", {"node_id": one}, [Put("hidden", one, {"hidden": False})])

    # -- terms -----------------------------------------------------------------------------------------------------

    def _predicate(self) -> None:
        name, text = f"knows_{self.name}", self._text()
        given = {"name": name, "importance": self.chance.choice((0.2, 0.9)), "description": text}
        put = Put("predicate", name, {"importance": given["importance"], "description": text})
        self._call("semantic.define_predicate", given, [put])

    def _entity_type(self) -> None:
        name, text = f"kind_{self.name}", self._text()
        put = Put("entity_type", name, {"description": text})
        self._call("semantic.define_entity_type", {"name": name, "description": text}, [put])

    # -- telemetry -------------------------------------------------------------------------------------------------

    def _metric(self) -> None:
        days = self.chance.randrange(1, 300)
        put = {"window_days": days, "active": True}
        if len(self.metrics) >= MANY:
            name = self.metrics.pop(0)
            self._call("memory.metric_delete", {"metric_id": name}, [Put("metric", name, ABSENT)])
        elif self.metrics and self.chance.random() < 0.5:
            name = self.chance.choice(self.metrics)
            self._call("memory.metric_update", {"metric_id": name, "window_days": days}, [Put("metric", name, put)])
        else:
            name = f"{self.place.mark} {self._word(14)}"
            given = {"name": name, "success_condition": RATE, "window_days": days}
            if self._call("memory.metric_create", given, [Put("metric", name, put)]).status == "done":
                self.metrics.append(name)

    def _annotate(self) -> None:
        """Each pattern has one text, whoever writes it."""
        found = self._call("telemetry.patterns", {"limit": 50}, again=False)
        patterns = [one["pattern_id"] for one in found.data["items"]] if found.status == "done" else []
        patterns = [one for one in patterns if one]
        if patterns:
            one = self.chance.choice(patterns)
            text = f"{self.place.mark} noted {one}"
            put = Put("pattern", one, {"annotation": text})
            self._call("memory.annotate", {"pattern_id": one, "annotation": text}, [put])
