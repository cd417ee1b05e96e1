// One memory: what it says, how it came about, how the matter went on both clocks.
import { html } from '../ui.js';
import { href, settle } from '../route.js';
import { useAsked, useDeed } from '../asking.js';
import { may } from '../role.js';
import { Asked, Badge, Facts, Failure, Field, Page, Panel, Sure, When } from '../parts.js';
import * as format from '../format.js';
import * as api from '../api.js';

export function Memory({ route, caller }) {
  const asked = useAsked((signal) => api.why(route.id, signal), [route.id]);
  const found = asked.value?.memory;
  return html`<${Page} title=${found?.content || 'Memory'} actions=${html`<a class="button" href=${href('memories')}>Memories</a>`}>
    <${Asked} asked=${asked}>${(told) => html`
      ${told.memory && html`<${About} row=${told.memory} caller=${caller} again=${asked.again} />`}
      <${Panel} title="Why it is as it is"><${Why} told=${told} /></${Panel}>
      ${told.evidence.length > 0 && html`<${Panel} title="What it rests on"><${Sources} rows=${told.evidence} /></${Panel}>`}
      <${History} id=${route.id} query=${route.query} />`}</${Asked}>
  </${Page}>`;
}

function About({ row, caller, again }) {
  const deed = useDeed();
  const change = async (what) => {
    if (!(await deed.run(() => what(row.id)))) return;
    again();
    document.querySelector('main h1').focus();
  };
  const gone = row.status === 'forgotten' || row.status === 'expired';
  return html`<${Panel}>
    <p><${Badge}>${row.type}</${Badge}> <${Badge} tone=${row.status === 'active' ? 'good' : 'warn'}>${row.status}</${Badge}>
      ${row.needs_review && html` <${Badge} tone="warn">waits for review</${Badge}>`}</p>
    <${Facts} rows=${[
      ['About', row.subject && html`<a href=${href('graph', row.subject_id)}>${row.subject}</a>`],
      ['Predicate', format.words(row.predicate)],
      ['Object', row.object && html`<a href=${href('graph', row.object_id)}>${row.object}</a>`],
      ['Confidence', format.percent(row.confidence)], ['Freshness', row.freshness === null ? null : format.number(row.freshness)],
      ['Said', `${format.count(row.repetitions, 'time')}`], ['Read', format.count(row.access_count, 'time')],
      ['In the graph', html`<a href=${href('graph', row.id)}>Show</a>`],
    ]} />
    ${deed.error && html`<${Failure} error=${deed.error} />`}
    ${may(caller, 'agent') && html`<div class="actions">${gone
      ? html`<button type="button" aria-busy=${deed.busy} onClick=${() => change(api.revive)}>Revive</button>`
      : html`<${Sure} question="Take it out of every answer?" yes="Forget" onYes=${() => change(api.forget)}>Forget</${Sure}>`}</div>`}
  </${Panel}>`;
}

function Why({ told }) {
  return html`<ul class="sentences">${told.sentences.map((sentence, index) => html`<li key=${index}>${sentence}</li>`)}</ul>
    ${told.links.length > 0 && html`<h3>Linked with</h3><ul>${told.links.map((link) => html`<li key=${link.relation + link.id}>
      <span class="quiet">${format.words(link.relation)}</span> <a href=${href('memories', link.id)}>${link.name || link.id}</a></li>`)}</ul>`}`;
}

function Sources({ rows }) {
  return html`<ul class="sources">${rows.map((row) => html`<li key=${row.id}>
    ${row.text ? html`<blockquote>${row.text}</blockquote><span class="quiet">${row.role} · <${When} at=${row.said_at} /></span>` : row.summary ? html`<blockquote>${row.summary}</blockquote>` : html`<code>${row.id}</code> <span class="quiet">no longer kept</span>`}</li>`)}</ul>`;
}

// Two clocks: when it held in the world, and when it was believed here.
function History({ id, query }) {
  const clocks = { valid: format.startOf(query.held, 1), known: format.startOf(query.known, 1) };
  const asked = useAsked((signal) => api.memoryHistory(id, clocks, signal), [id, query.held, query.known]);
  const pick = (name) => (event) => settle(href('memories', id, { ...query, [name]: event.target.value }));
  const empty = { title: 'Nothing for those days', when: (page) => !page.items.length, children: 'Take a day away to see more of the matter.' };
  return html`<${Panel} title="How the matter went">
    <form class="filters" aria-label="The two clocks" onSubmit=${(event) => event.preventDefault()}>
      <${Field} label="As it held on" hint="In the world.">${(tied) => html`<input ...${tied} type="date" name="held" value=${query.held || ''} onChange=${pick('held')} />`}</${Field}>
      <${Field} label="As it was known on" hint="By this memory.">${(tied) => html`<input ...${tied} type="date" name="known" value=${query.known || ''} onChange=${pick('known')} />`}</${Field}>
    </form>
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`<div class="scroll" tabindex="0" role="region" aria-label="History on both clocks"><table class="history">
      <thead><tr><th scope="col">What</th><th scope="col">Held in the world</th><th scope="col">Believed here</th><th scope="col">Status</th></tr></thead>
      <tbody>${page.items.map((row) => html`<tr key=${row.id} aria-current=${row.id === id ? 'true' : undefined}>
        <th scope="row">${row.id === id ? row.content : html`<a href=${href('memories', row.id)}>${row.content}</a>`}</th>
        <td><${Span} from=${row.valid_from} to=${row.valid_to} open="still" assumed=${row.valid_from_assumed} /></td>
        <td><${Span} from=${row.recorded_at} to=${row.retired_at} open="still" /></td><td>${row.status}</td></tr>`)}</tbody></table></div>`}</${Asked}>
  </${Panel}>`;
}

const Span = ({ from, to, open, assumed }) => html`<${When} at=${from} as="date" />${assumed && html` <span class="quiet">(when it was said)</span>`}
  ${' – '}${to ? html`<${When} at=${to} as="date" />` : open}`;
