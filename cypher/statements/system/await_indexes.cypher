//@ statement: system/await_indexes
//@ summary: Wait until every index is online.
//@ param: seconds INTEGER
CALL db.awaitIndexes($seconds)
