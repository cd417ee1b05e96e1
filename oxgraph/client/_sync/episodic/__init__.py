# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""What was said: conversations and their messages."""
