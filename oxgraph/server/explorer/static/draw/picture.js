// The graph as a picture. The list next to it has the same content, for screen readers.
import { html, useEffect, useRef, useState } from '../preact.js';
import cytoscape from '../vendor/cytoscape-3.34.4.js';
import { looks } from './kinds.js';
import { kindOf } from './groups.js';
import * as format from '../format.js';
import { MANY, arrange } from './layout.js';

export function Picture({ nodes, edges, selected, path, names, onChoose, children }) {
  const place = useRef();
  const drawn = useRef(null);
  const choose = useRef(onChoose);
  const [pointed, setPointed] = useState(null);
  choose.current = onChoose;
  useEffect(() => {
    const cy = cytoscape({
      container: place.current, minZoom: 0.08, maxZoom: 3, autoungrabify: false, boxSelectionEnabled: false,
      style: styles(place.current),
    });
    drawn.current = cy;
    cy.on('tap', 'node', (event) => choose.current(event.target.id()));
    cy.on('mouseover', 'node', (event) => event.target.addClass('pointed'));
    cy.on('mouseout', 'node', (event) => event.target.removeClass('pointed'));
    cy.on('zoom', () => cy.$(ALWAYS).updateStyle());
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const repaint = () => cy.style(styles(place.current));
    dark.addEventListener('change', repaint);
    return () => {
      dark.removeEventListener('change', repaint);
      cy.destroy();
    };
  }, []);
  useEffect(() => {
    grow(drawn.current, nodes, edges);
    place.current.dataset.nodes = nodes.length;
  }, [nodes, edges]);
  useEffect(() => {
    const cy = drawn.current;
    cy.$('.chosen').removeClass('chosen');
    cy.$id(selected).addClass('chosen');
    cy.$('.near').removeClass('near');
    cy.$id(selected).connectedEdges().toggleClass('near', nodes.length <= MANY);
    cy.$('node').toggleClass('plain', nodes.length > MANY);
    cy.$('node[?group], .chosen').removeClass('plain');
    cy.$('edge').toggleClass('named', Boolean(names));
    setPointed(null);
  }, [selected, nodes, edges, names]);
  useEffect(() => {
    const cy = drawn.current;
    cy.$('.path').removeClass('path');
    for (const id of [...(path?.nodes || []), ...(path?.edges || [])]) cy.$id(id).addClass('path').removeClass('plain');
  }, [path, nodes, selected]);
  useEffect(() => {
    const cy = drawn.current;
    cy.$('.pointed').removeClass('pointed');
    if (pointed) cy.$id(pointed).addClass('pointed');
  }, [pointed]);
  const zoom = (by) => drawn.current.zoom({ level: drawn.current.zoom() * by, renderedPosition: { x: drawn.current.width() / 2, y: drawn.current.height() / 2 } });
  const fit = () => drawn.current.fit(undefined, 36);
  const keys = {
    '+': () => zoom(1.25), '-': () => zoom(0.8), 0: fit, Enter: () => choose.current(pointed || selected), Escape: () => setPointed(null),
    ...Object.fromEntries(Object.entries(ARROWS).map(([key, way]) => [key, () => setPointed(nearest(drawn.current, pointed || selected, way))])),
  };
  const key = (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  };
  const label = `Picture of ${format.count(nodes.length, 'node')} and ${format.count(edges.length, 'relationship')}. Arrow keys go from node to node, Enter chooses one, plus and minus zoom, 0 shows all. The list next to it has the same content.`;
  return html`<div class="picture-frame"><div class="picture" role="application" tabindex="0" aria-label=${label} ref=${place} onKeyDown=${key}></div>
    <p class="hidden" role="log">${nodes.find((node) => node.id === pointed)?.title || ''}</p>
    <div class="picture-tools">${children}<button type="button" class="small" aria-label="Closer" onClick=${() => zoom(1.25)}>+</button>
      <button type="button" class="small" aria-label="Farther" onClick=${() => zoom(0.8)}>−</button><button type="button" class="small" onClick=${fit}>Show all</button></div></div>`;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The next node in a direction: near, and not far to the side.
function nearest(cy, from, [x, y]) {
  const here = cy.$id(from).position();
  let best = from;
  let least = Infinity;
  cy.nodes().forEach((node) => {
    const { x: toX, y: toY } = node.position();
    const ahead = (toX - here.x) * x + (toY - here.y) * y;
    const aside = Math.abs((toX - here.x) * y) + Math.abs((toY - here.y) * x);
    if (node.id() !== from && ahead > 1 && ahead + 2 * aside < least) {
      best = node.id();
      least = ahead + 2 * aside;
    }
  });
  return best;
}

// Remove what is gone, place new nodes around their neighbours, and run the layout.
function grow(cy, nodes, edges) {
  const wanted = new Set([...nodes.map((node) => node.id), ...edges.map((edge) => edge.id)]);
  const gone = cy.elements().filter((one) => !wanted.has(one.id()));
  const fewer = gone.nodes().length;
  gone.remove();
  const fresh = nodes.filter((node) => cy.$id(node.id).empty());
  const hubs = new Map(edges.flatMap((edge) => [[edge.source, edge.target], [edge.target, edge.source]]).filter(([, hub]) => cy.$id(hub).nonempty()));
  cy.batch(() => {
    fresh.forEach((node, index) => cy.add(element(node, near(cy.$id(hubs.get(node.id) || ''), index, fresh.length))));
    edges.filter((edge) => cy.$id(edge.id).empty()).forEach((edge) => cy.add({ group: 'edges', data: edge }));
  });
  if (fresh.length || fewer > MANY) arrange(cy, () => legible(cy));
}

const SMALLEST = 0.75;
const LARGEST = 1.4;

// Fit the whole graph; of a small one names stay readable, if need be around the selected node alone.
function legible(cy) {
  if (cy.destroyed()) return;
  cy.fit(undefined, 36);
  if (cy.zoom() > LARGEST) cy.zoom({ level: LARGEST, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
  if (cy.zoom() >= SMALLEST || cy.nodes().length > MANY) return;
  cy.zoom(SMALLEST);
  cy.center(cy.$('.chosen'));
}

function element(node, position) {
  const [fill, border, size] = looks(node.looks || node);
  const scale = node.group ? 0.5 + Math.min(0.9, Math.log10(node.members.length) / 2.5) : 0.62;
  return { group: 'nodes', position, data: { id: node.id, title: short(node.title), fill, border, size: size * scale, group: node.group || undefined, sort: `${kindOf(node)} ${node.title}` } };
}

const short = (text) => (text.length > 34 ? `${text.slice(0, 32)}…` : text);

function near(hub, index, of) {
  const around = hub.nonempty() ? hub.position() : { x: 0, y: 0 };
  const angle = (2 * Math.PI * index) / Math.max(1, of);
  return { x: around.x + 120 * Math.cos(angle), y: around.y + 120 * Math.sin(angle) };
}

// Names of what is chosen, pointed at or a group are as large on the screen at every zoom.
const ALWAYS = 'node.chosen, node.pointed, node[?group]';
const legibleSize = (node) => Math.max(13, 12 / node.cy().zoom());

function styles(place) {
  const colour = (name) => getComputedStyle(place).getPropertyValue(name).trim();
  return [
    { selector: 'node', style: {
      'background-color': 'data(fill)', 'border-color': 'data(border)', 'border-width': 2, width: 'data(size)', height: 'data(size)',
      label: 'data(title)', color: colour('--text'), 'font-size': 13, 'text-valign': 'bottom', 'text-margin-y': 5,
      'text-wrap': 'wrap', 'text-max-width': 130, 'min-zoomed-font-size': 6,
      'text-background-color': colour('--surface'), 'text-background-opacity': 0.8, 'text-background-padding': 1,
    } },
    { selector: 'node[?group]', style: { shape: 'round-rectangle', 'border-width': 5, 'border-style': 'double', 'font-weight': 600, 'font-size': legibleSize } },
    { selector: 'edge', style: {
      width: 1.4, 'line-color': colour('--edge'), 'target-arrow-color': colour('--edge'), 'target-arrow-shape': 'triangle',
      'arrow-scale': 0.8, 'curve-style': 'bezier', 'font-size': 10, color: colour('--muted'),
      'text-rotation': 'autorotate', 'min-zoomed-font-size': 7, 'text-background-color': colour('--surface'),
      'text-background-opacity': 0.85, 'text-background-padding': 1,
    } },
    { selector: 'node.plain', style: { 'min-zoomed-font-size': 8.5, 'font-size': 7, 'text-max-width': 60, 'text-margin-y': 3 } },
    { selector: 'edge.near, edge.named', style: { label: 'data(label)' } },
    { selector: 'edge.path', style: { 'line-color': colour('--warn'), 'target-arrow-color': colour('--warn'), width: 3, label: 'data(label)' } },
    { selector: 'node.path', style: { 'border-color': colour('--warn'), 'border-width': 5 } },
    { selector: 'node.chosen', style: { 'border-color': colour('--focus'), 'border-width': 5, 'font-size': legibleSize, 'min-zoomed-font-size': 0, 'z-index': 5 } },
    { selector: 'node.pointed', style: { 'border-color': colour('--focus'), 'border-width': 5, 'border-style': 'dashed', 'min-zoomed-font-size': 0, 'font-size': legibleSize, 'text-max-width': 300, 'z-index': 9 } },
  ];
}
