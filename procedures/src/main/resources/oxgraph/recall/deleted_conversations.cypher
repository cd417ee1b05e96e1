// The conversations that are being deleted.
MATCH (c:conversation)
WHERE c.workspace_id = $workspace_id AND c.deleted_at IS NOT NULL
RETURN c.conversation_id AS text
