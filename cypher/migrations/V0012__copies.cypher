// Copies of a workspace have ids of another one; they are found by the id that their name has.
CREATE RANGE INDEX oxgraph_workspace_name_id IF NOT EXISTS FOR (n:workspace) ON (n.name_id);
