-- Whether this session may copy to the mirror now; it may until it ends or unlocks. One lock for each database.
SELECT pg_try_advisory_lock(hashtextextended('oxgraph mirror', 0)) AS held
