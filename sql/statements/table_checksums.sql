-- Row counts and checksums by table and workspace, of a source. schema: null for the mirror's own tables.
SELECT c.table_name, c.workspace_id, c.rows, c.checksum FROM app.counted(%(schema)s) c
LEFT JOIN app.placements p ON p.workspace_id = c.workspace_id
WHERE coalesce(p.source, 'main') = %(source)s
