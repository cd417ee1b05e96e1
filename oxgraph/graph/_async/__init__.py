"""The asynchronous side; its synchronous twin is generated from it by tools/generate_sync.py."""
