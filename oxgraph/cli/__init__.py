"""The command line: a skin over the client."""
