-- How many former versions a table or its partitions still have, and when all of it was last vacuumed; table is its name.
SELECT CASE WHEN count(*) = count(last_vacuum) THEN min(last_vacuum) END AS last_vacuum,
       coalesce(sum(n_dead_tup), 0)::bigint AS versions
FROM pg_stat_all_tables
WHERE relid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = %(table)s::regclass
                UNION ALL SELECT %(table)s::regclass
                WHERE NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = %(table)s::regclass))
