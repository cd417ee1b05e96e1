// The application: header, navigation, the page of the route, and the login.
import { html, render, useEffect, useErrorBoundary, useLayoutEffect, useRef, useState } from './preact.js';
import { href, returnTo, useRoute } from './router.js';
import { Empty, Loading, Page } from './components.js';
import { Icon } from './draw/icons.js';
import { AsOf, PastNote } from './past.js';
import * as api from './api.js';
import { Login } from './pages/login.js';
import { Overview } from './pages/overview.js';
import { Timeline } from './pages/timeline.js';
import { Run } from './pages/run.js';
import { Patterns } from './pages/patterns.js';
import { Metrics } from './pages/metrics.js';
import { Memories } from './pages/memories.js';
import { Entities } from './pages/entities.js';
import { Conversations } from './pages/conversations.js';
import { Episodes } from './pages/episodes.js';
import { Working } from './pages/working.js';
import { Users } from './pages/users.js';
import { Review } from './pages/review.js';
import { Passes } from './pages/passes.js';
import { Growth } from './pages/growth.js';
import { Graph } from './pages/graph.js';
import { Settings } from './pages/settings.js';

// In the order of their places in the navigation; a page without a title has none there. A page is named like its icon.
const PAGES = [
  ['overview', 'Overview', Overview], ['timeline', 'Timeline', Timeline], ['patterns', 'Patterns', Patterns], ['metrics', 'Metrics', Metrics],
  ['memories', 'Memories', Memories], ['entities', 'Entities', Entities], ['users', 'Users', Users], ['review', 'Review', Review],
  ['conversations', 'Conversations', Conversations], ['episodes', 'Episodes', Episodes], ['working', 'Working set', Working],
  ['passes', 'Passes', Passes], ['growth', 'Growth', Growth], ['graph', 'Graph', Graph], ['settings', 'Settings', Settings],
  ['run', '', Run],
];
const PLACES = PAGES.filter(([, title]) => title);
const VIEWS = new Map(PAGES.map(([page, , View]) => [page, View]));
const Nowhere = ({ route }) => html`<${Page} title="No such page"><${Empty} title="There is no page ${route.page}">The address may be cut off. <a href=${href('overview')}>Go to the overview</a></${Empty}></${Page}>`;

const FIRST_PLACES = 4;

const ENDED = 'You are logged out: the login has ended, or its token was revoked. Log in again to go on here.';
// What the page showed does not stay on a machine that somebody has left.
const KEPT_MS = 10 * 60 * 1000;

// Whether this browser has logged in, as scripts cannot read the cookie: without it GET /v1/me is not sent.
const LOGIN = 'oxgraph';
const hasLogin = () => localStorage.getItem(LOGIN) === 'in';
const setLogin = (on) => (on ? localStorage.setItem(LOGIN, 'in') : localStorage.removeItem(LOGIN));

function App() {
  const [caller, setCaller] = useState(undefined);
  const [message, setMessage] = useState('');
  const [waiting, setWaiting] = useState('');
  const [ended, setEnded] = useState(false);
  const leave = (why) => {
    setLogin(false);
    setMessage(why);
    setWaiting('');
    setEnded(false);
    setCaller(null);
  };
  // A server or database that is away for a moment ends no login: the page waits, and asks again until it is back.
  const enter = () => api.me().then((found) => {
    setLogin(true);
    setMessage('');
    setWaiting('');
    setEnded(false);
    setCaller(found);
    dispatchEvent(new CustomEvent('signed-in'));
  }, (error) => {
    if (error.status === 401) return;
    if (!error.isPassing) return leave(error.message);
    setWaiting(error.message);
    setTimeout(enter, api.WAIT_MS);
  });
  useEffect(() => {
    // The page is hidden, not removed, and with it unsaved text: a login with the same role, workspace and user shows it again.
    const endedByItself = () => {
      setLogin(false);
      setMessage(ENDED);
      setEnded(true);
      setCaller((known) => known || null);
    };
    // All tabs have one cookie: where another one logs out, or in with another token, this one does too.
    const elsewhere = (event) => {
      if (event.key !== LOGIN) return;
      if (hasLogin()) return enter();
      api.endCalls();
      leave('You have logged out in another tab.');
    };
    addEventListener('signed-out', endedByItself);
    addEventListener('storage', elsewhere);
    if (hasLogin()) enter();
    else setCaller(null);
    return () => {
      removeEventListener('signed-out', endedByItself);
      removeEventListener('storage', elsewhere);
    };
  }, []);
  useEffect(() => {
    if (!ended) return undefined;
    const timer = setTimeout(() => leave(ENDED), KEPT_MS);
    return () => clearTimeout(timer);
  }, [ended]);
  if (caller === undefined && waiting) return html`<${Waiting} why=${waiting} />`;
  if (caller === undefined) return html`<${Loading} what="One moment…" />`;
  const logout = () => api.logout().then(() => 'You have logged out.', (error) => `This browser has forgotten the login, but the server could not end it. ${error.message}`).then(leave);
  return html`${(ended || !caller) && html`<${Login} key="login" message=${message} onDone=${enter} />`}
    ${caller && html`<${Frame} key=${JSON.stringify(caller)} caller=${caller} hidden=${ended} onLogout=${logout} />`}`;
}

function Waiting({ why }) {
  useEffect(() => { document.title = 'Waiting – oxgraph'; }, []);
  return html`<main id="main" class="login"><div class="panel">
    <p class="brand"><img src="/static/icon.svg" alt="" width="34" height="34" /><span>oxgraph</span></p>
    <h1 tabindex="-1">Waiting for the memory</h1>
    <p class="notice" role="status">${why} You are still logged in; this page goes on by itself.</p></div></main>`;
}

function Frame({ caller, hidden, onLogout }) {
  const route = useRoute();
  const main = useRef();
  const first = useRef(true);
  const typedIn = useRef(null);
  if (hidden) typedIn.current ??= document.activeElement;
  useLayoutEffect(() => {
    if (hidden || !typedIn.current) return;
    (main.current.contains(typedIn.current) ? typedIn.current : main.current.querySelector('h1'))?.focus();
    typedIn.current = null;
  }, [hidden]);
  const View = VIEWS.get(route.page) || Nowhere;
  useEffect(() => {
    if (!first.current) main.current.querySelector('h1')?.focus({ preventScroll: true });
    first.current = false;
    scrollTo(0, 0);
    return returnTo(main.current);
  }, [route.page, route.page === 'patterns' ? '' : route.id, route.query.cursor, route.query.position]);
  useEffect(() => {
    if (hidden) return undefined;
    const skip = document.querySelector('[data-skip]');
    const jump = (event) => { event.preventDefault(); main.current.querySelector('h1').focus(); };
    skip.addEventListener('click', jump);
    return () => skip.removeEventListener('click', jump);
  }, [hidden]);
  return html`<div class="frame" hidden=${hidden}>
    <header class="top">
      <a class="brand" href=${href('overview')} aria-label="oxgraph"><img src="/static/icon.svg" alt="" width="26" height="26" /><span>oxgraph</span></a>
      <p class="where"><span class="hidden">Workspace </span><strong>${caller.workspace}</strong><span class="badge">${caller.role}</span>${caller.user_id && html` <span class="badge bound">bound to <bdi>${caller.user_id}</bdi></span>`}</p>
      <${AsOf} route=${route} />
      <button type="button" class="quiet-button" onClick=${onLogout}>Log out</button>
    </header>
    <${Places} route=${route} />
    <main id="main" ref=${main} data-address=${route.address}><${Guarded} address=${route.address}><${PastNote} route=${route} /><${View} key=${route.page} route=${route} caller=${caller} /></${Guarded}></main>
  </div>`;
}

// An error of one page leaves the others as they are: the next address is shown again.
function Guarded({ address, children }) {
  const [error, reset] = useErrorBoundary((found) => console.error(found));
  useEffect(reset, [address]);
  if (!error) return children;
  return html`<${Page} title="This page cannot be shown"><${Empty} title="The explorer met an error">${error.message}. The address may be cut off, or the explorer is at fault.
    ${' '}<a href=${href('overview')}>Go to the overview</a></${Empty}></${Page}>`;
}

// On a narrow screen the first few stand in a bar; the others are behind its last button.
function Places({ route }) {
  const [open, setOpen] = useState(false);
  const button = useRef();
  useEffect(() => setOpen(false), [route]);
  const key = (event) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current.focus();
  };
  const hidden = PLACES.slice(FIRST_PLACES).some(([page]) => isAt(route.page, page));
  return html`<nav class="places ${open ? 'open' : ''}" aria-label="Pages" onKeyDown=${key}>
    <ul>${PLACES.map(([page, title], index) => html`<li key=${page} class=${index < FIRST_PLACES ? 'first' : 'further'}>
      <a href=${href(page)} aria-current=${isAt(route.page, page) ? 'page' : undefined}><${Icon} name=${page} /><span>${title}</span></a></li>`)}</ul>
    <button type="button" class="more-places ${hidden ? 'here' : ''}" aria-expanded=${String(open)} ref=${button} onClick=${() => setOpen(!open)}><${Icon} name="more" /><span>More</span></button>
  </nav>`;
}

const isAt = (now, page) => now === page || (now === 'run' && page === 'timeline');

const app = document.getElementById('app');
app.textContent = '';
render(html`<${App} />`, app);
