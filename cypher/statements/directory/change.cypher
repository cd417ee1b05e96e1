//@ statement: directory/change
//@ summary: Change the entry of a workspace, if its move is at one of these steps of this attempt; no row otherwise.
//@ param: workspace_id STRING
//@ param: steps LIST<STRING>
//@ param: attempt STRING
//@ param: fence STRING
//@ param: changes MAP
//@ yields: entry MAP
// The lock first: what stands there is compared while nobody else can change it.
CALL () {
  MATCH (locked:_mem:directory_entry {workspace_id: 'system',
                                    id: oxgraph.stable_id('system', 'directory_entry', [$workspace_id])})
  SET locked.name = locked.name
  RETURN count(*) AS locked
}
MATCH (e:_mem:directory_entry {workspace_id: 'system',
                               id: oxgraph.stable_id('system', 'directory_entry', [$workspace_id])})
WHERE coalesce(e.step, '') IN $steps AND coalesce(e.attempt, '') = $attempt AND ($fence IS NULL OR e.fence = $fence)
SET e += $changes
RETURN e {.*} AS entry
