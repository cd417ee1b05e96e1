"""Gold sets asked of recall; runs of them, and of replays, kept and compared."""
