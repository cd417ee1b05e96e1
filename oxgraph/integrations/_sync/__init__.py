# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""What the adapters do with a memory."""
