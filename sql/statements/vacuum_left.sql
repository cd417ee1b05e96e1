-- How many former versions a table still has, and when it was vacuumed; {table} is asked by its name.
SELECT last_vacuum, n_dead_tup AS versions FROM pg_stat_all_tables WHERE relid = %(table)s::regclass
