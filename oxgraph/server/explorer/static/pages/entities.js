// Entities: their list, found by name or words, with how much is known about each.
import { html } from '../preact.js';
import { go, href, settle } from '../router.js';
import { useRequest } from '../requests.js';
import { Asked, Badge, Field, Page, Pager, Select, Sought } from '../components.js';
import * as format from '../format.js';
import * as limits from '../limits.js';
import * as api from '../api.js';
import { Entity, yourId } from './entity.js';

const SHOWN = [['', 'Shown'], ['hidden', 'Hidden and merged']];
const FOUND_BY = { name: 'by name', words: 'by words', meaning: 'by meaning' };

export function Entities({ route, caller }) {
  if (route.id) return html`<${Entity} key=${route.id} id=${route.id} caller=${caller} />`;
  const { q = '', type, show, cursor } = route.query;
  const ask = (signal) => (q ? api.searchEntities({ query: q, node_type: type, limit: 50 }, signal) : api.entities({ node_type: type, hidden: show === 'hidden' || undefined, limit: 60, cursor }, signal));
  const asked = useRequest(ask, [JSON.stringify(route.query)]);
  const counts = useRequest((signal) => api.entityCounts(signal), []);
  const narrow = (change) => settle(href('entities', '', { ...route.query, ...change, cursor: undefined }));
  const search = (event) => {
    event.preventDefault();
    go(href('entities', '', { ...route.query, cursor: undefined, q: new FormData(event.target).get('q').trim() }));
  };
  const narrowed = q || type || show;
  const empty = {
    title: narrowed ? 'No entity fits' : 'No entities yet', when: (page) => !page.items.length,
    children: narrowed ? html`Look for a part of a name, or at <a href=${href('entities')}>all entities</a>.` : 'People, things and places that memories are about, and the nodes of your own graph, appear here. Remember something:',
    command: narrowed ? undefined : 'oxgraph remember "Ana lives in Lisbon"',
  };
  return html`<${Page} title="Entities" lead="Whom and what memories and actions are about." wide>
    <form class="search" role="search" onSubmit=${search}><label class="hidden" for="q">Look for an entity</label>
      <${Sought} text=${q} placeholder="A name, even misspelled, or your id" maxlength=${limits.INTENT} /><button type="submit" class="primary">Search</button></form>
    <form class="filters" aria-label="Which entities" onSubmit=${(event) => event.preventDefault()}>
      <${Field} label="Type">${(tied) => html`<input ...${tied} type="search" name="type" value=${type || ''} placeholder="any" onChange=${(event) => narrow({ type: event.target.value.trim() })} />`}</${Field}>
      ${!q && html`<${Select} label="Show" value=${show || ''} options=${SHOWN} onChange=${(chosen) => narrow({ show: chosen })} />`}</form>
    <${Counts} asked=${counts} query=${route.query} />
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`${q && html`<p class="quiet" role="status">${format.count(page.items.length, 'entity', 'entities')}, the best first. <a href=${href('entities')}>Show all entities</a></p>`}
      <${Table} rows=${page.items} found=${Boolean(q)} />
      ${!q && html`<${Pager} of="entities" page="entities" query=${route.query} next=${page.next} />`}`}</${Asked}>
  </${Page}>`;
}

// How many there are, and of which types: each type narrows the list.
function Counts({ asked, query }) {
  if (asked.error || !asked.value) return html`<p class="quiet counts">${asked.error ? asked.error.message : 'Counting…'}</p>`;
  const { entities, hidden, types } = asked.value;
  if (!entities && !hidden) return null;
  const chosen = (query.type || '').toLowerCase();
  const link = ({ name, entities: count }) => (name ? html`<a href=${href('entities', '', { q: query.q, type: name.toLowerCase() === chosen ? undefined : name })} aria-current=${name.toLowerCase() === chosen ? 'true' : undefined}>${name}</a> ${format.number(count)}` : html`<span class="quiet">no type</span> ${format.number(count)}`);
  return html`<p class="counts" role="status"><strong>${format.count(entities, 'entity', 'entities')}</strong>${hidden > 0 && html` <span class="quiet">and ${format.number(hidden)} hidden or merged</span>`}</p>
    ${types.some((row) => row.name) && html`<ul class="type-counts" aria-label="Entities by type">${types.map((row) => html`<li key=${row.name || ''}>${link(row)}</li>`)}</ul>`}`;
}

function Table({ rows, found }) {
  return html`<div class="scroll dense-table" tabindex="0" role="region" aria-label="Entities"><table>
    <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col" class="minor">Other names</th><th scope="col" class="figure">Memories</th><th scope="col" class="minor">Your id</th><th scope="col" class="minor">${found ? 'Found' : 'Source'}</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.id}><th scope="row"><a href=${href('entities', row.id)}>${row.name || row.node_id || row.id}</a>
        ${row.merged_into ? html` <${Badge} tone="warn">merged</${Badge}>` : row.hidden && html` <${Badge} tone="warn">hidden</${Badge}>`}</th>
      <td>${row.type || '–'}</td><td class="minor">${row.aliases.join(', ')}</td><td class="figure">${format.number(row.memories)}</td>
      <td class="minor">${yourId(row) || '–'}</td><td class="minor">${found ? `${FOUND_BY[row.found_by] || row.found_by}, ${format.percent(row.score)}` : row.connection || '–'}</td></tr>`)}</tbody></table></div>`;
}
