//@ query: write_by_hand
//@ summary: Write nodes as nobody but a person at a console would: without what such nodes have, or with other types.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
CREATE (q:_mem:sequence {id: $ids[0], workspace_id: $workspace_id, closes_at: 'yesterday', outcome: 7})
CREATE (a:_mem:action {id: $ids[1], workspace_id: $workspace_id, outcome: 'success', started_at: 'soon', seq: 'first'})
CREATE (q)-[:`_mem:contains`]->(a), (q)-[:`_mem:contains`]->({name: 'no memory'})
CREATE (a)<-[:`_mem:injected`]-({name: 'no memory'})
CREATE (:_mem:memory {id: $ids[2], workspace_id: $workspace_id, where: point({x: 1, y: 2}), long: duration('P1D')})
