//@ statement: adoption/candidates
//@ summary: Every node of a label that is not memory yet and has no stand-in, and how many relationships it has.
//@ param: label STRING
//@ yields: element_id STRING
//@ yields: degree INTEGER
CYPHER 25
MATCH (n:$($label))
WHERE NOT n:_mem AND NOT EXISTS { (n)<-[:`_mem:stands_for`]-() }
RETURN elementId(n) AS element_id, COUNT { (n)--() } AS degree
