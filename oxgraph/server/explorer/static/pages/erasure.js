// How a person or a thing is erased: by a command, which asks, searches for what is left and prints a receipt.
import { html } from '../preact.js';
import { isAllowed } from '../roles.js';
import { Command } from '../components.js';

// A word of a command, as a shell takes it.
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// The children say what the other buttons of the page leave.
export function Erasure({ what, subject, caller, children }) {
  return isAllowed(caller, 'operator') && html`<details><summary>Erase this ${what}</summary><p>${children} This deletes for good whatever is about this ${what}, belongs to it or
    names it, in every layer, searches for what is left, and prints a receipt:</p><${Command} text="oxgraph erase ${quoted(subject)} --workspace ${quoted(caller.workspace)}" /></details>`;
}
