-- Hold the move of a workspace until the connection ends; others wait.
SELECT pg_advisory_lock(hashtextextended(%(name)s, 0));
