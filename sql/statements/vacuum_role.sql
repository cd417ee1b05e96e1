-- From here on with the rights of the tables' owner.
SET ROLE oxgraph_owner
