-- Writes the page in pg_temp.incoming; schema: null, or where the tables are instead (pg_temp).
SELECT written, removed FROM app.apply_page(%(schema)s)
