//@ query: domain_node
//@ summary: A node by its own id, whatever it is.
//@ param: id STRING
//@ yields: labels LIST<STRING>
//@ yields: properties MAP
//@ yields: relationships INTEGER
MATCH (n) WHERE n.id = $id
RETURN labels(n) AS labels, properties(n) AS properties, COUNT { (n)--() } AS relationships
