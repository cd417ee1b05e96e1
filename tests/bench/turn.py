"""What a turn adds to a model's call, every layer on, against one recall of the same message."""

import statistics
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import oxgraph
from oxgraph import local
from oxgraph.clock import utc_now
from oxgraph.passes import run_pass
from tests.bench.figures import Figure, spread
from tests.bench.load import NODE_TYPES, NODES, History, node_id, write_actions, write_entities
from tests.bench.memories import People
from tests.bench.recall import settle
from tests.bench.recall_questions import StoredVectors, questions
from tests.bench.remember import MODEL
from tests.bench.sizes import Sizes

MOST, MOST_CONFIRMED = 2.0, 3.0
WARM = 0.1
MODEL_SECONDS = 0.1
TOOLS = 10
ACTIONS = 1_500
SLOTS = ("planner_decision", "recent_retrieval")


@dataclass(frozen=True)
class Home:
    """A workspace with something in every layer, its conversation, and what is asked in it."""

    memory: oxgraph.Memory
    conversation: str
    questions: Iterator[str]


@dataclass
class Measured:
    """Seconds, call by call in turns, and how many of the parts had something to say.

    Of the turns every other one stores its exchange behind the reply.
    """

    recall: list[float] = field(default_factory=list)
    prepare: list[float] = field(default_factory=list)
    finish: list[float] = field(default_factory=list)
    parts: list[int] = field(default_factory=list)
    failed: int = 0

    def whole(self, confirmed: bool) -> list[float]:
        """What a turn adds, before and after."""
        both = zip(self.prepare[confirmed::2], self.finish[confirmed::2], strict=True)
        return [one + other for one, other in both]


def run(server: local.Server, sizes: Sizes) -> Iterator[Figure]:
    """Both medians, call by call in turns; the first tenth does not count."""
    count = sizes.turn_workspaces
    memories = sizes.recall_memories // sizes.recall_workspaces * count
    few = replace(sizes, recall_workspaces=count, recall_memories=memories, recall_talkative=0)
    with oxgraph.connect(server.uri, server.auth, embedder=StoredVectors(MODEL)) as client:
        homes = [furnish(client, home.memory, home.people) for home in settle(client, few)]
        found = measure(homes, sizes.turn_calls)
    for title, confirmed, most in (("behind the reply", False, MOST), ("and confirmed", True, MOST_CONFIRMED)):
        whole, finish = found.whole(confirmed), found.finish[confirmed::2]
        ratio = statistics.median(whole) / statistics.median(found.recall)
        yield Figure(f"turn p50 / recall p50, stored {title}", ratio, at_most=most, note=spread(whole))
        yield Figure(f"  finish, stored {title}", statistics.median(finish) * 1000, "ms p50", note=spread(finish))
    for name in ("recall", "prepare"):
        seconds = getattr(found, name)
        yield Figure(f"  {name}", statistics.median(seconds) * 1000, "ms p50", note=spread(seconds))
    yield Figure("  parts with something to say", statistics.mean(found.parts), "of 5", at_least=4.5)
    yield Figure("  parts that were left out or not kept", found.failed, "", at_most=sizes.turn_calls / 100)


def furnish(client: oxgraph.Client, memory: oxgraph.Memory, people: People) -> Home:
    """Patterns found by the real passes, a conversation that was summed up in part, and slots."""
    now, conversation = utc_now(), f"bench-turn-{uuid.uuid4()}"
    # Below the threshold nothing is packed, which is quicker; here every call is to do all of its work.
    memory.update_settings(recall_threshold=0.0)
    write_entities(client.graph, memory.workspace_id, now)
    history = History(name=memory.workspace_id, actions=ACTIONS, start=now - timedelta(days=29), tools=TOOLS)
    write_actions(client.graph, memory.workspace_id, history, now)
    for name in ("sequences", "patterns"):
        run_pass(client.graph, memory.workspace_id, name, now=now)
    talk(memory, conversation, now)
    for slot in SLOTS:
        memory.working.set(conversation, slot, {"slot": slot, "steps": list(range(10))})
    return Home(memory, conversation, questions(people))


def talk(memory: oxgraph.Memory, conversation: str, now: datetime) -> None:
    """Forty messages, of which the older half becomes an episode."""
    said = [
        {
            "text": f"{'What is' if number % 2 == 0 else 'It is'} number {number} of what we spoke of.",
            "role": "user" if number % 2 == 0 else "assistant",
            "said_at": now - timedelta(days=60) + timedelta(minutes=number),
        }
        for number in range(40)
    ]
    memory.episodic.add_messages(said, conversation_id=conversation)
    memory.episodic.summarize_old_turns(conversation, retain_last=20)


def measure(homes: list[Home], calls: int) -> Measured:
    """A recall and a turn of the same message, workspace after workspace."""
    found = Measured()
    for number in range(calls):
        # Two calls each, one of either way.
        home = homes[number // 2 % len(homes)]
        question = next(home.questions)
        began = time.perf_counter()
        home.memory.recall(question)
        recalled = time.perf_counter()
        turn = home.memory.turn(
            home.conversation,
            question,
            targets=[node_id(number % len(NODE_TYPES), number % NODES)],
            action_type=f"tool_{number % TOOLS}",
            slots=SLOTS,
            wait=number % 2 == 1,
        )
        turn.prepare()
        prepared = time.perf_counter()
        turn.action(f"tool_{number % TOOLS}", "success", target_node_type=NODE_TYPES[number % len(NODE_TYPES)])
        turn.reply("It is as was said before.")
        replied = time.perf_counter()
        record = turn.finish()
        found.finish.append(time.perf_counter() - replied)
        # A model takes its time; meanwhile the messages get their vectors.
        time.sleep(MODEL_SECONDS)
        found.prepare.append(prepared - recalled)
        found.recall.append(recalled - began)
        found.parts.append(sum(not part.reason for part in turn.parts.values()))
        found.failed += bool(turn.left_out or record.failed)
    cold = int(calls * WARM) // 2 * 2
    for seconds in (found.recall, found.prepare, found.finish):
        del seconds[:cold]
    return found
