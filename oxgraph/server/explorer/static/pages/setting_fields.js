// The workspace's settings with their defaults and bounds.
import { html, useState } from '../preact.js';
import { useRequest, useAction } from '../requests.js';
import { isAllowed } from '../roles.js';
import { Asked, Done, Failure, Panel } from '../components.js';
import * as format from '../format.js';
import * as api from '../api.js';

const GROUPS = [
  ['Runs and patterns', /^(sequence|evidence|promote|supersede_|decay|retire|inject|holdout|baseline)/],
  ['How memories fade', /^(half_life|expire|collect)/],
  ['What is the same, and what replaces what', /^(duplicate|judge|alias|review)/],
  ['Facts about users', /^user_/],
  ['Recall', /^(recall|search)/],
  ['Conversations and slots', /./],
];

export function Numbers({ caller }) {
  const asked = useRequest((signal) => api.describedSettings(signal), []);
  return html`<${Asked} asked=${asked}>${(page) => html`<${Form} rows=${page.items} able=${isAllowed(caller, 'admin')} again=${asked.again} />`}</${Asked}>`;
}

function Form({ rows, able, again }) {
  const [changed, setChanged] = useState({});
  const action = useAction();
  const count = Object.keys(changed).length;
  const set = (row, text) => setChanged((before) => {
    const { [row.name]: _, ...rest } = before;
    return text === String(row.value) ? rest : { ...rest, [row.name]: text };
  });
  const save = async (event) => {
    event.preventDefault();
    if (!count) return;
    const changes = Object.fromEntries(rows.filter((row) => row.name in changed).map((row) => [row.name, row.choices.length ? changed[row.name] : Number(changed[row.name])]));
    if (!(await action.run(() => api.changeSettings(changes), 'Saved. The rules go by it from now on.'))) return;
    setChanged({});
    again();
  };
  const left = new Set(rows);
  return html`<form class="numbers" onSubmit=${save}>
    ${GROUPS.map(([title, names]) => {
      const own = [...left].filter((row) => names.test(row.name));
      own.forEach((row) => left.delete(row));
      return html`<${Panel} key=${title} title=${title}><div class="fields">${own.map((row) => html`<${Setting} key=${row.name} row=${row}
        value=${changed[row.name] ?? String(row.value)} able=${able} onSet=${(text) => set(row, text)} />`)}</div></${Panel}>`;
    })}
    ${action.error && html`<${Failure} error=${action.error} />`}${action.done && html`<${Done}>${action.done}</${Done}>`}
    ${able && html`<div class="actions sticky"><button type="submit" class="primary" aria-disabled=${String(!count)} aria-busy=${action.busy}>${count ? `Save ${format.count(count, 'change')}` : 'Nothing changed'}</button>
      ${count > 0 && html`<button type="button" onClick=${() => setChanged({})}>Undo</button>`}</div>`}
  </form>`;
}

function Setting({ row, value, able, onSet }) {
  const id = `setting-${row.name}`;
  const input = (event) => onSet(event.target.value);
  return html`<div class="field ${value === String(row.default) ? '' : 'own'}"><label class="label" for=${id}>${title(row.name)}</label>
    ${row.choices.length
      ? html`<select id=${id} disabled=${!able} value=${value} onChange=${input}>${row.choices.map((one) => html`<option key=${one} value=${one} selected=${one === value}>${one}</option>`)}</select>`
      : html`<input id=${id} type="number" disabled=${!able} value=${value} min=${row.minimum} max=${row.maximum} step=${row.whole ? 1 : 'any'} required aria-describedby="${id}-hint" onInput=${input} />`}
    <span class="hint" id="${id}-hint">${row.description && html`${row.description}<br />`}${value === String(row.default) ? 'default' : `default ${row.default}`}${row.maximum === null ? '' : ` · ${row.minimum} to ${row.maximum}`}</span></div>`;
}

// half_life_fact_days reads "Half-life of facts (days)".
function title(name) {
  const [, stem, unit] = /^(.*?)(?:_(days|seconds))?$/.exec(name);
  const text = format.words(stem.replace(/^half_life_(.*)$/, 'half-life of $1s')).replace('entitys', 'entities');
  return `${text[0].toUpperCase()}${text.slice(1)}${unit ? ` (${unit})` : ''}`;
}
