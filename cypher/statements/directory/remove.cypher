//@ statement: directory/remove
//@ summary: Take out the entry of a workspace that is nowhere, unless it moves.
//@ param: workspace_id STRING
MATCH (e:_mem:directory_entry {workspace_id: 'system',
                               id: oxgraph.stable_id('system', 'directory_entry', [$workspace_id])})
WHERE e.step IS NULL
DELETE e
