"""Scopes: whose memory it is, and what a user reads."""
