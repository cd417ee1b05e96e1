//@ statement: directory/entries
//@ summary: Where the workspaces are, by name.
//@ yields: entry MAP
MATCH (e:_mem:directory_entry {workspace_id: 'system'})
WHERE e.id IS NOT NULL
WITH properties(e) AS entry
// One that is taken out meanwhile has no properties any more.
WHERE entry.workspace IS NOT NULL AND entry.name IS NOT NULL AND entry.server IS NOT NULL AND entry.epoch IS NOT NULL
RETURN entry
ORDER BY entry.name
