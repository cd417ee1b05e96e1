"""How much is measured."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """The full sizes are those that the bounds hold for; the small ones only show that a bench runs."""

    bounded: bool = True
    capture_warm: int = 120
    capture_blocks: int = 40
    capture_calls: int = 100
    """Calls in a block; blocks of the compared ways take turns, the first `capture_warm` of them uncounted."""
    inject_workspaces: int = 100
    inject_actions: int = 100_000
    inject_patterns: int = 1_000
    inject_calls: int = 2_000
    hook_calls: int = 500
    history_small: int = 100_000
    history_large: int = 1_000_000
    history_new: int = 1_000
    history_rounds: int = 5
    mining_actions: int = 1_000_000
    ends_actions: int = 1_000_000
    import_actions: int = 100_000
    append_messages: int = 100_000
    append_blocks: int = 20
    append_calls: int = 50
    remember_workspaces: int = 100
    remember_steps: tuple[int, ...] = (10_000, 100_000, 1_000_000)
    """Memories at which remember is measured; the last step takes the better part of an hour to load."""
    remember_batches: int = 20
    remember_batch: int = 1_000
    remember_blocks: int = 20
    remember_calls: int = 50
    recall_workspaces: int = 100
    recall_memories: int = 100_000
    recall_talkative: int = 10
    """Workspaces that have messages too."""
    recall_messages: int = 500
    recall_calls: int = 2_000
    recall_grown: int = 1_000_000
    """Memories once the other workspaces have grown; the better part of half an hour to load."""
    large_memories: int = 60_000
    large_messages: tuple[int, ...] = (60_000, 1_000_000)
    large_known: int = 1_000
    """What the questions of a large workspace are about."""
    large_calls: int = 600
    stamp_blocks: int = 20
    stamp_calls: int = 100
    turn_workspaces: int = 10
    turn_calls: int = 2_000
    fence_calls: int = 1_000
    working_calls: int = 2_000
    working_expired: int = 100_000
    mirror_actions: int = 200_000
    mirror_memories: int = 400
    mirror_turns: int = 4
    mirror_reads: int = 300
    archive_actions: int = 1_000_000
    archive_memories: int = 100_000


SIZES = {
    "full": Sizes(),
    "small": Sizes(
        bounded=False,
        capture_warm=1,
        capture_blocks=3,
        capture_calls=20,
        inject_workspaces=3,
        inject_actions=1_500,
        inject_patterns=30,
        inject_calls=50,
        hook_calls=20,
        history_small=1_000,
        history_large=3_000,
        history_new=200,
        history_rounds=2,
        mining_actions=5_000,
        ends_actions=2_000,
        import_actions=2_000,
        append_messages=500,
        append_blocks=2,
        append_calls=10,
        remember_workspaces=3,
        remember_steps=(300, 900),
        remember_batches=2,
        remember_batch=100,
        remember_blocks=2,
        remember_calls=10,
        recall_workspaces=4,
        recall_memories=400,
        recall_talkative=2,
        recall_messages=50,
        recall_calls=40,
        recall_grown=1_000,
        large_memories=200,
        large_messages=(200,),
        large_known=50,
        large_calls=20,
        stamp_blocks=2,
        stamp_calls=20,
        turn_workspaces=2,
        turn_calls=20,
        fence_calls=40,
        working_calls=40,
        working_expired=1_000,
        mirror_actions=2_000,
        mirror_memories=20,
        mirror_turns=1,
        mirror_reads=20,
        archive_actions=2_000,
        archive_memories=200,
    ),
}
