"""Measurements with data that is not part of the project."""
