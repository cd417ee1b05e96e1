-- Where the mirror stands, and of which graph.
SELECT database_id, position FROM app.mirror
