// The settings page: switches, settings, tokens, audit log.
import { html } from '../preact.js';
import { href } from '../router.js';
import { isAllowed } from '../roles.js';
import { Empty, Page } from '../components.js';
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
  const [name, title, , View] = PARTS.find(([id]) => id === (route.id || offered[0][0])) || [];
  const lead = isAllowed(caller, 'admin') ? 'The settings of this workspace.' : 'The settings of this workspace; an admin can change them.';
  return html`<${Page} title="Settings" lead=${lead}>
    <nav class="tabs" aria-label="Parts of the settings"><ul>${offered.map(([id, text]) => html`<li key=${id}>
      <a href=${href('settings', id)} aria-current=${id === name ? 'page' : undefined}>${text}</a></li>`)}</ul></nav>
    ${!name ? html`<${Empty} title="The settings have no such part">The address may be cut off.</${Empty}>`
    : !offered.some(([id]) => id === name) ? html`<${Empty} title="${title}: for admins alone">Your token has the role ${caller.role}; log in with one of the role admin to see this.</${Empty}>`
    : html`<${View} key=${name} caller=${caller} route=${route} />`}
  </${Page}>`;
}
