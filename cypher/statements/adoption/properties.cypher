//@ statement: adoption/properties
//@ summary: The names of properties that nodes of a label have, seen on some of them.
//@ param: label STRING
//@ param: sample INTEGER
//@ yields: properties LIST<STRING>
CYPHER 25
MATCH (n:$($label))
WITH n
LIMIT $sample
UNWIND keys(n) AS key
WITH DISTINCT key
ORDER BY key
RETURN collect(key) AS properties
