-- Enter another database as that of the main server.
UPDATE oxgraph_directory.main SET database_id = %(database_id)s;
