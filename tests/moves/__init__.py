"""Moves of workspaces over several servers, under kills: `python -m tests.moves --help`."""
