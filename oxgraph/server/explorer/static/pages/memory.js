// One memory: its content, its explanation, and its history by valid time and recorded time.
import { html, useState } from '../preact.js';
import { go, href, settle } from '../router.js';
import { useRequest, useAction } from '../requests.js';
import { isAllowed } from '../roles.js';
import { Asked, Badge, Empty, Facts, Failure, Field, Lines, Page, Panel, Sure, Title, When, focusHeading } from '../components.js';
import * as format from '../format.js';
import * as limits from '../limits.js';
import * as api from '../api.js';
import { endedAt } from './memories.js';

// A title is the beginning of what is long or has several lines; the whole of it stands below.
const TITLE = 200;
const titled = (text) => (text.length > TITLE ? `${[...text].slice(0, TITLE).join('').trimEnd()}…` : text);
const isWhole = (text) => titled(text) === text && !text.includes('\n');

export function Memory({ route, caller }) {
  const asked = useRequest((signal) => api.why(route.id, signal), [route.id]);
  const found = asked.value?.memory;
  const none = asked.error?.status === 404 || asked.error?.status === 422; // 422: what the address has is no id at all.
  return html`<${Page} title=${found ? titled(found.content) : 'Memory'} actions=${html`<a class="button" href=${href('memories')}>Memories</a>`}>
    ${none ? html`<${Empty} title="There is no such memory">This workspace has none with the id <code>${route.id}</code>; it may have been deleted, or belong to a user or a workspace that your token is not for.</${Empty}>` : html`
    <${Asked} asked=${asked}>${(explanation) => html`
      ${explanation.memory && html`<${About} row=${explanation.memory} replaced=${explanation.links.some((link) => link.relation === 'supersedes')} caller=${caller} again=${asked.again} />`}
      ${found && !isWhole(found.content) && html`<${Panel} title="The whole text"><p class="said-text">${found.content}</p></${Panel}>`}
      <${Panel} title="Explanation"><${Why} explanation=${explanation} /></${Panel}>
      ${explanation.evidence.length > 0 && html`<${Panel} title="Evidence"><${Sources} rows=${explanation.evidence} /></${Panel}>`}
      <${History} id=${route.id} query=${route.query} />`}</${Asked}>`}
  </${Page}>`;
}

function About({ row, replaced, caller, again }) {
  const action = useAction();
  const change = async (what) => {
    if (!(await action.run(() => what(row.id)))) return;
    again();
    focusHeading();
  };
  const gone = row.status === 'forgotten' || row.status === 'expired';
  return html`<${Panel}>
    <p><${Badge}>${row.type}</${Badge}> <${Badge} tone=${row.status === 'active' ? 'good' : 'warn'}>${row.status}</${Badge}>
      ${row.needs_review && html` <${Badge} tone="warn">waits for review</${Badge}>`}</p>
    <${Facts} rows=${[
      ['About', row.subject && html`<a href=${href('entities', row.subject_id)}>${row.subject}</a>`],
      ['Predicate', format.words(row.predicate)],
      ['Object', row.object && html`<a href=${href('entities', row.object_id)}>${row.object}</a>`],
      ['User', row.user_id && html`<a href=${href('users', row.user_id)}>${row.user_id}</a>`],
      ['Confidence', format.percent(row.confidence)], ['Freshness', row.freshness === null ? null : format.number(row.freshness)],
      ['Said', `${format.count(row.repetitions, 'time')}`], ['Read', format.count(row.access_count, 'time')],
      ['In the graph', html`<a href=${href('graph', row.id)}>Show</a>`],
    ]} />
    ${action.error && html`<${Failure} error=${action.error} />`}
    ${isAllowed(caller, 'agent') && html`<div class="actions">${gone
      ? html`<button type="button" aria-busy=${action.busy} onClick=${() => change(api.revive)}>Revive</button>`
      : html`<${Sure} question="Take it out of every answer?" yes="Forget" onYes=${() => change(api.forget)}>Forget</${Sure}>`}
      ${replaced && row.status === 'active' && html`<${Sure} question="Forget this one, and let what it replaced hold again?" yes="Bring it back" onYes=${() => change((id) => api.forget(id, { restore: true }))}>Undo the replacement</${Sure}>`}</div>
      ${row.status === 'active' && html`<${Mend} row=${row} action=${action} />`}`}
  </${Panel}>`;
}

// What holds instead: the memory is superseded, from now on or, where it was wrong, from the start.
function Mend({ row, action }) {
  const [text, setText] = useState('');
  const [object, setObject] = useState(row.object || '');
  const [wrong, setWrong] = useState(true);
  const save = async (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    let made;
    const replace = async () => {
      const { status } = await api.memory(row.id);
      if (status !== 'active') throw new Error(`Nothing was replaced: somebody changed this memory meanwhile, it is ${status} now. Reload the page to see it.`);
      made = await api.supersede(row.id, { new: { content: text.trim(), ...(object !== (row.object || '') && { object: object.trim() }) }, correction: wrong });
    };
    if (await action.run(replace)) go(href('memories', made.id));
  };
  return html`<form class="mend" onSubmit=${save}><${Field} label="What holds instead" hint="Shift+Enter begins a new line." wide>${(tied) => html`<${Lines} ...${tied} name="instead" value=${text} maxlength=${limits.CONTENT} placeholder=${titled(row.content)} onInput=${(event) => setText(event.target.value)} />`}</${Field}>
    ${row.object && html`<${Field} label="Object">${(tied) => html`<input ...${tied} name="object" value=${object} maxlength=${limits.NAME} onInput=${(event) => setObject(event.target.value)} />`}</${Field}>`}
    <button type="submit" aria-busy=${action.busy}>Replace it</button>
    <label class="check"><input type="checkbox" checked=${wrong} onChange=${(event) => setWrong(event.target.checked)} /> It was wrong from the start; the world has not changed</label></form>`;
}

function Why({ explanation }) {
  return html`<ul class="sentences">${explanation.sentences.map((sentence, index) => html`<li key=${index}>${sentence}</li>`)}</ul>
    ${explanation.links.length > 0 && html`<h3>Linked with</h3><ul>${explanation.links.map((link) => html`<li key=${link.relation + link.id}>
      <span class="quiet">${format.words(link.relation)}</span> <a href=${href('memories', link.id)}>${link.name || link.id}</a></li>`)}</ul>`}`;
}

function Sources({ rows }) {
  return html`<ul class="sources">${rows.map((row) => html`<li key=${row.id}>
    ${row.text ? html`<blockquote>${row.text}</blockquote><span class="quiet">${row.role} · <${When} at=${row.said_at} /> · <a href=${href('conversations', row.conversation_id, { user: row.user_id, at: row.id })}>in its conversation</a></span>` : row.summary ? html`<blockquote>${row.summary}</blockquote>` : html`<code>${row.id}</code> <span class="quiet">no longer kept</span>`}</li>`)}</ul>`;
}

// Bitemporal history: valid time (when it held in the world) and recorded time (when it was known here).
function History({ id, query }) {
  const times = { as_of: format.startOf(query.held, 1), known_at: format.startOf(query.known, 1) };
  const asked = useRequest((signal) => api.memoryHistory(id, times, signal), [id, query.held, query.known]);
  const pick = (name) => (event) => settle(href('memories', id, { ...query, [name]: event.target.value }));
  const empty = { title: 'Nothing for those days', when: (page) => !page.items.length, children: 'Remove a day to see more of the history.' };
  return html`<${Panel} title="History">
    <form class="filters" aria-label="Valid time and recorded time" onSubmit=${(event) => event.preventDefault()}>
      <${Field} label="As it held on" hint="In the world.">${(tied) => html`<input ...${tied} type="date" name="held" value=${query.held || ''} onChange=${pick('held')} />`}</${Field}>
      <${Field} label="As it was known on" hint="By this memory.">${(tied) => html`<input ...${tied} type="date" name="known" value=${query.known || ''} onChange=${pick('known')} />`}</${Field}>
    </form>
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`<div class="scroll" tabindex="0" role="region" aria-label="History by valid time and recorded time"><table class="history">
      <thead><tr><th scope="col">What</th><th scope="col">Held in the world</th><th scope="col">Believed here</th><th scope="col">Status</th></tr></thead>
      <tbody>${page.items.map((row) => html`<tr key=${row.id} aria-current=${row.id === id ? 'true' : undefined}>
        <th scope="row">${row.id === id ? html`<${Title} text=${row.content} />` : html`<a href=${href('memories', row.id)}><${Title} text=${row.content} /></a>`}</th>
        <td><${Span} from=${row.valid_from} to=${row.valid_to} open="still" assumed=${row.valid_from_assumed} /></td>
        <td><${Span} from=${row.recorded_at} to=${believedUntil(row)} open="still" /></td><td>${row.status}</td></tr>`)}</tbody></table></div>`}</${Asked}>
  </${Panel}>`;
}

// What the world changed is still believed of its time; what expired or was forgotten is no answer to anything.
const believedUntil = (row) => row.retired_at || (row.status === 'superseded' ? null : endedAt(row));

const Span = ({ from, to, open, assumed }) => html`<${When} at=${from} as="date" />${assumed && html` <span class="quiet">(when it was said)</span>`}
  ${' – '}${to ? html`<${When} at=${to} as="date" />` : open}`;
