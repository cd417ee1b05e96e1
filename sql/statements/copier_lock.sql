-- Takes the advisory lock of the copier if it is free; one for each database, held until the session ends or unlocks.
SELECT pg_try_advisory_lock(hashtextextended('oxgraph mirror', 0)) AS held
