// The overview: what went wrong, what changed, and whether memory is at work.
import { html, useEffect, useMemo } from '../preact.js';
import { go, href, settle } from '../router.js';
import { useRequest } from '../requests.js';
import { Asked, Badge, Empty, Loading, Page, Panel, Select } from '../components.js';
import { Bars } from '../draw/bars.js';
import { DAY_MS, endOf } from '../past.js';
import * as format from '../format.js';
import * as api from '../api.js';
import { Changes, Failures, Patterns, Rates } from './overview_parts.js';
import { Work } from './work_state.js';

const RANGES = [['24h', '24 hours', 1], ['7d', '7 days', 7], ['30d', '30 days', 30]];
const SPLITS = [['by_action_type', 'By tool'], ['by_error_code', 'By error']];
const REFRESH_MS = 60_000;

// The period of an address: one that was zoomed into, or a range up to now or to the end of a day.
function periodOf(query) {
  if (query.since && query.until) return { since: query.since, until: query.until };
  const [, , days] = RANGES.find(([name]) => name === query.range) || RANGES[0];
  const until = endOf(query);
  return days === 1 && !until ? {} : { since: new Date((until ? Date.parse(until) : Date.now()) - days * DAY_MS).toISOString(), until };
}

export function Overview({ route }) {
  const { query } = route;
  const zoomed = Boolean(query.since && query.until);
  const period = useMemo(() => periodOf(query), [query.range, query.since, query.until, query.as_of]);
  const asked = useRequest((signal) => api.overview(zoomed ? period : periodOf(query), signal), [period]);
  useEffect(() => {
    if (zoomed) return undefined;
    const timer = setInterval(() => document.hidden || asked.again(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [zoomed, asked.again]);
  const range = zoomed ? '' : query.range || '24h';
  const ranges = html`<nav class="ranges" aria-label="Range"><ul>${RANGES.map(([name, title]) => html`<li key=${name}>
    <a href=${href('overview', '', { ...query, range: name, since: undefined, until: undefined })} aria-current=${name === range ? 'true' : undefined}>${title}</a></li>`)}</ul></nav>`;
  return html`<${Page} title="Overview" lead="What went wrong, what changed, and whether memory is at work." actions=${ranges}>
    <${Asked} asked=${asked}>${(found) => html`<${Found} found=${found} query=${query} zoomed=${zoomed} />`}</${Asked}>
  </${Page}>`;
}

function Found({ found, query, zoomed }) {
  const period = `${format.moment(found.since)} – ${format.moment(found.until)}`;
  return html`${zoomed ? html`<p class="notice" role="status">${period}. ${' '}
      <a href=${href('overview', '', { ...query, since: undefined, until: undefined })}>Show the whole range</a></p>` : html`<p class="quiet">${period}, from where the first bar of the chart begins.</p>`}
    <${Tiles} found=${found} />
    ${found.total.actions ? html`<${Figures} found=${found} query=${query} />` : html`<${Nothing} found=${found} query=${query} />`}
    ${endOf(query) && html`<p class="quiet">What follows is of today.</p>`}<${Work} work=${found.work} />`;
}

function Tiles({ found }) {
  const { total } = found;
  const change = found.changes[0];
  return html`<dl class="tiles">
    <${Tile} name="Actions" value=${format.number(total.actions)} />
    <${Tile} name="Failures" value=${format.number(total.failures)} />
    <${Tile} name="Failure rate" value=${total.rate === null ? '–' : format.rate(total.rate)} note=${total.rate === null ? '' : `95 % interval ${format.interval(total.interval)}`} />
    <${Tile} name=${earlier(found)} value=${change ? format.points(change.difference) : '–'} tone=${change?.certain ? (change.difference > 0 ? 'bad' : 'good') : ''}
      note=${change ? `${change.certain ? '' : 'no certain change: '}${format.pointsInterval(change.interval)}` : 'nothing to compare with'} />
  </dl>`;
}

const Tile = ({ name, value, note, tone = '' }) => html`<div class="tile ${tone}"><dt>${name}</dt><dd><strong>${value}</strong>${note && html`<span class="quiet">${note}</span>`}</dd></div>`;

export const earlier = (found) => (found.compared_weeks === 1 ? 'Against a week before' : `Against ${found.compared_weeks} weeks before`);

function Nothing({ found, query }) {
  const asked = useRequest((signal) => api.coverage({}, signal), []);
  if (!asked.value) return html`<${Loading} />`;
  const last = asked.value.last_action_at;
  if (!last) return html`<${Empty} title="No actions yet" command="oxgraph demo">What agents do appears here at once: connect an agent by MCP, a hook or the Python client. See it at work on a small shop:</${Empty}>`;
  const days = (Date.now() - Date.parse(last)) / DAY_MS;
  const range = days < 7 ? '7d' : days < 30 ? '30d' : undefined;
  const to = range ? { range } : { since: new Date(Date.parse(last) - DAY_MS).toISOString(), until: new Date(Date.parse(last) + 1000).toISOString() };
  return html`<${Empty} title="No actions in this period">The last one was on ${format.moment(last)}. ${' '}
    <a href=${href('overview', '', { split: query.split, ...to })}>Show ${range ? (range === '7d' ? 'the last 7 days' : 'the last 30 days') : 'the day up to then'}</a></${Empty}>`;
}

function Figures({ found, query }) {
  const [split] = SPLITS.find(([name]) => name === query.split) || SPLITS[0];
  const end = (index) => new Date(Date.parse(found.slices[index].at) + found.slice_seconds * 1000);
  const zoom = (first, last) => go(href('overview', '', { ...query, since: found.slices[first].at, until: end(last).toISOString() }));
  const period = { since: found.since, until: found.until };
  return html`
    <${Panel} title="Failures over time" actions=${html`<${Select} label="Split" value=${split} options=${SPLITS} onChange=${(chosen) => settle(href('overview', '', { ...query, split: chosen }))} />`}>
      ${found.total.failures ? html`<${Bars} slices=${found.slices} seconds=${found.slice_seconds} field=${split} onChoose=${zoom} />` : html`<p class="quiet">None of the ${format.count(found.total.actions, 'action')} failed.</p>`}
      <${Slices} found=${found} query=${query} end=${end} /></${Panel}>
    <div class="columns">
      <${Panel} title="What changed"><${Changes} found=${found} /></${Panel}>
      <${Rates} title="By tool" rows=${found.action_types} filter="action" period=${period} />
      <${Rates} title="By agent" rows=${found.agents} filter="agent" period=${period} />
      ${!endOf(query) && html`<${Patterns} title="Costliest patterns" rows=${found.costliest_patterns} /><${Patterns} title="Newest patterns" rows=${found.newest_patterns} newest />`}
      <${Panel} title="Newest failures" actions=${html`<a href=${href('timeline', '', { show: 'table', outcome: 'failure' })}>All failures</a>`}><${Failures} rows=${found.newest_failures} /></${Panel}>
      <${Rates} title="By node type" rows=${found.node_types} filter="type" period=${period} />
      <${Rates} title="By error" rows=${found.error_codes} filter="error" period=${period} share />
    </div>`;
}

function Slices({ found, query, end }) {
  return html`<details><summary>As a table</summary><div class="scroll tall" tabindex="0" role="region" aria-label="Failures over time"><table>
    <thead><tr><th scope="col">From</th><th scope="col">Actions</th><th scope="col">Failures</th><th scope="col">Most of them</th></tr></thead>
    <tbody>${found.slices.map((slice, index) => slice.actions > 0 && html`<tr key=${slice.at}>
      <th scope="row"><a href=${href('overview', '', { ...query, since: slice.at, until: end(index).toISOString() })}>${format.moment(slice.at)}</a></th>
      <td class="figure">${format.number(slice.actions)}</td><td class="figure">${format.number(slice.failures)}</td><td>${most(slice)}</td></tr>`)}</tbody></table></div></details>`;
}

const first = (counts) => Object.entries(counts).sort(([, a], [, b]) => b - a)[0]?.[0];
const most = (slice) => (slice.failures ? html`${first(slice.by_action_type)} ${' '}<${Badge} tone="bad">${first(slice.by_error_code) || 'no code'}</${Badge}>` : '');
