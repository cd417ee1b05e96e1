-- Stores the keys of rows that differ from those in another schema.
SELECT app.suspect(%(schema)s) AS suspects
