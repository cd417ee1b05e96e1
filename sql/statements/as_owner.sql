-- From here to the end of the transaction with the rights of the tables' owner.
SET LOCAL ROLE oxgraph_owner
