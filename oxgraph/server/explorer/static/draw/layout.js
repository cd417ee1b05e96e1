// Where the nodes of the picture stand: a force layout for a few, rings around their common neighbour for many.
const STILL = matchMedia('(prefers-reduced-motion: reduce)');

// From so many nodes on, leaves stand in rings, and names away from the chosen node wait for a closer look.
export const MANY = 60;

const STEP = 58;
const FIRST_RING = 95;

export function arrange(cy, after) {
  const moving = STILL.matches ? false : 'end';
  const options = cy.nodes().length <= MANY ? forces(moving) : { name: 'preset', positions: rings(cy), animate: !STILL.matches };
  const layout = cy.layout({ ...options, animationDuration: 300, fit: false });
  layout.one('layoutstop', after);
  layout.run();
}

const forces = (animate) => ({
  name: 'cose', randomize: false, animate, nodeRepulsion: () => 90_000, idealEdgeLength: () => 60, nodeOverlap: 30, gravity: 0.8, numIter: 900, componentSpacing: 70,
});

// The positions by id: hubs by forces that leave room for their leaves, each leaf in a ring around its hub.
function rings(cy) {
  const leaves = new Map();
  cy.nodes().forEach((node) => {
    const around = node.openNeighborhood('node');
    if (around.length !== 1 || around[0].openNeighborhood('node').length === 1) return;
    leaves.set(around[0].id(), [...(leaves.get(around[0].id()) || []), node]);
  });
  const leaf = new Set([...leaves.values()].flat().map((node) => node.id()));
  const hubs = cy.nodes().filter((node) => !leaf.has(node.id()));
  const radius = (node) => reach((leaves.get(node.id()) || []).length);
  const inner = hubs.union(hubs.edgesWith(hubs));
  inner.layout({ ...forces(false), fit: false, numIter: 400, idealEdgeLength: (edge) => radius(edge.source()) + radius(edge.target()) }).run();
  const at = new Map(hubs.map((hub) => [hub.id(), { ...hub.position(), radius: radius(hub) }]));
  part([...at.values()]);
  for (const [hub, nodes] of leaves) {
    nodes.sort((a, b) => a.data('sort').localeCompare(b.data('sort')));
    slots(nodes.length).forEach(([x, y], index) => at.set(nodes[index].id(), { x: at.get(hub).x + x, y: at.get(hub).y + y }));
  }
  return (node) => ({ x: at.get(node.id()).x, y: at.get(node.id()).y });
}

const room = (radius) => Math.floor((2 * Math.PI * radius) / STEP);

function slots(count) {
  const found = [];
  for (let radius = FIRST_RING; found.length < count; radius += STEP) {
    const here = Math.min(room(radius), count - found.length);
    for (let n = 0; n < here; n += 1) {
      const angle = (2 * Math.PI * n) / here - Math.PI / 2;
      found.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
    }
  }
  return found;
}

function reach(count) {
  let radius = FIRST_RING;
  for (let left = count - room(radius); left > 0; left -= room(radius)) radius += STEP;
  return count ? radius + STEP / 2 : STEP / 2;
}

const ROUNDS = 60;

// Pushes circles apart until none overlaps.
function part(circles) {
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    circles.forEach((one, index) => circles.slice(index + 1).forEach((other) => {
      const [dx, dy] = [other.x - one.x, other.y - one.y];
      const distance = Math.hypot(dx, dy) || 1;
      const missing = one.radius + other.radius + 20 - distance;
      if (missing <= 0) return;
      moved = true;
      const share = missing / distance / 2;
      one.x -= dx * share; one.y -= dy * share;
      other.x += (dx || 1) * share; other.y += dy * share;
    }));
    if (!moved) return;
  }
}
