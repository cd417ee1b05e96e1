//@ statement: cypher/stamp_batch
//@ summary: Write many actions at once.
//@ param: actions LIST<MAP>
UNWIND $actions AS action
CREATE (a:_mem:action)
SET a = action
