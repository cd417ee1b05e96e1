"""Readers of the session files of agents: one module a format, all of them yielding the same records."""

from oxgraph.file_formats.sessions.recognise import read_sessions
from oxgraph.file_formats.sessions.records import Item, Said, Session, ToolCall, Unreadable
from oxgraph.file_formats.sessions.source import SessionFile

__all__ = ["Item", "Said", "Session", "SessionFile", "ToolCall", "Unreadable", "read_sessions"]
