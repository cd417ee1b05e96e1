// The settings page: switches, settings, tokens, audit log.
import { html } from '../preact.js';
import { href } from '../router.js';
import { isAllowed } from '../roles.js';
import { Page } from '../components.js';
import { Switches } from './memory_switch.js';
import { Numbers } from './setting_fields.js';
import { Tokens } from './tokens.js';
import { Audit } from './audit.js';

const PARTS = [
  ['memory', 'Memory', 'agent', Switches], ['numbers', 'Numbers', 'agent', Numbers],
  ['tokens', 'Tokens', 'admin', Tokens], ['audit', 'Audit', 'admin', Audit],
];

export function Settings({ route, caller }) {
  const offered = PARTS.filter(([, , needed]) => isAllowed(caller, needed));
  const [name, , , View] = offered.find(([id]) => id === route.id) || offered[0];
  const lead = isAllowed(caller, 'admin') ? 'The settings of this workspace.' : 'The settings of this workspace; an admin can change them.';
  return html`<${Page} title="Settings" lead=${lead}>
    <nav class="tabs" aria-label="Parts of the settings"><ul>${offered.map(([id, title]) => html`<li key=${id}>
      <a href=${href('settings', id)} aria-current=${id === name ? 'page' : undefined}>${title}</a></li>`)}</ul></nav>
    <${View} key=${name} caller=${caller} route=${route} />
  </${Page}>`;
}
