"""The verbs that are tools, as a client lists them."""

import functools
import re
from collections.abc import Mapping

import mcp_types as types

from oxgraph.client.roles import RANK
from oxgraph.server.mcp.schemas import input_schema, output_schema, prose
from oxgraph.server.mcp.words import left_out
from oxgraph.server.verbs import VERBS, Verb
from oxgraph.types import Role

FIRST = ("memory.recall", "memory.remember", "memory.context_inject", "memory.search", "memory.context")
"""What agents use most; models look at the beginning of a list first."""

FAMILIES = ("memory", "ontology", "workspace")


def plain(name: str) -> str:
    """A tool's name for clients that take no dots."""
    return name.replace(".", "_")


@functools.cache
def tools() -> dict[str, Verb]:
    """Every tool by its name: memory first, and what agents may do before what operators may."""
    return {verb.name: verb for verb in sorted((one for one in VERBS.values() if one.tool), key=_place)}


def _place(verb: Verb) -> tuple[int, int, int]:
    use = FIRST.index(verb.name) if verb.name in FIRST else len(FIRST)
    return use, FAMILIES.index(verb.name.partition(".")[0]), RANK[verb.role]


@functools.cache
def _by_plain_name() -> dict[str, Verb]:
    return {plain(name): verb for name, verb in tools().items()}


def tool_named(name: str) -> Verb | None:
    """The tool of a name, with dots or with underscores."""
    return tools().get(name) or _by_plain_name().get(name)


def listing(role: Role | None, told: Mapping[str, str], *, underscores: bool = False) -> list[types.Tool]:
    """The tools that a role reaches (None: that is not known), each with what is told of it by its name."""
    reached = [verb for verb in tools().values() if role is None or RANK[verb.role] <= RANK[role]]
    return [_tool(verb, told.get(verb.name, ""), underscores) for verb in reached]


def _tool(verb: Verb, told: str, underscores: bool) -> types.Tool:
    bare = _bare(verb.name, underscores)
    return bare.model_copy(update={"description": f"{bare.description}\n\n{told}"}) if told else bare


@functools.cache
def _bare(name: str, underscores: bool) -> types.Tool:
    verb = tools()[name]
    description = prose(verb.description)
    return types.Tool(
        name=plain(name) if underscores else name,
        description=_plain_names(description) if underscores else description,
        input_schema=input_schema(verb.input),
        output_schema=output_schema(verb.output, left_out(name)),
        annotations=types.ToolAnnotations(
            read_only_hint=verb.effect == "reads",
            destructive_hint=verb.effect == "destroys",
            idempotent_hint=verb.idempotent or verb.effect == "reads",
            open_world_hint=False,
        ),
    )


def _plain_names(text: str) -> str:
    """The text with the names of tools as they are listed."""
    pattern = r"\b(?:" + "|".join(re.escape(name) for name in tools()) + r")\b"
    return re.sub(pattern, lambda found: plain(found[0]), text)
