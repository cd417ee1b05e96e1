// The memories: recalled for a question, with the reasons, or listed.
import { html } from '../preact.js';
import { go, href, settle } from '../router.js';
import { useRequest } from '../requests.js';
import { Asked, Badge, Field, Page, Pager, Select, Sought, Title, When, NEWEST_FIRST } from '../components.js';
import { endOf } from '../past.js';
import * as format from '../format.js';
import * as limits from '../limits.js';
import * as api from '../api.js';
import { leavesUsersOut, whose } from '../roles.js';
import { Memory } from './memory.js';

const STATUSES = [['', 'That hold now'], ['superseded', 'Superseded'], ['expired', 'Expired'], ['forgotten', 'Forgotten'], ['any', 'All']];
const typed = (name) => [name, name[0].toUpperCase() + name.slice(1).replaceAll('_', ' ')];

export function Memories({ route, caller }) {
  if (route.id) return html`<${Memory} key=${route.id} route=${route} caller=${caller} />`;
  const { q = '', user } = route.query;
  const search = (event) => {
    event.preventDefault();
    go(href('memories', '', { q: new FormData(event.target).get('q').trim(), user }));
  };
  return html`<${Page} title="Memories" lead="What is known in this workspace, and why.">
    <form class="search" role="search" onSubmit=${search}>
      <label class="hidden" for="q">Ask what is known</label>
      <${Sought} text=${q} placeholder="Where does Ana live now?" maxlength=${limits.RECALL_QUERY} />
      <button type="submit" class="primary">Search</button>
    </form>
    ${q ? html`<${Found} q=${q} of=${whose(user, caller)} sharedAlone=${leavesUsersOut(user, caller)} past=${pastOf(route.query)} />` : html`<${Listed} query=${route.query} />`}
  </${Page}>`;
}

// What held at the end of a day, as it was known then.
const pastOf = (query) => (endOf(query) ? { as_of: endOf(query), known_at: endOf(query) } : {});

function Found({ q, of, sharedAlone, past }) {
  const asked = useRequest((signal) => api.recall({ query: q, limit: 20, explain: true, ...of, ...past }, signal), [q, of.user_id, past.as_of]);
  const { found: looked = 0, entities: about = [] } = asked.value?.notes || {};
  const empty = {
    title: 'Nothing is known about that', when: (found) => !found.results.length,
    children: html`${looked > 0 && `${format.count(looked, 'result')} came into question, but none of them is near enough to the question. `}${sharedAlone && html`Only what belongs to no user was searched; what belongs to one, from that user’s <a href=${href('users')}>memories</a>. `}Try the names and words that were used, or look through${' '}
      ${about.map((one) => html`<a href=${href('memories', '', { subject: one.id })}>what is known about ${one.name}</a>, `)}<a href=${href('memories')}>all memories</a>.`,
  };
  return html`<${Asked} asked=${asked} empty=${empty}>${(found) => html`
    <p class="quiet" role="status">${format.count(found.results.length, 'answer')}${found.notes.entities?.length ? `, about ${found.notes.entities.map((one) => one.name).join(', ')}` : ''}.
      ${' '}<a href=${href('memories')}>Show all memories</a></p>
    <ol class="cards">${found.results.map((row) => html`<li key=${row.id}><${Answer} row=${row} /></li>`)}</ol>`}</${Asked}>`;
}

function Answer({ row }) {
  const said = row.kind === 'message' && href('conversations', row.conversation_id, { user: row.user_id, at: row.id });
  const title = html`<a href=${said || href(row.kind === 'memory' ? 'memories' : 'graph', row.id)}>${row.excerpt || row.content}</a>`;
  return html`<article class="card memory">
    <header><h2 class="memory-text">${title}</h2></header>
    <p class="row-about"><${Badge}>${row.kind === 'memory' ? row.type : row.kind}</${Badge}>
      ${row.status && row.status !== 'active' && html` <${Badge} tone="warn">${row.status}</${Badge}>`}
      ${' '}${[row.subject, format.words(row.predicate), row.object, format.ofUser(row)].filter(Boolean).join(' · ')}
      ${row.said_at && html` · <${When} at=${row.said_at} />`}${row.speaker && ` · ${row.speaker}`}${row.excerpt && ' · parts of a long text'}</p>
    ${row.why.length > 0 && html`<details class="reasons" open><summary>Why it was found</summary><ul>${row.why.map((reason) => html`<li key=${reason}>${reason}</li>`)}</ul></details>`}
  </article>`;
}

function Listed({ query }) {
  const filter = { status: query.status, type: query.type, subject: query.subject, user_id: query.user, limit: 50, cursor: query.cursor, ...pastOf(query) };
  const asked = useRequest((signal) => api.memories(filter, signal), [JSON.stringify(query)]);
  const types = useRequest(api.memoryTypes, []).value?.items.map((row) => row.name) || (query.type ? [query.type] : []);
  const narrow = (change) => settle(href('memories', '', { ...query, ...change, cursor: undefined }));
  const narrowed = query.status || query.type || query.subject || query.user;
  const then = Boolean(endOf(query));
  const empty = {
    title: narrowed ? 'Nothing fits these filters' : then ? 'Nothing was known then' : 'Nothing is remembered yet', when: (page) => !page.items.length,
    children: narrowed ? 'Take one away.' : then ? 'Look at a later day.' : 'Tell it something:', command: narrowed || then ? undefined : 'oxgraph remember "Ana lives in Lisbon"',
  };
  return html`<form class="filters" aria-label="Which memories" onSubmit=${(event) => event.preventDefault()}>
      <${Select} label="Status" value=${query.status || ''} options=${STATUSES} onChange=${(status) => narrow({ status })} />
      <${Select} label="Type" value=${query.type || ''} options=${[['', 'Any type'], ...types.map(typed)]} onChange=${(type) => narrow({ type })} />
      <${Field} label="About">${(tied) => html`<input ...${tied} type="search" name="subject" value=${query.subject || ''} placeholder="anyone" onChange=${(event) => narrow({ subject: event.target.value.trim() })} />`}</${Field}>
      <${Field} label="User">${(tied) => html`<input ...${tied} type="search" name="user" value=${query.user || ''} placeholder="Any user" onChange=${(event) => narrow({ user: event.target.value.trim() })} />`}</${Field}>
    </form>
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`
      <ol class="rows">${page.items.map((row) => html`<li key=${row.id}><${Row} row=${row} /></li>`)}</ol>
      <${Pager} of="memories" page="memories" query=${query} next=${page.next} words=${NEWEST_FIRST} />`}</${Asked}>`;
}

const ENDED = { superseded: 'superseded_at', expired: 'expired_at', forgotten: 'forgotten_at' };

// When a memory stopped being an answer, as its status says.
export const endedAt = (row) => row[ENDED[row.status]];

// Since when it holds, or when it happened, where that was said, and not merely taken from when it was recorded.
const from = (row) => (row.type === 'event' ? 'on' : row.status === 'active' ? 'holds since' : 'held from');
const since = (row) => !row.valid_from_assumed && format.date(row.valid_from) !== format.date(row.recorded_at) && html` · ${from(row)} <${When} at=${row.valid_from} as="date" />`;

export function Row({ row, here }) {
  return html`<a class="row memory-row" href=${href('memories', row.id)} aria-current=${here ? 'true' : undefined}>
    <${Badge}>${row.type}</${Badge}>
    <span class="row-main"><${Title} text=${row.content} /><span class="row-about">${[row.subject, format.ofUser(row)].filter(Boolean).join(' · ')}${since(row)}</span></span>
    <span class="row-when">${row.status !== 'active' && html`<${Badge} tone="warn">${row.status}</${Badge}>`}<${When} at=${endedAt(row) || row.recorded_at} as="date" /></span></a>`;
}
