-- The number of rows of each table, of all workspaces.
SELECT table_name AS "table", rows FROM app.row_counts() ORDER BY table_name
