//@ statement: other_memory/graphiti_rest
//@ summary: How much of graphiti is not imported: its summaries of groups of entities and of episodes.
//@ yields: what STRING
//@ yields: found INTEGER
CYPHER 25
UNWIND [['community', COUNT { (:Community) }], ['saga', COUNT { (:Saga) }]] AS row
RETURN row[0] AS what, row[1] AS found
