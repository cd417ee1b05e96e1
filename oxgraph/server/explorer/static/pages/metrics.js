// The metrics: their definitions, the difference to the baseline, and the values day by day.
import { html } from '../preact.js';
import { go, href, settle } from '../router.js';
import { useRequest, useAction } from '../requests.js';
import { isAllowed } from '../roles.js';
import { Asked, Badge, Facts, Failure, Page, Panel, Select, Sure } from '../components.js';
import { AgentTrend, Trend } from '../draw/trend.js';
import * as format from '../format.js';
import * as api from '../api.js';
import { dayOf } from '../past.js';
import { LastDays } from './as_of.js';
import { filled, useHistory } from './metric_days.js';
import { MetricForm, conditionInWords } from './metric_form.js';

const FEW = 2;
const SPLITS = [['', 'All runs'], ['agents', 'Each agent']];
const SPANS = [['14', 'Two weeks'], ['30', '30 days'], ['90', '90 days'], ['365', 'A year']];

export function Metrics({ route, caller }) {
  if (route.id === 'new') return html`<${New} caller=${caller} />`;
  if (route.id) return html`<${One} key=${route.id} route=${route} caller=${caller} />`;
  return html`<${List} caller=${caller} query=${route.query} />`;
}

const shown = (row, value) => (value === null || value === undefined ? '–' : row.aggregation === 'rate' ? format.percent(value) : format.number(value));

function List({ caller, query }) {
  const asked = useRequest((signal) => api.metrics({ all: true }, signal), []);
  const add = isAllowed(caller, 'operator') && html`<a class="button primary" href=${href('metrics', 'new')}>New metric</a>`;
  const empty = { title: 'No metrics', when: (page) => !page.items.length, children: 'Define one to see whether agents get better.' };
  return html`<${Page} title="Metrics" lead="Whether agents get better, compared with their first runs." actions=${add}>
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`<ul class="cards">${page.items.map((row) => html`<li key=${row.id}><${Card} row=${row} query=${query} /></li>`)}</ul>`}</${Asked}>
  </${Page}>`;
}

function Card({ row, query }) {
  const asked = useRequest((signal) => api.benchmarks(row.id, { limit: 30, as_of: dayOf(query) }, signal), [row.id, dayOf(query)]);
  const known = asked.value?.items || [];
  const history = useHistory(row.id, { days: 30, as_of: dayOf(query) }, asked.value && known.length < FEW);
  const days = filled(known, history.value?.items || []);
  const filling = known.length < FEW && history.loading; // A chart of the one day that is known would jump.
  return html`<article class="card metric ${row.active ? '' : 'muted'}">
    <header><h2><a href=${href('metrics', row.id, query)}>${row.name}</a></h2>${!row.active && html`<${Badge}>off</${Badge}>`}</header>
    <p class="row-about">${conditionInWords(row)}</p>
    <${Asked} asked=${asked}>${() => html`<${Headline} row=${row} last=${days.at(-1)} /><div aria-busy=${String(filling)}><${Trend} row=${row} days=${filling ? [] : days} small /></div>`}</${Asked}>
  </article>`;
}

// The difference to the baseline; above zero is an improvement, whatever the metric's direction, so the word stands for the sign.
export function Headline({ row, last }) {
  if (!last || last.value === null) return html`<p class="headline none"><strong>–</strong> <span class="quiet">no runs in the window yet</span></p>`;
  const delta = last.delta_vs_baseline;
  const better = delta > 0;
  const tone = !delta ? '' : better ? 'good' : 'bad';
  const points = row.aggregation === 'rate' ? format.count(Math.round(Math.abs(delta ?? 0) * 1000) / 10, 'point') : format.number(Math.abs(delta ?? 0));
  return html`<p class="headline ${tone}">
    ${delta === null ? html`<strong>${shown(row, last.value)}</strong> <span class="quiet">no baseline yet</span>` : html`
      <strong>${points}</strong> <span class="headline-word">${!delta ? 'as at the start' : better ? 'better' : 'worse'}</span>
      <span class="quiet">now ${shown(row, last.value)}, at the start ${shown(row, last.baseline)} · ${format.count(last.sample_count, 'run')}</span>`}
  </p>`;
}

function New({ caller }) {
  const save = (definition) => api.createMetric(definition).then((row) => go(href('metrics', row.id)));
  const back = html`<a class="button" href=${href('metrics')}>Metrics</a>`;
  return html`<${Page} title="New metric" lead="With a preview before you save it." actions=${back}>
    ${isAllowed(caller, 'operator') ? html`<${MetricForm} onSave=${save} word="Create metric" />` : html`<p>Your role can read metrics, not define them.</p>`}</${Page}>`;
}

function One({ route, caller }) {
  const { query } = route;
  const span = query.days || '30';
  const split = query.split || '';
  const metric = useRequest((signal) => api.metric(route.id, signal), [route.id]);
  const trend = useRequest((signal) => api.benchmarks(route.id, { limit: Number(span), as_of: dayOf(query) }, signal), [route.id, span, dayOf(query)]);
  const history = useHistory(route.id, { days: Number(span), as_of: dayOf(query), by_agent: split === 'agents' || undefined }, true);
  const back = html`<a class="button" href=${href('metrics')}>Metrics</a>`;
  const choose = (change) => settle(href('metrics', route.id, { ...query, ...change }));
  const chosen = html`<${Select} label="Split" value=${split} options=${SPLITS} onChange=${(to) => choose({ split: to })} /><${Select} label="Span" value=${span} options=${SPANS} onChange=${(days) => choose({ days })} />`;
  return html`<${Page} title=${metric.value?.name || 'Metric'} lead=${metric.value?.description} actions=${back}>
    <${Asked} asked=${metric}>${(row) => html`
      <${Asked} asked=${trend}>${({ items }) => html`<${Headline} row=${row} last=${items.at(-1)} />
        <${Panel} title="Day by day" actions=${chosen}><${Asked} asked=${history}>${(found) => (split === 'agents' ? html`<${Agents} row=${row} rows=${found.items} />` : html`<${Whole} row=${row} id=${route.id} query=${query} days=${filled(items, found.items)} />`)}</${Asked}></${Panel}>`}</${Asked}>
      <${Definition} row=${row} caller=${caller} again=${metric.again} />`}</${Asked}>
  </${Page}>`;
}

function Whole({ row, id, query, days }) {
  return html`${!days.some((one) => one.sample_count) && html`<${LastDays} id=${id} query=${query} />`}
    <${Trend} row=${row} days=${days} /><${Days} row=${row} days=${days} />`;
}

function Agents({ row, rows }) {
  const known = rows.filter((day) => day.sample_count);
  if (!known.length) return html`<p class="quiet">${row.kind === 'pattern_utilization' ? 'This metric is not split by agent.' : 'No runs on these days.'}</p>`;
  return html`<${AgentTrend} row=${row} rows=${rows} /><${Days} row=${row} days=${known} agents />`;
}

function Days({ row, days, agents }) {
  if (!days.length) return html`<p class="quiet">No runs yet: a run counts once the passes have closed it.</p>`;
  const computed = days.some((day) => day.computed);
  return html`<details><summary>As a table</summary><div class="scroll tall" tabindex="0" role="region" aria-label="Benchmarks"><table>
    <thead><tr><th scope="col">Day</th>${agents && html`<th scope="col">Agent</th>`}<th scope="col">Value</th><th scope="col">95 % interval</th><th scope="col">Baseline</th><th scope="col">Better by</th><th scope="col">Runs</th></tr></thead>
    <tbody>${[...days].reverse().map((day) => html`<tr key=${day.date + (day.agent_id || '')}><th scope="row">${day.date}${day.computed && !agents ? ' *' : ''}</th>${agents && html`<td>${day.agent_id || 'none'}</td>`}<td>${shown(row, day.value)}</td>
      <td>${day.interval ? format.interval(day.interval) : '–'}</td><td>${shown(row, day.baseline)}</td><td>${shown(row, day.delta_vs_baseline)}</td><td>${day.sample_count}</td></tr>`)}</tbody></table></div>
    ${computed && !agents && html`<p class="quiet">* Computed from the runs: no benchmark was written on that day.</p>`}</details>`;
}

function Definition({ row, caller, again }) {
  const action = useAction();
  const change = (changes) => action.run(() => api.updateMetric(row.id, changes)).then((went) => went && again());
  const drop = () => action.run(() => api.deleteMetric(row.id)).then((went) => went && go(href('metrics')));
  return html`<${Panel} title="What it measures">
    <${Facts} rows=${[
      ['Measures', conditionInWords(row)], ['Window', format.count(row.window_days, 'day')],
      ['Better', row.better], ['Action types', row.action_types.join(', ')], ['Node types', row.node_types.join(', ')],
      ['Made', row.built_in ? 'built in' : 'here'],
    ]} />
    ${action.error && html`<${Failure} error=${action.error} />`}
    ${isAllowed(caller, 'operator') && html`<div class="actions">
      <button type="button" aria-busy=${action.busy} onClick=${() => change({ active: !row.active })}>${row.active ? 'Switch off' : 'Switch on'}</button>
      ${!row.built_in && html`<${Sure} tone="danger" question="Delete it and its benchmarks?" yes="Delete" onYes=${drop}>Delete</${Sure}>`}</div>
      ${!row.built_in && html`<details class="edit"><summary>Edit</summary><${MetricForm} row=${row} word="Save changes"
        onSave=${(definition) => api.updateMetric(row.id, definition).then(again)} /></details>`}`}
  </${Panel}>`;
}
