// A filter by a name, with the names of the shown period as suggestions, by default of the last 30 days.
import { html, useEffect, useState } from '../preact.js';
import { Field } from '../components.js';
import { DAY_MS } from '../past.js';
import * as api from '../api.js';

const DAYS = 30;
const LISTS = { action: 'action_types', agent: 'agents', error: 'error_codes', type: 'node_types' };

export function NameField({ name, label, value, period, onName }) {
  return html`<${Field} label=${label}>${(tied) => html`<input ...${tied} type="search" name=${name} value=${value || ''} placeholder="any"
    autocomplete="off" list="${tied.id}-names" onChange=${(event) => onName(event.target.value.trim())} /><${Names} box=${tied.id} of=${LISTS[name]} period=${period} />`}</${Field}>`;
}

// They are asked for once the field is entered. A component of its own: what is being typed stays when they arrive.
function Names({ box, of, period }) {
  const [names, setNames] = useState([]);
  useEffect(() => {
    const field = document.getElementById(box);
    const until = period.until || new Date().toISOString();
    const since = period.since || new Date(Date.parse(until) - DAYS * DAY_MS).toISOString();
    const ask = () => api.overview({ since, until }).then((found) => setNames(found[of].map((row) => row.name)), () => setNames([]));
    field.addEventListener('focus', ask, { once: true });
    return () => field.removeEventListener('focus', ask);
  }, [box, of, period.since, period.until]);
  return html`<datalist id="${box}-names">${names.map((name) => html`<option key=${name} value=${name} />`)}</datalist>`;
}
