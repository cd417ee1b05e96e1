//@ statement: other_memory/kinds
//@ summary: Which other memories have written into this database.
//@ yields: graphiti BOOLEAN
//@ yields: agent_memory BOOLEAN
CYPHER 25
RETURN EXISTS { MATCH (n:Entity|Episodic) WHERE n.uuid IS NOT NULL AND n.group_id IS NOT NULL } AS graphiti,
       EXISTS { MATCH (:Conversation)-[:HAS_MESSAGE]->(:Message) }
         OR EXISTS { MATCH (n:Fact) WHERE n.id IS NOT NULL AND n.predicate IS NOT NULL }
         OR EXISTS { MATCH (n:Preference) WHERE n.id IS NOT NULL AND n.preference IS NOT NULL }
         OR EXISTS { MATCH (n:Entity) WHERE n.id IS NOT NULL AND n.type IS NOT NULL AND n.uuid IS NULL } AS agent_memory
