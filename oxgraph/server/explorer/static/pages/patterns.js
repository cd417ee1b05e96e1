// The patterns: their statistics, and what agents are shown.
import { html, useEffect, useRef, useState } from '../preact.js';
import { here, href, settle } from '../router.js';
import { useRequest, useAction } from '../requests.js';
import { isAllowed } from '../roles.js';
import { Asked, Badge, Done, Facts, Failure, Field, Meter, OutcomeSelect, Page, Pager, Panel, Select, When } from '../components.js';
import * as format from '../format.js';
import * as limits from '../limits.js';
import * as api from '../api.js';
import { dayOf, endOf } from '../past.js';
import { NoPatterns } from './as_of.js';
import { Sparkline } from '../draw/sparkline.js';
import { Evidence } from './evidence.js';
import { NameField } from './names.js';
import { EffectView, ForecastView } from './pattern_tabs.js';
import { Drift, EffectLine, EffectPanel, useFigures } from './pattern_effect.js';

const SORTS = [['cost', 'Costliest first'], ['confidence', 'Surest first'], ['sample_count', 'Most runs first'], ['last_seen', 'Latest first'], ['first_seen', 'Newest first']];
const KINDS = [['', 'All kinds'], ['plain', 'Plain'], ['situational', 'Of a situation'], ['outcome', 'Of how runs end']];
const WHICH = [['', 'Patterns'], ['all', 'Patterns and candidates']];

const NAMED = [['action', 'Tool'], ['error', 'Error']];

const VIEWS = [['', 'Patterns'], ['effect', 'Effect'], ['forecast', 'Forecast']];
const LEAD = 'Outcomes that recur, and what agents are shown before they act.';

export function Patterns({ route, caller }) {
  const { view = '' } = route.query;
  const tabs = html`<nav class="tabs" aria-label="Views of patterns"><ul>${VIEWS.map(([name, title]) => html`<li key=${name}>
    <a href=${href('patterns', '', { view: name })} aria-current=${name === view ? 'page' : undefined}>${title}</a></li>`)}</ul></nav>`;
  if (view === 'effect') return html`<${Page} title="Patterns" lead="Whether they help: failures with each pattern and, in held-out sessions, without it.">${tabs}<${EffectView} caller=${caller} /></${Page}>`;
  if (view === 'forecast') return html`<${Page} title="Patterns" lead="When agents are warned, and whether warnings come true.">${tabs}<${ForecastView} /></${Page}>`;
  return html`<${List} route=${route} caller=${caller} tabs=${tabs} />`;
}

function List({ route, caller, tabs }) {
  const query = route.query;
  const asked = useRequest(
    (signal) => api.patterns({ sort: query.sort || 'cost', outcome: query.outcome, kind: query.kind, action_type: query.action, error_code: query.error, all: (query.which === 'all' && !dayOf(query)) || undefined, as_of: dayOf(query), limit: 50, cursor: query.cursor }, signal),
    [JSON.stringify(query)],
  );
  const { effects, trends } = useFigures(asked.value?.items || [], 60);
  const drafts = useRef({}).current;
  // Of the address as it is now: a card that was opened a moment ago may not be drawn yet.
  const choose = (change) => settle(href('patterns', here().id, { ...here().query, ...change, cursor: undefined }));
  const empty = {
    title: 'No patterns', when: (page) => !page.items.length, children: html`<${NoPatterns} query=${query} />`,
  };
  return html`<${Page} title="Patterns" lead=${LEAD}>
    ${tabs}<${Drift} />
    <form class="filters" aria-label="Which patterns" onSubmit=${(event) => event.preventDefault()}>
      <${Select} label="Order" value=${query.sort || 'cost'} options=${SORTS} onChange=${(sort) => choose({ sort })} />
      <${OutcomeSelect} value=${query.outcome} onChange=${(outcome) => choose({ outcome })} />
      <${Select} label="Kind" value=${query.kind || ''} options=${KINDS} onChange=${(kind) => choose({ kind })} />
      <${Select} label="Show" value=${query.which || ''} options=${WHICH} onChange=${(which) => choose({ which })} />
      ${NAMED.map(([name, label]) => html`<${NameField} key=${name} name=${name} label=${label} value=${query[name]} period=${{ until: endOf(query) }} onName=${(given) => choose({ [name]: given })} />`)}
    </form>
    <${Asked} asked=${asked} empty=${empty}>${(page) => html`
      ${route.id && !page.items.some((row) => row.pattern_id === route.id) && html`<${Elsewhere} id=${route.id} caller=${caller} query=${query} drafts=${drafts} />`}
      <ul class="cards">${page.items.map((row) => html`<li key=${key(row)}><${Card} row=${row} effect=${effects.get(row.pattern_id)} trend=${dayOf(query) ? [] : trends.get(row.pattern_id)?.points} caller=${caller}
        open=${route.id && route.id === row.pattern_id} query=${query} drafts=${drafts} again=${asked.again} /></li>`)}</ul>
      <${Pager} of="patterns" page="patterns" query=${query} next=${page.next} />`}
    </${Asked}>
  </${Page}>`;
}

// The pattern of the address where it is not on this page: on another page, or replaced by a newer version.
function Elsewhere({ id, caller, query, drafts }) {
  const asked = useRequest((signal) => api.node(id, signal), [id]);
  const row = ({ properties: of }) => ({ ...of, pattern_id: id, interval: [of.interval_low, of.interval_high], recommendation: of.recommendation_override });
  return html`<div class="elsewhere"><${Asked} asked=${asked}>${(node) => html`<${Card} row=${row(node)} caller=${caller} open query=${query} drafts=${drafts} again=${asked.again} />`}</${Asked}></div>`;
}

const key = (row) => [row.action_type, row.node_type, row.error_code, row.context].join('\u0000');
const good = (row) => row.error_code === 'None';
const otherwise = (row) => (row.other_count ? ` · otherwise ${format.number(row.other_failures)} of ${format.number(row.other_count)}` : '');

function Card({ row, effect, trend = [], caller, open, query, drafts, again }) {
  const share = format.percent(row.confidence);
  const card = useRef();
  useEffect(() => {
    if (open) card.current.scrollIntoView({ block: 'nearest' });
  }, []);
  const toggle = href('patterns', open ? '' : row.pattern_id, query);
  return html`<article class="card pattern ${row.suppressed ? 'muted' : ''}" ref=${card}>
    <header><h2 class="pattern-name">${row.action_type}${row.node_type && html` <span class="quiet">on</span> ${row.node_type}`}
        ${row.context && html` <span class="situation">${row.context_text}</span>`}</h2>
      ${good(row) ? html`<${Badge} tone="good">succeeds</${Badge}>` : html`<${Badge} tone="bad">${row.context ? 'fails' : row.error_code}</${Badge}>`}
      ${row.status !== 'active' && html`<${Badge}>${row.status}</${Badge}>`}
      ${row.suppressed && html`<${Badge} tone="warn">suppressed</${Badge}>`}</header>
    <div class="pattern-share"><strong>${share}</strong><${Meter} value=${row.confidence} low=${row.interval[0]} high=${row.interval[1]}
      label="${share} of ${format.count(row.total_count, 'action')}; 95 % interval ${format.percent(row.interval[0])} to ${format.percent(row.interval[1])}" /><${Sparkline} points=${trend} /></div>
    <p class="row-about">${format.number(row.action_count)} of ${format.count(row.total_count, 'action')}${otherwise(row)} · ${format.count(row.sample_count, 'run')} · last seen ${' '}
      ${row.last_seen ? html`<time datetime=${row.last_seen} title=${format.exact(row.last_seen)}>${format.since(row.last_seen)}</time>` : 'never'}</p>
    <${EffectLine} row=${effect} />
    ${row.annotation && html`<p class="said">“${row.annotation}”</p>`}
    ${row.recommendation && html`<p class="recommended">${row.recommendation}</p>`}
    ${row.pattern_id && html`<footer>
      ${isAllowed(caller, 'operator') && html`<${Suppress} row=${row} again=${again} />`}
      <a class="button" href=${toggle} aria-expanded=${String(Boolean(open))}>${open ? 'Close' : isAllowed(caller, 'operator') ? 'Evidence and notes' : 'Evidence'}</a></footer>`}
    ${open && html`<${Details} row=${row} caller=${caller} drafts=${drafts} again=${again} />`}
  </article>`;
}

function Suppress({ row, again }) {
  const action = useAction();
  const turn = async () => (await action.run(() => api.annotate(row.pattern_id, { suppressed: !row.suppressed }))) && again();
  return html`<button type="button" aria-busy=${action.busy} onClick=${turn}
      aria-label="${row.suppressed ? 'Show to agents again' : 'Suppress'}: ${row.action_type} ${row.context_text || (good(row) ? 'succeeds' : row.error_code)}">
      ${row.suppressed ? 'Show to agents again' : 'Suppress'}</button>
    ${action.error && html`<${Failure} error=${action.error} />`}`;
}

function Details({ row, caller, drafts, again }) {
  return html`<div class="details">
    <${Facts} rows=${[
      ['95 % interval', `${format.percent(row.interval[0])} – ${format.percent(row.interval[1])}`],
      ...(row.context ? [['Compared with all such actions', row.lift == null ? '–' : `${format.number(row.lift)} times as often`]] : []),
      ['First seen', html`<${When} at=${row.first_seen} />`], ['Last seen', html`<${When} at=${row.last_seen} />`],
      ['In the graph', html`<a href=${href('graph', row.pattern_id)}>Show</a>`],
    ]} />
    ${isAllowed(caller, 'operator') && html`<${Words} row=${row} drafts=${drafts} again=${again} />`}
    <${EffectPanel} id=${row.pattern_id} caller=${caller} />
    <${Panel} title="Runs that show it" kind="inner"><${Evidence} id=${row.pattern_id} /></${Panel}>
    <${Panel} title="History" kind="inner"><${History} row=${row} /></${Panel}>
  </div>`;
}

function History({ row }) {
  const asked = useRequest((signal) => api.why(row.pattern_id, signal), [row.pattern_id, row.suppressed, row.annotation]);
  return html`<${Asked} asked=${asked}>${(found) => html`<ul class="sentences">${found.sentences.map((sentence, index) => html`<li key=${index}>${sentence}</li>`)}</ul>`}</${Asked}>`;
}

// What is not saved is a draft: it stays while the list is sorted and filtered, and the card closed and opened again.
function Words({ row, drafts, again }) {
  const [draft, setDraft] = useState(drafts[key(row)] || {});
  const { annotation, recommendation } = { annotation: row.annotation || '', recommendation: row.recommendation || '', ...draft };
  const action = useAction();
  const keep = (found) => {
    drafts[key(row)] = found;
    setDraft(found);
  };
  const changes = Object.fromEntries(Object.entries(draft).filter(([name, text]) => text !== (row[name] || '')));
  const changed = Object.keys(changes).length > 0;
  const save = async (event) => {
    event.preventDefault();
    if (!changed || !(await action.run(() => api.annotate(row.pattern_id, changes), 'Saved. Agents read it from now on.'))) return;
    delete drafts[key(row)];
    again();
  };
  return html`<form class="words" onSubmit=${save}>
    <${Field} label="Your note" hint="Shown to agents at any confidence; leave it empty to remove it.">
      ${(tied) => html`<textarea ...${tied} rows="2" maxlength=${limits.INTENT} value=${annotation} onInput=${(event) => keep({ ...draft, annotation: event.target.value })}></textarea>`}</${Field}>
    <${Field} label="Recommendation" hint="Replaces the computed one; leave it empty to restore that.">
      ${(tied) => html`<textarea ...${tied} rows="2" maxlength=${limits.INTENT} value=${recommendation} onInput=${(event) => keep({ ...draft, recommendation: event.target.value })}></textarea>`}</${Field}>
    <div class="actions"><button type="submit" class="primary" aria-disabled=${String(!changed)} aria-busy=${action.busy}>Save</button></div>
    ${action.error && html`<${Failure} error=${action.error} />`}${action.done && html`<${Done}>${action.done}</${Done}>`}
  </form>`;
}
