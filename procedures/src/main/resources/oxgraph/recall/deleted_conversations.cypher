// The conversations that are being deleted, with their owners.
MATCH (c:conversation)
WHERE c.workspace_id = $workspace_id AND c.deleted_at IS NOT NULL
RETURN coalesce(c.user_id, '') AS owner, c.conversation_id AS text
