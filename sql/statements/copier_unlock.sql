-- Lets another session copy.
SELECT pg_advisory_unlock(hashtextextended('oxgraph mirror', 0))
