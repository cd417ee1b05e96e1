// Users: their list, and the facts about one of them.
import { html } from '../preact.js';
import { go, href } from '../router.js';
import { useAction, useRequest } from '../requests.js';
import { Asked, Badge, Done, Failure, Page, Pager, Sought, Sure, Title, When } from '../components.js';
import * as format from '../format.js';
import * as limits from '../limits.js';
import * as api from '../api.js';
import { Erasure } from './erasure.js';

const FACTS = 500;
const FOUND = 50;

export function Users({ route, caller }) {
  if (route.id) return html`<${User} key=${route.id} id=${route.id} q=${route.query.q || ''} caller=${caller} />`;
  return html`<${List} query=${route.query} />`;
}

function Search({ label, q, placeholder, longest, to }) {
  const search = (event) => {
    event.preventDefault();
    go(to(new FormData(event.target).get('q').trim()));
  };
  return html`<form class="search" role="search" onSubmit=${search}><label class="hidden" for="q">${label}</label>
    <${Sought} text=${q} placeholder=${placeholder} maxlength=${longest} /><button type="submit" class="primary">Search</button></form>`;
}

function List({ query }) {
  const { q = '', cursor } = query;
  const asked = useRequest((signal) => api.users({ query: q, limit: 50, cursor }, signal), [q, cursor]);
  const empty = {
    title: q ? 'No user of that id' : 'No users yet', when: (page) => !page.items.length,
    children: q ? html`Look for a part of the id that your systems use, or at <a href=${href('users')}>all users</a>.` : 'A user appears once a fact about it is remembered, or a conversation of its own is stored:', command: q ? undefined : 'oxgraph user facts USER',
  };
  return html`<${Page} title="Users" lead="Who has memories of their own: shared ones belong to nobody.">
    <${Search} label="Look for a user" q=${q} placeholder="A part of an id" longest=${limits.ID} to=${(text) => href('users', '', { q: text })} />
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`
      <ol class="rows">${page.items.map((row) => html`<li key=${row.user_id}><a class="row wide-row" href=${href('users', row.user_id)}>
        <span class="row-main"><strong>${row.user_id}</strong><span class="row-about">${format.count(row.memories, 'memory', 'memories')} · ${format.count(row.conversations, 'conversation')}</span></span>
        <span class="row-when"><${When} at=${[row.last_recorded_at, row.last_message_at].filter(Boolean).sort().at(-1)} as="since" /></span></a></li>`)}</ol>
      <${Pager} of="users" page="users" query=${query} next=${page.next} />`}</${Asked}>
  </${Page}>`;
}

// What the list has: also whether there are more facts than it shows.
function howMany(id, q, found) {
  if (q) return html`${found === FOUND ? `The ${FOUND} closest facts` : format.count(found, 'fact')}. <a href=${href('users', id)}>Show all</a>`;
  if (found <= FACTS) return format.count(found, 'fact');
  return html`The newest ${FACTS} facts. Search for an older one, or look through <a href=${href('memories', '', { user: id })}>all memories of this user</a>.`;
}

function User({ id, q, caller }) {
  const asked = useRequest((signal) => (q ? api.searchFacts(id, { query: q, limit: FOUND }, signal) : api.facts(id, { limit: FACTS + 1 }, signal)), [id, q]);
  const action = useAction();
  const forget = (row) => action.run(() => api.deleteFact(id, row.id), `Forgotten: ${row.fact}`).then((went) => went && asked.again());
  const empty = {
    title: q ? 'No fact like that' : 'No facts about this user', when: (page) => !page.items.length,
    children: q ? html`<a href=${href('users', id)}>Show all facts</a>` : html`Agents remember facts as the user states them. What belongs to this user and is about something else: <a href=${href('memories', '', { user: id })}>its memories</a>, <a href=${href('conversations', '', { user: id })}>its conversations</a>.`,
  };
  return html`<${Page} title=${id} lead="The facts that are known about this user." actions=${html`<a class="button" href=${href('memories', '', { user: id })}>Memories</a><a class="button" href=${href('conversations', '', { user: id })}>Conversations</a><a class="button" href=${href('users')}>Users</a>`}>
    <${Search} label="Search the facts" q=${q} placeholder="What it is about" longest=${limits.INTENT} to=${(text) => href('users', id, { q: text })} />
    ${action.error && html`<${Failure} error=${action.error} />`}${action.done && html`<${Done}>${action.done}</${Done}>`}
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`<p class="quiet" role="status">${howMany(id, q, page.items.length)}</p>
      <ul class="rows facts-of-user">${page.items.slice(0, FACTS).map((row) => html`<li key=${row.id}><div class="row"><span class="row-main"><a href=${href('memories', row.id)}><${Title} text=${row.fact} /></a>
        <span class="row-about">${row.category && html`<${Badge}>${row.category}</${Badge}> `}confidence ${format.percent(row.confidence)} · <${When} at=${row.recorded_at} as="date" /></span></span>
        <${Sure} question="Take it out of every answer?" yes="Forget" tone="small" onYes=${() => forget(row)}>Forget</${Sure}></div></li>`)}</ul>`}</${Asked}>
    <${Erasure} what="user" subject=${id} caller=${caller}>A fact that is forgotten is in no answer, but its history is kept.</${Erasure}>
  </${Page}>`;
}
