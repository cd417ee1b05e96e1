-- From here on with the rights of the copier.
SET ROLE oxgraph_writer
