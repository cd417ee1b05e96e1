-- Creates empty tables like the mirror's in another schema (pg_temp).
CALL app.copy_tables(%(schema)s)
