//@ statement: system/applied_migrations
//@ summary: The migrations that have been applied, oldest first.
//@ yields: version STRING
//@ yields: checksum STRING
MATCH (m:_mem:migration {workspace_id: 'system'}) WHERE m.id IS NOT NULL
RETURN m.version AS version, m.checksum AS checksum
ORDER BY version
