-- Which kind of node is mirrored in which table.
SELECT kind, schema_name, table_name FROM app.tables()
