//@ statement: directory/remove_server
//@ summary: Take a server out of the directory.
//@ param: name STRING
MATCH (s:_mem:directory_server {workspace_id: 'system', id: oxgraph.stable_id('system', 'directory_server', [$name])})
DELETE s
