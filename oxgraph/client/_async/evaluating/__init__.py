"""Gold sets asked of recall."""
