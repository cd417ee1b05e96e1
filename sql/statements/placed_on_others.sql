-- The workspaces whose rows are from none of these sources.
SELECT workspace_id FROM app.placements WHERE source <> ALL (%(sources)s::text[])
