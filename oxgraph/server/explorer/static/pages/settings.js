// What a workspace keeps and tells, its numbers, its tokens, and who changed what.
import { html } from '../ui.js';
import { href } from '../route.js';
import { may } from '../role.js';
import { Page } from '../parts.js';
import { Switches } from './switches.js';
import { Numbers } from './numbers.js';
import { Tokens } from './tokens.js';
import { Audit } from './audit.js';

const PARTS = [
  ['memory', 'Memory', 'agent', Switches], ['numbers', 'Numbers', 'agent', Numbers],
  ['tokens', 'Tokens', 'admin', Tokens], ['audit', 'Audit', 'admin', Audit],
];

export function Settings({ route, caller }) {
  const offered = PARTS.filter(([, , needed]) => may(caller, needed));
  const [name, , , View] = offered.find(([id]) => id === route.id) || offered[0];
  const lead = may(caller, 'admin') ? 'What this workspace keeps and tells.' : 'What this workspace keeps and tells; an admin may change it.';
  return html`<${Page} title="Settings" lead=${lead}>
    <nav class="tabs" aria-label="Parts of the settings"><ul>${offered.map(([id, title]) => html`<li key=${id}>
      <a href=${href('settings', id)} aria-current=${id === name ? 'page' : undefined}>${title}</a></li>`)}</ul></nav>
    <${View} key=${name} caller=${caller} route=${route} />
  </${Page}>`;
}
