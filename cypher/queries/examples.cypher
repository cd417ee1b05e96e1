//@ query: examples
//@ summary: The newest node of each kind in a workspace: examples for the parameters of the other queries.
//@ param: workspace_id STRING
//@ yields: node_id STRING
//@ yields: session_id STRING
//@ yields: agent_id STRING
//@ yields: error_code STRING
//@ yields: pattern_id STRING
//@ yields: metric STRING
//@ yields: entity STRING
//@ yields: predicate STRING
//@ yields: subject_id STRING
//@ yields: question STRING
//@ yields: user_id STRING
//@ yields: conversation_id STRING
//@ yields: id STRING
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
// A target is a node of the graph where an action refers to it; the newest actions are looked through for one.
RETURN coalesce(head(COLLECT {
         MATCH (a:action) WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
         WITH a ORDER BY a.workspace_id DESC, a.started_at DESC LIMIT 1000
         MATCH (a)-[:`_mem:references`]->(n:entity)
         RETURN n.node_id ORDER BY a.started_at DESC LIMIT 1
       }), head(COLLECT {
         MATCH (a:action) WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL AND size(a.target_node_ids) > 0
         RETURN a.target_node_ids[0] ORDER BY a.workspace_id DESC, a.started_at DESC LIMIT 1
       })) AS node_id,
       head(COLLECT {
         MATCH (s:sequence) WHERE s.workspace_id = $workspace_id AND s.started_at IS NOT NULL
         RETURN s.session_id ORDER BY s.workspace_id DESC, s.started_at DESC LIMIT 1
       }) AS session_id,
       head(COLLECT {
         MATCH (s:sequence) WHERE s.workspace_id = $workspace_id AND s.started_at IS NOT NULL AND s.agent_id IS NOT NULL
         RETURN s.agent_id ORDER BY s.workspace_id DESC, s.started_at DESC LIMIT 1
       }) AS agent_id,
       head(COLLECT {
         MATCH (p:pattern)
         WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type IS NOT NULL AND p.error_code <> 'None'
           AND p.context IS NULL
         RETURN p.error_code ORDER BY p.confidence DESC LIMIT 1
       }) AS error_code,
       head(COLLECT {
         MATCH (p:pattern) WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type IS NOT NULL
         RETURN p.id ORDER BY p.confidence DESC LIMIT 1
       }) AS pattern_id,
       head(COLLECT {
         MATCH (m:metric) WHERE m.workspace_id = $workspace_id AND m.name IS NOT NULL
         // One that was measured before one that was just made.
         RETURN m.name
         ORDER BY EXISTS { MATCH (b:benchmark) WHERE b.workspace_id = $workspace_id AND b.metric_id = m.id AND b.date IS NOT NULL } DESC,
                  m.name DESC LIMIT 1
       }) AS metric,
       head(COLLECT {
         MATCH (m:memory) WHERE m.workspace_id = $workspace_id AND m.recorded_at IS NOT NULL AND m.predicate <> ''
         MATCH (m)-[:`_mem:subject`]->(e) RETURN e.name ORDER BY m.workspace_id DESC, m.recorded_at DESC LIMIT 1
       }) AS entity,
       head(COLLECT {
         MATCH (m:memory) WHERE m.workspace_id = $workspace_id AND m.recorded_at IS NOT NULL AND m.predicate <> ''
         RETURN m.predicate ORDER BY m.workspace_id DESC, m.recorded_at DESC LIMIT 1
       }) AS predicate,
       head(COLLECT {
         MATCH (m:memory) WHERE m.workspace_id = $workspace_id AND m.recorded_at IS NOT NULL
         RETURN m.id ORDER BY m.workspace_id DESC, m.recorded_at DESC LIMIT 1
       }) AS subject_id,
       head(COLLECT {
         MATCH (m:memory) WHERE m.workspace_id = $workspace_id AND m.recorded_at IS NOT NULL AND m.status = 'active'
         RETURN left(m.content, 200) ORDER BY m.workspace_id DESC, m.recorded_at DESC LIMIT 1
       }) AS question,
       head(COLLECT {
         MATCH (c:conversation) WHERE c.workspace_id = $workspace_id AND c.last_message_at IS NOT NULL AND c.deleted_at IS NULL
         RETURN c.user_id ORDER BY c.workspace_id DESC, c.last_message_at DESC LIMIT 1
       }) AS user_id,
       head(COLLECT {
         MATCH (c:conversation) WHERE c.workspace_id = $workspace_id AND c.last_message_at IS NOT NULL AND c.deleted_at IS NULL
         RETURN c.conversation_id ORDER BY c.workspace_id DESC, c.last_message_at DESC LIMIT 1
       }) AS conversation_id,
       head(COLLECT {
         MATCH (m:memory) WHERE m.workspace_id = $workspace_id AND m.recorded_at IS NOT NULL
         MATCH (m)-[:`_mem:subject`]->(e) RETURN e.id ORDER BY m.workspace_id DESC, m.recorded_at DESC LIMIT 1
       }) AS id
