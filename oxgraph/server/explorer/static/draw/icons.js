// The icons of the pages: paths in a view box of 24 × 24.
import { html } from '../preact.js';

const PATHS = {
  overview: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  timeline: 'M5 4v16M5 7h9M5 12h14M5 17h6',
  patterns: 'M4 17l5-6 4 4 7-9M15 6h5v5',
  metrics: 'M5 20v-7M12 20V5M19 20v-10',
  memories: 'M6 4h9l4 4v12H6zM9 11h7M9 15h7',
  conversations: 'M4 5h16v11H10l-4 4v-4H4z',
  entities: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5',
  episodes: 'M5 4h14M5 9h14M5 14h9M5 19h5',
  working: 'M12 7v5l3 3M20 12a8 8 0 1 1-16 0 8 8 0 1 1 16 0',
  users: 'M15.5 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 1 1 7 0M5 20c.6-4 3.4-6 7-6s6.4 2 7 6',
  review: 'M4 12l4 4L18 6M13 18h7',
  passes: 'M5 12a7 7 0 0 1 12-5l2 2M19 5v4h-4M19 12a7 7 0 0 1-12 5l-2-2M5 19v-4h4',
  growth: 'M4 20h16M6 20v-4M10 20v-7M14 20v-11M18 20v-15',
  more: 'M6 12a1 1 0 1 1-2 0 1 1 0 1 1 2 0M13 12a1 1 0 1 1-2 0 1 1 0 1 1 2 0M20 12a1 1 0 1 1-2 0 1 1 0 1 1 2 0',
  graph: 'M7.9 7.1l8.2 .9M6.9 8.6l3.3 7.2M15.9 9.9l-3.6 6.1M8 7a2 2 0 1 1-4 0 2 2 0 1 1 4 0M20 8.5a2 2 0 1 1-4 0 2 2 0 1 1 4 0M13 18a2 2 0 1 1-4 0 2 2 0 1 1 4 0',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
};

export const Icon = ({ name }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
