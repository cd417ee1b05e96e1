"""Formats of files that oxgraph imports: JSON lines, JSON documents, chat exports, traces of runs.

Readers turn a file into rows or messages and refuse what does not fit with its place. They know no server.
"""
