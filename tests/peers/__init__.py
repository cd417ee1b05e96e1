"""Imports from other memories, each of a store that the other's own package wrote."""
