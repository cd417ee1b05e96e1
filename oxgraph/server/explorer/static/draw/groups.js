// Nodes of one kind that have the same neighbours are drawn as one group with their number, until it is opened.
import * as format from '../format.js';

export const kindOf = (node) => (node.kind === 'memory' && node.properties?.type) || node.kind;

const FEWEST = 12;

// The graph with its groups: `groups` are all of them, `nodes` and `edges` have those that are not in `opened`.
export function grouped({ nodes, edges }, opened, keep) {
  const around = new Map(nodes.map((node) => [node.id, []]));
  for (const edge of edges) {
    around.get(edge.source).push([edge.target, edge]);
    around.get(edge.target).push([edge.source, edge]);
  }
  const found = new Map();
  for (const node of nodes) {
    if (keep.includes(node.id)) continue;
    const next = [...new Set(around.get(node.id).map(([id]) => id))].sort();
    const key = [kindOf(node), ...next].join(' ');
    found.set(key, [...(found.get(key) || []), node]);
  }
  const groups = [...found].filter(([, members]) => members.length >= FEWEST).map(([key, members]) => made(key, members, around));
  const closed = groups.filter((group) => !opened.includes(group.id));
  const inside = new Set(closed.flatMap((group) => group.members.map((node) => node.id)));
  return {
    groups,
    nodes: [...nodes.filter((node) => !inside.has(node.id)), ...closed],
    edges: [...edges.filter((edge) => !inside.has(edge.source) && !inside.has(edge.target)), ...closed.flatMap((group) => group.edges)],
  };
}

function made(key, members, around) {
  const id = `group-${hash(key)}`;
  const kind = kindOf(members[0]);
  const edges = new Map();
  for (const [next, edge] of around.get(members[0].id)) {
    const out = edge.source === members[0].id;
    edges.set(next, { id: `${id} ${next}`, source: out ? id : next, target: out ? next : id, label: edge.label });
  }
  return { id, kind, group: true, members, edges: [...edges.values()], looks: members[0], title: named(kind, members.length) };
}

const MANY = { memory: 'memories', entity: 'entities', preference: 'preferences' };
const named = (kind, count) => format.count(count, format.words(kind), MANY[kind] || `${format.words(kind)}s`);

function hash(text) {
  let sum = 5381;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 33 + text.charCodeAt(at)) >>> 0;
  return sum.toString(36);
}

const TIMES = ['started_at', 'said_at', 'recorded_at', 'first_seen', 'ended_at', 'created_at'];

// When a node came to be, in milliseconds; null for one without a time.
export function timeOf(node) {
  const at = TIMES.map((name) => node.properties?.[name]).find(Boolean);
  return at ? Date.parse(at) : null;
}
