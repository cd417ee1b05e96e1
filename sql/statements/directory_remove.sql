-- Take out the entry of a workspace that is nowhere, unless it moves.
DELETE FROM oxgraph_directory.entry WHERE workspace_id = %(workspace_id)s AND step IS NULL;
