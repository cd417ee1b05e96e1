-- How many former versions a table still has, and when it was last vacuumed; table is its name.
SELECT last_vacuum, n_dead_tup AS versions FROM pg_stat_all_tables WHERE relid = %(table)s::regclass
