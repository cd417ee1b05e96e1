# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Gold sets asked of recall; runs of them, and of replays, kept and compared."""
