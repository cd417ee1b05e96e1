-- The texts of a workspace's rows; {columns} and {table} are quoted names from scan_columns.
SELECT id::text AS "row id", {columns} FROM {table} WHERE workspace_id = %(workspace_id)s
