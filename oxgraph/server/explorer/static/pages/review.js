// The review queue: memories that contradict each other, to be decided by a person.
import { html, useState } from '../preact.js';
import { href } from '../router.js';
import { useAction, useRequest } from '../requests.js';
import { isAllowed } from '../roles.js';
import { Asked, Badge, Done, Failure, Field, Lines, Page, When, focusHeading } from '../components.js';
import * as format from '../format.js';
import * as limits from '../limits.js';
import * as api from '../api.js';

const ROWS = 100;

export function Review({ caller }) {
  const asked = useRequest((signal) => api.reviews({ limit: ROWS }, signal), []);
  const [done, setDone] = useState('');
  const settled = (text) => {
    setDone(text);
    asked.again();
    focusHeading();
  };
  const empty = {
    title: 'Nothing waits for a decision', when: (page) => !page.items.length,
    children: html`Where two statements contradict each other and neither is clearly newer or surer, both stay until somebody decides here. <a href=${href('memories')}>Look through all memories</a>`,
  };
  return html`<${Page} title="Review" lead="Memories that contradict each other. Until you decide, both are answers.">
    ${done && html`<${Done}>${done}</${Done}>`}
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`<p class="quiet" role="status">${format.count(groups(page.items).length, 'decision')} ${page.items.length === ROWS ? 'or more ' : ''}to take, about ${format.count(page.items.length, 'memory', 'memories')}, the oldest first.</p>
      <ul class="cards">${groups(page.items).map((row) => html`<li key=${row.memory.id}><${Contradiction} row=${row} caller=${caller} onSettled=${settled} /></li>`)}</ul>`}</${Asked}>
  </${Page}>`;
}

// Two memories that contradict each other wait both: what an earlier card asks already is asked once.
function groups(rows) {
  const asked = [];
  return rows.filter((row) => {
    const ids = [row.memory, ...row.contradicts].map((one) => one.id);
    if (asked.some((known) => ids.every((id) => known.has(id)))) return false;
    asked.push(new Set(ids));
    return true;
  });
}

function Contradiction({ row, caller, onSettled }) {
  const action = useAction();
  const [correction, setCorrection] = useState(false);
  const all = [row.memory, ...row.contradicts];
  const settle = async (body, text) => {
    let said = text;
    const decide = () => api.settle(row.memory.id, { ...body, correction }).catch(async (problem) => {
      const { items } = await api.reviews({ limit: ROWS });
      if (items.some((one) => one.memory.id === row.memory.id)) throw problem;
      said = 'Nothing was changed here: somebody has decided this meanwhile.';
    });
    if (await action.run(decide)) onSettled(said);
  };
  const about = [row.memory.subject, format.words(row.memory.predicate)].filter(Boolean).join(' · ');
  const can = isAllowed(caller, 'operator');
  return html`<article class="card review"><header><h2>${about || 'Contradiction'}</h2></header>
    <ul class="choices">${all.map((one) => html`<li key=${one.id}><${Choice} row=${one} can=${can} busy=${action.busy} onKeep=${() => settle({ keep: one.id }, `Kept: ${one.content}`)} /></li>`)}</ul>
    ${can ? html`<${Other} row=${row} busy=${action.busy} onSave=${(content) => settle({ new: { content } }, `Remembered: ${content}`)} />
      <label class="check"><input type="checkbox" checked=${correction} onChange=${(event) => setCorrection(event.target.checked)} /> The others were wrong from the start; the world has not changed</label>`
    : html`<p class="quiet">An operator decides.</p>`}
    ${action.error && html`<${Failure} error=${action.error} />`}
  </article>`;
}

function Choice({ row, can, busy, onKeep }) {
  return html`<div><p class="memory-text"><a href=${href('memories', row.id)}>${row.content}</a></p>
      <p class="row-about"><${Badge}>${row.type}</${Badge}> ${' '}said <${When} at=${row.last_stated_at} as="date" /> · confidence ${format.percent(row.confidence)} · ${format.count(row.repetitions, 'time')} said${row.user_id && ` · ${format.ofUser(row)}`}</p></div>
    ${can && html`<button type="button" aria-busy=${busy} onClick=${onKeep} aria-label="Keep: ${row.content}">Keep this one</button>`}`;
}

function Other({ row, busy, onSave }) {
  const [text, setText] = useState('');
  const save = (event) => {
    event.preventDefault();
    if (text.trim()) onSave(text.trim());
  };
  return html`<details><summary>Neither is right</summary><form class="search" onSubmit=${save}>
    <${Field} label="What holds instead" hint="Shift+Enter begins a new line." wide>${(tied) => html`<${Lines} ...${tied} name="instead" value=${text} maxlength=${limits.CONTENT} placeholder=${row.memory.content} onInput=${(event) => setText(event.target.value)} />`}</${Field}>
    <button type="submit" aria-busy=${busy}>Replace them</button></form></details>`;
}
