//@ audit: shared_actions
//@ summary: Actions that belong to more than one sequence.
//@ yields: workspace_id STRING
//@ yields: action_id STRING
//@ yields: sequences INTEGER
MATCH (a:action)
WHERE a:_mem AND COUNT { (a)<-[:`_mem:contains`]-() } > 1
RETURN a.workspace_id AS workspace_id, a.id AS action_id, COUNT { (a)<-[:`_mem:contains`]-() } AS sequences
LIMIT 100
