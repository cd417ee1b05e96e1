//@ statement: cypher/hand_read_slot
//@ summary: What a person would send by hand to read one node by its id.
//@ param: workspace_id STRING
//@ param: id STRING
//@ yields: value STRING
MATCH (n:_mem {workspace_id: $workspace_id, id: $id})
RETURN n.value AS value
