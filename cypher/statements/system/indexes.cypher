//@ statement: system/indexes
//@ summary: Every index with what it is on, its options, and the constraint that owns it.
//@ yields: name STRING
//@ yields: type STRING
//@ yields: entityType STRING
//@ yields: labelsOrTypes LIST<STRING>
//@ yields: properties LIST<STRING>
//@ yields: options MAP
//@ yields: owningConstraint STRING
SHOW INDEXES
YIELD name, type, entityType, labelsOrTypes, properties, options, owningConstraint
WHERE type <> 'LOOKUP'
RETURN name, type, entityType, labelsOrTypes, properties, options, owningConstraint
ORDER BY name
