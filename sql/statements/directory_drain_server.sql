-- Place nothing on a server any more.
UPDATE oxgraph_directory.server SET draining = true WHERE name = %(name)s;
