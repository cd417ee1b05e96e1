-- Take a server out of the directory.
DELETE FROM oxgraph_directory.server WHERE name = %(name)s;
