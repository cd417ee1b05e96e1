-- The mirror's position and the graph that it copies.
SELECT database_id, position FROM app.mirror
