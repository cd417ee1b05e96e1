//@ statement: directory/entries
//@ summary: Where the workspaces are, by name.
//@ yields: entry MAP
MATCH (e:_mem:directory_entry {workspace_id: 'system'})
WHERE e.id IS NOT NULL
RETURN e {.*} AS entry
ORDER BY e.name
