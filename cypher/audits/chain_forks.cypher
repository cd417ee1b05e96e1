//@ audit: chain_forks
//@ summary: Actions with more than one next action, or more than one previous action.
//@ yields: workspace_id STRING
//@ yields: action_id STRING
//@ yields: after INTEGER
//@ yields: before INTEGER
MATCH (a:action)
WHERE a:_mem AND (COUNT { (a)-[:`_mem:next`]->() } > 1 OR COUNT { (a)<-[:`_mem:next`]-() } > 1)
RETURN a.workspace_id AS workspace_id, a.id AS action_id, COUNT { (a)-[:`_mem:next`]->() } AS after,
       COUNT { (a)<-[:`_mem:next`]-() } AS before
LIMIT 100
