//@ query: indexes
//@ summary: The range indexes of nodes, but those in which a value stands once in the whole database.
//@ yields: label STRING
//@ yields: properties LIST<STRING>
SHOW RANGE INDEXES YIELD entityType, labelsOrTypes, properties, owningConstraint
WHERE entityType = 'NODE' AND (owningConstraint IS NULL OR 'id' IN properties)
RETURN labelsOrTypes[0] AS label, properties
