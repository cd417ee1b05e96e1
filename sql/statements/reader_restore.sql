-- Maps a login to the workspace that it read before the tables were made anew; runs as the owner.
INSERT INTO app.readers (role_name, workspace_id, created_at) VALUES (%(role)s, %(workspace_id)s, %(created_at)s)
