-- Takes out all rows of a workspace, before those of another source take their place.
SELECT app.delete_rows(%(workspace_id)s) AS removed
