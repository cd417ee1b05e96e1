//@ query: neighbourhood
//@ summary: A memory node and its neighbours, by its id: a graph to expand by double clicks.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: limit INTEGER
//@ yields: node NODE
//@ yields: edge RELATIONSHIP
//@ yields: neighbour NODE
MATCH (node:_mem {workspace_id: $workspace_id, id: $id})
OPTIONAL MATCH (node)-[edge]-(neighbour:_mem)
WHERE none(kind IN ['token', 'slot', 'lock'] WHERE kind IN labels(neighbour))
RETURN node, edge, neighbour
LIMIT $limit
