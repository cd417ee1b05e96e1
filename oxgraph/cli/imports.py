"""import traces, sessions, memories and graph, chat import: what other systems recorded."""

from typing import TYPE_CHECKING

import click

from oxgraph.cli.connection import chosen, memory
from oxgraph.cli.ingest import print_stages
from oxgraph.cli.options import agent_facing, embedder_option, json_option, of_user
from oxgraph.cli.output import pace, print_json, say
from oxgraph.cli.progress import Bar, Steps
from oxgraph.cli.sections import Group
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.client import Memory
    from oxgraph.imports.memories import MemoryImport
    from oxgraph.imports.session_mapping import SessionReport
    from oxgraph.imports.traces import ImportReport
    from oxgraph.passes import HistoryReport
    from oxgraph.types.adoption import GraphImportReport
    from oxgraph.types.episodic import ChatImport


@click.group("import", cls=Group)
def import_() -> None:
    """Import recorded runs of agents, other memories, or a graph."""


@import_.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--skip-invalid", is_flag=True, help="Leave out invalid lines, and count them.")
@click.option("--keep-intents", is_flag=True, help="Keep the sessions' intents, which hold the words of users.")
@click.option("--no-evaluate", is_flag=True, help="Leave the evaluation to the worker.")
@json_option
@agent_facing
def traces(
    *,
    workspace: str | None,
    token: str | None,
    files: tuple[str, ...],
    skip_invalid: bool,
    keep_intents: bool,
    no_evaluate: bool,
    as_json: bool,
) -> None:
    """Import recorded actions: JSON lines, gzipped or not; - is the standard input.

    Importing the same file again changes nothing; run the same command again to continue an interrupted import.
    Fields that are not part of an action, such as arguments, error texts and the session's intent, are dropped and
    counted; `task_success` is the session's outcome, `model` its language model. Times without a zone are read as UTC.

    The actions are then evaluated as of their own days: patterns and benchmarks are those that the passes on their
    schedule would have made at the time. `oxgraph patterns list --as-of DAY` shows them.
    """
    from oxgraph.imports.traces import import_traces

    with memory(workspace, token) as found:
        with Bar("Importing") as bar:
            report = import_traces(
                found, list(files), skip_invalid=skip_invalid, keep_intents=keep_intents, progress=bar, notify=say
            )
        history = None if no_evaluate or not found.has_login else _evaluated(found)
    if as_json:
        print_json({**report.as_dict(), "evaluated": history})
        return
    print_traces(report)
    print_history(history)


def _evaluated(found: "Memory") -> "HistoryReport":
    """Evaluates what was imported, with its steps on the standard error."""
    from oxgraph.passes import evaluate_history

    with Steps() as step:
        return evaluate_history(
            found._access.graph,
            found.workspace_id,
            now=found._access.now(),
            progress=lambda name, counters: step(name, sum(counters.values()), 0),
            nights=lambda done, total: step("benchmarks of past nights", done, total),
        )


def print_history(history: "HistoryReport | None") -> None:
    """Prints which days were evaluated, and what was found; for None, how the import is evaluated."""
    if history is None:
        click.echo("Not evaluated yet: `oxgraph worker` or `oxgraph passes run` does that.")
        return
    if not history.begun:
        return
    click.echo(
        f"Evaluated {count(history.days, 'day')}, {history.begun:%Y-%m-%d} to {history.ended:%Y-%m-%d}: "
        f"{count(history.promoted, 'pattern')} promoted, {history.lapsed:,} lapsed since."
    )


def zoneless(number: int) -> str:
    """A sentence about times that had no zone."""
    return f"{count(number, 'time')} had no zone and {_was(number)} read as UTC."


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _known(number: int) -> str:
    return f"{number:,} {_was(number)} there already"


def print_traces(report: "ImportReport") -> None:
    """Prints the result of an import, in sentences."""
    click.echo(
        f"{count(report.read, 'line')} read: {count(report.captured, 'action')} captured, {_known(report.duplicates)}."
    )
    click.echo(f"{count(report.sessions, 'session')}, {count(report.references, 'reference')} to nodes of the graph.")
    click.echo(f"{pace(report.seconds, report.rate, 'action')}.")
    if report.naive_times:
        click.echo(zoneless(report.naive_times))
    if report.dropped_fields:
        dropped = ", ".join(f"{name} ({number:,})" for name, number in report.dropped_fields.items())
        click.echo(f"Dropped, as no part of an action: {dropped}.")
    if report.invalid:
        click.echo(f"{count(report.invalid, 'line')} did not fit and {_was(report.invalid)} left out, such as:")
        for refusal in report.refusals:
            click.echo(f"  {refusal}")


@import_.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--with-messages", is_flag=True, help="Also store what user and assistant said, as conversations.")
@click.option("--no-evaluate", is_flag=True, help="Leave the evaluation to the worker.")
@json_option
@agent_facing
def sessions(
    *,
    workspace: str | None,
    token: str | None,
    paths: tuple[str, ...],
    with_messages: bool,
    no_evaluate: bool,
    as_json: bool,
) -> None:
    """Import sessions that agents' programs wrote: files, or folders with all below them, gzipped or not.

    Formats are recognised by content: Claude Code (with subagents), Codex CLI, Gemini CLI, opencode, OpenHands,
    SWE-agent, mini-SWE-agent, tau-bench, STATE-Bench and other lists of messages with tool calls, OTLP JSON of GenAI
    and OpenInference spans, exports of Langfuse and LangSmith. Of each tool call its kind, target, outcome, error class
    and times are kept: no argument, command line, prompt or result, and of a path only the repository's name.

    Importing the same files again changes nothing, and a session that has grown adds what is new. What cannot be read
    is counted and named. The actions are then evaluated as of their own days, as by `oxgraph import traces`.
    """
    from oxgraph.imports.sessions import import_sessions

    with memory(workspace, token) as found:
        with Bar("Importing") as bar:
            report = import_sessions(found, list(paths), with_messages=with_messages, progress=bar, notify=say)
        history = None if no_evaluate or not found.has_login else _evaluated(found)
    if as_json:
        print_json({**report.as_dict(), "evaluated": history})
        return
    print_sessions(report)
    print_history(history)


def print_sessions(report: "SessionReport") -> None:
    """Prints the result of an import of session files, in sentences."""
    click.echo(
        f"{count(report.files, 'file')}: {count(report.sessions, 'session')}, {count(report.subagents, 'subagent')}, "
        f"{count(report.tool_calls, 'tool call')}, {report.errors_reported:,} of them marked as failed."
    )
    _counts("Formats", report.formats)
    _counts("Tools", report.tools)
    _counts("Failures", report.error_classes)
    click.echo(f"{count(report.captured, 'action')} captured, {_known(report.duplicates)}.")
    click.echo(f"{pace(report.seconds, report.rate, 'action')}.")
    if report.messages:
        click.echo(f"{count(report.messages, 'message')} stored.")
    if report.unanswered:
        unanswered = count(report.unanswered, "call has", "calls have")
        click.echo(f"{unanswered} no result yet and {_was(report.unanswered)} left out.")
    if report.estimated_times:
        click.echo(f"{count(report.estimated_times, 'call')} had no time and got one from that of the file.")
    if report.unreadable:
        click.echo(f"{count(report.unreadable, 'line or file', 'lines or files')} could not be read.")
    if report.messages_left_out:
        left_out = count(report.messages_left_out, "message")
        click.echo(f"{left_out} did not fit and {_was(report.messages_left_out)} left out.")
    if report.refusals:
        click.echo("Such as:")
        for refusal in report.refusals:
            click.echo(f"  {refusal}")


def _counts(what: str, counts: dict[str, int], most: int = 12) -> None:
    """The largest counts of a table, in one line."""
    if counts:
        largest = list(counts.items())[:most]
        more = f" and {len(counts) - most} more" if len(counts) > most else ""
        click.echo(f"{what}: " + ", ".join(f"{name} {number:,}" for name, number in largest) + more + ".")


@import_.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--of-user", metavar="ID", help="The user to whom memories belong where their source names none.")
@click.option("--shared", is_flag=True, help="Memories belong to nobody, whomever their source names.")
@click.option(
    "--source-user",
    metavar="NAME",
    envvar="OXGRAPH_SOURCE_USER",
    show_envvar=True,
    default="neo4j",
    show_default=True,
    help="The login of a source that is a Neo4j.",
)
@click.option(
    "--source-password",
    metavar="PASSWORD",
    envvar="OXGRAPH_SOURCE_PASSWORD",
    show_envvar=True,
    help="The password of a source that is a Neo4j.",
)
@embedder_option
@json_option
@agent_facing
def memories(
    *,
    workspace: str | None,
    token: str | None,
    sources: tuple[str, ...],
    of_user: str | None,
    shared: bool,
    source_user: str,
    source_password: str | None,
    embedder: str | None,
    as_json: bool,
) -> None:
    """Import what another memory holds: its memories, entities and messages, with times, validity and evidence.

    SOURCE is a file or a folder: mem0 (its local Qdrant store and history, or the JSON of get_all), LangGraph (a
    SqliteStore, or items as JSON), Letta (an agent file), Zep (edges and nodes as JSON), cognee (an archive, COGX),
    ChatGPT (its export), or of any program a list of memories as JSON or text. Formats are recognised by content. Or an
    address: bolt:// or neo4j:// of a Neo4j in which graphiti or neo4j-agent-memory wrote, `here` for that of this
    connection, postgresql:// of LangGraph's PostgresStore.

    Importing the same again changes nothing; run the same command again to continue an interrupted import. What has no
    place here, and what cannot be read, is counted and named.
    """
    from oxgraph.imports.memories import import_memories

    login = (source_user, source_password) if source_password else None
    with memory(workspace, token, embedder=chosen(embedder)) as found, Bar("Importing") as bar:
        report = import_memories(
            found, sources, user_id=of_user, shared=shared, source_login=login, progress=bar, notify=say
        )
    if as_json:
        print_json(report)
    else:
        print_memories(report)


def print_memories(report: "MemoryImport") -> None:
    """Prints the result of an import from other memories, in sentences."""
    gone = count(report.deleted, "was deleted here and stays away", "were deleted here and stay away")
    deleted = f", of which {gone}" if report.deleted else ""
    click.echo(
        f"{count(report.memories, 'memory')} read: {report.created:,} created, {report.merged:,} merged with what was "
        f"there, {report.unchanged:,} known{deleted}. {report.seconds:.1f} s."
    )
    _counts("Sources", report.sources)
    _counts("Types", report.by_type)
    ended = count(report.ended, "memory holds no longer, and keeps its", "memories hold no longer, and keep their")
    click.echo(
        f"{ended} dates. "
        f"{count(report.users, 'user')}, {count(report.entities, 'entity')} ({report.entities_created:,} new), "
        f"{count(report.messages, 'message')} "
        f"({report.messages_written:,} new)."
    )
    if report.rejected:
        was = _was(report.rejected)
        click.echo(f"{report.rejected:,} {was} below the workspace's least confidence and {was} left out.")
    _counts("Left out", report.left_out)
    if report.naive_times:
        click.echo(zoneless(report.naive_times))
    if report.unreadable:
        click.echo(f"{report.unreadable:,} could not be read or did not fit, such as:")
        for refusal in report.refusals:
            click.echo(f"  {refusal}")


@import_.command()
@click.argument("nodes", metavar="NODES")
@click.argument("edges", required=False, metavar="[EDGES]")
@click.option(
    "--connection", metavar="NAME", help="The name of this connection. Default: import: and the name of NODES."
)
@click.option("--skip-invalid", is_flag=True, help="Leave out and count invalid lines, and edges to unknown nodes.")
@json_option
@agent_facing
def graph(
    *,
    workspace: str | None,
    token: str | None,
    nodes: str,
    edges: str | None,
    connection: str | None,
    skip_invalid: bool,
    as_json: bool,
) -> None:
    """Import a graph of your domain: JSON lines, gzipped or not; - is the standard input.

    A node is {"id", "type", "name", "properties"}, an edge {"from", "to", "type", "properties"}. Importing the
    same files again changes nothing, and updates changed nodes; run the same command again to continue an interrupted
    import. `oxgraph connections delete` removes what was imported.
    """
    from oxgraph.imports.graph import import_graph

    with memory(workspace, token) as found, Bar("Importing") as bar:
        report = import_graph(
            found, nodes, edges, connection=connection, skip_invalid=skip_invalid, progress=bar, notify=say
        )
    if as_json:
        print_json(report)
    else:
        print_graph(report)


def print_graph(report: "GraphImportReport") -> None:
    """Prints the result of an import, in sentences."""
    click.echo(
        f"{count(report.nodes, 'node')} read: {report.created:,} created, {report.updated:,} updated, "
        f"{report.unchanged:,} unchanged{_elsewhere(report)}."
    )
    _types(report.by_type)
    click.echo(
        f"{count(report.edges, 'edge')} read: {report.edges_created:,} created, {_known(report.edges_unchanged)}."
    )
    _types(report.edges_by_type)
    click.echo(f"{pace(report.seconds, report.rate, 'line')}; connection {report.connection}.")
    _named("Stored as property_NAME, as the name is oxgraph's own", report.renamed)
    _named("No label, as it is oxgraph's own", report.unlabelled)
    _named("Dropped, as it means nothing here", report.dropped_fields)
    if report.refusals:
        left_out = report.invalid + report.edges_invalid + report.dangling
        nowhere = count(report.dangling, "leads nowhere", "lead nowhere")
        click.echo(f"{count(left_out, 'line')} did not fit ({nowhere}) and {_was(left_out)} left out, such as:")
        for refusal in report.refusals:
            click.echo(f"  {refusal}")


def _elsewhere(report: "GraphImportReport") -> str:
    return f", {report.elsewhere:,} known from another source and left as they are" if report.elsewhere else ""


def _types(counts: dict[str, int]) -> None:
    if counts:
        click.echo("  " + ", ".join(f"{name} {number:,}" for name, number in counts.items()))


def _named(what: str, counts: dict[str, int]) -> None:
    if counts:
        click.echo(f"{what}: " + ", ".join(f"{name} ({number:,})" for name, number in counts.items()) + ".")


@click.group(cls=Group)
def chat() -> None:
    """Import chats with other assistants."""


@chat.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--conversation",
    metavar="ID",
    help="The conversation of messages without one. Default: derived from the first message.",
)
@click.option("--speaker", metavar="NAME", help="The user's name, for messages without a speaker.")
@click.option(
    "--ingest", is_flag=True, help="Also extract memories from the users' messages, as `oxgraph ingest` does."
)
@click.option("--skip-invalid", is_flag=True, help="Leave out invalid messages, and count them.")
@embedder_option
@json_option
@of_user
@agent_facing
def import_chats(
    *,
    workspace: str | None,
    token: str | None,
    files: tuple[str, ...],
    conversation: str | None,
    speaker: str | None,
    ingest: bool,
    skip_invalid: bool,
    embedder: str | None,
    as_json: bool,
) -> None:
    """Import chats as conversations: the messages of user and assistant with their times.

    FILE is the conversations.json of ChatGPT or Claude, or the exported zip; JSON lines, as `oxgraph ingest`
    reads them; or a list of messages with role and content. Gzipped or not; - is the standard input. Of a chat with
    several branches the visible one is imported. System and tool messages, reasoning, hidden messages and
    attachments are left out and counted. Times without a zone are read as UTC. Importing the same file again changes
    nothing, and a later export adds the new messages.
    """
    with memory(workspace, token, embedder=chosen(embedder)) as found, Bar("Importing") as bar:
        report = found.episodic.import_chats(
            files,
            conversation_id=conversation,
            speaker=speaker,
            ingest=ingest,
            skip_invalid=skip_invalid,
            progress=bar,
        )
    if as_json:
        print_json(report)
    else:
        print_chats(report)


def print_chats(report: "ChatImport") -> None:
    """Prints the result of the chats, in sentences."""
    click.echo(
        f"{count(report.conversations, 'conversation')}: {count(report.written, 'message')} written, "
        f"{report.known:,} known before. {report.seconds:.1f} s."
    )
    if report.left_out:
        click.echo("Left out: " + ", ".join(f"{reason} {number:,}" for reason, number in report.left_out.items()) + ".")
    if report.naive_times:
        click.echo(zoneless(report.naive_times))
    if report.invalid:
        click.echo(f"{count(report.invalid, 'message')} did not fit and {_was(report.invalid)} left out, such as:")
        for refusal in report.refusals:
            click.echo(f"  {refusal}")
    if report.ingested is not None:
        print_stages(report.ingested)


COMMANDS = [import_, chat]
