//@ statement: other_memory/agent_memory_rest
//@ summary: How much of neo4j-agent-memory is not imported: traces of reasoning, with their steps and calls of tools.
//@ yields: what STRING
//@ yields: found INTEGER
CYPHER 25
UNWIND [['trace of reasoning', COUNT { (:ReasoningTrace) }], ['step of reasoning', COUNT { (:ReasoningStep) }],
        ['call of a tool', COUNT { (:ToolCall) }]] AS row
RETURN row[0] AS what, row[1] AS found
