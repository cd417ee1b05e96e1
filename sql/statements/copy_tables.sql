-- Makes empty tables like the mirror's in another schema (oxgraph_fresh, pg_temp).
CALL app.copy_tables(%(schema)s)
