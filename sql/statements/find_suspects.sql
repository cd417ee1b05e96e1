-- Stores the keys of the rows of a source that differ from those in another schema.
SELECT app.suspect(%(schema)s, %(source)s) AS suspects
