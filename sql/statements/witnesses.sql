-- The last changes of a source that were copied.
SELECT workspace_id, id, rev FROM app.witnesses WHERE source = %(source)s
