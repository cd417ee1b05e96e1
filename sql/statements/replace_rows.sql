-- Makes the rows like those in a schema of their own.
SELECT written, removed FROM app.replace_rows(%(schema)s)
