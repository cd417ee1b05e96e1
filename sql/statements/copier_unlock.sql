-- Releases the advisory lock of the copier.
SELECT pg_advisory_unlock(hashtextextended('oxgraph mirror', 0))
