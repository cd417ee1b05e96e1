//@ statement: mirror/position
//@ summary: The number at and below which no change is in flight any more.
//@ yields: position INTEGER
//@ yields: in_flight INTEGER
//@ yields: waiting_since DATETIME
//@ yields: database_id STRING
CALL oxgraph.changes_position() YIELD position, in_flight, waiting_since, database_id
RETURN position, in_flight, waiting_since, database_id
