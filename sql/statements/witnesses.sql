-- The last changes that were copied.
SELECT workspace_id, id, rev FROM app.witnesses
