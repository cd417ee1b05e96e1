//@ statement: directory/place
//@ summary: Enter on which server a workspace is, unless it is entered.
//@ param: workspace_id STRING
//@ param: name STRING
//@ param: server STRING
//@ param: now DATETIME
//@ yields: entry MAP
MERGE (e:_mem:directory_entry {workspace_id: 'system',
                               id: oxgraph.stable_id('system', 'directory_entry', [$workspace_id])})
ON CREATE SET e.created_at = $now, e.workspace = $workspace_id, e.name = $name, e.server = $server, e.epoch = 1
RETURN e {.*} AS entry
