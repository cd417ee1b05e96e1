// Whether memory is at work: the passes, what waits for the worker, the mirror.
import { html } from '../preact.js';
import { href } from '../router.js';
import { useRequest } from '../requests.js';
import { Badge, Command, Panel, When } from '../components.js';
import * as format from '../format.js';
import * as api from '../api.js';

const LATE_MS = { sequences: 5 * 60e3, patterns: 45 * 60e3, benchmarks: 36 * 36e5 };
const WORDS = { sequences: 'Groups actions into runs', patterns: 'Looks for patterns', benchmarks: 'Measures metrics', upkeep: 'Vectors, extraction' };
const MANY = 1000;

export function Work({ work }) {
  const mirror = useRequest((signal) => api.mirror(signal), []);
  const idle = late(work.passes[0]) && late(work.passes[1]);
  return html`<${Panel} title="Memory at work" actions=${html`<a href=${href('passes')}>Runs of the passes</a>`}>
    ${!work.memory_enabled && html`<p class="notice bad">Memory is off: nothing is captured. <a href=${href('settings', 'memory')}>Settings</a></p>`}
    ${work.memory_enabled && !work.injection_enabled && html`<p class="notice">Warnings are off: agents are shown nothing. <a href=${href('settings', 'memory')}>Settings</a></p>`}
    ${idle && html`<div class="notice bad"><p>No worker has run here lately, so nothing is learned from new actions. <code>oxgraph serve</code> runs the passes, unless it was started with <code>--no-worker</code>; or start one:</p><${Command} text="oxgraph worker" /></div>`}
    <ul class="health">
      ${work.passes.map((pass) => html`<li key=${pass.name}><${Pass} pass=${pass} /></li>`)}
      <li><${Row} name="Waiting for the worker" tone=${work.messages_pending >= MANY ? 'warn' : 'good'}
        text=${waiting(work)} /></li>
      <li><${Row} name="Waiting for a person" tone="" text=${work.reviews ? html`<a href=${href('review')}>${few(work.reviews, 'memory', 'memories')} to review</a>` : 'nothing to review'} /></li>
      <li><${Mirror} asked=${mirror} /></li>
    </ul></${Panel}>`;
}

const few = (n, one, many) => (n >= MANY ? `${format.number(MANY)} ${many} or more` : format.count(n, one, many));

function waiting(work) {
  const parts = [];
  if (work.actions_wait_since) parts.push(html`actions since <${When} at=${work.actions_wait_since} as="since" />`);
  if (work.messages_pending) parts.push(few(work.messages_pending, 'message'));
  if (work.vectors_missing) parts.push(`${few(work.vectors_missing, 'memory', 'memories')} without a vector`);
  return parts.length ? parts.flatMap((part, index) => (index ? [', ', part] : [part])) : 'nothing';
}

const hasFailed = (pass) => pass.failed_at && (!pass.done_at || pass.failed_at > pass.done_at);
const late = (pass) => !pass.done_at || Date.now() - Date.parse(pass.done_at) > (LATE_MS[pass.name] ?? Infinity);

function Pass({ pass }) {
  const failed = hasFailed(pass);
  const tone = failed ? 'bad' : late(pass) && LATE_MS[pass.name] ? 'warn' : pass.done_at ? 'good' : '';
  const text = failed
    ? html`failed <${When} at=${pass.failed_at} as="since" /> <${Badge} tone="bad">${pass.error_code || 'error'}</${Badge}>`
    : pass.done_at ? html`<${When} at=${pass.done_at} as="since" />` : 'never ran here';
  return html`<${Row} name=${WORDS[pass.name] || pass.name} tone=${tone} text=${text} />`;
}

function Mirror({ asked }) {
  if (asked.error) return html`<${Row} name="Mirror in Postgres" tone="warn" text=${asked.error.message} />`;
  if (!asked.value) return html`<${Row} name="Mirror in Postgres" tone="" text="…" />`;
  const { configured, available, lag_seconds: lag, lag_changes: changes } = asked.value;
  if (!configured) return html`<${Row} name="Mirror in Postgres" tone="" text="none is configured" />`;
  if (!available) return html`<${Row} name="Mirror in Postgres" tone="bad" text="cannot be reached" />`;
  return html`<${Row} name="Mirror in Postgres" tone=${lag > 300 ? 'warn' : 'good'} text=${changes ? `${format.count(changes, 'change')} behind, for ${format.lasting(lag * 1000)}` : 'up to date'} />`;
}

const SIGNS = { good: ['✓', 'fine'], warn: ['!', 'late'], bad: ['✕', 'failed'] };

function Row({ name, tone, text }) {
  const [sign, word] = SIGNS[tone] || ['·', ''];
  return html`<span class="health-sign ${tone}" aria-hidden="true">${sign}</span><span class="hidden">${word}</span><span class="health-name">${name}</span><span class="health-text">${text}</span>`;
}
