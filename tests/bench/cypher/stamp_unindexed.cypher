//@ statement: cypher/stamp_unindexed
//@ summary: Take away the index of the numbers of change.
DROP INDEX oxgraph_mem_rev IF EXISTS
