"""Writes Neo4j Browser's guide and the file of queries from cypher/queries; `--check` only says what is stale."""

import argparse
import html
import sys
from dataclasses import dataclass
from pathlib import Path

from oxgraph.cypher import CypherFile, query, root

FOLDER = root() / "browser"
EXAMPLES = "examples"
VALUES = {"limit": "25", "days": "30"}
"""What does not depend on anybody's data."""

WORKSPACES = """MATCH (w:_mem:workspace)
WHERE w.deleted_at IS NULL
RETURN w.name AS name, w.id AS workspace_id
ORDER BY name"""
CHOSEN = "MATCH (w:_mem:workspace) WHERE w.name = 'the name of yours' AND w.deleted_at IS NULL"


@dataclass(frozen=True)
class Layer:
    """A slide of the guide: a layer, what to know of it, and the queries that show it."""

    title: str
    text: str
    queries: tuple[str, ...]


LAYERS = (
    Layer(
        "Telemetry",
        "What agents did: each action, cut into sequences where five minutes passed. An action refers to the nodes of "
        "your domain that it was about, so from any of them it is one hop to what agents have done with it.",
        (
            "timeline",
            "run_of_a_session",
            "sessions_of_an_agent",
            "agent_history_of_a_node",
            "failures_by_type",
            "slowest_actions",
        ),
    ),
    Layer(
        "Insights",
        "What fails most and costs most, where, since when, and what worked next: the figures of `oxgraph insights`.",
        (
            "insights_overview",
            "insights_failures",
            "insights_next",
            "insights_weeks",
            "insights_call_weeks",
            "insights_calls",
            "insights_places",
            "insights_errors",
            "insights_sessions",
        ),
    ),
    Layer(
        "Patterns and metrics",
        "What recurs in it: a pattern is promoted when enough sequences ended alike, grows weaker when nothing repeats "
        "it, and is shown to agents before they act. Some know the situation that an action stands in. Metrics say "
        "whether that helps.",
        (
            "patterns_with_evidence",
            "situational_patterns",
            "what_worked_next",
            "warnings_and_their_effect",
            "supersession_of_a_pattern",
            "benchmark_trend",
        ),
    ),
    Layer(
        "Semantic memory",
        "What is known: entities of your domain, and memories of them, each with when it holds in the world and when "
        "it was believed. Nothing is overwritten: what was replaced stays, and says by what.",
        (
            "memories_of_an_entity",
            "history_of_a_predicate",
            "contradictions_to_review",
            "recently_retired",
            "transitions_of_a_node",
            "recall",
        ),
    ),
    Layer(
        "Episodic memory",
        "What was said: conversations, their messages, and the episodes that older turns were summed up in. Memories "
        "lead back to what they were drawn from.",
        (
            "latest_conversations",
            "conversation",
            "episodes",
            "messages_to_summarise",
            "pending_messages",
            "patterns_shown_in_turns",
        ),
    ),
    Layer(
        "All together",
        "Any node is a place to begin: double clicks go on from there. And what the passes did with it all.",
        ("neighbourhood", "pass_runs"),
    ),
)


def main() -> int:
    """0 when all is written or fresh, 1 when a file is stale."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    check = parser.parse_args().check
    stale = [path for path, text in files().items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"{path.name} is stale; run python tools/generate_browser.py" if check else f"wrote {path.name}")
        if not check:
            path.write_text(files()[path], encoding="utf-8")
    return 1 if check and stale else 0


def files() -> dict[Path, str]:
    """Each file with its text."""
    return {FOLDER / "guide.html": guide(), FOLDER / "queries.cypher": saved()}


def saved() -> str:
    """Every query with its parameters, to be dropped onto Neo4j Browser."""
    names = [name for layer in LAYERS for name in layer.queries]
    choices = [f"{line};" for line in (_examples(), *_fixed())]
    parts = [_commented("The workspaces", WORKSPACES), *choices]
    return "\n\n".join([*parts, *(_commented(_title(query(name)), query(name).body) for name in names)]) + "\n"


def _commented(title: str, body: str) -> str:
    return f"// {title}\n{body};"


def _title(file: CypherFile) -> str:
    return f"{file.name.replace('_', ' ').capitalize()}: {file.summary}"


def _fixed() -> list[str]:
    return [f":param {name} => {value}" for name, value in VALUES.items()]


def _examples() -> str:
    """Sets the workspace and the other parameters, to examples out of it; `:param` itself knows no parameters."""
    file = query(EXAMPLES)
    _, _, rest = file.body.partition("\nRETURN ")
    body = "RETURN w.id AS workspace_id, " + " ".join(line.strip() for line in rest.splitlines())
    body = body.replace("$workspace_id", "w.id")
    return f":param [{{workspace_id, {', '.join(file.yields)}}}] => {{ {CHOSEN} {body} }}"


def guide() -> str:
    """The guide, a slide a layer."""
    slides = [_slide("oxgraph", _welcome()), *(_slide(layer.title, _layer(layer)) for layer in LAYERS)]
    before, after = '<article class="guide">\n<carousel class="deck container-fluid">', "</carousel>\n</article>\n"
    return "\n".join([before, *slides, after])


def _slide(title: str, body: str) -> str:
    head = f'<div class="col-sm-3"><h3>{html.escape(title)}</h3></div>'
    return f'<slide class="row-fluid">\n{head}\n<div class="col-sm-9">\n{body}\n</div>\n</slide>'


def _welcome() -> str:
    steps = (
        ("Which workspaces are there?", WORKSPACES),
        (
            "Choose one: put its name here. This takes examples out of its data for what the queries ask for.",
            _examples(),
        ),
        *(("Maximum number of rows, or days.", line) for line in _fixed()),
    )
    intro = "<p>The memory of your agents, layer by layer, on your own data. A click puts a query into the editor.</p>"
    return "\n".join([intro, *(_runnable(text, code) for text, code in steps)])


def _layer(layer: Layer) -> str:
    shown = (_runnable(_title(file), file.body) for file in map(query, layer.queries))
    return "\n".join([f"<p>{html.escape(layer.text)}</p>", *shown])


def _runnable(text: str, code: str) -> str:
    block = f'<pre mode="cypher" class="pre-scrollable code runnable">{html.escape(code, quote=False)}</pre>'
    return f"<p>{html.escape(text)}</p>\n<figure>\n{block}\n</figure>"


if __name__ == "__main__":
    sys.exit(main())
