"""The rules of the semantic layer, held against a plain-Python reference on a real server."""
