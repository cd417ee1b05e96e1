// The signs of the pages: lines on a field of 24 × 24.
import { html } from '../ui.js';

const PATHS = {
  timeline: 'M5 4v16M5 7h9M5 12h14M5 17h6',
  patterns: 'M4 17l5-6 4 4 7-9M15 6h5v5',
  metrics: 'M5 20v-7M12 20V5M19 20v-10',
  memories: 'M6 4h9l4 4v12H6zM9 11h7M9 15h7',
  graph: 'M6 6h.01M18 8h.01M11 18h.01M7.5 7.5l3 9M16.5 9.5l-4.5 7M8 6.5l8 1.2',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
};

export const Icon = ({ name }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
