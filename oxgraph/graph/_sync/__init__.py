# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The asynchronous side; its synchronous twin is generated from it by tools/generate_sync.py."""
