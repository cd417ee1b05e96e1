"""Imports of recorded runs, graphs and conversations from files into a workspace."""
