// Why a list as of a day is empty, and where there is more.
import { html } from '../preact.js';
import { href } from '../router.js';
import { useRequest } from '../requests.js';
import { DAY_MS, dayOf } from '../past.js';
import * as api from '../api.js';

// Why no row lies between two days.
export const NO_DAY = { title: 'No day lies between these', children: '“To” is before “From”: choose another day.' };
export const noDay = (query) => query.from && query.to && query.to < query.from;

// Why no pattern is active, or was on a day, with a link to the last day on which there were some.
export function NoPatterns({ query }) {
  const day = dayOf(query);
  const asked = useRequest((signal) => api.coverage({ as_of: day }, signal), [day]);
  const found = asked.value;
  if (!found) return asked.error ? asked.error.message : 'Looking for the reason…';
  if (!found.explanation) return 'No pattern fits these filters.';
  const last = found.active_then && found.last_action_at.slice(0, 10);
  return html`${found.explanation.replace(/ See them: .*$/, '')}
    ${last && last !== day && html` <a href=${href('patterns', '', { ...query, as_of: last, cursor: undefined })}>Show the patterns of ${last}</a>`}`;
}

// Where a metric has no value on the latest days: the day after the last action.
export function LastDays({ id, query }) {
  const day = dayOf(query);
  const asked = useRequest((signal) => api.coverage({}, signal), []);
  const last = asked.value?.last_action_at;
  if (!last) return null;
  const next = new Date(new Date(last.slice(0, 10)).getTime() + DAY_MS).toISOString().slice(0, 10);
  if (next === day || next > new Date().toISOString().slice(0, 10)) return null;
  return html`<p class="quiet">The last action was on ${last.slice(0, 10)}. <a href=${href('metrics', id, { ...query, as_of: next })}>Show the days up to then</a></p>`;
}
