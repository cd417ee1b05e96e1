//@ statement: token/restore_backup
//@ summary: Make tokens of a backup, where they are not there.
//@ param: rows LIST<MAP>
//@ yields: restored INTEGER
UNWIND $rows AS row
MATCH (w:_mem:workspace {workspace_id: row.workspace_id, id: row.workspace_id})
OPTIONAL MATCH (known:_mem {workspace_id: row.workspace_id, id: row.id})
WITH row, known WHERE known IS NULL
CREATE (t:_mem:token)
SET t = row
RETURN count(*) AS restored
