//@ statement: system/duplicates
//@ summary: Values that several nodes of a label share, which a constraint on these properties would refuse.
//@ param: label STRING
//@ param: properties LIST<STRING>
//@ param: limit INTEGER
//@ yields: found LIST<ANY>
//@ yields: times INTEGER
CYPHER 25
MATCH (n:$($label))
WHERE all(property IN $properties WHERE n[property] IS NOT NULL)
WITH [property IN $properties | n[property]] AS found, count(*) AS times
WHERE times > 1
RETURN found, times
LIMIT $limit
