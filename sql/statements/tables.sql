-- The table of each mirrored kind of node.
SELECT kind, schema_name, table_name FROM app.tables()
