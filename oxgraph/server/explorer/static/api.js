// The client of the REST routes, one function for each; the paths are those of /openapi.json.

let workspace = '';
// Calls of the login; they end with it.
let session = new AbortController();
// Whether the login has ended by itself: until there is one again, the pages that are kept out of sight ask nothing.
let ended = false;

// An error response: `message` is its detail, `code` its error code.
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `The server answered ${status}.`);
    Object.assign(this, { status, code: body.code || '', body });
  }

  // Whether the server or the database is away, or takes no more calls at the moment.
  get isAway() {
    return this.status === 0 || this.status === 503;
  }

  // Whether the same call may succeed in a moment.
  get isPassing() {
    return this.isAway || this.status === 429 || this.status >= 500;
  }
}

// How long to wait before a call that may succeed in a moment is made again.
export const WAIT_MS = 2000;

async function ask(method, path, { query = {}, body, signal, ends = session.signal } = {}) {
  if (ended && !LOGIN_PATHS.has(path)) throw endedProblem();
  const answer = await reach(address(path, query), {
    method,
    signal: AbortSignal.any([ends, signal].filter(Boolean)),
    headers: { Accept: 'application/json', 'X-Oxgraph': '1', ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
    credentials: 'same-origin',
  });
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  if (answer.status !== 401 || path === '/v1/login') throw new Problem(answer.status, said);
  ended = true;
  dispatchEvent(new CustomEvent('signed-out'));
  throw endedProblem(said);
}

const LOGIN_PATHS = new Set(['/v1/login', '/v1/logout', '/v1/me']);
const endedProblem = (said) => new Problem(401, { ...said, detail: 'The login had ended, so this was not done: do it again.' });

async function reach(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem(0, { detail: 'The server cannot be reached. Is `oxgraph serve` still running?' });
  }
}

function address(path, query) {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') asked.append(name, one);
    }
  }
  const tail = asked.toString();
  return tail ? `${path}?${tail}` : path;
}

const inside = (path) => `/v1/workspaces/${encodeURIComponent(workspace)}${path}`;
const part = encodeURIComponent;

const get = (path, query, signal) => ask('GET', inside(path), { query, signal });
const post = (path, body = {}, signal) => ask('POST', inside(path), { body, signal });
const put = (path, body) => ask('PUT', inside(path), { body });
const patch = (path, body) => ask('PATCH', inside(path), { body });
const remove = (path, query) => ask('DELETE', inside(path), { query });

// Ends the calls of a login that is over.
export const endCalls = () => session.abort();

function beginCalls() {
  if (session.signal.aborted) session = new AbortController();
}

// The caller; later requests use its workspace.
export async function me() {
  beginCalls();
  const caller = await ask('GET', '/v1/me');
  ended = false;
  workspace = caller.workspace_id;
  return caller;
}
export function login(token) {
  beginCalls();
  return ask('POST', '/v1/login', { body: { token } });
}
export function logout() {
  endCalls();
  return ask('POST', '/v1/logout', { body: {}, ends: null });
}

export const overview = (query, signal) => get('/overview', query, signal);
export const mirror = (signal) => ask('GET', '/v1/mirror', { signal });
export const actions = (query, signal) => get('/actions', query, signal);
export const actionCounts = (query, signal) => get('/actions/counts', query, signal);
// The address of the stream of changes.
export const events = () => inside('/events');
export const timeline = (query, signal) => get('/timeline', query, signal);
export const sequences = (query, signal) => get('/sequences', query, signal);

export const patterns = (query, signal) => get('/patterns', query, signal);
export const patternTrends = (query, signal) => get('/patterns/trends', query, signal);
export const effect = (query, signal) => get('/patterns/effect', query, signal);
export const forecast = (signal) => get('/forecast', {}, signal);
export const calibration = (signal) => get('/forecast/calibration', {}, signal);
export const coverage = (query, signal) => get('/coverage', query, signal);
export const annotate = (id, changes) => patch(`/patterns/${part(id)}`, changes);

export const metrics = (query, signal) => get('/metrics', query, signal);
export const metric = (id, signal) => get(`/metrics/${part(id)}`, {}, signal);
export const createMetric = (definition) => post('/metrics', definition);
export const updateMetric = (id, changes) => patch(`/metrics/${part(id)}`, changes);
export const deleteMetric = (id) => remove(`/metrics/${part(id)}`);
export const previewMetric = (definition, signal) => post('/metrics/preview', definition, signal);
export const metricHistory = (id, query, signal) => get(`/metrics/${part(id)}/history`, query, signal);
export const benchmarks = (id, query, signal) => get(`/metrics/${part(id)}/benchmarks`, query, signal);

export const recall = (asked, signal) => post('/recall', asked, signal);
export const memories = (query, signal) => get('/memories', query, signal);
export const memory = (id, query, signal) => get(`/memories/${part(id)}`, query, signal);
export const memoryHistory = (id, query, signal) => get(`/memories/${part(id)}/history`, query, signal);
export const why = (id, signal) => get(`/why/${part(id)}`, {}, signal);
export const forget = (id, query) => remove(`/memories/${part(id)}`, query);
export const revive = (id) => post(`/memories/${part(id)}/revive`);

export const supersede = (id, changes) => post(`/memories/${part(id)}/supersede`, changes);

export const reviews = (query, signal) => get('/review', query, signal);
export const settle = (id, decision) => post(`/review/${part(id)}`, decision);
export const conversations = (query, signal) => get('/conversations', query, signal);
export const conversation = (id, query, signal) => get(`/conversations/${part(id)}`, query, signal);
export const messages = (id, query, signal) => get(`/conversations/${part(id)}/messages`, query, signal);
export const message = (id, query, signal) => get(`/messages/${part(id)}`, query, signal);
export const shown = (id, signal) => get(`/messages/${part(id)}/shown`, {}, signal);
export const searchMessages = (query, signal) => get('/messages/search', query, signal);
export const episodes = (query, signal) => get('/episodes', query, signal);
export const deleteEpisode = (id) => remove(`/episodes/${part(id)}`);
export const slots = (query, signal) => get('/slots', query, signal);
export const deleteSlot = (row) => remove(`/conversations/${part(row.conversation_id)}/slots/${part(row.slot)}`, { user_id: row.user_id });
export const entities = (query, signal) => get('/entities', query, signal);
export const entityCounts = (signal) => get('/entity-counts', {}, signal);
export const searchEntities = (query, signal) => get('/ontology/search', query, signal);
export const entity = (id, signal) => get(`/entities/${part(id)}`, {}, signal);
export const aliasEntity = (id, alias) => post(`/entities/${part(id)}/aliases`, { alias });
export const mergeEntity = (id, absorb) => post(`/entities/${part(id)}/merge`, { absorb });
export const splitEntity = (id) => post(`/entities/${part(id)}/split`);
export const hideEntity = (id) => post(`/entities/${part(id)}/hide`);
export const showEntity = (id) => post(`/entities/${part(id)}/show`);
export const users = (query, signal) => get('/users', query, signal);
export const facts = (id, query, signal) => get(`/users/${part(id)}/facts`, query, signal);
export const searchFacts = (id, query, signal) => get(`/users/${part(id)}/facts/search`, query, signal);
export const deleteFact = (id, fact) => remove(`/users/${part(id)}/facts/${part(fact)}`);
export const growth = (query, signal) => get('/growth', query, signal);
export const passRuns = (query, signal) => get('/passes/runs', query, signal);

export const findNodes = (query, signal) => get('/graph', query, signal);
export const node = (id, signal) => get(`/graph/${part(id)}`, {}, signal);
export const neighbours = (id, query, signal) => get(`/graph/${part(id)}/neighbours`, query, signal);

export const memoryTypes = (signal) => get('/memory-types', {}, signal);
export const settings = (signal) => get('/settings', {}, signal);
export const changeSettings = (changes) => put('/settings', changes);
export const tokens = (signal) => get('/tokens', {}, signal);
export const createToken = (token) => post('/tokens', token);
export const revokeToken = (id) => remove(`/tokens/${part(id)}`);
export const audit = (query, signal) => get('/audit', query, signal);
export const describedSettings = (signal) => get('/settings/described', {}, signal);
