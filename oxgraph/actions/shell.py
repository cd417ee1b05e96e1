"""A shell command line as an action type, by the grammar of tree-sitter-bash.

Of pipes and lists the part is taken that decides the exit code: the last of a pipe and of a sequence; of an `&&` list,
where each part can end it, the last that is likely to fail; of an `||` list the first such part.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

from oxgraph.actions.programs import OTHER, Command, named

LONGEST = 64 * 1024
"""Characters of a command line that are read."""

DEEPEST = 60
STATEMENTS = frozenset({
    "command", "list", "pipeline", "redirected_statement", "subshell", "compound_statement", "negated_command",
    "if_statement", "for_statement", "c_style_for_statement", "while_statement", "case_statement", "test_command",
    "variable_assignment", "variable_assignments", "declaration_command", "unset_command", "do_group", "case_item",
    "elif_clause", "else_clause",
})  # fmt: skip
FILES = frozenset({">", ">>", "&>", "&>>", ">|"})
NOTHING = Command("assignment", 0)
NAMED = {"test_command": Command("test", 1), "variable_assignment": NOTHING, "variable_assignments": NOTHING}
NAMED |= {"declaration_command": NOTHING, "unset_command": NOTHING}


@cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_bash.language()))


def shell_action(command: str) -> str:
    """The action type of a command line: its program and subcommand, such as `git commit` or `sed -i`.

    Args:
        command: The command line; the first 64 Ki characters of it are read.

    Returns:
        The name. A line that the grammar does not know is named by its first word.
    """
    return _of_line(command[:LONGEST], 0).name


def _of_line(line: str, depth: int) -> Command:
    tree = _parser().parse(line.encode("utf-8", "replace"))
    try:
        found = None if tree.root_node.has_error else _sequence(tree.root_node, depth)
    except RecursionError:
        found = None
    return found or _by_first_word(line)


def _by_first_word(line: str) -> Command:
    """The rule for a line that does not fit the grammar."""
    words = line.strip().split(maxsplit=40)
    while len(words) > 2 and words[0] == "cd" and "&&" in words[:4]:
        words = words[words.index("&&") + 1 :]
    return named([word.strip("\"'();") for word in words[:8]]) if words else Command(OTHER)


def _sequence(node: Node, depth: int) -> Command | None:
    """The last statement of a sequence decides."""
    found = [child for child in node.named_children if child.type in STATEMENTS]
    return _of(found[-1], depth + 1, writes=False) if found else None


def _of(node: Node, depth: int, *, writes: bool) -> Command | None:
    """What a statement of any kind is named by."""
    if depth > DEEPEST:
        return None
    if node.type in NAMED:
        return NAMED[node.type]
    if node.type == "command":
        return _command(node, depth, writes)
    if node.type == "pipeline":
        return _last(node.named_children, depth, writes)
    special = SPECIAL.get(node.type)
    body = node.child_by_field_name("body")
    if special is None and body is not None:
        return _of(body, depth + 1, writes=writes)
    return (special or _sequence)(node, depth)


def _last(nodes: Sequence[Node], depth: int, writes: bool) -> Command | None:
    found = [child for child in nodes if child.type in STATEMENTS]
    return _of(found[-1], depth + 1, writes=writes) if found else None


def _branch(node: Node, depth: int) -> Command | None:
    """The last statement of the first branch; where there is none, the condition."""
    condition = node.child_by_field_name("condition")
    bodies = [
        child
        for child in node.named_children
        if child.type in STATEMENTS and child != condition and child.type not in {"elif_clause", "else_clause"}
    ]
    chosen = bodies[-1] if bodies else condition
    return _of(chosen, depth + 1, writes=False) if chosen is not None else None


def _list(node: Node, depth: int) -> Command | None:
    """Of `a && b` the last part of the greatest weight, of `a || b` the first."""
    parts = [_of(child, depth + 1, writes=False) for child in node.named_children if child.type in STATEMENTS]
    known = [part for part in parts if part is not None]
    if any(child.type == "||" for child in node.children):
        known.reverse()
    return _heaviest(known)


def _heaviest(parts: Sequence[Command]) -> Command | None:
    return max(reversed(parts), key=lambda part: part.weight, default=None)


def _redirected(node: Node, depth: int) -> Command | None:
    """A statement with redirections. What follows a here-document on its first line stands inside of it."""
    body = node.child_by_field_name("body")
    redirects = list(_redirects(node))
    writes = any(redirect.type == "file_redirect" and _to_file(redirect) for redirect in redirects)
    own = None if body is None else _of(body, depth + 1, writes=writes)
    behind = [
        child
        for redirect in redirects
        if redirect.type == "heredoc_redirect"
        for child in redirect.named_children
        if child.type in STATEMENTS
    ]
    if not behind:
        return own
    following = _of(behind[-1], depth + 1, writes=False)
    if behind[-1].type == "pipeline":
        return following or own
    return _heaviest([part for part in (own, following) if part is not None])


def _redirects(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type in {"file_redirect", "heredoc_redirect"}:
            yield child
            yield from _redirects(child)


def _to_file(redirect: Node) -> bool:
    destination = redirect.child_by_field_name("destination")
    if destination is None or _text(destination).startswith("/dev/"):
        return False
    return any(child.type in FILES for child in redirect.children)


def _command(node: Node, depth: int, writes: bool) -> Command:
    words: list[str] = []
    for child in node.children:
        if child.type == "command_name":
            words += [_word(inner) for inner in child.named_children] or [_text(child)]
        elif child.type not in {"variable_assignment", "file_redirect", "herestring_redirect"}:
            words.append(_word(child))
    writes = writes or any(child.type == "file_redirect" and _to_file(child) for child in node.named_children)
    found = named(words, writes=writes)
    return found if found.inner is None else _of_line(found.inner[:LONGEST], depth + 1)


SPECIAL = {"list": _list, "redirected_statement": _redirected, "if_statement": _branch}


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _quoted(node: Node) -> str:
    return _text(node)[1:-1]


def _expansion(node: Node) -> str:
    return "$"


WORDS: dict[str, Callable[[Node], str]] = {
    "raw_string": _quoted,
    "string": _quoted,
    "simple_expansion": _expansion,
    "expansion": _expansion,
    "command_substitution": _expansion,
}


def _word(node: Node) -> str:
    """A word without its quotes; `$` for what is not known before it runs."""
    return WORDS.get(node.type, _text)(node)
