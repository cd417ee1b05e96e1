-- Writes the page in pg_temp.incoming. schema: null for the mirror's tables, or the schema of others (pg_temp).
SELECT written, removed FROM app.apply_page(%(schema)s)
