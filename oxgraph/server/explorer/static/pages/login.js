// The login: a token, exchanged for a cookie that this page cannot read.
import { html, useRef, useEffect } from '../ui.js';
import { useDeed } from '../asking.js';
import { Command, Failure, Field } from '../parts.js';
import * as api from '../api.js';

export function Login({ word, onDone }) {
  const field = useRef();
  const deed = useDeed();
  useEffect(() => {
    document.title = 'Log in – oxgraph';
    field.current.focus();
  }, []);
  const enter = async (event) => {
    event.preventDefault();
    const token = field.current.value.trim();
    if (token && (await deed.run(() => api.login(token)))) {
      field.current.value = '';
      onDone();
    }
  };
  return html`<main id="main" class="login">
    <form class="panel" onSubmit=${enter}>
      <p class="brand"><img src="/static/icon.svg" alt="" width="34" height="34" /><span>oxgraph</span></p>
      <h1 tabindex="-1">Log in to a workspace</h1>
      ${word && html`<p class="notice" role="status">${word}</p>`}
      ${deed.error && html`<${Failure} error=${deed.error} />`}
      <${Field} label="Token" hint="Its role decides what you may see and change here.">
        ${(tied) => html`<input ...${tied} ref=${field} type="password" name="token" autocomplete="off" spellcheck="false" required />`}</${Field}>
      <button type="submit" class="primary" aria-busy=${deed.busy}>${deed.busy ? 'Logging in…' : 'Log in'}</button>
      <details><summary>Where do I get a token?</summary>
        <p>Whoever runs oxgraph makes one for you:</p>
        <${Command} text="oxgraph token create "me" --role operator --workspace WORKSPACE" /></details>
    </form>
  </main>`;
}
