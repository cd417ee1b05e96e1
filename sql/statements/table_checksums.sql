-- Row counts and checksums by table and workspace. schema: null for the mirror's own tables.
SELECT table_name, workspace_id, rows, checksum FROM app.counted(%(schema)s)
