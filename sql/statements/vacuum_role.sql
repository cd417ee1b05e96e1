-- Takes the rights of the tables' owner.
SET ROLE oxgraph_owner
