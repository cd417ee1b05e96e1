-- Upserts and deletes the rows of the page in pg_temp.incoming; app.apply_page is defined in migrations/0003_apply.sql. schema: null for the mirror's tables, or the schema of others (pg_temp).
SELECT written, removed FROM app.apply_page(%(schema)s)
