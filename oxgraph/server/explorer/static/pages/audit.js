// The audit log: administrative changes to the workspace.
import { html } from '../preact.js';
import { useRequest } from '../requests.js';
import { Asked, Pager, Panel, When, NEWEST_FIRST } from '../components.js';
import * as format from '../format.js';
import * as api from '../api.js';

export function Audit({ route }) {
  const { cursor } = route.query;
  const asked = useRequest((signal) => api.audit({ limit: 50, cursor }, signal), [cursor]);
  const empty = { title: 'Nothing was changed yet', when: (page) => !page.items.length, children: 'Tokens, settings, switches and annotations appear here.' };
  return html`<${Asked} asked=${asked} empty=${empty}>${(page) => html`<${Panel} title="What was changed">
    <div class="scroll" tabindex="0" role="region" aria-label="Audit"><table><thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">By</th><th scope="col">Of what</th></tr></thead>
      <tbody>${page.items.map((row) => html`<tr key=${row.id}><td><${When} at=${row.at} /></td><th scope="row">${format.words(row.rule)} ${format.words(row.subject_kind)}</th><td>${row.by}</td>
        <td>${[row.subject, row.user_id && `bound to ${row.user_id}`].filter(Boolean).join(' · ')}<div class="inputs">${inputsText(row.inputs)}</div></td></tr>`)}</tbody></table></div>
    <${Pager} of="the audit" page="settings" id="audit" query=${route.query} next=${page.next} words=${NEWEST_FIRST} /></${Panel}>`}</${Asked}>`;
}

const text = (value) => (value === null || value === '' ? 'none' : typeof value === 'object' ? JSON.stringify(value) : String(value));

// Values that changed are lists of two, before and after.
function inputsText(inputs) {
  const given = Object.entries(inputs || {});
  const changed = given.every(([, value]) => Array.isArray(value) && value.length === 2);
  return given.map(([name, value]) => `${format.words(name)}: ${changed ? value.map(text).join(' → ') : text(value)}`).join(', ');
}
