//@ statement: directory/entry
//@ summary: Where a workspace is.
//@ param: workspace_id STRING
//@ yields: entry MAP
MATCH (e:_mem:directory_entry {workspace_id: 'system',
                               id: oxgraph.stable_id('system', 'directory_entry', [$workspace_id])})
RETURN e {.*} AS entry
