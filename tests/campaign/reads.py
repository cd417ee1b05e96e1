"""What a writer reads: any read, in search of what it must not find."""

from datetime import timedelta

from tests.campaign.lane import USERS, Caller
from tests.campaign.transports import JsonMap

TASKS = "Task success rate"
WITHOUT_ARGUMENTS = (
    "telemetry.costliest_failures",
    "telemetry.effect",
    "telemetry.forecast",
    "telemetry.calibration",
    "telemetry.pattern_trends",
    "workspace.get",
    "workspace.settings",
    "workspace.described_settings",
    "workspace.audit",
    "tokens.list",
    "semantic.predicates",
    "semantic.types",
    "semantic.entity_counts",
    "workspace.growth",
    "semantic.entity_types",
    "semantic.connections",
    "evaluations.list",
    "evaluations.live",
    "memory.metric_list",
)


class Reads(Caller):
    """Reads of every kind."""

    def _read(self) -> None:
        name, given = self.chance.choice(self._reads())
        self._call(name, given, again=False)

    def _reads(self) -> list[tuple[str, JsonMap]]:
        user, mine = self.chance.choice(USERS), f"{self.place.mark} talk {self.name}"
        page, of_user = {"limit": 50}, {"user_id": user}
        foreign = self.chance.choice(self.place.foreign) if self.place.foreign else self.place.mark
        others = [self.place.mark_of(other) for other in USERS if other != user]
        word = self.place.bait(self.chance.choice((self.place.mark, foreign, *others)))
        found: list[tuple[str, JsonMap]] = [
            ("memory.recall", {"query": f"What does {word} like?", "limit": 20} | of_user),
            ("memory.recall", {"query": word, "limit": 20}),
            ("memory.search", {"limit": 20}),
            ("memory.context_inject", {"node_ids": self.entities[:2] or ["node-1"]}),
            ("telemetry.timeline", page),
            ("telemetry.sequences", page),
            ("telemetry.patterns", page),
            ("telemetry.coverage", {}),
            ("telemetry.overview", {}),
            ("user.list", page),
            ("passes.list", page),
            ("telemetry.actions", page | {"query": word, "sort": self.chance.choice(("newest", "slowest"))}),
            ("telemetry.action_counts", {"query": word}),
            ("workspace.changes", {"after": "0", "limit": 50}),
            ("semantic.list", page | of_user),
            ("semantic.review", page),
            ("episodic.messages", {"conversation_id": mine, "limit": 50}),
            ("episodic.history", {"conversation_id": mine, "max_messages": 20}),
            ("episodic.search", {"query": word, "limit": 20} | of_user),
            ("episodic.conversations", page),
            ("episodic.episodes", page),
            ("working.list", page),
            ("working.get_many", {"conversation_id": f"talk {self.name}"}),
            ("user.facts", of_user | {"limit": 100}),
            ("user.build_context", of_user | {"query": word}),
            ("ontology.search", {"query": word}),
            ("semantic.entities", page),
            ("memory.context", {"query": word}),
            ("user.search_facts", of_user | {"query": word}),
            ("working.get", {"conversation_id": f"talk {self.name}", "slot": "slot-0"}),
            ("graph.find", {"query": word}),
            ("semantic.resolve", {"names": [f"{word} nobody"], "create": False}),
            ("turn.begin", {"conversation_id": mine, "user_message": f"What does {word} like?"}),
        ]
        found += [(name, {}) for name in WITHOUT_ARGUMENTS]
        found += self._of_the_past() + self._of_known() + self._of_metrics()
        return [one for one in found if self.transport.offers(one[0])]

    def _of_the_past(self) -> list[tuple[str, JsonMap]]:
        """As of a time, valid or recorded."""
        then = (self.now() - timedelta(seconds=self.chance.choice((1, 60, 86_400)))).isoformat()
        day, page = {"as_of": then}, {"limit": 20}
        found: list[tuple[str, JsonMap]] = [
            (name, page | day) for name in ("telemetry.timeline", "telemetry.sequences", "telemetry.patterns")
        ]
        found += [("semantic.list", page | {"as_of": then, "known_at": then}), ("telemetry.coverage", day)]
        found += [("memory.recall", page | {"query": self.place.bait(self.place.mark), "as_of": then})]
        return [(name, given | {"as_of": self._time(then)}) for name, given in found]

    def _of_known(self) -> list[tuple[str, JsonMap]]:
        """About what the lane wrote itself."""
        found: list[tuple[str, JsonMap]] = []
        if self.facts:
            one = self.facts[-1]
            found += [("memory.why", {"node_id": one}), ("semantic.get", {"memory_id": one})]
            found += [("semantic.history", {"memory_id": one}), ("graph.node", {"node_id": one})]
            found += [("graph.neighbours", {"node_id": one, "limit": 20})]
        if self.entities:
            one = self.entities[-1]
            found += [("ontology.traverse", {"node_id": one}), ("ontology.get_node", {"node_id": one})]
        if self.home[0]:
            found += [("semantic.history_of", {"subject": self.home[0]})]
        talk = {"conversation_id": f"{self.place.mark} talk {self.name}"}
        found += [("episodic.conversation", talk), ("episodic.recent_episodes", talk)] if self.talk else []
        return found

    def _of_metrics(self) -> list[tuple[str, JsonMap]]:
        rate = {"success_condition": "outcome == 'success'"}
        now = self.now()
        span = {"since": self._time((now - timedelta(days=7)).isoformat()), "until": self._time(now.isoformat())}
        return [
            ("telemetry.metric_preview", rate),
            ("telemetry.metric", {"metric_id": TASKS}),
            ("telemetry.metric_history", {"metric_id": TASKS, "by_agent": self.chance.random() < 0.5}),
            ("telemetry.metric_value", {"metric_id": TASKS} | span),
            ("memory.benchmark_get", {"metric_id": TASKS}),
            ("memory.benchmark_compare", {"metric_id": TASKS, "other_metric_id": "Efficiency delta"}),
        ]
