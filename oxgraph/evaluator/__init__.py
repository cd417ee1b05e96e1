"""The runner of the passes."""
