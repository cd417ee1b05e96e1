-- Makes the rows of a source equal to those in another schema.
SELECT written, removed FROM app.replace_rows(%(schema)s, %(source)s)
