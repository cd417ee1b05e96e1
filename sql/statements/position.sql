-- The position of a source and the graph that it copies.
SELECT database_id, position FROM app.mirror WHERE source = %(source)s
