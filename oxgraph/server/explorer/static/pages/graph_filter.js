// What of the graph is shown: the kinds of nodes with their counts, each of which can be hidden, and the time up to which.
import { html } from '../preact.js';
import { looks } from '../draw/kinds.js';
import { kindOf, timeOf } from '../draw/groups.js';
import * as format from '../format.js';

// The nodes whose kind is not hidden and that were there at a time; the chosen one and the first stay.
export function visible(graph, hidden, until, keep) {
  const last = until ? Date.parse(until) : Infinity;
  if (!hidden.length && last === Infinity) return graph;
  const nodes = graph.nodes.filter((node) => (!hidden.includes(kindOf(node)) && !(timeOf(node) > last)) || keep.includes(node.id));
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

const STEPS = 100;

// The time up to which nodes are shown: all the way to the right is now.
export function Until({ nodes, until, onUntil }) {
  const times = nodes.map(timeOf).filter((at) => at !== null);
  if (times.length < 2) return null;
  const [first, last] = [Math.min(...times), Math.max(...times)];
  if (last - first < STEPS) return null;
  const step = (last - first) / STEPS;
  const value = until ? Math.max(0, Math.round((Date.parse(until) - first) / step)) : STEPS;
  const change = (event) => onUntil(Number(event.target.value) >= STEPS ? '' : new Date(first + step * Number(event.target.value)).toISOString());
  const text = until ? `as of ${format.moment(until)}` : 'all times';
  return html`<div class="until"><label for="until">Shown</label><input id="until" type="range" min="0" max=${STEPS} value=${value} aria-valuetext=${text} onChange=${change} />
    <output for="until">${text}</output>${until && html`<button type="button" class="small quiet-button" onClick=${() => onUntil('')}>All times</button>`}</div>`;
}
