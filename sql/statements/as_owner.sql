-- Takes the rights of the tables' owner until the end of the transaction.
SET LOCAL ROLE oxgraph_owner
