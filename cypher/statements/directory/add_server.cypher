//@ statement: directory/add_server
//@ summary: Add a server to the directory, or change its address.
//@ param: name STRING
//@ param: address STRING
//@ param: now DATETIME
MERGE (s:_mem:directory_server {workspace_id: 'system', id: oxgraph.stable_id('system', 'directory_server', [$name])})
ON CREATE SET s.created_at = $now
SET s.name = $name, s.address = $address, s.draining = null
