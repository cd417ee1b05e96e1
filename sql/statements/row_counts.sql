-- How many rows each table has, of all workspaces.
SELECT table_name AS "table", rows FROM app.row_counts() ORDER BY table_name
