// Actions as a dense table: one line each, narrowed by any of their fields, counted, sorted, followed, saved as CSV.
import { html, useEffect, useMemo, useState } from '../preact.js';
import { go, href, settle } from '../router.js';
import { useAction, useRequest } from '../requests.js';
import { isAllowed } from '../roles.js';
import { Asked, Badge, Failure, Field, OutcomeSelect, Pager, Select, When, NEWEST_FIRST } from '../components.js';
import { follow } from '../events.js';
import { endOf } from '../past.js';
import * as format from '../format.js';
import * as api from '../api.js';
import { KINDS } from './timeline.js';
import { NO_DAY, noDay } from './as_of.js';
import { saveCsv } from './csv.js';
import { NameField } from './names.js';

const ROWS = 100;
const SORTS = [['', 'Newest first'], ['slowest', 'Slowest first']];
const TEXTS = [
  ['text', 'Text', 'name or id'], ['action', 'Tool'], ['error', 'Error'], ['node', 'Node', 'an id'],
  ['type', 'Node type'], ['agent', 'Agent'], ['session', 'Session', 'an id'],
];
const NAMES = [...TEXTS.map(([name]) => name), 'outcome', 'from', 'to', 'since', 'until', 'day_from', 'day_to', 'latency'];
const WIDE = matchMedia('(width >= 48rem)');
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

// What the server is asked for; days and times of day are those of the viewer.
export const filterOf = (query) => ({
  query: query.text, action_type: query.action, error_code: query.error, node_id: query.node, node_type: query.type,
  agent_id: query.agent, session_id: query.session, outcome: query.outcome, min_latency_ms: query.latency,
  time_from: query.day_from, time_to: query.day_to, time_zone: query.day_from || query.day_to ? zone : undefined,
  since: query.since || format.startOf(query.from), until: query.until || format.startOf(query.to, 1) || endOf(query),
});

export function ActionsTable({ route, caller }) {
  const { query } = route;
  const [live, setLive] = useState(false);
  const filter = filterOf(query);
  const asked = useRequest((signal) => api.actions({ ...filter, sort: query.sort, limit: ROWS, cursor: query.cursor }, signal), [JSON.stringify(query)]);
  const counts = useRequest((signal) => api.actionCounts(filter, signal), [JSON.stringify({ ...filter })]);
  const narrow = (change) => settle(href('timeline', '', { ...query, ...change, cursor: undefined }));
  useEffect(() => {
    if (!live) return undefined;
    const again = () => { asked.again(); counts.again(); };
    return follow('action', again, () => { setLive(false); again(); });
  }, [live, asked.again, counts.again]);
  const narrowed = NAMES.some((name) => query[name]);
  const empty = {
    title: narrowed ? 'No action fits these filters' : 'No actions yet',
    children: narrowed ? 'Take one away, or look at other days.' : 'What agents do appears here at once. See it at work on a small shop:', command: narrowed ? undefined : 'oxgraph demo',
    ...(noDay(query) && NO_DAY), when: (page) => !page.items.length,
  };
  const canFollow = isAllowed(caller, 'operator') && !query.cursor && !query.sort && !endOf(query);
  // Drawn anew with another query alone: what is being typed stays while counts or actions arrive.
  const filters = useMemo(() => html`<${Filters} query=${query} narrow=${narrow} narrowed=${narrowed} />`, [JSON.stringify(query)]);
  return html`${filters}
    <div class="table-head"><${Counts} asked=${counts} />
      ${canFollow && html`<button type="button" class="small" aria-pressed=${String(live)} onClick=${() => setLive(!live)}>${live ? 'Following' : 'Follow'}</button>`}
      <${Save} filter=${filter} sort=${query.sort} /></div>
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`<${Table} rows=${page.items} query=${query} narrow=${narrow} />
      <${Pager} of="actions" page="timeline" query=${query} next=${page.next} words=${query.sort ? ['Slowest', 'Faster'] : NEWEST_FIRST} />`}
    </${Asked}>`;
}

function Filters({ query, narrow, narrowed }) {
  const typed = (name) => (event) => narrow({ [name]: event.target.value.trim() });
  const input = (name, label, type, more = {}) => html`<${Field} key=${name} label=${label}>${(tied) => html`<input ...${tied} type=${type} name=${name} value=${query[name] || ''} ...${more} onChange=${typed(name)} />`}</${Field}>`;
  const day = (name) => (event) => narrow({ [name]: event.target.value, since: undefined, until: undefined });
  const exact = query.since || query.until;
  return html`<details class="filters-fold" open=${WIDE.matches}><summary>Filters</summary><form class="filters dense" role="search" aria-label="Filters of the actions" onSubmit=${(event) => event.preventDefault()}>
    <${Select} label="Show" value="table" options=${KINDS} onChange=${(show) => go(href('timeline', '', { show, agent: query.agent, action: query.action, outcome: query.outcome, from: query.from, to: query.to }))} />
    <${OutcomeSelect} value=${query.outcome} onChange=${(outcome) => narrow({ outcome })} />
    <${Select} label="Order" value=${query.sort || ''} options=${SORTS} onChange=${(sort) => narrow({ sort })} />
    ${TEXTS.map(([name, label, placeholder]) => (placeholder ? input(name, label, 'search', { placeholder })
    : html`<${NameField} key=${name} name=${name} label=${label} value=${query[name]} period=${filterOf(query)} onName=${(given) => narrow({ [name]: given })} />`))}
    <${Field} label="From">${(tied) => html`<input ...${tied} type="date" name="from" value=${query.from || ''} onChange=${day('from')} />`}</${Field}>
    <${Field} label="To">${(tied) => html`<input ...${tied} type="date" name="to" value=${query.to || ''} onChange=${day('to')} />`}</${Field}>
    ${input('day_from', 'Time of day from', 'time')}${input('day_to', 'until', 'time')}
    ${input('latency', 'Took at least, ms', 'number', { min: 0, step: 'any', placeholder: '0' })}
    ${narrowed && html`<button type="button" class="quiet-button" onClick=${() => go(href('timeline', '', { show: 'table', sort: query.sort }))}>Clear</button>`}
    ${exact && html`<p class="quiet exact">${query.since ? format.moment(query.since) : ''} – ${query.until ? format.moment(query.until) : ''}</p>`}
  </form></details>`;
}

function Counts({ asked }) {
  if (asked.error || !asked.value) return html`<p class="quiet counts">${asked.error ? asked.error.message : 'Counting…'}</p>`;
  const { actions, failures } = asked.value;
  return html`<p class="counts" role="status"><strong>${format.count(actions, 'action')}</strong>${actions > 0 && html`, ${format.number(failures)} failed <span class="quiet">(${format.percent(failures / actions)})</span>`}</p>`;
}

function Save({ filter, sort }) {
  const action = useAction();
  return html`<button type="button" class="small" aria-busy=${action.busy} onClick=${() => action.run(() => saveCsv((cursor) => api.actions({ ...filter, sort, limit: 1000, cursor })))}>${action.busy ? 'Saving…' : 'Save as CSV'}</button>
    ${action.error && html`<${Failure} error=${action.error} />`}`;
}

function Table({ rows, query, narrow }) {
  const sorted = (name) => ((query.sort || 'newest') === name ? 'descending' : undefined);
  const head = (name, title, kind) => html`<th scope="col" class=${kind} aria-sort=${sorted(name)}><button type="button" class="sort" onClick=${() => narrow({ sort: name === 'newest' ? undefined : name })}>${title}${sorted(name) ? ' ↓' : ''}</button></th>`;
  return html`<div class="scroll dense-table" tabindex="0" role="region" aria-label="Actions"><table>
    <thead><tr>${head('newest', 'When', '')}<th scope="col"><span class="hidden">Outcome</span></th><th scope="col">Tool</th><th scope="col" class="minor">Error</th><th scope="col">Node</th>
      <th scope="col" class="minor">Agent</th>${head('slowest', 'Took', 'figure')}<th scope="col" class="minor">Session</th></tr></thead>
    <tbody>${rows.map((row) => html`<${Row} key=${row.id} row=${row} query=${query} />`)}</tbody></table></div>`;
}

const Sign = ({ outcome }) => html`<span class="mark ${outcome === 'success' ? 'good' : 'bad'}"><span aria-hidden="true">${outcome === 'success' ? '✓' : '✕'}</span><span class="hidden">${outcome}</span></span>`;

function Row({ row, query }) {
  const narrowing = (change) => href('timeline', '', { ...query, ...change, cursor: undefined });
  const cell = (name, value) => (value ? html`<a class="plain" tabindex="-1" href=${narrowing({ [name]: value })}>${value}</a>` : html`<span class="quiet">–</span>`);
  const more = row.target_node_ids.length - 1;
  return html`<tr><td class="when"><a href=${href('run', row.session_id, { at: row.id })}><${When} at=${row.started_at} as="instant" /></a></td>
    <td><${Sign} outcome=${row.outcome} /></td><td>${cell('action', row.action_type)}${row.error_code && html`<span class="narrow"><${Badge} tone="bad">${row.error_code}</${Badge}></span>`}</td>
    <td class="minor">${row.error_code && html`<a class="plain" tabindex="-1" href=${narrowing({ error: row.error_code })}><${Badge} tone="bad">${row.error_code}</${Badge}></a>`}</td>
    <td>${cell('node', row.target_node_ids[0])}${more > 0 && html` <span class="quiet">+${more}</span>`}</td><td class="minor">${cell('agent', row.agent_id)}</td>
    <td class="figure">${format.lasting(row.latency_ms) || '–'}</td><td class="minor">${cell('session', row.session_id)}</td></tr>`;
}
