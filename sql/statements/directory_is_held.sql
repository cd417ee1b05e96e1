-- Whether a connection holds the move of a workspace.
SELECT NOT pg_try_advisory_xact_lock(hashtextextended(%(name)s, 0)) AS held;
