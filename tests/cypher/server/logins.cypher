//@ query: logins
//@ summary: How many nodes of logins a workspace has.
//@ param: workspace_id STRING
//@ yields: logins INTEGER
MATCH (t:_mem:token {workspace_id: $workspace_id}) WHERE t.login_of IS NOT NULL
RETURN count(t) AS logins
