//@ query: crowd
//@ summary: Nodes of twenty workspaces in an index; locks, where any kind is in it, as nobody looks for those.
//@ param: label STRING
//@ param: properties LIST<STRING>
UNWIND range(1, 20) AS workspace
UNWIND range(1, 20) AS number
CREATE (n:$($label) {workspace_id: 'crowd-' + workspace, id: randomUUID()})
FOREACH (_ IN CASE $label WHEN '_mem' THEN [1] ELSE [] END | SET n:lock)
FOREACH (name IN [name IN $properties WHERE NOT name IN ['workspace_id', 'id', 'rev']] | SET n[name] = toString(number))
