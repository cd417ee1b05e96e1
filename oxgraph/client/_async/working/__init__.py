"""The working set: what is being thought."""
