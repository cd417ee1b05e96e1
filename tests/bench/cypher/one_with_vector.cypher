//@ statement: cypher/one_with_vector
//@ summary: The least that a round trip with a vector can carry.
//@ param: embedding BYTES
//@ yields: one INTEGER
WITH $embedding AS carried
RETURN 1 AS one
