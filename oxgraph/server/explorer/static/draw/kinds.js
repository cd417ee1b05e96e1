// The style of each node kind: fill, border and size as in cypher/browser/oxgraph.grass for Neo4j Browser.
const KINDS = {
  workspace: ['#604A0E', '#423204', 80],
  transition: ['#B9B29C', '#8A7A4E', 50],
  tombstone: ['#6B6B6B', '#4A4A4A', 50],
  evaluation: ['#D9C8AE', '#C0A378', 50],
  pass_run: ['#D9C8AE', '#c0a378', 50],
  migration: ['#D9C8AE', '#c0a378', 50],
  action: ['#F79767', '#f36924', 50],
  sequence: ['#4C8EDA', '#2870c2', 65],
  session: ['#9CC3F0', '#4C8EDA', 50],
  pattern: ['#F16667', '#eb2728', 80],
  pattern_key: ['#F5B5B5', '#F16667', 50],
  tally: ['#F7D9D9', '#F16667', 50],
  metric: ['#8DCC93', '#5db665', 65],
  benchmark: ['#C6E7C9', '#8DCC93', 50],
  entity_type: ['#2394AD', '#1B7286', 50],
  alias: ['#BCE8F3', '#57C7E3', 50],
  entity: ['#57C7E3', '#23b3d7', 65],
  memory: ['#DA7194', '#cc3c6c', 50],
  predicate: ['#E8D3E5', '#C990C0', 50],
  question: ['#F3E6F1', '#C990C0', 50],
  conversation: ['#569480', '#447666', 65],
  message: ['#9CCDBC', '#569480', 50],
  episode: ['#2F6B57', '#214b3d', 65],
};

// There, a memory's type has a style of its own.
const TYPES = {
  fact: ['#DA7194', '#cc3c6c', 50],
  preference: ['#ECB5C9', '#da7298', 50],
  event: ['#C990C0', '#b261a5', 50],
  relation: ['#DA7194', '#cc3c6c', 50],
  instruction: ['#A0528D', '#7d3f6e', 50],
  task: ['#C990C0', '#b261a5', 50],
};

const OTHER = ['#A5ABB6', '#9AA1AC', 50];

export const looks = (node) => (node.kind === 'memory' && TYPES[node.properties?.type]) || KINDS[node.kind] || OTHER;
