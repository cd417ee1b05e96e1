-- Enters a login as the reader of a workspace; as the owner.
INSERT INTO app.readers (role_name, workspace_id) VALUES (%(role)s, %(workspace_id)s)
