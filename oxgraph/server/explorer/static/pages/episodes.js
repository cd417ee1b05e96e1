// Episodes: older turns of conversations, summed up, the latest first.
import { html } from '../preact.js';
import { href, settle } from '../router.js';
import { useAction, useRequest } from '../requests.js';
import { isAllowed } from '../roles.js';
import { Asked, Badge, Done, Failure, Field, Page, Pager, Sure, When, NEWEST_FIRST } from '../components.js';
import * as format from '../format.js';
import * as api from '../api.js';

export function Episodes({ route, caller }) {
  const { query } = route;
  const asked = useRequest((signal) => api.episodes({ conversation_id: query.conversation, user_id: query.user, limit: 50, cursor: query.cursor }, signal), [JSON.stringify(query)]);
  const action = useAction();
  const drop = (row) => action.run(() => api.deleteEpisode(row.id), 'The summary is deleted.').then((went) => went && asked.again());
  const typed = (name) => (event) => settle(href('episodes', '', { ...query, [name]: event.target.value.trim(), cursor: undefined }));
  const field = (name, label) => html`<${Field} label=${label}>${(tied) => html`<input ...${tied} type="search" name=${name} value=${query[name] || ''} placeholder="any" onChange=${typed(name)} />`}</${Field}>`;
  const narrowed = query.conversation || query.user;
  const empty = {
    title: narrowed ? 'No episode fits these filters' : 'No episodes yet', when: (page) => !page.items.length,
    children: narrowed ? html`Take one away, or look at <a href=${href('conversations')}>the conversations</a>.` : 'Once a conversation is long or old, its older turns become an episode. Sum one up now:',
    command: narrowed ? undefined : 'oxgraph episodes summarize CONVERSATION',
  };
  return html`<${Page} title="Episodes" lead="Older turns of conversations, summed up.">
    <form class="filters" aria-label="Which episodes" onSubmit=${(event) => event.preventDefault()}>${field('conversation', 'Conversation')}${field('user', 'User')}</form>
    ${action.error && html`<${Failure} error=${action.error} />`}${action.done && html`<${Done}>${action.done}</${Done}>`}
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`<ol class="cards">${page.items.map((row) => html`<li key=${row.id}><article class="card">
        <p class="said-text">${row.summary}</p>
        <p class="row-about"><${Badge}>${row.summary_source}</${Badge}> ${' '}<${When} at=${row.started_at} /> – <${When} at=${row.ended_at} /> · ${format.count(row.turn_count, 'turn')}${row.user_id ? ` · of ${row.user_id}` : ''}</p>
        <footer><a class="button small" href=${href('conversations', row.conversation_id, { user: row.user_id })}>Conversation ${row.conversation_id}</a>
          <a class="button small" href=${href('graph', row.id)} aria-label="The episode of ${format.moment(row.ended_at)} in the graph">Graph</a>
          ${isAllowed(caller, 'operator') && html`<${Sure} question="Delete the summary? The turns do not come back." yes="Delete" tone="small" onYes=${() => drop(row)}>Delete</${Sure}>`}</footer></article></li>`)}</ol>
      <${Pager} of="episodes" page="episodes" query=${query} next=${page.next} words=${NEWEST_FIRST} />`}</${Asked}>
  </${Page}>`;
}
