//@ query: question
//@ summary: Write a question that a memory answers.
//@ param: workspace_id STRING
//@ param: memory_id STRING
MATCH (m:_mem {workspace_id: $workspace_id, id: $memory_id})
CREATE (:_mem:question {workspace_id: $workspace_id, id: randomUUID(), text: 'Why?', memory_id: $memory_id})
       -[:`_mem:asks`]->(m)
