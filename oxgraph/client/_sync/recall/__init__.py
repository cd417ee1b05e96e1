# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Recall: the way from a query to what is known about it."""
