// The graph as a picture. The list next to it has the same content, for keyboards and screen readers.
import { html, useEffect, useRef } from '../preact.js';
import cytoscape from '../vendor/cytoscape-3.34.4.js';
import { looks } from './kinds.js';

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function Picture({ nodes, edges, selected, path, onChoose }) {
  const place = useRef();
  const drawn = useRef(null);
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    const cy = cytoscape({
      container: place.current, minZoom: 0.2, maxZoom: 3, autoungrabify: false, boxSelectionEnabled: false,
      style: styles(place.current),
    });
    drawn.current = cy;
    cy.on('tap', 'node', (event) => choose.current(event.target.id()));
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
  }, [nodes, edges]);
  useEffect(() => {
    const cy = drawn.current;
    cy.$('.chosen').removeClass('chosen');
    cy.$id(selected).addClass('chosen');
    cy.$('.near').removeClass('near');
    cy.$id(selected).connectedEdges().addClass('near');
    cy.$('node').toggleClass('plain', nodes.length > MANY);
    cy.$id(selected).closedNeighbourhood().removeClass('plain');
  }, [selected, nodes, edges]);
  useEffect(() => {
    const cy = drawn.current;
    cy.$('.path').removeClass('path');
    for (const id of [...(path?.nodes || []), ...(path?.edges || [])]) cy.$id(id).addClass('path').removeClass('plain');
  }, [path, nodes, selected]);
  const label = `A picture of ${nodes.length} nodes and ${edges.length} relationships; the list next to it has the same content.`;
  return html`<div class="picture-frame"><div class="picture" role="img" aria-label=${label} ref=${place}></div>
    <div class="picture-tools"><button type="button" class="small" onClick=${() => drawn.current.fit(undefined, 36)}>Show all</button></div></div>`;
}

// From so many nodes on, names away from the chosen one wait for a closer look, and relationships have theirs there alone.
const MANY = 60;

// Remove what is gone, place new nodes around their neighbours, and run the layout.
function grow(cy, nodes, edges) {
  const wanted = new Set([...nodes.map((node) => node.id), ...edges.map((edge) => edge.id)]);
  cy.elements().filter((one) => !wanted.has(one.id())).remove();
  const fresh = nodes.filter((node) => cy.$id(node.id).empty());
  cy.batch(() => {
    fresh.forEach((node, index) => cy.add(element(node, near(cy, node, edges, index, fresh.length))));
    edges.filter((edge) => cy.$id(edge.id).empty()).forEach((edge) => cy.add({ group: 'edges', data: edge }));
  });
  if (!fresh.length) return;
  const layout = cy.layout({
    name: 'cose', randomize: false, animate: still() ? false : 'end', animationDuration: 300, fit: false,
    nodeRepulsion: () => 90_000, idealEdgeLength: () => 60, nodeOverlap: 30, gravity: 0.8, numIter: 900, componentSpacing: 70,
  });
  layout.one('layoutstop', () => legible(cy));
  layout.run();
}

const SMALLEST = 0.75;
const LARGEST = 1.4;

// Fit the whole graph while names stay readable, else the selected node and its neighbours.
function legible(cy) {
  if (cy.destroyed()) return;
  cy.fit(undefined, 36);
  if (cy.zoom() > LARGEST) cy.zoom({ level: LARGEST, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
  if (cy.zoom() >= SMALLEST) return;
  cy.zoom(SMALLEST);
  cy.center(cy.$('.chosen'));
}

function element(node, position) {
  const [fill, border, size] = looks(node);
  return { group: 'nodes', position, data: { id: node.id, title: short(node.title), fill, border, size: size * 0.62 } };
}

const short = (text) => (text.length > 34 ? `${text.slice(0, 32)}…` : text);

function near(cy, node, edges, index, of) {
  const edge = edges.find((one) => (one.source === node.id && cy.$id(one.target).nonempty()) || (one.target === node.id && cy.$id(one.source).nonempty()));
  const hub = edge ? cy.$id(edge.source === node.id ? edge.target : edge.source) : null;
  const around = hub?.nonempty() ? hub.position() : { x: 0, y: 0 };
  const angle = (2 * Math.PI * index) / Math.max(1, of);
  return { x: around.x + 120 * Math.cos(angle), y: around.y + 120 * Math.sin(angle) };
}

function styles(place) {
  const colour = (name) => getComputedStyle(place).getPropertyValue(name).trim();
  return [
    { selector: 'node', style: {
      'background-color': 'data(fill)', 'border-color': 'data(border)', 'border-width': 2, width: 'data(size)', height: 'data(size)',
      label: 'data(title)', color: colour('--text'), 'font-size': 13, 'text-valign': 'bottom', 'text-margin-y': 5,
      'text-wrap': 'wrap', 'text-max-width': 130, 'min-zoomed-font-size': 6,
      'text-background-color': colour('--surface'), 'text-background-opacity': 0.8, 'text-background-padding': 1,
    } },
    { selector: 'edge', style: {
      width: 1.4, 'line-color': colour('--edge'), 'target-arrow-color': colour('--edge'), 'target-arrow-shape': 'triangle',
      'arrow-scale': 0.8, 'curve-style': 'bezier', 'font-size': 10, color: colour('--muted'),
      'text-rotation': 'autorotate', 'min-zoomed-font-size': 7, 'text-background-color': colour('--surface'),
      'text-background-opacity': 0.85, 'text-background-padding': 1,
    } },
    { selector: 'node.plain', style: { 'min-zoomed-font-size': 14 } },
    { selector: 'edge.near', style: { label: 'data(label)' } },
    { selector: 'edge.path', style: { 'line-color': colour('--warn'), 'target-arrow-color': colour('--warn'), width: 3, label: 'data(label)' } },
    { selector: 'node.path', style: { 'border-color': colour('--warn'), 'border-width': 5 } },
    { selector: 'node.chosen', style: { 'border-color': colour('--focus'), 'border-width': 5 } },
  ];
}
