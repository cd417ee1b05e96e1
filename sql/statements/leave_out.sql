-- Takes workspaces out of the page in pg_temp.incoming: their rows are from another source.
DELETE FROM pg_temp.incoming i
WHERE i.workspace_id = ANY (%(ids)s::text[])
   OR (i.workspace_id = 'system' AND i.kind = 'workspace' AND i.id = ANY (%(ids)s::text[]))
