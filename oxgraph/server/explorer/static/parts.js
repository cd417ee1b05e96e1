// What the pages are made of.
import { html, useEffect, useRef, useState } from './ui.js';
import * as format from './format.js';

export function Page({ title, lead, actions, children }) {
  const heading = useRef();
  useEffect(() => {
    document.title = `${title} – oxgraph`;
  }, [title]);
  return html`<div class="page">
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

export const Badge = ({ tone = '', children }) => html`<span class="badge ${tone}">${children}</span>`;

export const Loading = ({ what = 'Loading…' }) => html`<p class="loading" role="status">${what}</p>`;

export function Failure({ error, again }) {
  return html`<div class="notice bad" role="alert">
    <p>${error.message}</p>${again && html`<button type="button" onClick=${again}>Try again</button>`}
  </div>`;
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

export function Field({ label, hint, children, wide }) {
  return html`<label class="field ${wide ? 'wide' : ''}"><span class="label">${label}</span>${children}
    ${hint && html`<span class="hint">${hint}</span>`}</label>`;
}

export function Select({ label, value, options, onChange, hint }) {
  return html`<${Field} label=${label} hint=${hint}><select value=${value} onChange=${(event) => onChange(event.target.value)}>
    ${options.map(([key, text]) => html`<option key=${key} value=${key} selected=${key === value}>${text}</option>`)}
  </select></${Field}>`;
}

// Asks once more before what cannot be taken back easily.
export function Sure({ children, question, yes, onYes, tone = '', disabled }) {
  const [asking, setAsking] = useState(false);
  const first = useRef();
  const was = useRef(false);
  useEffect(() => {
    if (asking) first.current.focus();
    was.current = asking;
  }, [asking]);
  if (!asking) {
    return html`<button type="button" class=${tone} disabled=${disabled} onClick=${() => setAsking(true)}>${children}</button>`;
  }
  const deed = () => {
    setAsking(false);
    onYes();
  };
  const key = (event) => event.key === 'Escape' && setAsking(false);
  return html`<span class="sure" role="group" aria-label=${question} onKeyDown=${key}><span>${question}</span>
    <button type="button" class="danger" ref=${first} onClick=${deed}>${yes}</button>
    <button type="button" onClick=${() => setAsking(false)}>Cancel</button></span>`;
}

// What came of asking: loading, what went wrong, nothing, or the rest.
export function Asked({ asked, empty, children }) {
  if (asked.error) return html`<${Failure} error=${asked.error} again=${asked.again} />`;
  if (asked.value === undefined) return html`<${Loading} />`;
  return html`<div class=${asked.loading ? 'settling' : ''} aria-busy=${asked.loading}>
    ${empty && empty.when(asked.value) ? html`<${Empty} ...${empty} />` : children(asked.value)}</div>`;
}

export function Meter({ value, low, high, label }) {
  return html`<span class="meter" role="img" aria-label=${label}>
    <span class="meter-range" style=${{ left: `${low * 100}%`, width: `${Math.max(0, high - low) * 100}%` }}></span>
    <span class="meter-value" style=${{ width: `${value * 100}%` }}></span></span>`;
}

export const Facts = ({ rows }) => html`<dl class="facts">${rows
  .filter(([, value]) => value !== undefined && value !== null && value !== '')
  .map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
