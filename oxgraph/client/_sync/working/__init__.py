# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The working set: what is being thought."""
