# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The semantic layer of one workspace, a part a file."""
