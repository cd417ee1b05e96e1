// One session: its runs with their actions, step by step.
import { html } from '../preact.js';
import { href } from '../router.js';
import { useRequest } from '../requests.js';
import { Asked, Badge, Facts, Outcome, Page, Panel, useInView, When } from '../components.js';
import * as format from '../format.js';
import * as api from '../api.js';

const RUNS = 50;
const STEPS = 500;
const ACTIONS = 1000;

export function Run({ route }) {
  const asked = useRequest((signal) => api.sequences({ session_id: route.id, limit: RUNS }, signal), [route.id]);
  // Which patterns an agent was shown is known of the actions; the steps are there without it.
  const actions = useRequest((signal) => api.actions({ session_id: route.id, limit: ACTIONS }, signal), [route.id]);
  const shown = new Map(actions.value?.items.map((row) => [row.id, row.injected_pattern_ids]));
  const empty = {
    title: 'No run of this session yet', when: (page) => !page.items.length, command: 'oxgraph worker',
    children: 'The worker groups the actions of a session into runs, and has not done so since this one began; or there is no session of this id. To start a worker:',
  };
  return html`<${Page} title="Run" lead=${html`Session <code>${route.id}</code>`}
      actions=${html`<a class="button" href=${href('timeline')}>Timeline</a>`}>
    <${Asked} asked=${asked} empty=${empty}>
      ${(page) => html`${page.next && html`<p class="quiet">These are the last ${page.items.length} runs of this session.</p>`}
        ${[...page.items].reverse().map((run) => html`<${Sequence} key=${run.id} run=${run} at=${route.query.at} shown=${shown} />`)}`}
    </${Asked}>
  </${Page}>`;
}

function Sequence({ run, at, shown }) {
  const title = run.intent_summary || 'Run';
  return html`<${Panel} title=${title} actions=${html`<${Outcome} outcome=${run.outcome} />`}>
    <${Facts} rows=${[
      ['Agent', run.agent_id], ['Began', html`<${When} at=${run.started_at} />`],
      ['Took', format.lasting(new Date(run.ended_at) - new Date(run.started_at))],
      ['Actions', `${run.action_count}, ${run.failure_count} failed`], ['State', run.closed ? null : 'still going on'],
    ]} />
    <${Steps} run=${run} at=${at} shown=${shown} />
    <p><a href=${href('graph', run.id)}>Show it in the graph</a></p>
  </${Panel}>`;
}

function Steps({ run, at, shown }) {
  const asked = useRequest((signal) => api.neighbours(run.id, { kinds: ['action'], limit: STEPS }, signal), [run.id]);
  return html`<${Asked} asked=${asked}>${(found) => html`
    <ol class="steps">${inOrder(found.nodes).map((node) => html`<${Step} key=${node.id} node=${node} here=${node.id === at} patterns=${shown.get(node.id) || []} />`)}</ol>
    ${found.next && html`<p class="quiet">These are its last ${found.nodes.length} actions.</p>`}`}</${Asked}>`;
}

const inOrder = (nodes) => [...nodes].sort((a, b) => key(a).localeCompare(key(b)));
const key = ({ properties: given, id }) => `${given.started_at} ${String(given.seq ?? 0).padStart(16, '0')} ${id}`;

function Step({ node, here, patterns }) {
  const step = node.properties;
  const row = useInView(here);
  return html`<li ref=${row} class="step ${step.outcome}" aria-current=${here ? 'step' : undefined}>
    <span class="step-what"><${Outcome} outcome=${step.outcome} /><strong>${step.action_type}</strong>
      ${step.error_code && html`<${Badge} tone="bad">${step.error_code}</${Badge}>`}</span>
    <span class="row-about">${[step.target_node_type, ...(step.target_node_ids || [])].filter(Boolean).join(' · ')}
      ${patterns.map((id, index) => html`<span key=${id}> · <a href=${href('patterns', id)}>pattern shown before it${patterns.length > 1 ? ` (${index + 1})` : ''}</a></span>`)}
      ${step.outcome === 'failure' && html` · <a href=${href('timeline', '', { show: 'table', action: step.action_type, error: step.error_code, type: step.target_node_type, outcome: 'failure' })}>all such failures</a>`}</span>
    <span class="row-when"><${When} at=${step.started_at} as="time" /><span class="quiet">${format.lasting(step.latency_ms)}</span>
      <a href=${href('graph', node.id)} aria-label="${step.action_type} in the graph">graph</a></span></li>`;
}
