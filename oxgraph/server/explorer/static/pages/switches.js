// The two switches: whether anything is kept, and whether agents are told.
import { html } from '../ui.js';
import { useAsked, useDeed } from '../asking.js';
import { may } from '../role.js';
import { Asked, Failure, Panel } from '../parts.js';
import * as api from '../api.js';

const SWITCHES = [
  ['memory', 'Memory', 'Agents’ actions are captured, and what is known is told to them.', 'Nothing is captured or told. What is there stays, and can be asked.'],
  ['injection', 'Injection', 'Agents read past experience before they act.', 'Agents are told nothing before they act; their actions are still captured.'],
];

export function Switches({ caller }) {
  const asked = useAsked((signal) => api.settings(signal), []);
  return html`<${Asked} asked=${asked}>${(settings) => SWITCHES.map(([key, title, on, off]) => html`<${Switch} key=${key} name=${key} title=${title}
    on=${settings[key].enabled} word=${settings[key].enabled ? on : off} again=${asked.again} able=${may(caller, 'admin')} />`)}</${Asked}>`;
}

function Switch({ name, title, on, word, again, able }) {
  const deed = useDeed();
  const turn = async () => (await deed.run(() => api.changeSettings({ [name]: { enabled: !on } }))) && again();
  return html`<${Panel} kind="switch">
    <div><h2 id="switch-${name}">${title} <span class="mark ${on ? 'good' : 'bad'}">${on ? 'on' : 'off'}</span></h2><p class="quiet">${word}</p></div>
    ${able && html`<button type="button" role="switch" class="toggle" aria-checked=${String(on)} aria-labelledby="switch-${name}" aria-busy=${deed.busy} onClick=${turn}>
      <span class="knob" aria-hidden="true"></span></button>`}
    ${deed.error && html`<${Failure} error=${deed.error} />`}
  </${Panel}>`;
}
