// The login: a token is exchanged for a cookie that scripts cannot read.
import { html, useRef, useEffect } from '../preact.js';
import { useAction } from '../requests.js';
import { Command, Failure, Field } from '../components.js';
import * as api from '../api.js';

export function Login({ message, onDone }) {
  const field = useRef();
  const action = useAction();
  useEffect(() => {
    const before = document.title;
    document.title = 'Log in – oxgraph';
    field.current.focus();
    return () => { document.title = before; };
  }, []);
  const enter = async (event) => {
    event.preventDefault();
    const token = field.current.value.trim();
    if (token && (await action.run(() => api.login(token)))) {
      field.current.value = '';
      onDone();
    }
  };
  return html`<main id="main" class="login">
    <form class="panel" onSubmit=${enter}>
      <p class="brand"><img src="/static/icon.svg" alt="" width="34" height="34" /><span>oxgraph</span></p>
      <h1 tabindex="-1">Log in to a workspace</h1>
      ${message && html`<p class="notice" role="status">${message}</p>`}
      ${action.error && html`<${Failure} error=${action.error} />`}
      <${Field} label="Token" hint="Its role decides what you can see and change here.">
        ${(tied) => html`<input ...${tied} ref=${field} type="password" name="token" autocomplete="off" spellcheck="false" required />`}</${Field}>
      <button type="submit" class="primary" aria-busy=${action.busy}>${action.busy ? 'Logging in…' : 'Log in'}</button>
      <details><summary>Where do I get a token?</summary>
        <p>Whoever runs oxgraph makes one for you:</p>
        <${Command} text="oxgraph token create "me" --role operator --workspace WORKSPACE" /></details>
    </form>
  </main>`;
}
