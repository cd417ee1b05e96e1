// How much the workspace holds, and how it grew week by week.
import { html } from '../preact.js';
import { href, settle } from '../router.js';
import { useRequest } from '../requests.js';
import { Asked, Meter, Page, Panel, Select } from '../components.js';
import * as format from '../format.js';
import * as api from '../api.js';

const SPANS = [['12', '12 weeks'], ['26', '26 weeks'], ['52', 'A year']];
const COUNTS = [
  ['recorded', 'Memories recorded'], ['superseded', 'Superseded'], ['expired', 'Expired'], ['forgotten', 'Forgotten'], ['deleted', 'Deleted'],
  ['messages', 'Messages'], ['actions', 'Actions'],
];
const HELD = [['active', 'Memories that hold'], ['memories', 'All memories, with their history'], ['messages', 'Messages'], ['actions', 'Actions']];

export function Growth({ route }) {
  const { weeks = SPANS[0][0] } = route.query;
  const asked = useRequest((signal) => api.growth({ weeks }, signal), [weeks]);
  const choose = (chosen) => settle(href('growth', '', { ...route.query, weeks: chosen }));
  return html`<${Page} title="Growth" lead="How much this workspace holds, and what each week added." wide>
    <${Asked} asked=${asked}>${(found) => html`
      <dl class="tiles">${HELD.map(([name, title]) => html`<div key=${name} class="tile"><dt>${title}</dt><dd><strong>${format.number(found[name])}</strong></dd></div>`)}</dl>
      <${Panel} title="Week by week" actions=${html`<${Select} label="Span" value=${weeks} options=${SPANS} onChange=${choose} />`}><${Weeks} rows=${found.weeks} /></${Panel}>`}</${Asked}>
  </${Page}>`;
}

function Weeks({ rows }) {
  const most = Math.max(1, ...rows.map((row) => row.recorded));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Growth by week"><table>
    <thead><tr><th scope="col">Week from (UTC)</th>${COUNTS.map(([name, title]) => html`<th key=${name} scope="col" class="figure">${title}</th>`)}</tr></thead>
    <tbody>${[...rows].reverse().map((row) => html`<tr key=${row.week}><th scope="row">${format.date(`${row.week}T12:00`)}
        <${Meter} value=${row.recorded / most} low=${0} high=${0} label="${format.count(row.recorded, 'memory', 'memories')} recorded" /></th>
      ${COUNTS.map(([name]) => html`<td key=${name} class="figure">${format.number(row[name])}</td>`)}</tr>`)}</tbody></table></div>
    <p class="quiet">What was recorded and is deleted by now counts as deleted alone.</p>`;
}
