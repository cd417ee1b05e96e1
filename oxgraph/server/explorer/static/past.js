// The day as of which pages are shown, in the address as `as_of`: which pages honour it, and the field in the header.
import { html } from './preact.js';
import { href, settle } from './router.js';
import * as format from './format.js';

export const DAY_MS = 864e5;

// The day of an address; undefined where it holds none, which is the present.
export const dayOf = ({ as_of: day = '' }) => (/^\d{4}-\d{2}-\d{2}$/.test(day) && isInCalendar(day) ? day : undefined);
const isInCalendar = (day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

// The end of the day of an address in UTC, as the server takes days; undefined for the present, also for today.
export function endOf(query) {
  const end = Date.parse(dayOf(query)) + DAY_MS;
  return end < Date.now() ? new Date(end).toISOString() : undefined;
}

const PAST = new Set(['overview', 'timeline', 'patterns', 'metrics', 'memories', 'graph']);
const PRESENT_VIEWS = new Set(['effect', 'forecast']);

// Whether a page shows the past; of patterns the views of effects and of the forecast do not.
const honours = ({ page, id, query }) => PAST.has(page) && !(page === 'patterns' && PRESENT_VIEWS.has(query.view)) && !(page === 'memories' && id);

export function AsOf({ route }) {
  const change = (event) => settle(href(route.page, route.id, { ...route.query, cursor: undefined, as_of: event.target.value || undefined }));
  return html`<form class="as-of" onSubmit=${(event) => event.preventDefault()}><label for="as-of">As of</label>
    <input id="as-of" type="date" name="as_of" value=${dayOf(route.query) || ''} onChange=${change} /></form>`;
}

export function PastNote({ route }) {
  const day = dayOf(route.query);
  if (!day) return null;
  const back = html`<a href=${href(route.page, route.id, { ...route.query, cursor: undefined, as_of: undefined })}>Back to today</a>`;
  return html`<p class="notice past" role="status">${honours(route) ? html`As of the end of <strong>${format.date(`${day}T12:00`)}</strong> (UTC).` : html`This page has no past: it shows <strong>today</strong>, not ${format.date(`${day}T12:00`)}.`} ${back}</p>`;
}
