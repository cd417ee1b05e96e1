// The lasting instructions of a user, which every turn shows.
CREATE RANGE INDEX oxgraph_instruction_user IF NOT EXISTS FOR (n:instruction) ON (n.workspace_id, n.user_id, n.status);
