// A copy, which has the ids of another workspace, says which id its name has.
CALL () {
  MATCH (w:_mem:workspace {workspace_id: $id, id: $id})
  RETURN w
  UNION
  MATCH (w:workspace)
  WHERE w:_mem AND w.name_id = $id AND w.workspace_id = w.id
  RETURN w
}
RETURN w
LIMIT 1
