-- Takes the rights of the copier.
SET ROLE oxgraph_writer
