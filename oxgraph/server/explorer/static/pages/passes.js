// The runs of the passes, what they counted, and what failed.
import { html } from '../preact.js';
import { href, settle } from '../router.js';
import { useRequest } from '../requests.js';
import { Asked, Badge, Page, Pager, Select, When, NEWEST_FIRST } from '../components.js';
import * as format from '../format.js';
import * as api from '../api.js';

const NAMES = ['', 'sequences', 'patterns', 'benchmarks', 'freshness', 'garbage', 'user_memory', 'upkeep'].map((name) => [name, name ? format.words(name) : 'Any pass']);
const STATUSES = [['', 'Any status'], ['failed', 'Failed'], ['done', 'Done'], ['running', 'Running']];
const SHOWN = [['', 'That did something'], ['all', 'All runs']];
// The graph has the code of an error alone: its text may have values of nodes.
const WHY = 'What was wrong is in the log of the process that ran it: oxgraph worker, or oxgraph serve.';
const TONES = { done: 'good', failed: 'bad' };

export function Passes({ route }) {
  const { query } = route;
  const asked = useRequest((signal) => api.passRuns({ name: query.name, status: query.status, with_idle: query.show === 'all' || undefined, limit: 60, cursor: query.cursor }, signal), [JSON.stringify(query)]);
  const narrow = (change) => settle(href('passes', '', { ...query, ...change, cursor: undefined }));
  const narrowed = query.name || query.status;
  const empty = {
    title: narrowed ? 'No run fits these filters' : 'No pass has run here yet', when: (page) => !page.items.length,
    children: narrowed ? 'Take one away, or show all runs.' : 'Passes turn actions into runs, patterns and metrics. A worker, or oxgraph serve, runs them; once by hand:', command: narrowed ? undefined : 'oxgraph passes run',
  };
  return html`<${Page} title="Passes" lead="What the worker did with this workspace, the newest first." wide>
    <form class="filters" aria-label="Which runs" onSubmit=${(event) => event.preventDefault()}>
      <${Select} label="Pass" value=${query.name || ''} options=${NAMES} onChange=${(name) => narrow({ name })} />
      <${Select} label="Status" value=${query.status || ''} options=${STATUSES} onChange=${(status) => narrow({ status })} />
      <${Select} label="Show" value=${query.show || ''} options=${SHOWN} onChange=${(show) => narrow({ show })} /></form>
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`<div class="scroll dense-table" tabindex="0" role="region" aria-label="Runs of passes"><table>
      <thead><tr><th scope="col">Began</th><th scope="col">Pass</th><th scope="col" class="minor">Status</th><th scope="col" class="figure">Took</th><th scope="col">Counted</th><th scope="col" class="minor">As of</th></tr></thead>
      <tbody>${page.items.map((row) => html`<tr key=${row.id}><td><${When} at=${row.started_at} as="instant" /></td><th scope="row">${format.words(row.name)} <span class="quiet">v${row.version}</span><span class="narrow"><${Status} row=${row} /></span></th>
        <td class="minor"><${Status} row=${row} /></td>
        <td class="figure">${format.lasting(row.duration_ms) || '–'}</td><td class="counted">${row.idle ? html`<span class="quiet">${row.text}</span>` : row.text || '–'}${row.status === 'failed' && html` ${row.neo4j_code && html`<code>${row.neo4j_code}</code> `}<span class="quiet">${WHY}</span>`}</td><td class="minor"><${When} at=${row.as_of} as="instant" /></td></tr>`)}</tbody></table></div>
      <${Pager} of="runs" page="passes" query=${query} next=${page.next} words=${NEWEST_FIRST} />`}</${Asked}>
  </${Page}>`;
}

const Status = ({ row }) => html`<${Badge} tone=${TONES[row.status] || ''}>${row.status}</${Badge}>${row.error_code && html` <${Badge} tone="bad">${row.error_code}</${Badge}>`}`;
