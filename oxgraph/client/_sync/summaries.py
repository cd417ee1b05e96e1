# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Episodes: summaries of old messages, written and read."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import takewhile

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.conversation_parts import Asked, episodes_of, read_parts, recent_episodes
from oxgraph.client._sync.embeddings import Unembedded, embed
from oxgraph.client.concurrency import run_in_thread
from oxgraph.client.readable import results, results_or_none
from oxgraph.cypher import statement
from oxgraph.errors import NotFound
from oxgraph.extraction.text import sha256
from oxgraph.graph import Row
from oxgraph.models import LanguageModel
from oxgraph.summaries import Summary, SummaryTurn, split_into_episodes, summarize
from oxgraph.types import limits
from oxgraph.types.episodic import Consolidation, Episode, EpisodeId, Episodes, EpisodesBefore, OldTurns, RecentEpisodes
from oxgraph.types.pages import LAST, LATEST, Page, PageRequest, time_text
from oxgraph.types.semantic_inputs import FAR
from oxgraph.types.turn import ReadPart

CALL = "episodic.summarize_old_turns"

BATCH = 200
"""Messages that are read at once: those of some episodes."""

log = logging.getLogger(__name__)


class Summaries:
    """Writes, reads and deletes episodes."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def summarize_old_turns(
        self,
        conversation_id: str,
        *,
        retain_last: int | None = None,
        max_age_days: float | None = None,
        model: LanguageModel | None = None,
        now: datetime | None = None,
    ) -> Consolidation:
        """See `AsyncEpisodic.summarize_old_turns`."""
        asked = OldTurns(conversation_id=conversation_id, retain_last=retain_last, max_age_days=max_age_days, now=now)
        settings = self._access.settings(CALL)
        retained = settings.retain_messages if asked.retain_last is None else asked.retain_last
        days = settings.summarise_after_days if asked.max_age_days is None else asked.max_age_days
        before = (asked.now or self._access.now()) - timedelta(days=days)
        work = _Consolidating(self._access, asked.conversation_id, retained, before, model or self._access.model)
        return work.run()

    def recent_episodes(self, conversation_id: str, limit: int | None = None) -> Episodes:
        """See `AsyncEpisodic.recent_episodes`."""
        asked = RecentEpisodes(conversation_id=conversation_id, limit=limit)
        parts: dict[ReadPart, Asked] = {"episodes": recent_episodes(asked.limit)}
        return episodes_of(read_parts(self._access, "episodic.recent_episodes", asked.conversation_id, parts))

    def episodes(
        self,
        conversation_id: str | None = None,
        *,
        limit: int = limits.PAGE,
        before: datetime | None = None,
        user_id: str | None = None,
    ) -> tuple[Episode, ...]:
        """See `AsyncEpisodic.episodes`."""
        asked = EpisodesBefore(conversation_id=conversation_id, limit=limit, before=before)
        rows = self._access.read(
            "episodic.episodes",
            "episode/list",
            conversation_id=asked.conversation_id,
            before=asked.before or FAR,
            after=LAST,
            limit=asked.limit,
            visible=self._access.owners(user_id),
        )
        return tuple(results(Episode, rows))

    def episodes_page(
        self,
        conversation_id: str | None = None,
        *,
        limit: int = limits.PAGE,
        cursor: str | None = None,
        user_id: str | None = None,
    ) -> Page[Episode]:
        """See `AsyncEpisodic.episodes_page`."""
        page, name = PageRequest(limit=limit, cursor=cursor), f"episodes {conversation_id or ''}"
        asked = EpisodesBefore(conversation_id=conversation_id, limit=page.one_more)
        at, last = page.place(name, [LATEST, LAST])
        place = {"before": datetime.fromisoformat(at), "after": last, "limit": page.one_more}
        given = place | {"conversation_id": asked.conversation_id, "visible": self._access.owners(user_id)}
        rows = self._access.read("episodic.episodes_page", "episode/list", **given)
        found = results_or_none(Episode, rows)
        return page.page(name, found, [[time_text(one.ended_at), one.id] if one else None for one in found])

    def delete_episode(self, id: str) -> None:
        """See `AsyncEpisodic.delete_episode`."""
        asked = EpisodeId(id=id).id
        if not self._access.write("episodic.delete_episode", "episode/delete", id=asked, now=self._access.now()):
            raise NotFound(kind="episode", id=asked)


@dataclass
class _Consolidating:
    """One run over a conversation."""

    access: Access
    conversation_id: str
    retain_last: int
    before: datetime
    model: LanguageModel | None
    switched_off: bool = False

    def run(self) -> Consolidation:
        """Reads some turns, sums them up episode by episode, and reads on until fewer than two are left."""
        written: list[Episode] = []
        while True:
            row = self._candidates()
            # What still waits for its extraction is not passed over: the order would be lost.
            read = list(takewhile(lambda turn: turn["extraction"] != "pending", row["turns"]))
            # Another run may delete a turn while it is read; then it has no text.
            turns = [SummaryTurn.of(turn) for turn in read if turn["text"] is not None]
            episodes = split_into_episodes(turns)
            whole = len(read) < BATCH
            already = len(written)
            for part in episodes if whole else episodes[:-1]:
                if not self.switched_off and (episode := self._episode(part)):
                    written.append(episode)
            # Where nothing could be written, somebody else is at it.
            if whole or len(written) == already:
                return self._report(written, row["waiting"])

    def _candidates(self) -> Row:
        asked = {"conversation_id": self.conversation_id, "retain_last": self.retain_last, "before": self.before}
        row = self.access.graph.single(
            statement("episode/candidates"),
            workspace_id=self.access.workspace_id,
            user_id=self.access.user_id,
            id=self.access.owned_id("conversation", self.conversation_id),
            **asked,
            batch=BATCH,
        )
        if row is None or not row["found"]:
            raise NotFound(kind="conversation", id=self.conversation_id)
        self.switched_off = not row["memory_enabled"]
        return row

    def _episode(self, turns: list[SummaryTurn]) -> Episode | None:
        """The episode of these turns; None where one of them has gone or changed meanwhile, or memory is off."""
        summary = run_in_thread(partial(summarize, model=self.model), turns)
        ids = [turn.id for turn in turns]
        id_ = self.access.owned_id("episode", self.conversation_id, *ids)
        rows = self.access.write(
            CALL,
            "episode/consolidate",
            id=self.access.owned_id("conversation", self.conversation_id),
            conversation_id=self.conversation_id,
            episode_id=id_,
            summary=summary.text,
            summary_source=summary.source,
            sources=[{"id": turn.id, "digest": sha256(turn.text)} for turn in turns],
            now=self.access.now(),
        )
        self.switched_off = not rows
        if not rows or not rows[0]["written"]:
            return None
        self._embed(id_, summary.text, rows[0])
        return self._written(id_, summary, turns)

    def _written(self, id_: str, summary: Summary, turns: list[SummaryTurn]) -> Episode:
        return Episode(
            id=id_,
            conversation_id=self.conversation_id,
            summary=summary.text,
            summary_source=summary.source,
            turn_count=len(turns),
            started_at=min(turn.said_at for turn in turns),
            ended_at=max(turn.said_at for turn in turns),
            source_message_ids=tuple(turn.id for turn in turns),
            user_id=self.access.user_id or None,
        )

    def _embed(self, id_: str, summary: str, space: Row) -> None:
        """Gives an episode its vector, as messages get theirs. What fails here waits for the upkeep."""
        try:
            embed(self.access, "episode", [Unembedded(id_, summary)], space)
        except Exception:
            log.warning("an episode of workspace %s waits for its vector", self.access.workspace_id, exc_info=True)

    def _report(self, written: list[Episode], waiting: int) -> Consolidation:
        turns = sum(episode.turn_count for episode in written)
        reason = "memory_disabled" if self.switched_off else ""
        return Consolidation(episodes=tuple(written), turns=turns, waiting=waiting, reason=reason)
