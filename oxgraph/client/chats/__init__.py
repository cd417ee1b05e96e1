"""Conversations out of files: JSON lines, plain lists of messages, and what common assistants export."""

from oxgraph.client.chats.reading import Chat, ChatFiles

__all__ = ["Chat", "ChatFiles"]
