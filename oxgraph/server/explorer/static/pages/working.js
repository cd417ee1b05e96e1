// The working set: what agents hold in mind now. A look from here keeps no slot alive.
import { html } from '../preact.js';
import { href, settle } from '../router.js';
import { useAction, useRequest } from '../requests.js';
import { Asked, Done, Failure, Field, Page, Pager, Sure, When } from '../components.js';
import * as format from '../format.js';
import * as api from '../api.js';

const SHORT = 90;

export function Working({ route }) {
  const { query } = route;
  const asked = useRequest((signal) => api.slots({ conversation_id: query.conversation, user_id: query.user, limit: 60, cursor: query.cursor }, signal), [JSON.stringify(query)]);
  const action = useAction();
  const drop = (row) => action.run(() => api.deleteSlot(row), `Deleted: ${row.slot}`).then((went) => went && asked.again());
  const typed = (name) => (event) => settle(href('working', '', { ...query, [name]: event.target.value.trim(), cursor: undefined }));
  const field = (name, label) => html`<${Field} label=${label}>${(tied) => html`<input ...${tied} type="search" name=${name} value=${query[name] || ''} placeholder="any" onChange=${typed(name)} />`}</${Field}>`;
  const narrowed = query.conversation || query.user;
  const empty = {
    title: narrowed ? 'No slot fits these filters' : 'Nothing is held in mind now', when: (page) => !page.items.length,
    children: narrowed ? 'Take one away.' : 'Agents set slots while they work; each is gone an hour after it was last read, unless it was given another time.',
  };
  return html`<${Page} title="Working set" lead="What agents hold in mind now. Looking here keeps nothing alive." wide
      actions=${html`<button type="button" aria-busy=${asked.loading} onClick=${asked.again}>Look again</button>`}>
    <form class="filters" aria-label="Which slots" onSubmit=${(event) => event.preventDefault()}>${field('conversation', 'Conversation')}${field('user', 'User')}</form>
    ${action.error && html`<${Failure} error=${action.error} />`}${action.done && html`<${Done}>${action.done}</${Done}>`}
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`<div class="scroll dense-table" tabindex="0" role="region" aria-label="Slots"><table>
      <thead><tr><th scope="col">Slot</th><th scope="col" class="minor">Conversation</th><th scope="col" class="minor">User</th><th scope="col">Value</th><th scope="col" class="minor">Set first</th><th scope="col">Gone</th><th scope="col"><span class="hidden">Delete</span></th></tr></thead>
      <tbody>${page.items.map((row) => html`<tr key=${row.id}><th scope="row">${row.slot}<span class="narrow"><${Of} row=${row} /></span></th><td class="minor"><${Of} row=${row} /></td><td class="minor">${row.user_id || 'shared'}</td>
        <td class="slot-value"><${Value} row=${row} /></td><td class="minor"><${When} at=${row.created_at} as="instant" /></td><td><${When} at=${row.expires_at} as="since" /></td>
        <td><${Sure} tone="small" question="Delete it?" yes="Delete" onYes=${() => drop(row)}>Delete<span class="hidden"> ${row.slot}</span></${Sure}></td></tr>`)}</tbody></table></div>
      <${Pager} of="slots" page="working" query=${query} next=${page.next} />`}</${Asked}>
  </${Page}>`;
}

const Of = ({ row }) => html`<a href=${href('conversations', row.conversation_id, { user: row.user_id })}>${row.conversation_id}</a>`;

function Value({ row }) {
  if (row.length <= SHORT) return html`<code>${row.text}</code>`;
  const more = row.length > row.text.length ? `\n… and ${format.count(row.length - row.text.length, 'more character')}` : '';
  return html`<details><summary><code>${row.text.slice(0, SHORT)}…</code></summary><pre tabindex="0" aria-label="Value of ${row.slot}">${row.text}${more}</pre></details>`;
}
