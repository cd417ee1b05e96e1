"""The types of memories: `tables/memory_types.tsv` and those that a workspace defines."""

from collections.abc import Mapping

from oxgraph import tables

PREFIX, SUFFIX = "half_life_", "_days"
"""A workspace's setting `half_life_<type>_days` is the half-life of a type, of one that it defines too."""

BUILT_IN = tuple(row["type"] for row in tables.read("memory_types"))
"""The types that every workspace has."""

MEANINGS = {row["type"]: row["meaning"] for row in tables.read("memory_types")}
"""What a memory of a built-in type says, such as "a stable state"."""

DEFAULT_HALF_LIVES = {row["type"]: float(row["half_life_days"]) for row in tables.read("memory_types")}
"""Days without access after which a memory of a built-in type is half as fresh."""

UNKNOWN_TYPE_HALF_LIFE = DEFAULT_HALF_LIVES["fact"]
"""Days for a type that is neither built in nor defined by the workspace; the plugin uses the same."""


def half_lives(settings: Mapping[str, object] | None = None) -> dict[str, float]:
    """Half-life in days by type: the built-in types, and what the settings of a workspace say."""
    return DEFAULT_HALF_LIVES | {
        name.removeprefix(PREFIX).removesuffix(SUFFIX): float(value)
        for name, value in (settings or {}).items()
        if name.startswith(PREFIX) and name.endswith(SUFFIX) and isinstance(value, int | float)
    }
