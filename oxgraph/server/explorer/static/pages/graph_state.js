// The graph that is shown: the merged neighbourhoods of the expanded nodes.
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from '../preact.js';
import * as api from '../api.js';

const PAGE_SIZE = 300;

export function useGraphState(ids) {
  const known = useRef(new Map());
  const [turn, rerender] = useReducer((n) => n + 1, 0);
  const [error, setError] = useState(null);
  const [pending, setPending] = useState(0);
  const fetch = useCallback(async (id, cursor) => {
    setPending((n) => n + 1);
    try {
      const found = await api.neighbours(id, { limit: PAGE_SIZE, cursor });
      known.current.set(id, joined(known.current.get(id), found));
      setError(null);
    } catch (problem) {
      setError(problem);
    } finally {
      setPending((n) => n - 1);
      rerender();
    }
  }, []);
  const key = JSON.stringify(ids);
  const again = () => ids.filter((id) => !known.current.has(id)).forEach((id) => fetch(id));
  useEffect(again, [key]);
  const graph = useMemo(() => merged(ids.map((id) => known.current.get(id)).filter(Boolean)), [key, turn]);
  const loading = pending > 0 || (!error && ids.some((id) => !known.current.has(id)));
  return {
    ...graph, error, again, loading,
    next: (id) => known.current.get(id)?.next,
    more: (id) => fetch(id, known.current.get(id).next),
    cypher: (id) => known.current.get(id)?.cypher,
    around: (id) => around(graph, id),
  };
}

const joined = (before, found) => (before ? { ...found, nodes: [...before.nodes, ...found.nodes], edges: [...before.edges, ...found.edges] } : found);

function merged(parts) {
  const nodes = new Map();
  const edges = new Map();
  for (const part of parts) {
    for (const node of [part.node, ...part.nodes]) nodes.set(node.id, node);
    for (const edge of part.edges) {
      const id = `${edge.source} ${edge.type} ${edge.target}`;
      edges.set(id, { id, source: edge.source, target: edge.target, label: edge.type.replace('_mem:', '').replaceAll('_', ' ') });
    }
  }
  const whole = [...edges.values()].filter((edge) => nodes.has(edge.source) && nodes.has(edge.target));
  return { nodes: [...nodes.values()], edges: whole };
}

function around({ nodes, edges }, id) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges
    .filter((edge) => edge.source === id || edge.target === id)
    .map((edge) => ({ label: edge.label, out: edge.source === id, node: byId.get(edge.source === id ? edge.target : edge.source) }));
}
