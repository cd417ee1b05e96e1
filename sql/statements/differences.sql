-- The suspect rows that still differ.
SELECT table_name, workspace_id, id::text AS id, expected_rev, found_rev, columns FROM app.differences(%(schema)s)
