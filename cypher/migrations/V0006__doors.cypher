// Lists of entities go along their names; of the hidden ones there are few.
CREATE RANGE INDEX oxgraph_entity_name IF NOT EXISTS FOR (n:entity) ON (n.workspace_id, n.name);
CREATE RANGE INDEX oxgraph_entity_deleted IF NOT EXISTS FOR (n:entity) ON (n.workspace_id, n.deleted_at);

// What persons change is told by who and when; all other transitions have no audited_at, and cost nothing here.
CREATE RANGE INDEX oxgraph_transition_audited IF NOT EXISTS FOR (n:transition) ON (n.workspace_id, n.audited_at);
