// The workspace's tokens.
import { html, useState } from '../preact.js';
import { useRequest, useAction } from '../requests.js';
import { href } from '../router.js';
import { Asked, Badge, Command, Failure, Field, Panel, Select, Sure, When, focusHeading } from '../components.js';
import * as format from '../format.js';
import * as limits from '../limits.js';
import * as api from '../api.js';

const ROLES = [['agent', 'agent'], ['operator', 'operator'], ['admin', 'admin']];

const REACH = {
  agent: 'Works with memory.', operator: 'Also annotates patterns and makes metrics.', admin: 'Also makes tokens and changes settings.',
};

export function Tokens() {
  const asked = useRequest((signal) => api.tokens(signal), []);
  return html`<${Make} again=${asked.again} />
    <${Asked} asked=${asked}>${(page) => html`<${Panel} title="Tokens"><ul class="rows">${[...page.items].reverse().map((row) => html`<li key=${row.id}><${Row} row=${row} again=${asked.again} /></li>`)}</ul></${Panel}>`}</${Asked}>`;
}

function Make({ again }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState('agent');
  const [user, setUser] = useState('');
  const [made, setMade] = useState(null);
  const action = useAction();
  const make = async (event) => {
    event.preventDefault();
    const token = { role, name: name.trim(), ...(role === 'agent' && user.trim() && { user_id: user.trim() }) };
    const went = await action.run(async () => setMade(await api.createToken(token)));
    if (went) {
      setName('');
      setUser('');
      again();
    }
  };
  const kept = () => {
    setMade(null);
    focusHeading();
  };
  return html`<${Panel} title="New token"><form class="fields" onSubmit=${make}>
      <${Field} label="Name" hint="Who or what it is for.">${(tied) => html`<input ...${tied} name="token-name" required maxlength=${limits.NAME} value=${name} onInput=${(event) => setName(event.target.value)} />`}</${Field}>
      <${Select} label="Role" value=${role} options=${ROLES} onChange=${setRole} hint=${REACH[role]} />
      ${role === 'agent' && html`<${Field} label="User" hint="Their id, if it acts for one user alone: it then reads what is shared and what is theirs.">${(tied) => html`<input ...${tied} name="token-user" maxlength=${limits.ID} value=${user} onInput=${(event) => setUser(event.target.value)} />`}</${Field}>`}
      <div class="actions"><button type="submit" class="primary" aria-busy=${action.busy}>Make token</button></div></form>
    ${action.error && html`<${Failure} error=${action.error} />`}
    ${made && html`<div class="notice good" role="status"><p>This is the token “${made.name}”${made.user_id && html`, bound to <bdi>${made.user_id}</bdi>`}. It is shown this once; copy it now.</p>
      <${Command} text=${made.secret} label="token" /><button type="button" onClick=${kept}>I have kept it</button></div>`}
  </${Panel}>`;
}

const ended = (row) => row.revoked_at || (row.expires_at && new Date(row.expires_at) <= new Date());

function Row({ row, again }) {
  const action = useAction();
  const revoke = () => action.run(() => api.revokeToken(row.id)).then((went) => went && again());
  return html`<div class="row flat ${ended(row) ? 'muted' : ''}"><${Badge}>${row.role}</${Badge}>
    <span class="row-main"><strong>${row.name}</strong><span class="row-about">${row.user_id && html`bound to <a href=${href('users', row.user_id)}>${row.user_id}</a> · `}made <${When} at=${row.created_at} as="date" /> · ${' '}
      ${row.revoked_at ? html`revoked <${When} at=${row.revoked_at} />` : row.last_used_at ? html`last used <time datetime=${row.last_used_at} title=${format.exact(row.last_used_at)}>${format.since(row.last_used_at)}</time>` : 'never used'}
      ${row.expires_at && !row.revoked_at && html` · ${ended(row) ? 'expired' : 'expires'} <${When} at=${row.expires_at} />`}</span>
      ${action.error && html`<${Failure} error=${action.error} />`}</span>
    ${!ended(row) && html`<span class="row-when"><${Sure} question="Refuse it from now on?" yes="Revoke" onYes=${revoke}>Revoke</${Sure}></span>`}</div>`;
}
