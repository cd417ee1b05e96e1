"""How long and how many: the limits of everything that crosses the boundary. The plugin holds the same ones."""

from datetime import UTC, datetime, timedelta

NAME = 200
"""Characters of an action type, a node type, an error code, an agent's id, and the name of anything."""

ENTITY_NAME = 1_000
"""Characters of an entity's name: titles of works are names too."""

ID = 512
"""Characters of a session's or a target node's id; these come from other systems."""

TARGETS = 100
"""Target nodes of one action, and patterns that one action was shown."""

INTENT = 2_000
"""Characters of an intent, an annotation, a recommendation, a description and a search text."""

LATENCY_MS = 30 * 86_400_000
"""The longest that one action can take: 30 days."""

BATCH = 10_000
"""Actions in one call of capture_many: one transaction."""

ROWS = 10_000
"""Rows that one reading call can be asked for."""

ALL = 2**53
"""Stands where no limit is asked for."""

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=1)
"""How far a time may lie in the future: clocks differ."""

WINDOW_DAYS = 3_650
"""The longest window of a metric."""

ACTION_COUNT = 1_000_000_000
"""The largest N of `action_count < N`."""

CONTENT = 10_000
"""Characters of a memory's content."""

KEYWORD = 100
"""Characters of a keyword."""

KEYWORDS = 32
"""Keywords of one memory."""

DIMENSION = 4_096
"""The longest vector."""

STATEMENTS = 1_000
"""Memories in one transaction of remember_many."""

HALF_LIFE_DAYS = 36_500
"""The longest half-life."""

SLOT_VALUE = 1_000_000
"""Characters of a slot's value, as JSON."""

SLOT_SECONDS = 30 * 86_400
"""The longest that a slot lives without being read: 30 days."""
