-- From which source the rows of these workspaces are (null where there is none yet), and whether these are all.
SELECT a.workspace_id, coalesce(p.complete, true) AS complete,
       coalesce(p.source, CASE WHEN EXISTS (SELECT FROM app.workspaces w WHERE w.workspace_id = a.workspace_id)
                               THEN 'main' END) AS source
FROM unnest(%(ids)s::text[]) AS a(workspace_id)
LEFT JOIN app.placements p ON p.workspace_id = a.workspace_id
