//@ statement: mirror/lag
//@ summary: How many changes are served after a position, and the number of the first; null where there is none.
//@ param: since INTEGER
//@ yields: changes INTEGER
//@ yields: first_rev INTEGER
CALL oxgraph.changes_position() YIELD position
CALL (position) {
  MATCH (n:_mem) USING INDEX n:_mem(rev)
  WHERE n.rev > $since AND n.rev <= position AND NOT n:slot AND NOT n:lock AND NOT (
    n:tombstone AND n.kind <> 'workspace' AND EXISTS { MATCH (:_mem {workspace_id: n.workspace_id, id: n.node_id}) })
  RETURN count(n) AS changes, min(n.rev) AS first_rev
}
RETURN changes, first_rev
