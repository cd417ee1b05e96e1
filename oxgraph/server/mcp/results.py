"""Render tool results as text for agents; where no text is clearer, as the JSON of the result."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from oxgraph.errors import InvalidInput, OxgraphError
from oxgraph.types import Explanation, Injection, Recall, SearchResult, SimilarSequence
from oxgraph.types.results import PatternRow, Result, SequenceRow
from oxgraph.wording import NOTHING_STORED, count

if TYPE_CHECKING:
    from oxgraph.operations.workspaces import MemorySwitch

ERROR_KEY = "oxgraph/error"
"""The key in a result's `_meta`, and in the data of a JSON-RPC error, of what `error_data` says. The structured content
of an error stays empty, as clients validate it against the tool's output schema."""

Renderer = Callable[[Any], str]


def text(name: str, result: Result, structured: dict[str, Any]) -> str:
    """A tool's result as text."""
    render = RENDERERS.get(name)
    return render(result) if render else to_json(structured).decode()


def notice(name: str, result: Result) -> str:
    """That a tool stored nothing, though it did not fail; empty where it did, and where the text says so."""
    return "" if name in RENDERERS else NOTHING_STORED.get(getattr(result, "reason", ""), "")


def error_data(error: OxgraphError) -> dict[str, Any]:
    """An error's code and message, of a refused input its field and reason, as REST has them."""
    values = {name: str(value) for name, value in error.values.items()} if isinstance(error, InvalidInput) else {}
    return {"code": error.code, "message": str(error), **values}


def omitted(name: str) -> tuple[str, ...]:
    """The fields that only the text contains, as they repeat what the other fields contain."""
    return OMITTED.get(name, ())


def structured(name: str, result: Result) -> dict[str, Any]:
    """A result as plain JSON; in nested objects fields with their default value are left out."""
    without = set(omitted(name))
    result = _excerpted(result) if isinstance(result, Recall) else result
    whole = result.model_dump(mode="json", exclude=without)
    short = result.model_dump(mode="json", exclude=without, exclude_defaults=True)
    return {field: short.get(field, value) for field, value in whole.items()}


NEIGHBOUR = 400
"""Characters of a message beside a result; the conversation has the rest."""


def _excerpted(found: Recall) -> Recall:
    """Long texts as they stand in the context, since many programs show a model what is structured too."""
    results = [
        one.model_copy(
            update={
                "content": one.shown,
                "excerpt": None,
                "neighbours": tuple(near.model_copy(update={"text": _cut(near.text)}) for near in one.neighbours),
            }
        )
        for one in found.results
    ]
    return found.model_copy(update={"results": tuple(results)})


def _cut(text: str) -> str:
    return text if len(text) <= NEIGHBOUR else f"{text[:NEIGHBOUR].rsplit(maxsplit=1)[0]} …"


IDS = 10
"""Results of a recall whose ids are listed below its context; the others stand in the structured result."""


def _recall(found: Recall) -> str:
    if not found.results:
        return f"Nothing relevant is remembered ({found.notes.empty_because or 'nothing_relevant'})."
    ids = [f"{one.id}: {one.kind}, {' '.join(one.content.split())[:80]}" for one in found.results[:IDS]]
    parts = [found.context, found.answer, "Ids:\n" + "\n".join(ids)]
    return "\n\n".join(part for part in parts if part)


def _injection(found: Injection) -> str:
    reasons = {"memory_disabled": "Memory is switched off.", "injection_disabled": "Injection is switched off."}
    return found.block or reasons.get(found.reason, "No past experience with that.")


def _why(found: Explanation) -> str:
    return found.text


def _search(found: SearchResult) -> str:
    if not found.patterns and not found.sequences:
        return "No patterns and no runs of that kind."
    patterns = [_pattern(row) for row in found.patterns]
    runs = [_run(row) for row in found.sequences]
    parts = ["Patterns:\n" + "\n".join(patterns) if patterns else "No patterns."]
    return "\n\n".join([*parts, "Runs:\n" + "\n".join(runs) if runs else "No runs."])


def _pattern(row: PatternRow) -> str:
    situation = f", {row.context_text}" if row.context_text else ""
    name = f"{row.action_type}:{row.node_type or ''}:{row.error_code}{situation}"
    state = " (suppressed)" if row.suppressed else ""
    recommendation = " ".join((row.recommendation or "").split())
    note = f" Note: {' '.join(row.annotation.split())}" if row.annotation else ""
    certainty = f"confidence {row.confidence:.2f} over {count(row.sample_count, 'run')}"
    return f"- {name}, {certainty}{state}. {recommendation}{note} [{row.pattern_id}]"


def _run(row: SequenceRow) -> str:
    failed = f", {row.failure_count} failed" if row.failure_count else ""
    intent = " ".join((row.intent_summary or "").split())
    actions = count(row.action_count, "action")
    return f"- {row.started_at:%Y-%m-%d %H:%M} {row.outcome}: {intent} ({actions}{failed}) [{row.id}]"


def _context(found: Any) -> str:
    rows: tuple[SimilarSequence, ...] = found.items
    if not rows:
        return "No past run was like that."
    way = [found.way.text] if found.way else []
    return "\n".join([*way, *(f"{_run(row)} score {row.score:.2f}" for row in rows)])


def _switch(found: "MemorySwitch") -> str:
    return f"Memory is {'on' if found.memory_enabled else 'off'}."


RENDERERS: dict[str, Renderer] = {
    "memory.recall": _recall,
    "memory.context_inject": _injection,
    "memory.why": _why,
    "memory.search": _search,
    "memory.context": _context,
    "workspace.enable_memory": _switch,
    "workspace.disable_memory": _switch,
}

OMITTED = {"memory.recall": ("context",), "memory.why": ("text",)}
