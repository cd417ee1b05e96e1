//@ statement: erasure/subject
//@ summary: The entities that an id, a node_id or a name means, each with all that were merged with it, hidden ones too.
//@ param: workspace_id STRING
//@ param: subject STRING
//@ yields: root STRING
//@ yields: known MAP
//@ yields: entities LIST<MAP>
CALL () {
  MATCH (e:_mem:entity {workspace_id: $workspace_id, id: $subject})
  RETURN e, 1 AS by
  UNION
  MATCH (e:entity)
  WHERE e.workspace_id = $workspace_id AND e.node_id = $subject
  RETURN e, 2 AS by
  UNION
  MATCH (a:alias)
  WHERE a.workspace_id = $workspace_id AND a.key = oxgraph.name_key($subject)
  MATCH (e:_mem:entity {workspace_id: $workspace_id, id: a.entity_id})
  RETURN e, 3 AS by
}
// An id before a node_id, that before a name.
WITH collect({e: e, by: by}) AS found, min(by) AS best
UNWIND [one IN found WHERE one.by = best | one.e] AS e
MATCH (e)-[:`_mem:merged_into`*0..]->(root:_mem:entity)
WHERE NOT EXISTS { (root)-[:`_mem:merged_into`]->() }
WITH DISTINCT root
MATCH (member:_mem:entity)-[:`_mem:merged_into`*0..]->(root)
WITH DISTINCT root, member
CALL (member) {
  MATCH (a:alias)
  WHERE a.workspace_id = $workspace_id AND a.entity_id = member.id
  RETURN collect(a.text) AS texts
}
RETURN root.id AS root,
       // What tells it from others of its name, without a text that is to be erased.
       {type: root.type, node_id: root.node_id, user_id: root.private_to, since: date(root.created_at),
        memories: COUNT {
          MATCH (m:memory)
          WHERE m.workspace_id = $workspace_id AND m.subject_id = root.id AND m.predicate IS NOT NULL
        }} AS known,
       collect({id: member.id, node_id: member.node_id, name: member.name, names: texts, private: member.private_to IS NOT NULL,
                domain_node: member.adopted_properties IS NOT NULL
                             OR member.owned IS NULL AND size(labels(member)) > 2
                             OR EXISTS { (member)-[:`_mem:stands_for`]->() }}) AS entities
ORDER BY root
