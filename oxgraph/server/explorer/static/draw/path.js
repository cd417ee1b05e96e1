// The shortest path between two nodes of the graph that is shown, whatever the direction of its relationships.
export function pathBetween({ nodes, edges }, from, to) {
  const around = new Map(nodes.map((node) => [node.id, []]));
  for (const edge of edges) {
    around.get(edge.source)?.push([edge.target, edge.id]);
    around.get(edge.target)?.push([edge.source, edge.id]);
  }
  if (!around.has(from) || !around.has(to)) return null;
  const came = new Map([[from, null]]);
  const waiting = [from];
  while (waiting.length && !came.has(to)) {
    const here = waiting.shift();
    for (const [next, edge] of around.get(here)) {
      if (!came.has(next)) {
        came.set(next, [here, edge]);
        waiting.push(next);
      }
    }
  }
  if (!came.has(to)) return null;
  const path = { nodes: [to], edges: [] };
  for (let step = came.get(to); step; step = came.get(step[0])) {
    path.nodes.unshift(step[0]);
    path.edges.unshift(step[1]);
  }
  return path;
}
