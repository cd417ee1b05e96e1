"""Recall through the plugin, on a real server."""
