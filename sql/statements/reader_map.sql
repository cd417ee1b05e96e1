-- Maps a login to the workspace that it reads; runs as the owner.
INSERT INTO app.readers (role_name, workspace_id) VALUES (%(role)s, %(workspace_id)s)
