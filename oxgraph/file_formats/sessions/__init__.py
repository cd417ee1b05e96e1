"""Readers of the session files of agents: one module a format, all of them yielding the same records."""

from oxgraph.file_formats.sessions.recognise import holds_sessions, read_sessions
from oxgraph.file_formats.sessions.records import Item, Session, SessionMessage, ToolCall, Unreadable
from oxgraph.file_formats.sessions.source import SessionFile

__all__ = [
    "Item",
    "Session",
    "SessionFile",
    "SessionMessage",
    "ToolCall",
    "Unreadable",
    "holds_sessions",
    "read_sessions",
]
