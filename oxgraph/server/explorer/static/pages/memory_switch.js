// The two switches: memory (capture and remember) and injection.
import { html } from '../preact.js';
import { useRequest, useAction } from '../requests.js';
import { isAllowed } from '../roles.js';
import { Asked, Failure, Panel } from '../components.js';
import * as api from '../api.js';

const SWITCHES = [
  ['memory', 'Memory', 'Actions of agents are captured, and past experience is injected.', 'Nothing is captured or injected. What is stored stays and can be read.'],
  ['injection', 'Injection', 'Agents are shown past experience before they act.', 'Agents are shown nothing before they act; their actions are still captured.'],
];

export function Switches({ caller }) {
  const asked = useRequest((signal) => api.settings(signal), []);
  return html`<${Asked} asked=${asked}>${(settings) => SWITCHES.map(([key, title, on, off]) => html`<${Switch} key=${key} name=${key} title=${title}
    on=${settings[key].enabled} word=${settings[key].enabled ? on : off} again=${asked.again} able=${isAllowed(caller, 'admin')} />`)}</${Asked}>`;
}

function Switch({ name, title, on, word, again, able }) {
  const action = useAction();
  const turn = async () => (await action.run(() => api.changeSettings({ [name]: { enabled: !on } }))) && again();
  return html`<${Panel} kind="switch">
    <div><h2 id="switch-${name}">${title} <span class="mark ${on ? 'good' : 'bad'}">${on ? 'on' : 'off'}</span></h2><p class="quiet">${word}</p></div>
    ${able && html`<button type="button" role="switch" class="toggle" aria-checked=${String(on)} aria-labelledby="switch-${name}" aria-busy=${action.busy} onClick=${turn}>
      <span class="knob" aria-hidden="true"></span></button>`}
    ${action.error && html`<${Failure} error=${action.error} />`}
  </${Panel}>`;
}
