// A workspace's memory as a picture and as a list, from any node on.
import { html, useEffect, useMemo, useRef } from '../ui.js';
import { go, href } from '../route.js';
import { useAsked } from '../asking.js';
import { Asked, Command, Facts, Failure, Loading, Page, Select } from '../parts.js';
import { Picture } from '../draw/picture.js';
import { looks } from '../draw/kinds.js';
import * as format from '../format.js';
import * as api from '../api.js';
import { useWoven } from './woven.js';

const KINDS = ['', 'entity', 'memory', 'pattern', 'sequence', 'action', 'conversation', 'episode', 'metric'].map((kind) => [kind, kind ? format.words(kind) : 'anything']);
const OPEN = 30;

export function Graph({ route }) {
  const { q = '', kind = '' } = route.query;
  return html`<${Page} title="Graph" lead="Memory as it hangs together, from any node on.">
    ${route.id ? html`<${View} key=${route.id} route=${route} />` : html`<${Start} q=${q} kind=${kind} />`}
  </${Page}>`;
}

function Start({ q, kind }) {
  const asked = useAsked((signal) => api.findNodes({ text: q, kind, limit: 30 }, signal), [q, kind]);
  const search = (event) => {
    event.preventDefault();
    go(href('graph', '', { q: new FormData(event.target).get('q').trim(), kind }));
  };
  const empty = {
    title: q ? 'Nothing of that name' : 'Nothing here yet', when: (page) => !page.items.length,
    children: q ? 'Look for a part of a name, a text, or an id.' : 'The graph grows with what agents do and what they are told. See it at work on a small shop:',
    command: q ? undefined : 'oxgraph demo',
  };
  return html`<form class="search" role="search" onSubmit=${search}>
      <label class="hidden" for="start">Start from</label>
      <input id="start" type="search" name="q" key=${q} value=${q} placeholder="A name, some words, or an id" maxlength="1000" />
      <button type="submit" class="primary">Find</button>
      <${Select} label="Kind" value=${kind} options=${KINDS} onChange=${(chosen) => go(href('graph', '', { q, kind: chosen }))} />
    </form>
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`<h2 class="list-head">Start from</h2>
      <ul class="rows">${page.items.map((node) => html`<li key=${node.id}><a class="row" href=${href('graph', node.id)}>
        <${Dot} node=${node} /><span class="row-main"><strong>${node.title}</strong></span><span class="row-when quiet">${format.words(node.kind)}</span></a></li>`)}</ul>`}
    </${Asked}>`;
}

const Dot = ({ node }) => html`<span class="dot" aria-hidden="true" style=${{ background: looks(node)[0], borderColor: looks(node)[1] }}></span>`;

function View({ route }) {
  const open = (route.query.open || '').split(',').filter(Boolean);
  const at = route.query.at || route.id;
  const woven = useWoven([route.id, ...open]);
  const choose = (id) => {
    const expanded = id === route.id || open.includes(id) ? open : [...open, id].slice(-OPEN);
    go(href('graph', route.id, { open: expanded.join(','), at: id }));
  };
  if (woven.error && !woven.nodes.length) return html`<${Failure} error=${woven.error} again=${woven.again} />`;
  if (!woven.nodes.length) return html`<${Loading} />`;
  const node = woven.nodes.find((one) => one.id === at) || woven.nodes[0];
  return html`<div class="graph" aria-busy=${woven.loading}>
    <${Picture} nodes=${woven.nodes} edges=${woven.edges} selected=${node.id} onChoose=${choose} />
    <${Beside} node=${node} woven=${woven} open=${[route.id, ...open]} onChoose=${choose} />
  </div>
  <p class="quiet" role="status">${format.count(woven.nodes.length, 'node')}, ${format.count(woven.edges.length, 'relationship')}. ${' '}
    <a href=${href('graph')}>Start from another node</a></p>`;
}

function Beside({ node, woven, open, onChoose }) {
  const heading = useRef();
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) heading.current.focus({ preventScroll: true });
    first.current = false;
  }, [node.id]);
  const around = woven.around(node.id);
  const next = woven.next(node.id);
  return html`<section class="panel beside" aria-label="The node">
    <p class="row-about"><${Dot} node=${node} /> ${format.words(node.kind)}</p>
    <h2 tabindex="-1" ref=${heading}>${node.title}</h2>
    <${Links} node=${node} />
    <h3>Next to it</h3>
    ${woven.error && html`<${Failure} error=${woven.error} again=${woven.again} />`}
    ${!around.length && !woven.loading && html`<p class="quiet">Nothing hangs on it.</p>`}
    <ul class="around">${around.map(({ node: other, label, out }) => html`<li key=${label + other.id}>
      <button type="button" class="row" onClick=${() => onChoose(other.id)} aria-label="${out ? '' : 'from '}${label}: ${other.title}, ${format.words(other.kind)}${open.includes(other.id) ? ', expanded' : ''}">
        <${Dot} node=${other} /><span class="row-main"><strong>${other.title}</strong>
        <span class="row-about">${out ? `${label} →` : `← ${label}`} ${format.words(other.kind)}</span></span></button></li>`)}</ul>
    ${next && html`<button type="button" onClick=${() => woven.more(node.id)}>More of its neighbours</button>`}
    <details><summary>Its properties</summary><${Properties} of=${node.properties || {}} /></details>
    ${woven.cypher(node.id) && html`<details><summary>Cypher for Neo4j Browser</summary><${Command} text=${woven.cypher(node.id)} label="Cypher" /></details>`}
  </section>`;
}

function Links({ node }) {
  const links = {
    memory: ['Open this memory', () => href('memories', node.id)],
    sequence: ['Open this run', () => href('run', node.properties.session_id, { at: node.id })],
    action: ['Open its run', () => href('run', node.properties.session_id, { at: node.id })],
    pattern: ['Open this pattern', () => href('patterns', node.id)],
    metric: ['Open this metric', () => href('metrics', node.id)],
  };
  const link = links[node.kind];
  return link && html`<p><a href=${link[1]()}>${link[0]}</a></p>`;
}

function Properties({ of }) {
  const rows = useMemo(() => Object.entries(of).sort(([a], [b]) => a.localeCompare(b)), [of]);
  return html`<${Facts} rows=${rows.map(([name, value]) => [name, html`<span class="value">${typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>`])} />`;
}
