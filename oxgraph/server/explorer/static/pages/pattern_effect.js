// The measured effect of patterns: how often agents fail with one and, in held-out sessions, without it. Without a holdout
// the counts of the newest actions are shown, which say nothing about a cause.
import { html } from '../preact.js';
import { href } from '../router.js';
import { useRequest } from '../requests.js';
import { isAllowed } from '../roles.js';
import { Asked, Badge, Facts, Meter, Panel, When } from '../components.js';
import * as format from '../format.js';
import * as api from '../api.js';

export const KNOWN = {
  helps: ['good', 'helps'], harms: ['bad', 'does harm'], uncertain: ['', 'effect not certain yet'], untried: ['', 'not tried both ways yet'],
};
export const points = (share) => format.difference(Math.round(share * 100));

// The figures of the patterns that are listed, by their ids, and how they went day by day; empty until they are loaded.
export function useFigures(rows, days) {
  const ids = rows.map((row) => row.pattern_id).filter(Boolean);
  const of = (request) => (signal) => (ids.length ? request(signal) : Promise.resolve(null));
  const effects = useRequest(of((signal) => api.effect({ pattern_ids: ids }, signal)), [ids.join()]);
  const trends = useRequest(of((signal) => api.patternTrends({ pattern_ids: ids, days }, signal)), [ids.join()]);
  const byId = (found) => new Map((found || []).map((one) => [one.pattern_id, one]));
  return { effects: byId(effects.value?.patterns), trends: byId(trends.value?.items) };
}

const failed = (failures, actions) => `${format.number(failures)} of them failed (${format.percent(failures / actions)})`;

// What was counted of the newest actions, in words; empty where the pattern was shown before none of them.
export function counted(row) {
  if (!row.actions_shown) return '';
  const shown = `shown before ${format.count(row.actions_shown, 'action')}, ${failed(row.actions_shown_failed, row.actions_shown)}`;
  return row.actions_not_shown ? `${shown}; not shown before ${format.number(row.actions_not_shown)}, ${failed(row.actions_not_shown_failed, row.actions_not_shown)}` : shown;
}

// One line for a pattern's card: what was measured, where there are sessions with it and without it, else what was counted.
export function EffectLine({ row }) {
  if (!row) return null;
  if (row.risk_reduction === null) return counted(row) && html`<p class="row-about effect-line">${counted(row)}</p>`;
  const [tone, word] = KNOWN[row.verdict];
  return html`<p class="row-about effect-line"><${Badge} tone=${tone}>${row.retired ? 'retired: it did harm' : word}</${Badge}>
    ${' '}fails in ${format.percent(row.shown_rate)} of the runs with it, in ${format.percent(row.withheld_rate)} without</p>`;
}

export function EffectPanel({ id, caller }) {
  const asked = useRequest((signal) => api.effect({ pattern_id: id }, signal), [id]);
  if (asked.error?.status === 404) return null; // Superseded or deleted: it is no longer shown.
  return html`<${Panel} title="Failures with and without it" kind="inner"><${Asked} asked=${asked}>${(report) =>
    html`${report.holdout_since ? html`<${Figures} report=${report} row=${report.patterns[0]} />` : html`<${Without} caller=${caller} />`}<${Counted} report=${report} row=${report.patterns[0]} />`}</${Asked}></${Panel}>`;
}

function Counted({ report, row }) {
  if (!report.counted_actions) return null;
  return html`<p>${counted(row) ? `It was ${counted(row)}.` : 'It was shown before none of the newest actions.'} <${CountedOf} report=${report} /></p>`;
}

// Of what the counts are, and what they do not say.
export const CountedOf = ({ report }) => html`<span class="quiet">Counted among the newest ${format.count(report.counted_actions, 'action')} of the workspace, since <${When} at=${report.counted_since} as="date" />.
  As failed counts what ended in the pattern's error, or, for a pattern of a situation, in any. Agents and tasks of the two may differ: only a holdout says whether a pattern helps.</span>`;

export const Without = ({ caller }) => html`<p class="quiet">Whether it helps is not measured: every session may see it. Set
  ${isAllowed(caller, 'admin') ? html` <a href=${href('settings', 'numbers')}>holdout rate</a>` : ' holdout rate'} to let a share of the sessions do without each pattern.</p>`;

function Figures({ report, row }) {
  const [, word] = KNOWN[row.verdict];
  return html`<div class="effect">
    <${Arm} name="With it" failures=${row.shown_failures} trials=${row.shown_trials} rate=${row.shown_rate} interval=${row.shown_interval} />
    <${Arm} name="Without it" failures=${row.withheld_failures} trials=${row.withheld_trials} rate=${row.withheld_rate} interval=${row.withheld_interval} />
    <p class="row-about">Bars go from 0 to 100 %; what is pale is the 99 % interval.</p>
    <${Facts} rows=${[
      ['Known', row.retired ? 'It did harm, and retired itself' : word],
      ['Failures avoided', row.risk_reduction === null ? null : `${points(row.risk_reduction)} points (99 % interval ${points(row.low)} to ${points(row.high)})`],
      ['Withheld', `in ${format.percent(report.holdout_rate)} of the sessions`], ['Since', html`<${When} at=${report.holdout_since} />`],
    ]} /></div>`;
}

function Arm({ name, failures, trials, rate, interval }) {
  if (!trials) return html`<p class="effect-arm"><span>${name}</span> <span class="quiet">no runs yet</span></p>`;
  const label = `${name}: ${failures} of ${format.count(trials, 'run')} failed; 99 % interval ${format.percent(interval[0])} to ${format.percent(interval[1])}`;
  return html`<p class="effect-arm"><span>${name}</span> <${Meter} value=${rate} low=${interval[0]} high=${interval[1]} label=${label} />
    <span class="quiet">${failures} of ${trials} (${format.percent(rate)}; ${format.interval(interval)})</span></p>`;
}

// A notice at the top of the page, where warnings are no longer calibrated.
export function Drift() {
  const state = useRequest((signal) => api.forecast(signal), []).value;
  if (!state?.drifting) return null;
  return html`<p class="notice bad drift">Warnings come true too seldom${state.drifting_since && html` since <${When} at=${state.drifting_since} as="date" />`}:
    agents are now warned only where a failure has a probability of ${format.percent(state.threshold)} or more.</p>`;
}
