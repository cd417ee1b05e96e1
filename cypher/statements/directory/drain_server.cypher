//@ statement: directory/drain_server
//@ summary: Place nothing on a server any more.
//@ param: name STRING
MATCH (s:_mem:directory_server {workspace_id: 'system', id: oxgraph.stable_id('system', 'directory_server', [$name])})
SET s.draining = true
