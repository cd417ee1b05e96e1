// A workspace's memory as a graph, in a picture and a list, starting from any node.
import { html, useEffect, useMemo, useRef } from '../preact.js';
import { go, href } from '../router.js';
import { useRequest } from '../requests.js';
import { Asked, Command, Facts, Failure, Loading, Page, Select, Sought, Title } from '../components.js';
import { Picture } from '../draw/picture.js';
import { looks } from '../draw/kinds.js';
import { endOf } from '../past.js';
import * as format from '../format.js';
import * as limits from '../limits.js';
import * as api from '../api.js';
import { pathBetween } from '../draw/path.js';
import { grouped } from '../draw/groups.js';
import { Kinds, Until, visible } from './graph_filter.js';
import { useGraphState } from './graph_state.js';

const KINDS = ['', 'entity', 'memory', 'pattern', 'sequence', 'action', 'conversation', 'episode', 'metric'].map((kind) => [kind, kind ? format.words(kind) : 'anything']);
const OPEN = 30;

export function Graph({ route }) {
  const { q = '', kind = '' } = route.query;
  return html`<${Page} title="Graph" lead="The workspace's memory as a graph. Start from any node.">
    ${route.id ? html`<${View} key=${route.id} route=${route} />` : html`<${Start} q=${q} kind=${kind} />`}
  </${Page}>`;
}

function Start({ q, kind }) {
  const asked = useRequest((signal) => api.findNodes({ query: q, kind, limit: 30 }, signal), [q, kind]);
  const search = (event) => {
    event.preventDefault();
    go(href('graph', '', { q: new FormData(event.target).get('q').trim(), kind }));
  };
  const empty = {
    title: q ? 'Nothing of that name' : 'Nothing here yet', when: (page) => !page.items.length,
    children: q ? 'Look for a part of a name, a text, or an id.' : 'The graph grows with the actions of agents and the memories. See it at work on a small shop:',
    command: q ? undefined : 'oxgraph demo',
  };
  return html`<form class="search" role="search" onSubmit=${search}>
      <label class="hidden" for="start">Start from</label>
      <${Sought} id="start" text=${q} placeholder="A name, some words, or an id" maxlength=${limits.INTENT} />
      <button type="submit" class="primary">Find</button>
      <${Select} label="Kind" value=${kind} options=${KINDS} onChange=${(chosen) => go(href('graph', '', { q, kind: chosen }))} />
    </form>
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`<h2 class="list-head">Start from</h2>
      <ul class="rows">${page.items.map((node) => html`<li key=${node.id}><a class="row" href=${href('graph', node.id)}>
        <${Dot} node=${node} /><span class="row-main"><${Title} text=${node.title} /></span><span class="row-when quiet">${format.words(node.kind)}</span></a></li>`)}</ul>`}
    </${Asked}>`;
}

const Dot = ({ node }) => html`<span class="dot" aria-hidden="true" style=${{ background: looks(node)[0], borderColor: looks(node)[1] }}></span>`;

// Ids in an address; those of adopted nodes may have commas.
const joined = (ids) => ids.map((id) => id.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');
const listed = (text) => (text || '').split(',').filter(Boolean).map((id) => id.replaceAll('%2C', ',').replaceAll('%25', '%'));

function View({ route }) {
  const { at = route.id, from = '', until = endOf(route.query) || '', names = '' } = route.query;
  const [open, hidden, opened] = [listed(route.query.open), listed(route.query.hide), listed(route.query.groups)];
  const graph = useGraphState([route.id, ...open]);
  const place = { open: joined(open), at, hide: joined(hidden), groups: joined(opened), from, until: route.query.until, names };
  const show = (change) => go(href('graph', route.id, { ...place, ...change }));
  const choose = (id) => {
    if (drawn.groups.some((group) => group.id === id)) return show({ groups: joined([...opened, id]) });
    const expanded = from || id === route.id || open.includes(id) ? open : [...open, id].slice(-OPEN);
    return show({ open: joined(expanded), at: id });
  };
  const seen = useMemo(() => visible(graph, hidden, until, [route.id, at, from]), [graph.nodes, graph.edges, route.query.hide, until, at, from]);
  const path = useMemo(() => (from && from !== at ? pathBetween(seen, from, at) : null), [seen, from, at]);
  const drawn = useMemo(() => grouped(seen, opened, [route.id, at, from, ...open, ...(path?.nodes || [])]), [seen, route.query.groups, route.query.open, path, at]);
  if (graph.error && !graph.nodes.length) return html`<${Failure} error=${graph.error} again=${graph.again} />`;
  if (!graph.nodes.length) return html`<${Loading} />`;
  const node = graph.nodes.find((one) => one.id === at) || graph.nodes[0];
  const counts = [format.count(seen.nodes.length, 'node'), format.count(seen.edges.length, 'relationship'), seen.nodes.length < graph.nodes.length && `${format.number(graph.nodes.length - seen.nodes.length)} hidden`].filter(Boolean);
  return html`<${Kinds} nodes=${graph.nodes} hidden=${hidden} onHide=${(kinds) => show({ hide: joined(kinds) })} />
  <${Until} nodes=${graph.nodes} until=${until} onUntil=${(time) => show({ until: time })} />
  <div class="graph" aria-busy=${graph.loading}>
    <${Picture} nodes=${drawn.nodes} edges=${drawn.edges} selected=${node.id} path=${path} names=${names} onChoose=${choose}>
      <button type="button" class="small" aria-pressed=${String(Boolean(names))} onClick=${() => show({ names: names ? '' : 'all' })}>Names of relationships</button></${Picture}>
    <${NodePanel} node=${node} graph=${graph} drawn=${drawn} open=${[route.id, ...open]} opened=${opened} onChoose=${choose} onOpened=${(ids) => show({ groups: joined(ids) })}>
      <${Path} from=${graph.nodes.find((one) => one.id === from)} node=${node} path=${path} nodes=${graph.nodes} onFrom=${(id) => show({ from: id })} onChoose=${choose} /></${NodePanel}>
  </div>
  <p class="quiet" role="status">${counts.join(', ')}. ${' '}
    <a href=${href('graph')}>Start from another node</a></p>`;
}

// The way from a node to the chosen one, over the nodes that are shown.
function Path({ from, node, path, nodes, onFrom, onChoose }) {
  if (!from) return html`<p><button type="button" class="small" onClick=${() => onFrom(node.id)}>Path from here…</button></p>`;
  const titles = new Map(nodes.map((one) => [one.id, one.title]));
  const end = html`<button type="button" class="small" onClick=${() => onFrom('')}>End the path</button>`;
  if (from.id === node.id) return html`<p class="notice">Now choose the node to which the path leads. ${end}</p>`;
  if (!path) return html`<p class="notice">No path from ${from.title} over the nodes that are shown; expand more of them, or show all kinds. ${end}</p>`;
  return html`<div class="notice" role="status"><p>${format.count(path.edges.length, 'step')} from ${from.title}:</p>
    <ol class="path-steps">${path.nodes.map((id) => html`<li key=${id}><button type="button" class="small quiet-button" onClick=${() => onChoose(id)}>${titles.get(id)}</button></li>`)}</ol>${end}</div>`;
}

function NodePanel({ node, graph, drawn, open, opened, onChoose, onOpened, children }) {
  const heading = useRef();
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) heading.current.focus({ preventScroll: true });
    first.current = false;
  }, [node.id]);
  const groups = drawn.groups.filter((group) => group.edges.some((edge) => [edge.source, edge.target].includes(node.id)));
  const closed = groups.filter((group) => !opened.includes(group.id));
  const inside = new Set(closed.flatMap((group) => group.members.map((one) => one.id)));
  const around = graph.around(node.id).filter((one) => !inside.has(one.node.id));
  const next = graph.next(node.id);
  return html`<section class="panel node-panel" aria-label="The node">
    <p class="row-about"><${Dot} node=${node} /> ${format.words(node.kind)}</p>
    <h2 tabindex="-1" ref=${heading}>${node.title}</h2>
    <${Links} node=${node} />
    ${children}
    <h3>Next to it</h3>
    ${graph.error && html`<${Failure} error=${graph.error} again=${graph.again} />`}
    ${!around.length && !closed.length && !graph.loading && html`<p class="quiet">It has no neighbours.</p>`}
    ${groups.length > 0 && html`<ul class="around groups" aria-label="Groups">${groups.map((group) => html`<li key=${group.id}>
      <button type="button" class="row" aria-expanded=${String(opened.includes(group.id))} onClick=${() => (opened.includes(group.id) ? onOpened(opened.filter((id) => id !== group.id)) : onChoose(group.id))}>
        <${Dot} node=${group.looks} /><span class="row-main"><strong>${group.title}</strong><span class="row-about">${group.edges[0].label}${opened.includes(group.id) ? ' · shown one by one' : ' · as a group'}</span></span></button></li>`)}</ul>`}
    <ul class="around">${around.map(({ node: other, label, out }) => html`<li key=${label + other.id}>
      <button type="button" class="row" onClick=${() => onChoose(other.id)} aria-label="${out ? '' : 'from '}${label}: ${other.title}, ${format.words(other.kind)}${open.includes(other.id) ? ', expanded' : ''}">
        <${Dot} node=${other} /><span class="row-main"><${Title} text=${other.title} />
        <span class="row-about">${out ? `${label} →` : `← ${label}`} ${format.words(other.kind)}</span></span></button></li>`)}</ul>
    ${next && html`<button type="button" onClick=${() => graph.more(node.id)}>More of its neighbours</button>`}
    <details><summary>Its properties</summary><${Properties} of=${node.properties || {}} /></details>
    ${graph.cypher(node.id) && html`<details><summary>Cypher for Neo4j Browser</summary><${Command} text=${graph.cypher(node.id)} label="Cypher" /></details>`}
  </section>`;
}

function Links({ node }) {
  const links = {
    entity: ['Open this entity', () => href('entities', node.id)],
    episode: ['Open its conversation', () => href('conversations', node.properties.conversation_id, { user: node.properties.user_id })],
    message: ['Open its conversation', () => href('conversations', node.properties.conversation_id, { user: node.properties.user_id, at: node.id })],
    conversation: ['Open this conversation', () => href('conversations', node.properties.conversation_id, { user: node.properties.user_id })],
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
