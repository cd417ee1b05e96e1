"""Recall: the way from a query to what is known about it."""
