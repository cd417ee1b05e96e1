//@ statement: cypher/one
//@ summary: The least that a round trip can carry.
//@ yields: one INTEGER
RETURN 1 AS one
