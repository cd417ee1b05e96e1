// Conversations: listed, found by what was said, and read.
import { html, useState } from '../preact.js';
import { go, href } from '../router.js';
import { useRequest } from '../requests.js';
import { Asked, Badge, Page, Pager, Panel, Sought, Title, useInView, When, NEWEST_FIRST } from '../components.js';
import * as format from '../format.js';
import { leavesUsersOut, whose } from '../roles.js';
import * as limits from '../limits.js';
import * as api from '../api.js';

const MESSAGES = 100;
// Of a message that is looked for, so many are shown before it.
const BEFORE = 20;
const EPISODES = 20;
const MEMORIES = 50;
const minute = (time) => String(time).slice(0, '2026-01-01T00:00'.length);

export function Conversations({ route, caller }) {
  if (route.id) return html`<${Conversation} key=${route.id + (route.query.user || '')} route=${route} />`;
  const { q = '', user = '' } = route.query;
  const search = (event) => {
    event.preventDefault();
    const given = new FormData(event.target);
    go(href('conversations', '', { q: given.get('q').trim(), user: given.get('user').trim() }));
  };
  return html`<${Page} title="Conversations" lead="What was said, and which memories were made from it.">
    <form class="search" role="search" onSubmit=${search}>
      <label class="hidden" for="q">What was said</label>
      <${Sought} text=${q} placeholder="Words, or what was meant" maxlength=${limits.INTENT} />
      <label class="hidden" for="user">User</label>
      <${Sought} id="user" name="user" text=${user} placeholder="Any user" maxlength=${limits.ID} />
      <button type="submit" class="primary">Search</button></form>
    ${q ? html`<${Found} q=${q} of=${whose(user, caller)} sharedAlone=${leavesUsersOut(user, caller)} />` : html`<${List} query=${route.query} />`}
  </${Page}>`;
}

function List({ query }) {
  const asked = useRequest((signal) => api.conversations({ user_id: query.user, limit: 50, cursor: query.cursor }, signal), [query.user, query.cursor]);
  const empty = {
    title: query.user ? 'This user has no conversation' : 'No conversations yet', when: (page) => !page.items.length,
    children: query.user ? html`Look for another id, or at <a href=${href('conversations')}>all conversations</a>.` : 'Messages that an agent stores, and chats that are imported, appear here:', command: query.user ? undefined : 'oxgraph chat import FILE',
  };
  return html`<${Asked} asked=${asked} empty=${empty}>${(page) => html`
    <ol class="rows">${page.items.map((row) => html`<li key=${row.id}><a class="row wide-row talk" href=${href('conversations', row.conversation_id, { user: row.user_id })}>
      <span class="row-main"><${Title} text=${row.title || row.conversation_id} /><span class="row-about">${[format.count(row.messages, 'message'), row.episodes && format.count(row.episodes, 'summary', 'summaries'), format.ofUser(row) || 'shared'].filter(Boolean).join(' · ')}</span></span>
      <span class="row-when"><${When} at=${row.last_message_at} /></span></a></li>`)}</ol>
    <${Pager} of="conversations" page="conversations" query=${query} next=${page.next} words=${NEWEST_FIRST} />`}</${Asked}>`;
}

function Found({ q, of, sharedAlone }) {
  const asked = useRequest((signal) => api.searchMessages({ query: q, ...of, limit: 30 }, signal), [q, of.user_id]);
  const empty = { title: 'Nothing like that was said', when: (page) => !page.items.length, children: html`${sharedAlone && 'Only what belongs to no user was searched; name a user to search what was said with that one. '}Try other words, or look through <a href=${href('conversations')}>all conversations</a>.` };
  return html`<${Asked} asked=${asked} empty=${empty}>${(page) => html`<p class="quiet" role="status">${format.count(page.items.length, 'message')}. <a href=${href('conversations')}>Show all conversations</a></p>
    <ol class="rows">${page.items.map((row) => html`<li key=${row.id}><a class="row wide-row talk" href=${href('conversations', row.conversation_id, { user: row.user_id, at: row.id })}>
      <span class="row-main"><${Title} text=${row.text} /><span class="row-about">${[row.speaker || row.role, row.conversation_id, format.ofUser(row)].filter(Boolean).join(' · ')}</span></span>
      <span class="row-when"><${When} at=${row.said_at} /></span></a></li>`)}</ol>`}</${Asked}>`;
}

// A page of messages from a position on, which begins a little before the message `at` where that is given and there.
async function messagesAt(id, { user_id, cursor, position: given }, at, signal) {
  const message = at && await messageOrNone(at, { user_id }, signal);
  const position = message?.conversation_id === id ? Math.max(0, message.position - BEFORE) : Number(given || 0);
  return { position, ...await api.messages(id, { user_id, limit: MESSAGES, cursor, position }, signal) };
}

async function messageOrNone(id, query, signal) {
  try {
    return await api.message(id, query, signal);
  } catch (error) {
    if (error.status === 404 || error.status === 422) return null; // 422: what the address has is no id at all.
    throw error;
  }
}

function Conversation({ route }) {
  const { user, cursor, position, at } = route.query;
  const about = useRequest((signal) => api.conversation(route.id, { user_id: user }, signal), [route.id, user]);
  const asked = useRequest((signal) => messagesAt(route.id, { user_id: user, cursor, position }, at, signal), [route.id, user, cursor, position, at]);
  const row = about.value;
  const empty = { title: 'No messages', when: (page) => !page.items.length, children: 'They were summed up, deleted or erased, or there never were any.' };
  return html`<${Page} title=${row?.title || route.id} lead=${row && html`${format.count(row.messages, 'message')} · <${When} at=${row.started_at} />${minute(row.started_at) !== minute(row.last_message_at) && html` – <${When} at=${row.last_message_at} />`}${row.user_id ? html` · <a href=${href('users', row.user_id)}>${row.user_id}</a>` : ' · shared'}`}
      actions=${html`<a class="button" href=${href('timeline', '', { show: 'table', session: route.id })}>Its actions</a><a class="button" href=${href('conversations', '', { user })}>Conversations</a>`}>
    ${row?.episodes > 0 && html`<${Episodes} id=${route.id} user=${user} />`}
    <${Asked} asked=${about.error ? about : asked} empty=${empty}>${(page) => html`<ol class="messages">${page.items.map((one) => html`<${Message} key=${one.id} row=${one} here=${one.id === at} />`)}</ol>
      <${Places} id=${route.id} user=${user} page=${page} begun=${cursor ? null : page.position} />`}</${Asked}>
  </${Page}>`;
}

// Leads to the first and the last messages, and to those before and behind the page. What has been summed up is not there
// any more: a page that was asked for from the start has nothing before it, whatever its first position.
function Places({ id, user, page, begun }) {
  const to = (position, words) => html`<a class="button" href=${href('conversations', id, { user, position })}>${words}</a>`;
  const first = Math.min(page.items[0].position, begun > 0 ? begun : Infinity);
  const back = begun !== 0 && first > 0 && html`${to(null, 'From the start')}${to(Math.max(0, first - MESSAGES), 'Earlier messages')}`;
  return html`<${Pager} of="messages" page="conversations" id=${id} query=${{ user }} next=${page.next} words=${['', 'Later messages']} back=${back} last=${to(-MESSAGES, 'Latest messages')} />`;
}

function Message({ row, here }) {
  const item = useInView(here);
  return html`<li ref=${item} class="message ${row.role}" aria-current=${here ? 'true' : undefined}><p class="row-about"><strong>${row.speaker || row.role}</strong>${row.speaker && row.role !== 'user' ? ` (${row.role})` : ''} · <${When} at=${row.said_at} /> · <a href=${href('graph', row.id)} aria-label="Message ${row.position + 1} in the graph">graph</a></p>
    <p class="said-text">${row.text}</p>
    ${row.shown_ids.length > 0 && html`<${Unfolded} title="What memory showed before this reply"><${Shown} id=${row.id} /></${Unfolded}>`}
    <${Unfolded} title="Memories made from it"><${Memories} id=${row.id} /></${Unfolded}></li>`;
}

// What belongs to a message, once it is asked for.
function Unfolded({ title, children }) {
  const [open, setOpen] = useState(false);
  return html`<details onToggle=${(event) => setOpen(event.target.open)}><summary>${title}</summary>${open && children}</details>`;
}

const PLACE = { memory: 'memories', entity: 'entities', pattern: 'patterns' };
const placeOf = (row) => (row.kind === 'message' ? href('conversations', row.conversation_id, { user: row.user_id, at: row.id }) : href(PLACE[row.kind] || 'graph', row.id));
const GONE = { erased: 'erased', consolidated: 'summed up since' };

// Not as one user: of what is gone nothing says whose it was.
function Shown({ id }) {
  const asked = useRequest((signal) => api.shown(id, signal), [id]);
  return html`<${Asked} asked=${asked}>${(found) => html`<ul class="sources">${found.items.map((row) => html`<li key=${row.id}>${row.kind && html`<${Badge}>${row.kind}</${Badge}> `}${row.status === 'deleted' ? html`<span class="quiet">${GONE[row.reason] || 'deleted'}</span>` : html`
    <a href=${placeOf(row)}>${row.title || `one that is ${row.status}`}</a>${row.status !== 'active' && row.title && html` <${Badge}>${row.status}</${Badge}>`}`}</li>`)}</ul>`}</${Asked}>`;
}

function Memories({ id }) {
  const asked = useRequest((signal) => api.neighbours(id, { kinds: ['memory'], limit: MEMORIES }, signal), [id]);
  const none = 'None, or the worker has not come to it yet.';
  return html`<${Asked} asked=${asked}>${(found) => (found.nodes.length ? html`<ul class="sources">${found.nodes.map(({ id: memory, properties }) => html`<li key=${memory}>
    <a href=${href('memories', memory)}>${properties.content}</a>${properties.status !== 'active' && html` <${Badge}>${properties.status}</${Badge}>`}</li>`)}</ul>` : html`<p class="quiet">${none}</p>`)}</${Asked}>`;
}

function Episodes({ id, user }) {
  const asked = useRequest((signal) => api.episodes({ conversation_id: id, user_id: user, limit: EPISODES }, signal), [id, user]);
  return html`<${Panel} title="Summed up"><${Asked} asked=${asked}>${(page) => html`<ul class="sources">${page.items.map((row) => html`<li key=${row.id}><blockquote>${row.summary}</blockquote>
    <span class="quiet"><${Badge}>${row.summary_source}</${Badge}> <${When} at=${row.ended_at} as="date" /></span></li>`)}</ul>
    ${page.next && html`<p><a href=${href('episodes', '', { conversation: id, user })}>All summaries of this conversation</a></p>`}`}</${Asked}></${Panel}>`;
}
