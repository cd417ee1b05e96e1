//@ statement: adoption/properties
//@ summary: The names of properties that nodes of a label have, without what an adoption added, seen on some of them.
//@ param: label STRING
//@ param: sample INTEGER
//@ param: kept LIST<STRING>
//@ yields: properties LIST<STRING>
CYPHER 25
MATCH (n:$($label))
WITH n
LIMIT $sample
UNWIND [key IN keys(n) WHERE NOT coalesce(key IN n.adopted_properties + $kept, false)] AS key
WITH DISTINCT key
ORDER BY key
RETURN collect(key) AS properties
