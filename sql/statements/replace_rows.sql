-- Makes the rows equal to those in another schema.
SELECT written, removed FROM app.replace_rows(%(schema)s)
