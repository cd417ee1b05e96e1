-- Enter on which server a workspace is, unless it is entered.
INSERT INTO oxgraph_directory.entry (workspace_id, workspace, server, created_at)
VALUES (%(workspace_id)s, %(name)s, %(server)s, %(now)s)
ON CONFLICT DO NOTHING;
