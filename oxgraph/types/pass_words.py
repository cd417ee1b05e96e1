"""What the counters of a run of a pass say, in words."""

from collections.abc import Mapping

COUNTERS: dict[str, tuple[str, str]] = {
    "sessions": ("{n} session with new actions was read", "{n} sessions with new actions were read"),
    "actions": ("{n} action was put in order", "{n} actions were put in order"),
    "sequences": ("{n} sequence was written", "{n} sequences were written"),
    "removed": ("{n} former sequence was removed", "{n} former sequences were removed"),
    "recut": ("{n} session is to be cut anew", "{n} sessions are to be cut anew"),
    "embedded": ("{n} text got its vector", "{n} texts got their vectors"),
    "runs": ("the outcome of {n} run was read", "the outcomes of {n} runs were read"),
    "instants": ("{n} past instant was added", "{n} past instants were added"),
    "taken_back": ("{n} count was taken back", "{n} counts were taken back"),
    "uncounted": ("{n} sequence is to be counted anew", "{n} sequences are to be counted anew"),
    "marked": ("{n} pair of action and node type has changed", "{n} pairs of action and node type have changed"),
    "reopened": ("{n} pair was opened again", "{n} pairs were opened again"),
    "counted": ("{n} sequence was counted", "{n} sequences were counted"),
    "refolded": ("{n} pair was counted anew", "{n} pairs were counted anew"),
    "written": ("{n} version of a pattern was written", "{n} versions of patterns were written"),
    "transitions": ("{n} change of status was recorded", "{n} changes of status were recorded"),
    "learned": ("the risk of {n} run was learned", "the risk was learned from {n} runs"),
    "outcome_patterns": ("{n} pattern of how runs end was written", "{n} patterns of how runs end were written"),
    "outcome_transitions": ("{n} change of these was recorded", "{n} changes of these were recorded"),
    "evidence": ("{n} relationship to evidence was written", "{n} relationships to evidence were written"),
    "surplus": ("{n} outdated pattern was removed", "{n} outdated patterns were removed"),
    "transferred": ("the agents of {n} pattern were noted", "the agents of {n} patterns were noted"),
    "stopped": ("warnings were switched off, as they do harm", "warnings were switched off, as they do harm"),
    "fitted": ("the forecast was fitted", "the forecast was fitted"),
    "drifting": ("warnings have stopped coming true", "warnings have stopped coming true"),
    "steady": ("warnings come true again", "warnings come true again"),
    "aged": ("{n} pattern decayed", "{n} patterns decayed"),
    "retired": ("{n} pattern was retired", "{n} patterns were retired"),
    "benchmarks": ("{n} benchmark was measured", "{n} benchmarks were measured"),
    "harmful": ("{n} pattern was retired, as it does harm", "{n} patterns were retired, as they do harm"),
    "pruned": ("{n} old record was deleted", "{n} old records were deleted"),
    "forgotten": ("{n} count of an idle target was deleted", "{n} counts of idle targets were deleted"),
    "expired": ("{n} memory expired", "{n} memories expired"),
    "succeeded": ("the successor of {n} memory began", "the successors of {n} memories began"),
    "deleted": ("{n} memory that expired long ago was deleted", "{n} memories that expired long ago were deleted"),
    "left_questions": ("{n} question without a memory was deleted", "{n} questions without a memory were deleted"),
    "decayed": ("{n} fact about a user lost confidence", "{n} facts about users lost confidence"),
    "questions": ("{n} question was written or deleted", "{n} questions were written or deleted"),
    "slots": ("{n} expired slot was deleted", "{n} expired slots were deleted"),
    "turns": ("memories were extracted from {n} message", "memories were extracted from {n} messages"),
    "reembedded": ("{n} vector of the next model was made", "{n} vectors of the next model were made"),
    "emptied": ("{n} vector of the former model was removed", "{n} vectors of the former model were removed"),
}
"""What each counter of a pass says, of one and of several."""

OF_PASS = {
    ("user_memory", "pruned"): ("{n} doubtful fact was deleted", "{n} doubtful facts were deleted"),
    ("garbage", "questions"): ("{n} of their questions was deleted", "{n} of their questions were deleted"),
    ("user_memory", "questions"): ("{n} of their questions was deleted", "{n} of their questions were deleted"),
    ("upkeep", "questions"): ("{n} question was written", "{n} questions were written"),
}
"""What a counter says where the pass gives it another sense."""

IDLE = {
    "sequences": "no session has new actions",
    "patterns": "no sequence that has closed waits to be counted",
    "benchmarks": "no benchmark has changed",
    "freshness": "no memory expired",
    "garbage": "nothing to delete",
    "user_memory": "no fact about a user lost confidence",
    "upkeep": "nothing waits for a model",
}
"""What a pass says that found nothing to do."""


def in_words(name: str, counters: Mapping[str, float]) -> str:
    """What a pass did, such as `3 sessions with new actions were read, 12 actions were put in order`."""
    parts = [_counted(name, counter, number) for counter, number in counters.items() if number]
    return ", ".join(parts) or IDLE.get(name, "nothing to do")


def _counted(name: str, counter: str, number: float) -> str:
    one, several = OF_PASS.get((name, counter)) or COUNTERS.get(counter) or (f"{{n}} {counter}", f"{{n}} {counter}")
    return (one if number == 1 else several).format(n=f"{number:,}")
