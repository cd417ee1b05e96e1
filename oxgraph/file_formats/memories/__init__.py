"""Stores and exports of other memories: one module a program.

A source gives what it holds as memories, messages and entities (`found`); it knows no server.
"""

from oxgraph.file_formats.memories.found import Found, FoundEntity, FoundMemory, FoundMessage, Source
from oxgraph.file_formats.memories.recognise import sources_of

__all__ = ["Found", "FoundEntity", "FoundMemory", "FoundMessage", "Source", "sources_of"]
