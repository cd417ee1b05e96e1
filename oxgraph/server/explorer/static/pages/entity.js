// One entity: its names, what is known about it, its history; merged with another of nearly the same name, or split.
import { html, useState } from '../preact.js';
import { href } from '../router.js';
import { useAction, useRequest } from '../requests.js';
import { isAllowed } from '../roles.js';
import { Asked, Badge, Done, Facts, Failure, Field, Page, Panel, Sure, focusHeading } from '../components.js';
import * as format from '../format.js';
import * as limits from '../limits.js';
import * as api from '../api.js';
import { Erasure } from './erasure.js';
import { Row } from './memories.js';

const MEMORIES = 20;
const SIMILAR = 8;
// As many as GET /entities/{id} has at most.
const LINKS = 100;

// As many as an entity's number of memories says: it counts what no longer holds too.
const allAbout = (row) => href('memories', '', { subject: row.id, status: 'any' });

// The id by which your systems name an entity; one that nobody gave is the entity's own. An adopted node has its own as both.
export const yourId = (row) => (row.connection || row.node_id !== row.id ? row.node_id : null);

export function Entity({ id, caller }) {
  const asked = useRequest((signal) => api.entity(id, signal), [id]);
  const action = useAction();
  const perform = (request, done) => action.run(request, done).then((went) => {
    if (!went) return;
    asked.again();
    focusHeading();
  });
  const row = asked.value;
  return html`<${Page} title=${row?.name || 'Entity'} lead=${row && [row.type, row.description].filter(Boolean).join(' · ')}
      actions=${html`<a class="button" href=${href('entities')}>Entities</a>`}>
    ${action.error && html`<${Failure} error=${action.error} />`}${action.done && html`<${Done}>${action.done}</${Done}>`}
    <${Asked} asked=${asked}>${(found) => html`
      <${Names} row=${found} caller=${caller} perform=${perform} busy=${action.busy} />
      ${isAllowed(caller, 'operator') && !found.merged_into && html`<${Similar} row=${found} perform=${perform} />`}
      <${Known} row=${found} />
      ${found.links.length > 0 && html`<${Panel} title="Relationships"><ul class="sources">${found.links.map((link) => html`<li key=${link.type + link.to}>
        <span class="quiet">${link.outgoing ? `${format.words(link.type)} →` : `← ${format.words(link.type)}`}</span> <a href=${href('entities', link.to)}>${link.name || link.to}</a></li>`)}</ul>
        ${found.links.length === LINKS && html`<p class="quiet">The first ${LINKS} of them; <a href=${href('graph', found.id)}>the graph</a> has all.</p>`}</${Panel}>`}
      <${History} row=${found} />
      ${!found.merged_into && html`<${Erasure} what="entity" subject=${found.id} caller=${caller}>What is known about an entity that is hidden is kept.</${Erasure}>`}`}</${Asked}>
  </${Page}>`;
}

function Names({ row, caller, perform, busy }) {
  const can = isAllowed(caller, 'operator');
  const split = (id, name) => perform(() => api.splitEntity(id), `Split: ${name} stands for itself again.`);
  const turn = () => perform(() => (row.hidden ? api.showEntity(row.id) : api.hideEntity(row.id)), row.hidden ? 'It is shown again.' : 'It is hidden: no name leads to it any more.');
  return html`<${Panel} title="Names">
    ${row.merged_into && html`<p class="notice">It is merged into <a href=${href('entities', row.merged_into)}>another entity</a>, which has its names, memories and actions.
      ${can && html` <${Sure} question="Give back what was taken from it?" yes="Split" onYes=${() => split(row.id, row.name)}>Split</${Sure}>`}</p>`}
    ${row.hidden && !row.merged_into && html`<p class="notice bad">It is hidden: no name leads to it.</p>`}
    <${Facts} rows=${[
      ['Also called', row.aliases.join(', ')], ['Your id', yourId(row)], ['Source', row.connection], ['Properties', row.properties.shown_properties?.join(', ')],
      ['Memories about it', html`<a href=${allAbout(row)}>${format.number(row.memories)}</a>`],
      ['Actions and patterns', html`${format.number(row.references)} · <a href=${href('timeline', '', { show: 'table', node: row.node_id || row.id })}>the actions</a> · <a href=${href('graph', row.id)}>all of them in the graph</a>`],
    ]} />
    ${row.absorbed.length > 0 && html`<h3>Merged into it</h3><ul class="choices">${row.absorbed.map((id) => html`<li key=${id}><${Absorbed} id=${id} can=${can} onSplit=${split} /></li>`)}</ul>`}
    ${can && !row.merged_into && html`<${NewName} row=${row} perform=${perform} busy=${busy} />
      <div class="actions"><button type="button" aria-busy=${busy} onClick=${turn}>${row.hidden ? 'Show it again' : 'Hide'}</button></div>`}
  </${Panel}>`;
}

function Absorbed({ id, can, onSplit }) {
  const name = useRequest((signal) => api.entity(id, signal), [id]).value?.name || id;
  return html`<div><a href=${href('entities', id)}>${name}</a></div>
    ${can && html`<${Sure} tone="small" question="Give back what was taken from it?" yes="Split" onYes=${() => onSplit(id, name)}>Split</${Sure}>`}`;
}

function NewName({ row, perform, busy }) {
  const [name, setName] = useState('');
  const save = (event) => {
    event.preventDefault();
    if (name.trim()) perform(() => api.aliasEntity(row.id, name.trim()).then(() => setName('')), `It is also called ${name.trim()}.`);
  };
  return html`<form class="search" onSubmit=${save}><${Field} label="Another name">${(tied) => html`<input ...${tied} name="alias" value=${name} maxlength=${limits.ENTITY_NAME} onInput=${(event) => setName(event.target.value)} />`}</${Field}>
    <button type="submit" aria-busy=${busy}>Add the name</button></form>`;
}

// Others of nearly the same name, or of a name that is looked for: each can be merged into this one.
function Similar({ row, perform }) {
  const [looked, setLooked] = useState('');
  const asked = useRequest((signal) => api.searchEntities({ query: looked || row.name || row.id, limit: SIMILAR }, signal), [looked, row.id, row.name]);
  const others = (page) => page.items.filter((one) => one.id !== row.id);
  const search = (event) => {
    event.preventDefault();
    setLooked(new FormData(event.target).get('other').trim());
  };
  const merge = (one) => perform(() => api.mergeEntity(row.id, one.id).then(asked.again), `Merged: ${one.name} is now a name of this entity.`);
  return html`<${Panel} title="The same under another name?">
    <p class="quiet">What is merged gives its names, memories and actions to this one; a split gives them back.</p>
    <form class="search" role="search" onSubmit=${search}><label class="hidden" for="other">Look for the other one</label>
      <input id="other" type="search" name="other" placeholder=${row.name || ''} maxlength=${limits.INTENT} /><button type="submit">Look</button></form>
    <${Asked} asked=${asked}>${(page) => (others(page).length ? html`<ul class="choices">${others(page).map((one) => html`<li key=${one.id}>
      <div><a href=${href('entities', one.id)}>${one.name || one.id}</a> ${one.type && html`<${Badge}>${one.type}</${Badge}>`}
        <p class="row-about">${[format.count(one.memories, 'memory', 'memories'), one.aliases.length && `also ${one.aliases.join(', ')}`, yourId(one)].filter(Boolean).join(' · ')}</p></div>
      <button type="button" class="small" onClick=${() => merge(one)}>Merge<span class="hidden"> ${one.name}</span></button></li>`)}</ul>`
      : html`<p class="quiet">No other entity has a name like ${looked || row.name || 'this'}.</p>`)}</${Asked}>
  </${Panel}>`;
}

function Known({ row }) {
  const asked = useRequest((signal) => api.memories({ subject: row.id, limit: MEMORIES }, signal), [row.id, row.memories]);
  return html`<${Panel} title="What is known about it" actions=${row.memories > 0 && html`<a href=${allAbout(row)}>All, also what no longer holds</a>`}>
    <${Asked} asked=${asked}>${(page) => (page.items.length ? html`<ol class="rows">${page.items.map((one) => html`<li key=${one.id}><${Row} row=${one} /></li>`)}</ol>` : html`<p class="quiet">No memory that holds now is about it.</p>`)}</${Asked}></${Panel}>`;
}

function History({ row }) {
  const asked = useRequest((signal) => api.why(row.id, signal), [row]);
  return html`<${Panel} title="History"><${Asked} asked=${asked}>${(found) => html`<ul class="sentences">${found.sentences.map((sentence, index) => html`<li key=${index}>${sentence}</li>`)}</ul>`}</${Asked}></${Panel}>`;
}
