"""Rows of the graph in Postgres, one way. Needs the extra [mirror]."""
