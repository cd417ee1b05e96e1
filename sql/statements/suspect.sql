-- Notes the rows that are not as they are in a schema of their own.
SELECT app.suspect(%(schema)s) AS suspects
