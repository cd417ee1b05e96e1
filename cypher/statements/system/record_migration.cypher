//@ statement: system/record_migration
//@ summary: Note that a migration has been applied.
//@ param: version STRING
//@ param: name STRING
//@ param: checksum STRING
//@ param: now DATETIME
MERGE (m:_mem:migration {workspace_id: 'system', id: oxgraph.stable_id('system', 'migration', [$version])})
ON CREATE SET m.version = $version, m.name = $name, m.checksum = $checksum, m.applied_at = $now, m.created_at = $now
