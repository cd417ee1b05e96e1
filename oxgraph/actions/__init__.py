"""What a tool call was: its action type, its target, and the class of its error.

Of arguments and results only words leave this package that stand in tables/programs.tsv, tables/tool_kinds.tsv,
tables/file_kinds.tsv and tables/error_classes.tsv, names of programs, of exceptions and of the repository.
"""

from oxgraph.actions.error_classes import error_class_of
from oxgraph.actions.repositories import repository_of, repository_target
from oxgraph.actions.shell import shell_action
from oxgraph.actions.tool_calls import ToolAction, action_of_tool_call

__all__ = [
    "ToolAction",
    "action_of_tool_call",
    "error_class_of",
    "repository_of",
    "repository_target",
    "shell_action",
]
