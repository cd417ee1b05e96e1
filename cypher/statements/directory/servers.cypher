//@ statement: directory/servers
//@ summary: The servers of the directory, by name.
//@ yields: name STRING
//@ yields: address STRING
//@ yields: draining BOOLEAN
MATCH (s:_mem:directory_server {workspace_id: 'system'})
WHERE s.id IS NOT NULL
RETURN s.name AS name, s.address AS address, coalesce(s.draining, false) AS draining
ORDER BY name
