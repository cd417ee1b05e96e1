// The kinds of nodes that are shown, with their counts: each can be hidden, and all but one.
import { html } from '../preact.js';
import { looks } from '../draw/kinds.js';
import * as format from '../format.js';

export const kindOf = (node) => (node.kind === 'memory' && node.properties?.type) || node.kind;

// The nodes whose kind is not hidden; the chosen one and the first stay.
export function visible(graph, hidden, keep) {
  if (!hidden.length) return graph;
  const nodes = graph.nodes.filter((node) => !hidden.includes(kindOf(node)) || keep.includes(node.id));
  const ids = new Set(nodes.map((node) => node.id));
  return { ...graph, nodes, edges: graph.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)) };
}

export function Kinds({ nodes, hidden, onHide }) {
  const kinds = new Map();
  for (const node of nodes) {
    const known = kinds.get(kindOf(node)) || { node, count: 0 };
    kinds.set(kindOf(node), { node, count: known.count + 1 });
  }
  const rows = [...kinds].sort(([a, one], [b, other]) => other.count - one.count || a.localeCompare(b));
  const toggle = (kind) => onHide(hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind]);
  return html`<ul class="kinds" aria-label="Kinds of nodes">${rows.map(([kind, { node, count }]) => html`<li key=${kind}>
      <button type="button" class="small" aria-pressed=${String(!hidden.includes(kind))} onClick=${() => toggle(kind)}>
        <span class="dot" aria-hidden="true" style=${{ background: looks(node)[0], borderColor: looks(node)[1] }}></span>${format.words(kind)} <strong>${count}</strong></button></li>`)}
    ${hidden.length > 0 && html`<li><button type="button" class="small quiet-button" onClick=${() => onHide([])}>Show all kinds</button></li>`}</ul>`;
}
