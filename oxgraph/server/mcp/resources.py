"""MCP resources and prompts: what a person attaches to a chat, or chooses as a command; agents have the tools.

A resource or a prompt is made of operations, which the dispatcher performs for the caller as it does for a tool.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import mcp_types as types
from mcp.shared.exceptions import MCPError
from pydantic_core import to_json

from oxgraph.server.mcp import results
from oxgraph.types.results import Result

SCHEME = "oxgraph://"
ONTOLOGY, EXPERIENCE = f"{SCHEME}ontology", f"{SCHEME}experience"
JSON, TEXT = "application/json", "text/plain"

Perform = Callable[[str, dict[str, Any]], Awaitable[Result]]
"""Performs an operation for the caller. Raises what the dispatcher raises."""


@dataclass(frozen=True)
class NodeResource:
    """Resources of one kind: `uri` is followed by the id, which is the argument of the operation."""

    kind: str
    title: str
    description: str
    operation: str
    argument: str

    @property
    def template(self) -> str:
        """The URI template."""
        return f"{SCHEME}{self.kind}/{{{self.argument}}}"


NODES = (
    NodeResource("memories", "A memory", "One memory, with its evidence and status.", "semantic.get", "memory_id"),
    NodeResource("patterns", "A pattern", "One pattern, with its statistics.", "telemetry.pattern", "pattern_id"),
    NodeResource("entities", "An entity", "One entity, with its properties and names.", "ontology.get_node", "node_id"),
)

VOCABULARY = {
    "entity_types": "semantic.entity_types",
    "predicates": "semantic.predicates",
    "memory_types": "semantic.types",
}
"""What the ontology consists of, and the operation that lists it."""

BEFORE_TASK = "before_task"
ABOUT_USER = "about_user"
PROMPTS = (
    types.Prompt(
        name=BEFORE_TASK,
        title="What should I know before this task?",
        description="What is remembered about a task, how similar runs ended, and what usually fails here.",
        arguments=[
            types.PromptArgument(name="task", description="What you are going to do.", required=True),
            types.PromptArgument(name="user_id", description="The user for whom it is.", required=False),
        ],
    ),
    types.Prompt(
        name=ABOUT_USER,
        title="What do we know about this user?",
        description="The facts about one user that matter for what comes next.",
        arguments=[
            types.PromptArgument(name="user_id", description="The user.", required=True),
            types.PromptArgument(name="query", description="What it will be about.", required=False),
        ],
    ),
)


def listed_resources() -> list[types.Resource]:
    """The resources with a fixed address."""
    return [
        types.Resource(
            uri=ONTOLOGY,
            name="ontology",
            title="The workspace's vocabulary",
            description="Types of entities and of memories, and predicates.",
            mime_type=JSON,
        ),
        types.Resource(
            uri=EXPERIENCE,
            name="experience",
            title="What fails most",
            description="The failures that cost the workspace most, and what to do about them.",
            mime_type=TEXT,
        ),
    ]


def listed_templates() -> list[types.ResourceTemplate]:
    """The resources with an id in their address."""
    return [
        types.ResourceTemplate(
            uri_template=one.template, name=one.kind, title=one.title, description=one.description, mime_type=JSON
        )
        for one in NODES
    ]


async def read_resource(uri: str, perform: Perform) -> types.TextResourceContents:
    """A resource's content. Raises MCPError for an address that is none, and what `perform` raises."""
    if uri == ONTOLOGY:
        found = {name: (await perform(operation, {})).model_dump()["items"] for name, operation in VOCABULARY.items()}
        return types.TextResourceContents(uri=uri, mime_type=JSON, text=to_json(found).decode())
    if uri == EXPERIENCE:
        block = await perform("telemetry.costliest_failures", {})
        text = results.text("memory.context_inject", block, {})
        return types.TextResourceContents(uri=uri, mime_type=TEXT, text=text)
    for one in NODES:
        given = re.fullmatch(re.escape(f"{SCHEME}{one.kind}/") + r"([^/?#]+)", uri)
        if given:
            result = await perform(one.operation, {one.argument: unquote(given[1])})
            return types.TextResourceContents(uri=uri, mime_type=JSON, text=to_json(result).decode())
    raise MCPError(types.INVALID_PARAMS, f"There is no resource {uri[:200]}; resources/list and templates name all.")


async def prompt_messages(name: str, arguments: Mapping[str, str], perform: Perform) -> list[types.PromptMessage]:
    """A prompt as one message of the user. Raises MCPError for an unknown prompt or a missing argument."""
    prompt = next((one for one in PROMPTS if one.name == name), None)
    if prompt is None:
        raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {name[:80]}")
    missing = [one.name for one in prompt.arguments or () if one.required and not arguments.get(one.name)]
    if missing:
        raise MCPError(types.INVALID_PARAMS, f"The prompt {name} needs {', '.join(missing)}.")
    text = await (_before_task if name == BEFORE_TASK else _about_user)(arguments, perform)
    return [types.PromptMessage(role="user", content=types.TextContent(text=text))]


async def _before_task(given: Mapping[str, str], perform: Perform) -> str:
    task = given["task"]
    user = {"user_id": given["user_id"]} if given.get("user_id") else {}
    parts = [
        ("What is remembered", "memory.recall", "memory.recall", {"query": task} | user),
        ("Runs like it", "memory.context", "memory.context", {"query": task}),
        ("What fails most here", "telemetry.costliest_failures", "memory.context_inject", {}),
    ]
    blocks = [
        f"## {heading}\n\n{results.text(rendered, await perform(operation, arguments), {})}"
        for heading, operation, rendered, arguments in parts
    ]
    return "\n\n".join([f"I am going to: {task}\n\nBefore you begin, read what this workspace knows.", *blocks])


async def _about_user(given: Mapping[str, str], perform: Perform) -> str:
    """The facts about a user: those that matter for a query, or all."""
    user = given["user_id"]
    if given.get("query"):
        found = await perform("user.build_context", {"user_id": user, "query": given["query"]})
        text = str(found.model_dump()["text"])
    else:
        facts = await perform("user.facts", {"user_id": user})
        text = "\n".join(f"- {one['fact']}" for one in facts.model_dump()["items"])
    return f"What we know about the user {user}:\n\n{text or 'Nothing yet.'}"
