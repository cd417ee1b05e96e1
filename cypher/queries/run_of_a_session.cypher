//@ query: run_of_a_session
//@ summary: A session as a graph: its sequences, their actions in order, the target nodes and the patterns shown before.
//@ param: workspace_id STRING
//@ param: session_id STRING
//@ yields: sequence NODE
//@ yields: parts LIST<PATH>
MATCH (sequence:sequence)
WHERE sequence.workspace_id = $workspace_id AND sequence.session_id = $session_id AND sequence.started_at IS NOT NULL
RETURN sequence, COLLECT {
  MATCH part = (sequence)-[:`_mem:contains`]->(:action)-[:`_mem:next`|`_mem:references`|`_mem:injected`]-{0,1}()
  RETURN part
} AS parts
ORDER BY sequence.started_at
