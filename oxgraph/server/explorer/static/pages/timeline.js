// Actions and runs of agents, the newest first, one page at a time.
import { html, useMemo } from '../preact.js';
import { go, href, settle } from '../router.js';
import { useRequest } from '../requests.js';
import { Asked, Badge, Field, Outcome, OutcomeSelect, Page, Pager, Select, Title, When, NEWEST_FIRST } from '../components.js';
import { endOf } from '../past.js';
import * as format from '../format.js';
import * as api from '../api.js';
import { ActionsTable } from './actions_table.js';
import { NO_DAY, noDay } from './as_of.js';
import { NameField } from './names.js';

const ROWS = 60;
export const KINDS = [['runs', 'Runs'], ['all', 'Runs and actions'], ['table', 'Action table']];

const NARROW = { title: 'Nothing fits these filters', children: 'Take one away, or look at other days.' };
const NOTHING = { title: 'Nothing yet', children: 'What agents do appears here at once. See it at work on a small shop:', command: 'oxgraph demo' };
const NO_RUNS = {
  title: 'No runs yet', command: 'oxgraph worker',
  children: html`Runs appear once agents have worked and the worker has grouped their actions. <a href=${href('timeline', '', { show: 'all' })}>Look at single actions</a>`,
};

export function Timeline({ route, caller }) {
  if (route.query.show === 'table') return html`<${Page} title="Timeline" lead="What agents did, one line an action." wide><${ActionsTable} route=${route} caller=${caller} /></${Page}>`;
  return html`<${Runs} route=${route} />`;
}

function Runs({ route }) {
  const query = route.query;
  const show = query.show || 'runs';
  const period = { since: format.startOf(query.from), until: format.startOf(query.to, 1) || endOf(query) };
  const filter = { agent_id: query.agent, action_type: query.action, outcome: query.outcome, ...period };
  const ask = show === 'runs' ? api.sequences : api.timeline;
  const asked = useRequest((signal) => ask({ ...filter, limit: ROWS, cursor: query.cursor }, signal), [JSON.stringify(query)]);
  const narrow = (change) => settle(href('timeline', '', { ...query, ...change, cursor: undefined }));
  const narrowed = ['agent', 'action', 'outcome', 'from', 'to'].some((name) => query[name]);
  const empty = noDay(query) ? NO_DAY : narrowed ? NARROW : show === 'runs' ? NO_RUNS : NOTHING;
  // Drawn anew with another query alone: what is being typed stays while runs arrive.
  const filters = useMemo(() => html`<${Filters} query=${query} show=${show} period=${period} narrow=${narrow} narrowed=${narrowed} />`, [JSON.stringify(query)]);
  return html`<${Page} title="Timeline" lead="What agents did, the newest first.">
    ${filters}
    <${Asked} asked=${asked} empty=${{ ...empty, when: (page) => !page.items.length }}>
      ${(page) => html`<${Days} rows=${page.items} /><${Pager} of="the timeline" page="timeline" query=${query} next=${page.next} words=${NEWEST_FIRST} />`}
    </${Asked}>
  </${Page}>`;
}

function Filters({ query, show, period, narrow, narrowed }) {
  const typed = (name) => (event) => narrow({ [name]: event.target.value.trim() });
  return html`<form class="filters" role="search" aria-label="Filters of the timeline" onSubmit=${(event) => event.preventDefault()}>
    <${Select} label="Show" value=${show} options=${KINDS} onChange=${(value) => narrow({ show: value })} />
    <${OutcomeSelect} value=${query.outcome} onChange=${(outcome) => narrow({ outcome })} />
    ${[['agent', 'Agent'], ['action', 'Action type']].map(([name, label]) => html`<${NameField} key=${name} name=${name} label=${label} value=${query[name]} period=${period} onName=${(given) => narrow({ [name]: given })} />`)}
    <${Field} label="From">${(tied) => html`<input ...${tied} type="date" name="from" value=${query.from || ''} onChange=${typed('from')} />`}</${Field}>
    <${Field} label="To">${(tied) => html`<input ...${tied} type="date" name="to" value=${query.to || ''} onChange=${typed('to')} />`}</${Field}>
    ${narrowed && html`<button type="button" class="quiet-button" onClick=${() => go(href('timeline', '', { show: query.show }))}>Clear</button>`}
  </form>`;
}

function Days({ rows }) {
  const days = [];
  for (const row of rows) {
    const name = format.day(row.started_at);
    if (days.at(-1)?.name !== name) days.push({ name, rows: [] });
    days.at(-1).rows.push(row);
  }
  return days.map((day) => html`<section class="day" key=${day.name}><h2>${day.name}</h2>
    <ol class="rows">${day.rows.map((row) => html`<li key=${row.id}>${row.kind === 'action' ? html`<${Action} row=${row} />` : html`<${RunRow} row=${row} />`}</li>`)}</ol></section>`);
}

export function RunRow({ row, when = 'time' }) {
  const failed = row.failure_count ? `, ${row.failure_count} failed` : '';
  return html`<a class="row run" href=${href('run', row.session_id, { at: row.id })}>
    <${Outcome} outcome=${row.outcome} />
    <span class="row-main"><${Title} text=${row.intent_summary || row.session_id} />
      <span class="row-about">${format.count(row.action_count ?? 0, 'action')}${failed}${row.agent_id && ` · ${row.agent_id}`}</span></span>
    <span class="row-when"><${When} at=${row.started_at} as=${when} /></span></a>`;
}

export function Action({ row, here }) {
  return html`<a class="row action" href=${href('run', row.session_id, { at: row.id })} aria-current=${here ? 'true' : undefined}>
    <${Outcome} outcome=${row.outcome} />
    <span class="row-main"><strong>${row.action_type}</strong>
      ${row.error_code && html` <${Badge} tone="bad">${row.error_code}</${Badge}>`}
      <span class="row-about">${[row.node_type, ...(row.target_node_ids || []).slice(0, 3), row.agent_id].filter(Boolean).join(' · ')}</span></span>
    <span class="row-when"><${When} at=${row.started_at} as="time" /><span class="quiet">${format.lasting(row.latency_ms)}</span></span></a>`;
}
