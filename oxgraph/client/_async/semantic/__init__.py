"""The semantic layer of one workspace, a part a file."""
