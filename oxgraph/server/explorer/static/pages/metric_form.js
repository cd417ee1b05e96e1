// The form for a metric's definition, with a preview of its present value.
import { html, useState } from '../preact.js';
import { useRequest, useAction, useDebounced } from '../requests.js';
import { Done, Failure, Field, Select } from '../components.js';
import * as format from '../format.js';
import * as limits from '../limits.js';
import * as api from '../api.js';

const AGGREGATIONS = [['rate', 'Share of runs'], ['average', 'Actions of a run, on average'], ['p95', 'Actions of a run, 95th percentile']];
const CONDITIONS = [['success', 'that succeed'], ['failure', 'that fail'], ['shorter', 'with fewer actions than …'], ['any', 'all of them']];
const BETTER = [['higher', 'Higher is better'], ['lower', 'Lower is better']];

export function MetricForm({ row, onSave, word }) {
  const [given, setGiven] = useState(() => fromRow(row));
  const action = useAction();
  const set = (name) => (value) => setGiven((before) => ({ ...before, [name]: value?.target ? value.target.value : value }));
  const definition = toDefinition(given);
  const save = (event) => {
    event.preventDefault();
    action.run(() => onSave({ ...definition, name: given.name.trim(), description: given.description.trim() || null, better: given.better }), 'Saved.');
  };
  // A rate needs a condition: that of an existing metric can be replaced but not removed.
  const conditions = given.aggregation === 'rate' || row?.success_condition ? CONDITIONS.slice(0, 3) : CONDITIONS;
  return html`<form class="metric-form" onSubmit=${save}>
    <div class="fields">
      <${Field} label="Name">${(tied) => html`<input ...${tied} name="name" required maxlength=${limits.NAME} value=${given.name} onInput=${set('name')} />`}</${Field}>
      <${Field} label="Description" wide>${(tied) => html`<input ...${tied} name="description" maxlength=${limits.INTENT} value=${given.description} onInput=${set('description')} />`}</${Field}>
      <${Select} label="Measures" value=${given.aggregation} options=${AGGREGATIONS} onChange=${set('aggregation')} />
      <${Select} label="Runs" value=${given.condition} options=${conditions} onChange=${set('condition')} />
      ${given.condition === 'shorter' && html`<${Field} label="Fewer actions than">${(tied) => html`<input ...${tied} type="number" name="below" min="1" required value=${given.below} onInput=${set('below')} />`}</${Field}>`}
      <${Field} label="Window in days">${(tied) => html`<input ...${tied} type="number" name="window" min="1" max=${limits.WINDOW_DAYS} required value=${given.window} onInput=${set('window')} />`}</${Field}>
      <${Select} label="Direction" value=${given.better} options=${BETTER} onChange=${set('better')} />
      <${Field} label="Only runs with action types" hint="Separate several by commas; empty means any.">${(tied) => html`<input ...${tied} name="actions" value=${given.actions} onInput=${set('actions')} />`}</${Field}>
      <${Field} label="… on node types" hint="Such as person, invoice.">${(tied) => html`<input ...${tied} name="nodes" value=${given.nodes} onInput=${set('nodes')} />`}</${Field}>
    </div>
    <${Preview} definition=${definition} />
    ${action.error && html`<${Failure} error=${action.error} />`}${action.done && html`<${Done}>${action.done}</${Done}>`}
    <div class="actions"><button type="submit" class="primary" aria-busy=${action.busy}>${word}</button></div>
  </form>`;
}

function Preview({ definition }) {
  const rested = useDebounced(definition);
  const asked = useRequest((signal) => api.previewMetric(rested, signal), [JSON.stringify(rested)]);
  const share = definition.aggregation === 'rate';
  const shown = (value) => (value === null ? '–' : share ? format.percent(value) : format.number(value));
  const { value: said, error } = asked;
  return html`<section class="preview" aria-live="polite" aria-busy=${asked.loading} data-previewed=${asked.loading ? '' : JSON.stringify(rested)}>
    <h2>What it says now</h2>
    ${error ? html`<p class="bad-text">${error.message}</p>` : !said ? html`<p class="quiet">Asking…</p>` : html`<p class="preview-value"><strong>${shown(said.value)}</strong>
      <span class="quiet">over ${format.count(said.sample_count, 'run')}; at the start ${shown(said.baseline)}</span></p>
      ${!said.sample_count && html`<p class="quiet">No run fits it in the window.</p>`}`}
  </section>`;
}

const list = (text) => text.split(',').map((one) => one.trim()).filter(Boolean);

function toDefinition({ aggregation, condition, below, window, actions, nodes }) {
  const chosen = condition === 'any' && aggregation === 'rate' ? 'success' : condition;
  return {
    aggregation,
    window_days: Number(window),
    success_condition: chosen === 'any' ? null : chosen === 'shorter' ? `action_count < ${Number(below)}` : `outcome == '${chosen}'`,
    event_filter: { action_type: list(actions), target_node_type: list(nodes) },
  };
}

function fromRow(row) {
  const fresh = { name: '', description: '', aggregation: 'rate', condition: 'success', below: '5', window: '7', better: 'higher', actions: '', nodes: '' };
  if (!row) return fresh;
  const below = row.success_condition?.match(/< (\d+)/)?.[1];
  return {
    name: row.name, description: row.description || '', aggregation: row.aggregation, better: row.better,
    condition: below ? 'shorter' : row.success_condition?.match(/'(\w+)'/)?.[1] || 'any', below: below || '5',
    window: String(row.window_days), actions: row.action_types.join(', '), nodes: row.node_types.join(', '),
  };
}

export function conditionInWords(row) {
  if (row.kind === 'pattern_utilization') return 'the share of runs that were shown a failure pattern and then did not commit it';
  const below = row.success_condition?.match(/< (\d+)/)?.[1];
  const which = below ? `with fewer than ${format.count(Number(below), 'action')}` : row.success_condition?.includes('success') ? 'that succeed' : row.success_condition ? 'that fail' : '';
  const what = { rate: 'the share of runs', average: 'the average number of actions of runs', p95: 'the 95th percentile of the actions of runs' };
  return `${what[row.aggregation]} ${which}`.trim();
}
