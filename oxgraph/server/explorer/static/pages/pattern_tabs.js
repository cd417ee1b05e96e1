// Whether patterns help, as a plot of failures with and without each, and whether what is forecast happens.
import { html } from '../preact.js';
import { href } from '../router.js';
import { useRequest } from '../requests.js';
import { Asked, Badge, Facts, Panel, When } from '../components.js';
import { Curve } from '../draw/curve.js';
import { Scale, Spans } from '../draw/spans.js';
import * as format from '../format.js';
import * as api from '../api.js';
import { CountedOf, KNOWN, Without, counted, points } from './pattern_effect.js';

const ROWS = 60;

export function EffectView({ caller }) {
  const asked = useRequest((signal) => api.effect({}, signal), []);
  return html`<${Asked} asked=${asked}>${(report) => html`
    ${report.holdout_since ? html`<${Effects} report=${report} />` : html`<${Panel} title="Failures with and without each pattern"><${Without} caller=${caller} /></${Panel}>`}
    <${Shown} report=${report} />`}</${Asked}>`;
}

// Which patterns were shown before the newest actions, those before most of them first.
function Shown({ report }) {
  if (!report.counted_actions) return null;
  const rows = report.patterns.filter((row) => row.actions_shown).sort((one, other) => other.actions_shown - one.actions_shown);
  const others = report.patterns.length - rows.length;
  return html`<${Panel} title="Actions before which patterns were shown">
    <p><${CountedOf} report=${report} /></p>
    ${rows.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label="Actions before which patterns were shown"><table>
      <thead><tr><th scope="col">Pattern</th><th scope="col" class="figure">Shown before</th><th scope="col" class="figure">Failed</th><th scope="col" class="figure">Not shown before</th><th scope="col" class="figure">Failed</th></tr></thead>
      <tbody>${rows.slice(0, ROWS).map((row) => html`<tr key=${row.pattern_id}><th scope="row"><${Name} row=${row} /></th>
        <${Cells} actions=${row.actions_shown} failures=${row.actions_shown_failed} /><${Cells} actions=${row.actions_not_shown} failures=${row.actions_not_shown_failed} /></tr>`)}</tbody></table></div>`}
    ${rows.length > ROWS && html`<p class="quiet">And ${format.number(rows.length - ROWS)} more.</p>`}
    ${others > 0 && html`<p class="quiet">${format.count(others, 'pattern')} ${others === 1 ? 'was' : 'were'} shown before none of them.</p>`}
  </${Panel}>`;
}

const Cells = ({ actions, failures }) => html`<td class="figure">${actions === null ? '–' : format.number(actions)}</td>
  <td class="figure">${actions ? `${format.number(failures)} (${format.percent(failures / actions)})` : '–'}</td>`;

function Effects({ report }) {
  const tried = report.patterns.filter((row) => row.shown_trials || row.withheld_trials);
  const others = report.patterns.length - tried.length;
  return html`<${Panel} title="Failures with and without each pattern">
    <p class="quiet">Since ${html`<${When} at=${report.holdout_since} as="date" />`}, ${format.percent(report.holdout_rate)} of the sessions do without each pattern. Lines are 99 % intervals; further left is better.</p>
    ${!tried.length && html`<p>No session has come into the situation of a pattern yet.</p>`}
    ${tried.length > 0 && html`<ul class="legend"><li><span class="swatch series-0" aria-hidden="true"></span>with it</li><li><span class="swatch series-1" aria-hidden="true"></span>without it</li></ul>
      <div class="spans"><span></span><${Scale} /><span></span></div>
      <ol class="span-rows">${tried.slice(0, ROWS).map((row) => html`<li key=${row.pattern_id} class="spans"><${Effect} row=${row} /></li>`)}</ol>`}
    ${tried.length > ROWS && html`<p class="quiet">And ${format.number(tried.length - ROWS)} more.</p>`}
    ${others > 0 && html`<p class="quiet">${format.count(others, 'pattern')} not tried yet.</p>`}
  </${Panel}>`;
}

const Name = ({ row }) => html`<a href=${href('patterns', row.pattern_id, { view: undefined })}>${row.action_type}</a>${row.node_type && html` <span class="quiet">on ${row.node_type}</span>`} ${row.error_code === 'None' ? html`<${Badge} tone="good">succeeds</${Badge}>` : html`<${Badge} tone="bad">${row.context ? 'in a situation' : row.error_code}</${Badge}>`}`;

function Effect({ row }) {
  const [tone, word] = KNOWN[row.verdict];
  const arms = [['with it', row.shown_rate, row.shown_interval, row.shown_failures, row.shown_trials], ['without it', row.withheld_rate, row.withheld_interval, row.withheld_failures, row.withheld_trials]];
  const label = arms.map(([name, rate, , failures, trials]) => `${name} ${trials ? `${failures} of ${format.count(trials, 'run')} failed (${format.percent(rate)})` : 'no runs yet'}`).join(', ');
  return html`<span><${Name} row=${row} /></span>
    <${Spans} label=${label} spans=${arms.map(([, rate, interval]) => rate !== null && { at: rate, low: interval[0], high: interval[1] })} />
    <span class="span-text"><${Badge} tone=${tone}>${row.retired ? 'retired: it did harm' : word}</${Badge}>${row.risk_reduction !== null && html` <span class="quiet">${points(row.risk_reduction)} points (${points(row.low)} to ${points(row.high)})</span>`}</span>`;
}

export function ForecastView() {
  const state = useRequest((signal) => api.forecast(signal), []);
  const asked = useRequest((signal) => api.calibration(signal), []);
  return html`<${Asked} asked=${state}>${(forecast) => html`<${Panel} title="When agents are warned">
      <${Facts} rows=${[
        ['Warned from a probability of', format.percent(forecast.threshold)], ['Fitted to', forecast.cases ? format.count(forecast.cases, 'case') : 'nothing yet: this is where it starts'],
        ['Fitted', forecast.fitted_at && html`<${When} at=${forecast.fitted_at} />`],
        ['Cases from there on that failed', asked.value?.warned ? `${format.number(asked.value.warned_failures)} of ${format.number(asked.value.warned)} (${format.percent(asked.value.warned_failures / asked.value.warned)})` : null],
        ['Actions that agents were warned of, and failed', asked.value?.shown ? `${format.number(asked.value.shown_failures)} of ${format.number(asked.value.shown)}` : null],
        ['Warnings', forecast.drifting ? html`<${Badge} tone="bad">come true too seldom</${Badge}>` : null],
      ]} />
      ${forecast.changed.length > 0 && html`<h3>Agents that changed</h3><ul class="sources">${forecast.changed.map((row) => html`<li key=${row.agent_id + row.model}>${row.agent_id || 'no agent'} ${row.model && html`<span class="quiet">${row.model}</span>`}: ${row.measure === 'runs' ? 'runs that end badly' : 'failed actions'} ${format.percent(row.before)} → ${format.percent(row.after)}, since <${When} at=${row.at} as="date" /></li>`)}</ul>`}</${Panel}>`}</${Asked}>
    <${Panel} title="What was predicted, and what happened"><${Asked} asked=${asked}>${(found) => (found.bins.length ? html`<${Calibrated} found=${found} />` : html`<p class="quiet">No case has been recorded yet: each action whose failure was estimated is one, once the passes have run over it.</p>`)}</${Asked}></${Panel}>`;
}

function Calibrated({ found }) {
  return html`<p class="quiet">On the diagonal, what is predicted happens. Lines are 95 % intervals; the forecast was fitted to the same cases.</p>
    <${Curve} bins=${found.bins} threshold=${found.threshold} />
    <details><summary>As a table</summary><div class="scroll" tabindex="0" role="region" aria-label="Predicted and observed failures"><table>
      <thead><tr><th scope="col">Predicted</th><th scope="col">Happened</th><th scope="col">95 % interval</th><th scope="col">Cases</th></tr></thead>
      <tbody>${found.bins.map((bin) => html`<tr key=${bin.predicted}><th scope="row">${format.rate(bin.predicted)}</th><td>${format.rate(bin.observed)}</td><td>${format.interval(bin.interval)}</td><td>${format.number(bin.cases)}</td></tr>`)}</tbody></table></div></details>`;
}
