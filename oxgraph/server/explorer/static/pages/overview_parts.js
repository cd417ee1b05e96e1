// The tables and lists of the overview: rates, changes, newest failures, patterns.
import { html, useState } from '../preact.js';
import { href } from '../router.js';
import { Badge, Meter, Panel, When } from '../components.js';
import * as format from '../format.js';

const FEW = 6;
const KINDS = { action_type: 'tool', agent_id: 'agent', node_type: 'node type', error_code: 'error' };

export function Rates({ title, rows, filter, period, share }) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, FEW);
  const top = Math.max(0.01, ...shown.map((row) => row.interval[1]));
  return html`<${Panel} title=${title}>
    ${!rows.length && html`<p class="quiet">None.</p>`}
    <ul class="rates">${shown.map((row) => html`<li key=${row.name}><${Rate} row=${row} top=${top} share=${share}
      link=${row.name && href('timeline', '', { show: 'table', [filter]: row.name, outcome: 'failure', since: period.since, until: period.until })} /></li>`)}</ul>
    ${rows.length > FEW && html`<button type="button" class="small" aria-expanded=${String(all)} onClick=${() => setAll(!all)}>${all ? 'Show fewer' : `Show all ${rows.length}`}</button>`}
  </${Panel}>`;
}

// The bars of one table have one scale, from 0 to its highest bound.
function Rate({ row, top, share, link }) {
  const label = `${format.rate(row.rate)}, 95 % interval ${format.interval(row.interval)}`;
  return html`<span class="rate-name">${link ? html`<a href=${link}>${row.name}</a>` : html`<span class="quiet">not given</span>`}</span>
    <span class="rate-value">${format.rate(row.rate)}</span>
    <${Meter} value=${row.rate / top} low=${row.interval[0] / top} high=${row.interval[1] / top} label=${label} />
    <span class="rate-about quiet">${share ? `${format.count(row.failures, 'failure')} of all actions` : `${format.number(row.failures)} of ${format.count(row.actions, 'action')}`} · ${format.interval(row.interval)}</span>`;
}

export function Changes({ found }) {
  const certain = found.changes.slice(1);
  const before = found.compared_weeks === 1 ? 'the same time a week before' : `the same time ${found.compared_weeks} weeks before`;
  if (!found.changes.length) return html`<p class="quiet">There are no actions of ${before} to compare with.</p>`;
  return html`<p class="quiet">Failure rates that differ from ${before}. The intervals hold together at 95 %.</p>
    ${!certain.length && html`<p>No tool, agent, node type or error differs for certain.</p>`}
    <ul class="rates">${certain.slice(0, 8).map((row) => html`<li key=${row.dimension + row.name}><${Change} row=${row} /></li>`)}</ul>`;
}

function Change({ row }) {
  const worse = row.difference > 0;
  return html`<span class="rate-name"><${Badge} tone=${worse ? 'bad' : 'good'}>${worse ? '▲ worse' : '▼ better'}</${Badge}> <span class="quiet">${KINDS[row.dimension]}</span> ${row.name || 'not given'}</span>
    <span class="rate-value ${worse ? 'bad-text' : 'good-text'}">${format.points(row.difference)}</span>
    <span class="rate-about quiet">${format.rate(row.before.rate)} → ${format.rate(row.now.rate)} · ${format.pointsInterval(row.interval)} · ${format.number(row.now.failures)} of ${format.count(row.now.actions, 'action')} now</span>`;
}

export function Failures({ rows }) {
  if (!rows.length) return html`<p class="quiet">None in this period.</p>`;
  return html`<ol class="rows compact">${rows.map((row) => html`<li key=${row.id}><a class="row" href=${href('run', row.session_id, { at: row.id })}>
    <span class="row-main"><strong>${row.action_type}</strong> <${Badge} tone="bad">${row.error_code || 'failure'}</${Badge}>
      <span class="row-about">${[row.node_type, row.target_node_ids[0], row.agent_id].filter(Boolean).join(' · ')}</span></span>
    <span class="row-when"><${When} at=${row.started_at} as="since" /></span></a></li>`)}</ol>`;
}

export function Patterns({ title, rows, newest }) {
  return html`<${Panel} title=${title} actions=${html`<a href=${href('patterns', '', { outcome: 'failure', sort: newest ? 'first_seen' : 'cost' })}>All patterns</a>`}>
    ${!rows.length && html`<p class="quiet">No failure recurs often enough yet; the passes look for patterns every 15 minutes.</p>`}
    <ol class="rows compact">${rows.map((row) => html`<li key=${row.pattern_id}><a class="row" href=${href('patterns', row.pattern_id, { outcome: 'failure', sort: newest ? 'first_seen' : 'cost' })}>
      <span class="row-main"><strong>${row.action_type}</strong>${row.node_type && html` <span class="quiet">on</span> ${row.node_type}`} <${Badge} tone="bad">${row.context ? row.context_text : row.error_code}</${Badge}>
        <span class="row-about">${format.rate(row.confidence)} of ${format.count(row.total_count, 'action')} · ${format.count(row.sample_count, 'run')}${row.suppressed ? ' · suppressed' : ''}</span></span>
      <span class="row-when"><${When} at=${newest ? row.first_seen : row.last_seen} as="since" /></span></a></li>`)}</ol>
  </${Panel}>`;
}
