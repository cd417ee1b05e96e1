# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""An agent's turn: every layer put to use before the model is asked, and what came of it kept."""
