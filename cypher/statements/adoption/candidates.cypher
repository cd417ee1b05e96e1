//@ statement: adoption/candidates
//@ summary: Every node of a label that is not memory yet, and how many relationships it has.
//@ param: label STRING
//@ yields: element_id STRING
//@ yields: degree INTEGER
CYPHER 25
MATCH (n:$($label))
WHERE NOT n:_mem
RETURN elementId(n) AS element_id, COUNT { (n)--() } AS degree
