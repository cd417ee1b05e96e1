// The runs that a pattern is computed from.
import { html } from '../preact.js';
import { useRequest } from '../requests.js';
import { Asked } from '../components.js';
import * as api from '../api.js';
import { RunRow } from './timeline.js';

export function Evidence({ id }) {
  const asked = useRequest((signal) => api.neighbours(id, { kinds: ['sequence'], limit: 20 }, signal), [id]);
  const empty = { title: 'No runs', when: (found) => !found.nodes.length, children: 'They have been deleted, or their links are still being written.' };
  return html`<${Asked} asked=${asked} empty=${empty}>${(found) => html`
    <ol class="rows">${found.nodes.map(({ id: run, properties }) => html`<li key=${run}><${RunRow} row=${{ ...properties, id: run }} when="moment" /></li>`)}</ol>
    ${found.next && html`<p class="quiet">And more; the first ${found.nodes.length} are shown.</p>`}`}</${Asked}>`;
}
