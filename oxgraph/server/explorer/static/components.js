// The components that several pages use.
import { html, useEffect, useLayoutEffect, useRef, useState } from './preact.js';
import { here, href } from './router.js';
import * as format from './format.js';

export function Page({ title, lead, actions, children, wide }) {
  const heading = useRef();
  useEffect(() => {
    document.title = `${title} – oxgraph`;
  }, [title]);
  return html`<div class="page ${wide ? 'wide' : ''}">
    <header class="page-head">
      <div><h1 tabindex="-1" ref=${heading}>${title}</h1>${lead && html`<p class="lead">${lead}</p>`}</div>
      ${actions && html`<div class="actions">${actions}</div>`}
    </header>
    ${children}
  </div>`;
}

export const Panel = ({ title, children, actions, kind = '' }) => html`<section class="panel ${kind}">
  ${title && html`<header class="panel-head"><h2>${title}</h2>${actions}</header>`}${children}
</section>`;

export function When({ at, as = 'moment' }) {
  if (!at) return html`<span class="quiet">–</span>`;
  return html`<time datetime=${at} title=${format.exact(at)}>${format[as](at)}</time>`;
}

export function Outcome({ outcome }) {
  const good = outcome === 'success';
  return html`<span class="mark ${good ? 'good' : 'bad'}"><span aria-hidden="true">${good ? '✓' : '✕'}</span>
    ${good ? 'success' : 'failure'}</span>`;
}

// The words that name a row: at most three lines of them, all in the tooltip and on the page behind the row.
export const Title = ({ text }) => html`<strong class="clamped" title=${text}>${text}</strong>`;

// A ref for the row that an address points at: it is scrolled to once it is there.
export function useInView(here) {
  const row = useRef();
  useEffect(() => {
    if (here) row.current.scrollIntoView({ block: 'center' });
  }, [here]);
  return row;
}

export const Badge = ({ tone = '', children }) => html`<span class="badge ${tone}">${children}</span>`;

export const Loading = ({ what = 'Loading…' }) => html`<p class="loading" role="status">${what}</p>`;

// It may be tried again where the same call may succeed in a moment, or where it is not known why it failed.
export function Failure({ error, again }) {
  return html`<div class="notice bad" role="alert">
    <p>${error.message}</p>${isOfCursor(error) && html`<${FirstPage} />`}${again && error.isPassing !== false && html`<button type="button" onClick=${again}>Try again</button>`}
  </div>`;
}

// A list that is asked for from a place that it does not have, as by an address that was cut off, begins at its first page.
const isOfCursor = (error) => error.status === 422 && error.body?.field === 'cursor';

function FirstPage() {
  const { page, id, query } = here();
  return html`<p><a href=${href(page, id, { ...query, cursor: undefined })}>Go to the first page</a></p>`;
}

export const Done = ({ children }) => html`<p class="notice good" role="status">${children}</p>`;

export function Empty({ title, children, command }) {
  return html`<div class="empty"><h2>${title}</h2><p>${children}</p>${command && html`<${Command} text=${command} />`}</div>`;
}

export function Command({ text, label = 'command' }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    setCopied(await toClipboard(text));
    setTimeout(() => setCopied(false), 2000);
  };
  return html`<div class="command"><pre tabindex="0" aria-label=${label}><code>${text}</code></pre>
    <button type="button" class="small" onClick=${copy} aria-label="Copy the ${label}">${copied ? 'Copied' : 'Copy'}</button>
    <span class="hidden" role="status">${copied ? 'Copied' : ''}</span></div>`;
}

async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

let fields = 0;

// A labelled input with a hint; `children` renders the input with the attributes that connect the three.
export function Field({ label, hint, children, wide }) {
  const [id] = useState(() => `field-${(fields += 1)}`);
  const given = { id, 'aria-describedby': hint ? `${id}-hint` : undefined };
  return html`<div class="field ${wide ? 'wide' : ''}"><label class="label" for=${id}>${label}</label>${children(given)}
    ${hint && html`<span class="hint" id="${id}-hint">${hint}</span>`}</div>`;
}

// A text that is looked for: it follows the address, where a new one has the focus still.
export function Sought({ text, id = 'q', name = 'q', ...given }) {
  const box = useRef();
  useEffect(() => {
    box.current.value = text;
  }, [text]);
  return html`<input ref=${box} id=${id} type="search" name=${name} defaultValue=${text} ...${given} />`;
}

// A text that may have several lines. Enter sends its form, as in a field of one line.
export function Lines(given) {
  const send = (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  };
  return html`<textarea ...${given} class="lines" rows="1" onKeyDown=${send}></textarea>`;
}

export function Select({ label, value, options, onChange, hint }) {
  const change = (event) => onChange(event.target.value);
  return html`<${Field} label=${label} hint=${hint}>${(given) => html`<select ...${given} value=${value} onChange=${change}>
    ${options.map(([key, text]) => html`<option key=${key} value=${key} selected=${key === value}>${text}</option>`)}
  </select>`}</${Field}>`;
}

const OUTCOMES = [['', 'Any outcome'], ['failure', 'Failures'], ['success', 'Successes']];

// Which outcomes a list shows.
export function OutcomeSelect({ value, onChange }) {
  return html`<${Select} label="Outcome" value=${value || ''} options=${OUTCOMES} onChange=${onChange} />`;
}

// Where what had the focus is gone, the page's heading takes it.
export const focusHeading = (options) => document.querySelector('main h1')?.focus(options);

// A button that asks for confirmation. Where it goes with what it did, the next one on the page has the focus.
export function Sure({ children, question, yes, onYes, tone = '' }) {
  const [asking, setAsking] = useState(false);
  const first = useRef();
  const asked = useRef(false);
  const acted = useRef(false);
  useEffect(() => () => {
    if (!acted.current || document.activeElement !== first.current) return;
    const all = [...document.querySelectorAll('main [data-sure]')];
    const next = all[all.indexOf(first.current) + 1];
    if (next) next.focus();
    else focusHeading({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    if (asking || asked.current) first.current?.focus();
    asked.current = asking;
  }, [asking]);
  if (!asking) {
    return html`<button key="ask" type="button" data-sure class=${tone} ref=${first} onClick=${() => setAsking(true)}>${children}</button>`;
  }
  const action = () => {
    acted.current = true;
    setAsking(false);
    onYes();
  };
  const key = (event) => event.key === 'Escape' && setAsking(false);
  return html`<span key="sure" class="sure" role="group" aria-label=${question} onKeyDown=${key}><span>${question}</span>
    <button type="button" class="danger" ref=${first} onClick=${action}>${yes}</button>
    <button type="button" onClick=${() => setAsking(false)}>Cancel</button></span>`;
}

// The state of a request: loading, the error, the empty state, or the content.
export function Asked({ asked, empty, children }) {
  if (asked.error) return html`<${Failure} error=${asked.error} again=${asked.again} />`;
  if (asked.value === undefined) return html`<${Loading} />`;
  return html`<div class=${asked.loading ? 'settling' : ''} aria-busy=${asked.loading}>
    ${empty && empty.when(asked.value) ? html`<${Empty} ...${empty} />` : children(asked.value)}</div>`;
}

export const NEWEST_FIRST = ['Newest', 'Older'];

// Leads from a page of a list to the next one and back to the first. `query` is that of the address, `next` where more are;
// `back` stands for the way back of a list that knows more places than its first, `last` is the link to its end.
export function Pager({ of, page, id, query, next, words: [first, further] = ['First', 'More'], back, last }) {
  return html`<nav class="pages" aria-label="Pages of ${of}">
    ${back ?? (query.cursor && html`<a class="button" href=${href(page, id, { ...query, cursor: undefined })}>${first}</a>`)}
    ${next ? html`<a class="button" href=${href(page, id, { ...query, cursor: next })}>${further}</a>${last}` : html`<span class="quiet">That is all.</span>`}</nav>`;
}

export function Meter({ value, low, high, label }) {
  return html`<span class="meter" role="img" aria-label=${label}>
    <span class="meter-range" style=${{ left: `${low * 100}%`, width: `${Math.max(0, high - low) * 100}%` }}></span>
    <span class="meter-value" style=${{ width: `${value * 100}%` }}></span></span>`;
}

export const Facts = ({ rows }) => html`<dl class="facts">${rows
  .filter(([, value]) => value !== undefined && value !== null && value !== '')
  .map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
