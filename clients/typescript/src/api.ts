// Written by tools/generate_typescript.py from the OpenAPI document; do not edit.

/** One agent operation. No arguments, bodies or user strings: unknown fields are refused. `targets` are the ids of the domain nodes it was about, `latency_ms` its duration, `started_at` a time with a zone (default: now less the latency), `seq` its place among actions of one instant, `injected_patterns` the ids of the patterns that the agent was shown before. `id` makes a repetition harmless; default: a new one. Raises InvalidInput. */
export interface Action {
  action_type: string;
  outcome: "success" | "failure";
  target_node_type?: string | null | undefined;
  targets?: string[] | undefined;
  error_code?: string | null | undefined;
  latency_ms?: number | null | undefined;
  started_at?: string | null | undefined;
  seq?: number | null | undefined;
  session_id: string;
  agent_id?: string | null | undefined;
  injected_patterns?: string[] | undefined;
  id?: string | undefined;
}

/** How many actions there are, and how many of them failed. */
export interface ActionCounts {
  actions: number;
  failures: number;
}

/** One action. `sequence_id` is its run, None until it is evaluated; `injected_pattern_ids` what it was shown. */
export interface ActionRow {
  id: string;
  session_id: string;
  agent_id: string | null;
  action_type: string;
  node_type: string | null;
  target_node_ids: string[];
  outcome: "success" | "failure";
  error_code: string | null;
  latency_ms: number | null;
  started_at: string;
  ended_at: string;
  sequence_id: string | null;
  injected_pattern_ids: string[];
}

/** The result of messages: the id of each, in the order given, and in which conversations they stand. `written` of them are new, `known` were there before. `reason` is memory_disabled where nothing was written because memory is off. */
export interface AddedMessages {
  ids: string[];
  conversations: string[];
  written: number;
  known: number;
  reason: string;
}

/** An agent, with its language model, that changed. From `at` on its runs ended badly (measure `runs`), or had failed actions (`errors`), at the rate `after` and no longer at `before`. */
export interface AgentChange {
  agent_id: string;
  model: string;
  at: string;
  measure: "runs" | "errors";
  before: number;
  after: number;
}

/** A name that an entity goes by; `others` are the ids of other entities of that name. */
export interface AliasGiven {
  entity_id: string;
  alias: string;
  created: boolean;
  others: string[];
}

/** An administrative change: of tokens, settings, metrics, patterns or definitions, or a deletion. `by` is the name of the token that it was made with, and `by_id` that token's id; `operator` and None where it was the database's login. `subject` is what it is called, where it is still there, and `user_id` whom a token is bound to. `inputs` are what it was made with; of a setting or a definition that was there, each value that changed is a list of two, before and after. */
export interface AuditRow {
  id: string;
  at: string;
  by: string;
  by_id: string | null;
  rule: string;
  subject_kind: string;
  subject_id: string;
  subject: string | null;
  user_id: string | null;
  from_status: string | null;
  to_status: string | null;
  inputs: Record<string, unknown>;
}

/** How many actions were kept, how many were there already, and how many references were made. `reason` is memory_disabled where nothing was kept because memory is off. */
export interface BatchResult {
  captured: number;
  duplicates: number;
  references: number;
  reason: string;
}

/** A metric's value on a day; `interval` is the Wilson 95% interval of a share of runs, None for other metrics. */
export interface BenchmarkRow {
  value: number | null;
  baseline: number | null;
  delta_vs_baseline: number | null;
  sample_count: number;
  metric_id: string;
  metric_name: string;
  date: string;
  computed_at: string;
  interval: [number, number] | null;
}

/** Whether what is predicted happens: bins by the predicted probability, the lowest first. `warned` are the cases from the threshold on, of which agents are warned, `warned_failures` those that failed. The forecast was fitted to the same cases. None of them are the actions before which an agent was shown a failure of their kind, as that they succeed may be the warning's work: of the newest 10,000 actions of the last `window_days` days these are `shown`, and `shown_failures` of them failed all the same. */
export interface Calibration {
  threshold: number;
  bins: CalibrationBin[];
  warned: number;
  warned_failures: number;
  window_days: number;
  shown: number;
  shown_failures: number;
}

/** Actions whose failure was predicted with nearly the same probability; `predicted` is its mean. `observed` is the share of them that failed, `interval` its Wilson 95% interval. */
export interface CalibrationBin {
  predicted: number;
  cases: number;
  failures: number;
  observed: number;
  interval: [number, number];
}

/** Whether the action is kept: not when memory is off (`reason`), or when its id is there already. `references` counts the domain nodes that were found and joined, `injected` the shown patterns. */
export interface CaptureResult {
  captured: boolean;
  action_id: string;
  reason: string;
  references: number;
  injected: number;
}

/** The last change of a node: what it is, and whether it was deleted. Read the node for what is there now. `position` is the place of the change in the feed, and later changes have greater ones. */
export interface Change {
  position: string;
  id: string;
  kind: string;
  deleted: boolean;
  /** When it was committed. */
  at: string;
}

/** Changes in their order. Go on `after` this `position`, at once where there are `more`. */
export interface Changes {
  items: Change[];
  position: string;
  more: boolean;
}

/** One side of a comparison: a metric's latest benchmark, or its value in a window. */
export interface ComparedValue {
  value: number | null;
  baseline: number | null;
  delta_vs_baseline: number | null;
  sample_count: number;
  metric_id: string;
  metric_name: string;
  date: string | null;
  since: string | null;
  until: string | null;
}

/** Two values side by side; `difference` is b − a, None when either is. */
export interface Comparison {
  a: ComparedValue;
  b: ComparedValue;
  difference: number | null;
}

/** What came from one source: its entities and edges, the first and the last. */
export interface ConnectionRow {
  name: string;
  entities: number;
  edges: number;
  first: string | null;
  last: string | null;
}

/** What a consolidation did: the episodes it wrote and the turns they sum up; `waiting` are old enough, but their extraction has not been tried yet. `reason` is memory_disabled where nothing was done because memory is off. */
export interface Consolidation {
  episodes: Episode[];
  turns: number;
  waiting: number;
  reason: string;
}

/** Text for a prompt; empty where there is nothing. */
export interface Context {
  text: string;
}

/** What went with a conversation. `memories` had no other evidence; `kept` memories have some elsewhere. */
export interface ConversationDeletion {
  conversation_id: string;
  messages: number;
  episodes: number;
  memories: number;
  kept: number;
  slots: number;
}

/** A conversation: how many messages and episodes it has now, and when something was said in it. */
export interface ConversationRow {
  id: string;
  conversation_id: string;
  title: string | null;
  started_at: string;
  last_message_at: string;
  messages: number;
  episodes: number;
  user_id: string | null;
}

/** The actions of a workspace and what was made from them. `first_action_at` and `last_action_at` are None where no action was captured; `last_run_at` is the time as of which patterns were last looked for. `unevaluated`: actions wait for the passes. `open` sequences have not closed yet, so they count for no pattern. `active` patterns are active now, `active_then` were so at the end of the day of the last action. `as_of` is the time that was asked for. `explanation` says in sentences why no pattern is active now (or was then); empty where some are. */
export interface Coverage {
  first_action_at: string | null;
  last_action_at: string | null;
  last_run_at: string | null;
  unevaluated: boolean;
  open: number;
  active: number;
  active_then: number;
  evidence_window_days: number;
  promote_samples: number;
  promote_confidence: number;
  as_of: string | null;
  explanation: string;
}

/** The body of a login. */
export interface Credentials {
  /** A token of the workspace. */
  token: string;
}

/** What a pass over a user's facts did: how many lost confidence, how many were pruned. */
export interface DecayReport {
  decayed: number;
  pruned: number;
}

/** A setting with its description, value, default and bounds. `minimum` and `maximum` are null where there is no bound; `above`, `below`: the bound itself is excluded. `choices` are the allowed texts; `whole` marks integers. */
export interface DescribedSetting {
  name: string;
  description: string | null;
  value: number | string;
  default: number | string;
  minimum: number | null;
  maximum: number | null;
  above: boolean;
  below: boolean;
  whole: boolean;
  choices: string[];
}

/** The operation succeeded; `count` is the number of things that it changed. */
export interface Done {
  count: number;
}

/** A retriever that did not take part, and why: deadline, failed, index, no_vector, other_model. */
export interface Dropped {
  retriever: string;
  reason: string;
}

/** The effect of the active patterns, the largest risk reduction first. Without a holdout (`holdout_rate` 0) no effect is measured: `patterns` is then untried. The `actions_` figures of its rows are those of the newest `counted_actions` actions of the workspace, from `counted_since` on. */
export interface EffectReport {
  holdout_rate: number;
  holdout_since: string | null;
  counted_actions: number;
  counted_since: string | null;
  patterns: EffectRow[];
}

/** How often a pattern's situation ended in failure where the pattern may be shown, and where it is withheld. A trial is a sequence in which the situation arose, whatever the agent did then; without a context every sequence is one. `risk_reduction` is withheld_rate − shown_rate, the failures avoided per trial; `low` and `high` are its 99% confidence interval, `shown_interval` and `withheld_interval` those of the two rates. A value without trials is None. The `runs_` figures are those of the outcomes that sessions with a trial were given at their end. `retired`: the pattern was suppressed because it did harm. `lift` is the former name of `risk_reduction`. The `actions_` figures need no holdout: of the newest actions of the pattern's type of action and node, those that it was shown before and those that it was not, and how many of each failed as it says. Agents and tasks of the two may differ, so they say nothing about a cause. `actions_not_shown` is None for a pattern of a situation. */
export interface EffectRow {
  pattern_id: string;
  name: string;
  action_type: string;
  node_type: string | null;
  error_code: string;
  context: string | null;
  suppressed: boolean;
  retired: boolean;
  shown_trials: number;
  shown_failures: number;
  withheld_trials: number;
  withheld_failures: number;
  shown_rate: number | null;
  withheld_rate: number | null;
  shown_interval: [number, number] | null;
  withheld_interval: [number, number] | null;
  risk_reduction: number | null;
  low: number | null;
  high: number | null;
  harmful: boolean;
  verdict: "helps" | "harms" | "uncertain" | "untried";
  runs_shown: number;
  runs_shown_failed: number;
  runs_withheld: number;
  runs_withheld_failed: number;
  runs_risk_reduction: number | null;
  runs_low: number | null;
  runs_high: number | null;
  actions_shown: number;
  actions_shown_failed: number;
  actions_not_shown: number | null;
  actions_not_shown_failed: number | null;
  /** The former name of `risk_reduction`. */
  lift: number | null;
}

/** How many entities are shown and hidden (or merged into another), and of the commonest types the shown ones. */
export interface EntityCounts {
  entities: number;
  hidden: number;
  types: TypeCount[];
}

/** An entity with all its properties and relationships. `properties` are the node's, without its vectors; of a node of your own graph an agent's token gets those that were chosen. `absorbed` are the ids of those that were merged into it; `references` how many actions and patterns refer to it; `links` its relationships of the domain, at most 100. */
export interface EntityDetails {
  id: string;
  node_id: string | null;
  name: string | null;
  type: string | null;
  description: string | null;
  connection: string | null;
  hidden: boolean;
  merged_into: string | null;
  aliases: string[];
  memories: number;
  properties: Record<string, unknown>;
  absorbed: string[];
  references: number;
  links: unknown[];
}

/** An entity that the query named. */
export interface EntityMeant {
  id: string;
  name: string | null;
}

/** An entity. `aliases` are the names it goes by beside its own; `memories` how many are about it. */
export interface EntityRow {
  id: string;
  node_id: string | null;
  name: string | null;
  type: string | null;
  description: string | null;
  connection: string | null;
  hidden: boolean;
  merged_into: string | null;
  aliases: string[];
  memories: number;
}

/** A type of the ontology. */
export interface EntityTypeRow {
  name: string;
  description: string | null;
  parent: string | null;
}

/** Older turns of a conversation, summed up. `summary_source` is model, or extract where no model wrote it. `source_message_ids` name the turns, which are deleted unless the workspace keeps what is said (`raw_retention = verbatim`). */
export interface Episode {
  id: string;
  conversation_id: string;
  summary: string;
  summary_source: "model" | "extract";
  turn_count: number;
  started_at: string;
  ended_at: string;
  source_message_ids: string[];
  user_id: string | null;
}

/** The latest episodes of a conversation, oldest first, and `block`, the text for a prompt; '' without any. */
export interface Episodes {
  episodes: Episode[];
  block: string;
}

/** A share with the bounds of its 95% interval; None where it is not known. */
export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
}

/** Two runs; `differences` is b − a of each measure that both have. `same_questions`: whether that means much. */
export interface EvaluationComparison {
  a: EvaluationRun;
  b: EvaluationRun;
  same_questions: boolean;
  differences: Record<string, Record<string, Record<string, number>>>;
}

/** A gold set as it was asked once (`kind` recall), or recorded runs of agents as they were replayed (warnings). `name` tells the set: it is the same as long as its questions are. `metrics` of recall has `scored`, `left_out`, `unranked`, `unknown_evidence` (counts), `groups` (by category, by grain: turn, session; any@k, all@k, mrr, each 0–1), `abstention` and `dropped` (how often a retriever was left out, and why). `settings` are those of the run and of the workspace's recall. `model` is the embedder's, `version` oxgraph's. Of warnings, `questions` counts actions, `turns` sessions, and `metrics` has the figures of `WarningsEvaluated`. */
export interface EvaluationRun {
  id: string;
  kind: "recall" | "warnings" | "outcomes";
  name: string;
  at: string;
  questions: number;
  turns: number;
  model: string | null;
  metrics: Record<string, unknown>;
  settings: Record<string, unknown>;
  version: string;
}

/** Which runs count: those with an action of one of these types on one of these types of nodes. */
export interface EventFilter {
  /** Action types; default: any. */
  action_type?: string[] | undefined;
  /** Node types; default: any. */
  target_node_type?: string[] | undefined;
}

/** A source of a memory; `role`, `text`, `said_at` and its conversation where it is a message that is still kept. `user_id` is there where the conversation belongs to a user, `episode_id` and `summary` where the message has been summed up. */
export interface EvidenceRow {
  id: string;
  role: string | null;
  text: string | null;
  said_at: string | null;
  conversation_id: string | null;
  user_id: string | null;
  episode_id: string | null;
  summary: string | null;
}

/** Why a node is as it is: `text` in plain sentences, and what they are made of. `kind` is memory, entity (also of a node that is deleted: then `status` is deleted and only the transitions are left) or pattern, whose other versions are `links`. `numbers` are what the rules go by, as they are now. */
export interface Explanation {
  id: string;
  kind: string;
  status: string;
  text: string;
  sentences: string[];
  transitions: TransitionRow[];
  evidence: EvidenceRow[];
  links: LinkRow[];
  numbers: Record<string, number | string | null>;
  memory: MemoryRow | null;
}

/** A fact about a user; `score` is the cosine (found by meaning) or the share of the words that it has. */
export interface FactRow {
  id: string;
  fact: string;
  category: string | null;
  confidence: number;
  recorded_at: string;
  reinforced_at: string | null;
  score: number | null;
}

/** `failures` of `actions` failed: the rate, None without actions, and its Wilson 95% interval. */
export interface FailureRate {
  failures: number;
  actions: number;
  rate: number | null;
  interval: [number, number];
}

/** A slice of the period from `at` on: its actions, its failures, and these by tool and by error code. */
export interface FailureSlice {
  at: string;
  actions: number;
  failures: number;
  by_action_type: Record<string, number>;
  by_error_code: Record<string, number>;
}

/** A text that still names the subject: the node's id and kind, and the property; never the text. */
export interface Finding {
  id: string;
  kind: string;
  property: string;
}

/** The calibration of warnings: agents are warned from the probability `threshold` on, fitted to `cases` cases. `drifting`: the precision of warnings has dropped, so the threshold was raised. `fitted_at` is None until the first fit. `changed` are agents that have changed: what was learned of their runs before that no longer counts. */
export interface ForecastState {
  threshold: number;
  cases: number;
  drifting: boolean;
  drifting_since: string | null;
  fitted_at: string | null;
  changed: AgentChange[];
}

/** An entity that a search found; `score` is 0 to 1. `found_by` says how: name (it is called so, or nearly, or has that node_id), words (its name shares words with the text), meaning (the cosine of their vectors). */
export interface FoundEntity {
  id: string;
  node_id: string | null;
  name: string | null;
  type: string | null;
  description: string | null;
  connection: string | null;
  hidden: boolean;
  merged_into: string | null;
  aliases: string[];
  memories: number;
  score: number;
  found_by: "name" | "words" | "meaning";
}

/** A message that a search found; `similarity` (0–1) is the greater of its cosine and its share of the words. `user_id` is there where it belongs to a user. */
export interface FoundMessage {
  id: string;
  conversation_id: string;
  role: string;
  speaker: string | null;
  text: string;
  said_at: string;
  position: number;
  metadata: Record<string, unknown>;
  shown_ids: string[];
  episode_id: string | null;
  cut: boolean;
  similarity: number;
  user_id: string | null;
}

/** A relationship, from `source` to `target`; its type as the graph has it: `_mem:…`, or a name of the domain. */
export interface GraphEdge {
  id: string;
  type: string;
  source: string;
  target: string;
}

/** A node and a page of those next to it, with the edges between them and it; `next` goes on, None is the end. `cypher` shows the same in Neo4j Browser: paste it there. */
export interface GraphNeighbourhood {
  node: GraphNode;
  nodes: GraphNode[];
  edges: GraphEdge[];
  next: string | null;
  cypher: string;
}

/** A node: what it is, a line that says which one, and what stands on it, vectors left out. */
export interface GraphNode {
  id: string;
  kind: "entity" | "memory" | "session" | "action" | "sequence" | "pattern_key" | "pattern" | "metric" | "benchmark" | "alias" | "predicate" | "question" | "conversation" | "message" | "episode" | "entity_type";
  title: string;
  properties: Record<string, unknown>;
}

/** How much a workspace holds now, and its growth by week, the oldest first, weeks without anything too. `memories` are all, `active` those that hold; `messages` and `actions` are all that are kept. With a token that is bound to a user memories and messages are those that it sees, and `deleted` is 0. */
export interface Growth {
  memories: number;
  active: number;
  messages: number;
  actions: number;
  weeks: GrowthWeek[];
}

/** What one week added and took away; `week` is its Monday (UTC). `recorded` counts memories that are still there, `superseded`, `expired` and `forgotten` those that ceased to hold then, `deleted` those that a pass, a deletion or an erasure removed. `messages` count by when they were said, `actions` by when they began. */
export interface GrowthWeek {
  week: string;
  recorded: number;
  superseded: number;
  expired: number;
  forgotten: number;
  deleted: number;
  messages: number;
  actions: number;
}

/** `status` is ok, or unavailable with the error's code as `reason`. */
export interface HealthStatus {
  status: string;
  reason: string;
}

/** A metric's value over the window that ends with a day, computed from the runs that are stored. `agent_id` is the agent whose runs are counted, None for those of all; `interval` is the Wilson 95% interval of a share of runs. */
export interface HistoryRow {
  value: number | null;
  baseline: number | null;
  delta_vs_baseline: number | null;
  sample_count: number;
  date: string;
  agent_id: string | null;
  interval: [number, number] | null;
}

/** The result of the turns of one call. `messages` were handed over, `written` of them new, `known` taken up before (nothing is done with those twice); `waiting` could not be extracted now and are taken up again later. `stages` has one entry for each stage of the way, `refused` one for each statement that became no memory. `reason` is memory_disabled where nothing was written because memory is off. */
export interface IngestReport {
  messages: number;
  written: number;
  known: number;
  waiting: number;
  failed: number;
  conversations: string[];
  stages: StageCount[];
  memories: IngestedMemory[];
  refused: RefusedMemory[];
  reason: string;
}

/** A memory that a message gave: its outcome (created, merged, unchanged, rejected, undecided) and why. */
export interface IngestedMemory {
  message_id: string;
  memory_id: string | null;
  outcome: string;
  reason: string;
  type: string;
  subject: string;
  predicate: string;
  content: string;
  valid_from: string | null;
  superseded: string[];
  superseded_by: string | null;
  contradicts: string[];
}

/** One pattern of an injected block; `direct` when it references one of the targets itself. `name` is the key; that of a warning ends with the situation in words. A warning of the very situation has a `context` (such as run=2; any: all situations), in words `context_text`: `failures` of the `actions` in it failed, and `confidence` is their ratio. `sample_count` counts the sequences behind it: of a pattern those with its key, of a candidate those with the situation. `probability` is the calibrated forecast for this very action, from all that is known of it; it decides whether to warn. Its status is active, or candidate while it is no pattern yet; `id` is None where the context was counted under no id. */
export interface InjectedPattern {
  id: string | null;
  name: string;
  action_type: string;
  node_type: string | null;
  error_code: string;
  confidence: number;
  sample_count: number;
  annotation: string | null;
  recommendation: string;
  next_action_type: string | null;
  direct: boolean;
  context: string | null;
  context_text: string | null;
  probability: number | null;
  status: string | null;
  failures: number | null;
  actions: number | null;
}

/** Past experience for an agent: `block` is the text (empty when there is none), `ids` the patterns' ids. `probability` is that of the action's failure, None where no action is known; from `threshold` on the situation warns. `warned` says whether a pattern of failures of this very action type is in the block. `reason` is memory_disabled or injection_disabled where that is why there is none. `risk` is that of the whole run, where the setting run_risk shows it. */
export interface Injection {
  block: string;
  patterns: InjectedPattern[];
  probability: number | null;
  threshold: number | null;
  warned: boolean;
  risk: RunRisk | null;
  reason: string;
}

/** Another node that this one stands in relation to, such as superseded_by, supersedes or contradicts. */
export interface LinkRow {
  relation: string;
  id: string;
  name: string | null;
  status: string | null;
}

/** A relationship of the domain between two entities; `created` is False where it was there already. */
export interface LinkedEntities {
  a: string;
  type: string;
  b: string;
  connection: string | null;
  created: boolean;
}

/** The effect of warnings on the runs of a workspace, by intention to treat: sessions with warnings and without any. `p` is the failure rate without warnings. `task_effect` is the reduction of the share of failed runs (above 0: warnings help), `error_effect` that of the share of runs with a failed action; their intervals are confidence sequences, valid however often one looks. `r` is the share of failing runs that warnings recover, `d` the share of succeeding runs that they disrupt, both with bootstrap intervals for one look; they need tasks (intents) that differ in their failure rates. Warnings pay where `p` is above `threshold`, d / (r + d). `verdict` follows two tests of the effect on tasks, each at 5% and valid however often one looks; they decide before the interval of `task_effect` lies on one side of 0. `injection_enabled`: whether warnings are shown now; `stopped_at`: when they were switched off. `planned` is the size of the pilot, `runs_needed` what finds `effect` with one look at the end, `runs_needed_sequential` what finds it with looks at any time (approximately). */
export interface LiveEvaluated {
  workspace: string;
  planned: number | null;
  holdout_rate: number;
  holdout_unit: "pattern" | "session";
  since: string | null;
  until: string | null;
  shown: LiveGroup;
  withheld: LiveGroup;
  without_outcome: number;
  p: number | null;
  r: Estimate;
  d: Estimate;
  threshold: number | null;
  task_effect: Estimate;
  error_effect: Estimate;
  verdict: "warn" | "do not warn" | "undecided" | "no runs";
  stop_harmful_injection: boolean;
  injection_enabled: boolean;
  stopped_at: string | null;
  /** The effect that the pilot should find. */
  effect: number;
  base_rate: number;
  base_rate_is_measured: boolean;
  power: number;
  runs_needed: number;
  runs_needed_sequential: number;
}

/** One group of runs: `runs` were given an outcome, `failed` of them failed, the share `failure_rate`. `all_runs` counts runs without an outcome too; `with_errors` of these had a failed action, `errors` actions failed. */
export interface LiveGroup {
  runs: number;
  failed: number;
  failure_rate: number | null;
  all_runs: number;
  with_errors: number;
  errors: number;
}

/** The caller: the workspace, the role, and the operations that this role may call. `user_id` is the user to whom the token is bound (None: to none). */
export interface Me {
  workspace_id: string;
  workspace: string;
  role: "agent" | "operator" | "admin";
  user_id: string | null;
  operations: string[];
}

/** A memory. `subject` and `object` are the entities' names now. `valid_from` to `valid_to` is its valid time, when it holds in the world (`valid_to` None: no end known; `valid_from_assumed`: the source named no beginning, so it is the time of the statement). `recorded_at` to `retired_at` is its recorded time, when it is believed. Read with `as_of`, `valid_to` is as recorded then, and all else, the status too, as it is now. `freshness` is 2^(−days since last access / half-life) × min(3, 1.2^access_count), computed now; None if the confidence decays instead (`policy`). `rank_weight` is below 1 for the weaker of two memories that contradict each other. `evidence` names its sources. `user_id` is the user whose it is (None: shared), `agent_id` the agent that remembered it. */
export interface MemoryRow {
  id: string;
  type: string;
  status: "active" | "superseded" | "expired" | "forgotten";
  policy: "freshness" | "confidence";
  content: string;
  subject_id: string | null;
  subject: string | null;
  predicate: string | null;
  object_id: string | null;
  object: string | null;
  topic_key: string | null;
  keywords: string[];
  category: string | null;
  confidence: number;
  repetitions: number;
  rank_weight: number;
  needs_review: boolean;
  freshness: number | null;
  valid_from: string;
  valid_from_assumed: boolean;
  valid_to: string | null;
  stated_at: string;
  last_stated_at: string;
  recorded_at: string;
  retired_at: string | null;
  superseded_at: string | null;
  expired_at: string | null;
  forgotten_at: string | null;
  last_accessed_at: string;
  access_count: number;
  reinforced_at: string | null;
  session_id: string | null;
  source: "caller" | "rules" | "model";
  evidence: string[];
  superseded_by: string | null;
  contradicts: string[];
  user_id: string | null;
  agent_id: string | null;
}

/** Whether the workspace's memory is on. */
export interface MemorySwitch {
  workspace_id: string;
  memory_enabled: boolean;
}

/** How much was moved by a merge or a split: names, edges from memories, edges from actions and patterns. */
export interface MergeReport {
  entity_id: string;
  absorbed_id: string;
  outcome: "merged" | "split" | "unchanged";
  aliases: number;
  memories: number;
  references: number;
}

/** One thing that was said. `position` counts from 0 in its conversation; `episode_id` is where it is summed up. `shown_ids` of a turn's answer are the ids of the patterns, episodes, entities and memories in its prompt; `episodic.shown` says what they are. `cut` says that of its text a history for a prompt has beginning and end alone. */
export interface Message {
  id: string;
  conversation_id: string;
  role: string;
  speaker: string | null;
  text: string;
  said_at: string;
  position: number;
  metadata: Record<string, unknown>;
  shown_ids: string[];
  episode_id: string | null;
  cut: boolean;
}

/** Whether the metric was deleted, or only switched off, as built-in ones are. */
export interface MetricDeletion {
  metric_id: string;
  deleted: boolean;
}

/** A metric's definition. */
export interface MetricRow {
  id: string;
  name: string;
  description: string | null;
  built_in: boolean;
  active: boolean;
  kind: "sequences" | "pattern_utilization";
  action_types: string[];
  node_types: string[];
  success_condition: string | null;
  aggregation: "rate" | "average" | "p95";
  window_days: number;
  better: "higher" | "lower";
}

/** What a metric says now; an empty window is None, not zero. A positive delta is an improvement. */
export interface MetricValue {
  value: number | null;
  baseline: number | null;
  delta_vs_baseline: number | null;
  sample_count: number;
}

/** A row in which a name that was erased still stands. */
export interface MirrorRemains {
  table: string;
  id: string;
  column: string;
}

/** What the rows in Postgres said once the copier had caught up with the end of the erasure. `caught_up` is whether it had: where not, the rows may be older than the erasure. `scanned` counts the rows and texts that were searched, `findings` are the rows that still name the subject. Postgres keeps the former versions of rows until they are vacuumed: `vacuumed` is whether that was done; `not_vacuumed` names the tables whose old versions another transaction still needs, or that the login may not vacuum. `error` is what went wrong. */
export interface MirrorScan {
  server: string;
  caught_up: boolean;
  position: number;
  scanned: Record<string, number>;
  findings: MirrorRemains[];
  vacuumed: boolean;
  not_vacuumed: string[];
  error: string | null;
}

/** How far the mirror is behind the graph: the age of the oldest change that it lacks in seconds, and their number. Both are None where no mirror is configured, or one of the two servers is not available. */
export interface MirrorState {
  configured: boolean;
  available: boolean;
  lag_seconds: number | null;
  lag_changes: number | null;
}

/** From which model a workspace's vectors come, and from which they are to come. `marked`: the upkeep (`oxgraph worker`, `oxgraph passes run`) with an embedder of `next_model` brings the workspace there. `called_off`: it stays with `model`. `named`: there were no vectors yet. `unchanged`: it is so already. */
export interface ModelChange {
  outcome: "marked" | "called_off" | "named" | "unchanged";
  model: string;
  next_model: string | null;
}

/** The rate of one tool, agent, node type or error code; `name` is '' for actions that give none. */
export interface NamedRate {
  failures: number;
  actions: number;
  rate: number | null;
  interval: [number, number];
  name: string;
}

/** A message right before or after another one. */
export interface Neighbour {
  id: string;
  speaker: string | null;
  text: string;
}

/** One statement to be remembered. Raises InvalidInput. `subject` and `object` are names, which are resolved to entities; `subject_id` and `object_id` the ids of entities instead (their own, or those of the systems they come from). `valid_from` and `valid_to` say when it holds in the world (default: from when it was stated, with no end; an end alone may lie before that), `stated_at` when it was said (default: now). `confidence` is 0 to 1 (default 1). `evidence` names its sources, such as ids of messages. `embedding` is the vector of its content (default: the connection's embedder makes it), `embedding_model` the name of its model. `supersedes` names memories that it replaces whatever the rules say; with `correction` they were wrong from the start. `judged` and `entity_judged` are judgements made beforehand of what is left undecided with `judge`. `user_id` is the user to whom it belongs (default: the connection's, or shared), `agent_id` the agent that remembers it. `id` makes a repetition harmless; default: a new one. */
export interface NewMemory {
  type: string;
  content: string;
  subject?: string | null | undefined;
  predicate?: string | null | undefined;
  object?: string | null | undefined;
  subject_id?: string | null | undefined;
  object_id?: string | null | undefined;
  subject_type?: string | null | undefined;
  object_type?: string | null | undefined;
  topic_key?: string | null | undefined;
  keywords?: string[] | undefined;
  category?: string | null | undefined;
  confidence?: number | null | undefined;
  policy?: "freshness" | "confidence" | null | undefined;
  valid_from?: string | null | undefined;
  valid_to?: string | null | undefined;
  stated_at?: string | null | undefined;
  evidence?: string[] | undefined;
  session_id?: string | null | undefined;
  source?: "caller" | "rules" | "model" | null | undefined;
  embedding?: string | null | undefined;
  embedding_model?: string | null | undefined;
  supersedes?: string[] | undefined;
  correction?: boolean | undefined;
  judge?: boolean | undefined;
  judged?: Record<string, boolean> | undefined;
  entity_judged?: Record<string, string> | undefined;
  user_id?: string | null | undefined;
  agent_id?: string | null | undefined;
  id?: string | undefined;
}

/** One thing that was said. Raises InvalidInput. `speaker` is who said it, by name; where two named users speak, each is taken in as the subject of their own statements. `said_at` is a time with a zone (default: that of the message before it in the call, else of the first one behind it that has one, else the time of the call), `conversation_id` the conversation it belongs to (default: the call's). `id` is your own name of the message: the same id again in its conversation is the same message; without it, the same content is. `metadata` is any JSON object of up to 32,000 characters; `steps` in it is a list of up to 200 `Step`s. It is kept, not searched. `shown_ids` of an answer are the ids of what memory showed in the prompt before it, up to 500; a turn sets them by itself. */
export interface NewMessage {
  text: string;
  role?: "user" | "assistant" | "system" | "tool" | undefined;
  speaker?: string | null | undefined;
  said_at?: string | null | undefined;
  conversation_id?: string | null | undefined;
  id?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
  shown_ids?: string[] | undefined;
}

/** A token just made. `secret` is shown this once and kept nowhere. */
export interface NewToken {
  id: string;
  workspace: string;
  workspace_id: string;
  name: string;
  role: "agent" | "operator" | "admin";
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  user_id: string | null;
  expires_at: string | null;
  calls_per_minute: number | null;
  secret: string;
}

/** What went wrong in a period, and whether memory is at work. Times run from `since`, where a slice of `slice_seconds` begins, to before `until`. It is compared with the same length of time `compared_weeks` weeks earlier. `changes` begins with that of all actions, where both periods have some; then those that are certain, the most failures first. Rates have up to 50 names each, the most failures first. */
export interface Overview {
  since: string;
  until: string;
  slice_seconds: number;
  compared_weeks: number;
  total: FailureRate;
  slices: FailureSlice[];
  action_types: NamedRate[];
  agents: NamedRate[];
  node_types: NamedRate[];
  error_codes: NamedRate[];
  changes: RateChange[];
  newest_failures: ActionRow[];
  costliest_patterns: PatternRow[];
  newest_patterns: PatternRow[];
  work: WorkState;
}

export interface PageActionRow {
  items: ActionRow[];
  next: string | null;
}

export interface PageAuditRow {
  items: AuditRow[];
  next: string | null;
}

export interface PageBenchmarkRow {
  items: BenchmarkRow[];
  next: string | null;
}

export interface PageConnectionRow {
  items: ConnectionRow[];
  next: string | null;
}

export interface PageConversationRow {
  items: ConversationRow[];
  next: string | null;
}

export interface PageDescribedSetting {
  items: DescribedSetting[];
  next: string | null;
}

export interface PageEntityRow {
  items: EntityRow[];
  next: string | null;
}

export interface PageEntityTypeRow {
  items: EntityTypeRow[];
  next: string | null;
}

export interface PageEpisode {
  items: Episode[];
  next: string | null;
}

export interface PageEvaluationRun {
  items: EvaluationRun[];
  next: string | null;
}

export interface PageFactRow {
  items: FactRow[];
  next: string | null;
}

export interface PageFoundEntity {
  items: FoundEntity[];
  next: string | null;
}

export interface PageFoundMessage {
  items: FoundMessage[];
  next: string | null;
}

export interface PageGraphNode {
  items: GraphNode[];
  next: string | null;
}

export interface PageHistoryRow {
  items: HistoryRow[];
  next: string | null;
}

export interface PageMemoryRow {
  items: MemoryRow[];
  next: string | null;
}

export interface PageMessage {
  items: Message[];
  next: string | null;
}

export interface PageMetricRow {
  items: MetricRow[];
  next: string | null;
}

export interface PagePassRunRow {
  items: PassRunRow[];
  next: string | null;
}

export interface PagePatternTrend {
  items: PatternTrend[];
  next: string | null;
}

export interface PagePredicateRow {
  items: PredicateRow[];
  next: string | null;
}

export interface PageRemembered {
  items: Remembered[];
  next: string | null;
}

export interface PageResolvedEntity {
  items: ResolvedEntity[];
  next: string | null;
}

export interface PageReviewRow {
  items: ReviewRow[];
  next: string | null;
}

export interface PageSequenceRow {
  items: SequenceRow[];
  next: string | null;
}

export interface PageShownNode {
  items: ShownNode[];
  next: string | null;
}

export interface PageSlotRow {
  items: SlotRow[];
  next: string | null;
}

export interface PageTimelineRow {
  items: TimelineRow[];
  next: string | null;
}

export interface PageTokenRow {
  items: TokenRow[];
  next: string | null;
}

export interface PageTypeRow {
  items: TypeRow[];
  next: string | null;
}

export interface PageUserRow {
  items: UserRow[];
  next: string | null;
}

/** A run of a pass over the workspace as of a time: its duration, its error, and what it counted. An `idle` run found nothing to do. `status` is running, done or failed; `neo4j_code` says why Neo4j refused. `text` says the counters in words. */
export interface PassRunRow {
  id: string;
  name: string;
  version: number;
  status: string;
  error_code: string | null;
  neo4j_code: string | null;
  as_of: string;
  started_at: string;
  finished_at: string | null;
  duration_ms: number | null;
  idle: boolean;
  counters: Record<string, number>;
  /** What it counted, in words; empty where it failed or is running, and has counted nothing yet. */
  text: string;
}

/** A pass: as of when it was last done, and when it last failed, with the error's code. */
export interface PassState {
  name: string;
  done_at: string | null;
  failed_at: string | null;
  error_code: string | null;
}

/** Patterns; `explanation` says why no pattern is active, where none is. */
export interface PatternPage {
  items: PatternRow[];
  next: string | null;
  explanation: string | null;
}

/** A key (action_type, node_type, error_code) with its counts, and its pattern if it has one. `error_code` is "None" for success. `confidence` is action_count / total_count, after decay; `interval` the Wilson 95% interval of it; `sample_count` counts sequences. Only a key with a pattern has `pattern_id`. A situational pattern has a `context` (such as run=2), as text `context_text`. It counts failures of every code, so its error_code is "AnyError": action_count of the total_count actions in that context failed, and other_failures of other_count in other contexts; `lift` is its failure rate divided by that of the action and node type overall. An active pattern of failures, or of how runs end, names the agents and the language models for which it holds by their own record (`holds_for`, `holds_for_models`), and those for which it does not (`fails_for`, `fails_for_models`): these are not warned by it. */
export interface PatternRow {
  action_type: string;
  node_type: string | null;
  error_code: string;
  sample_count: number;
  action_count: number;
  total_count: number;
  confidence: number;
  status: "active" | "candidate" | "deleted" | "superseded";
  interval: [number, number];
  first_seen: string | null;
  last_seen: string | null;
  suppressed: boolean;
  annotation: string | null;
  recommendation: string | null;
  pattern_id: string | null;
  context: string | null;
  context_text: string | null;
  other_count: number | null;
  other_failures: number | null;
  lift: number | null;
  holds_for: string[];
  fails_for: string[];
  holds_for_models: string[];
  fails_for_models: string[];
}

/** An active pattern's figures on the days on which it was judged, the oldest first. */
export interface PatternTrend {
  pattern_id: string;
  points: TrendPoint[];
}

/** A predicate: `stateful` when only one value holds at a time. `defined`: by the workspace, not by default. `synonyms` are other names that resolve to it. `source`: built_in, caller, or model where a language model proposed the definition. */
export interface PredicateRow {
  name: string;
  stateful: boolean;
  importance: number;
  description: string | null;
  defined: boolean;
  synonyms: string[];
  source: string;
}

/** A rate of the period against that of the period before it with which it is compared. `difference` is now − before, with its interval (Newcombe), which is one of 95% for all compared rates together: a change is listed where it leaves out 0. `dimension` is None for all actions, which are always listed. */
export interface RateChange {
  dimension: "action_type" | "agent_id" | "node_type" | "error_code" | null;
  name: string;
  before: FailureRate;
  now: FailureRate;
  difference: number;
  interval: [number, number];
  certain: boolean;
}

/** What is known about a query. `results`, the best first; `context`, the text to put before a model, and `context_ids`, the results whose words stand in it; `answer`, a model's answer from the results that cites their ids in brackets, empty where nothing is relevant or there is no model; `notes`, how it came about. */
export interface Recall {
  results: Recalled[];
  context: string;
  context_ids: string[];
  answer: string;
  notes: RecallNotes;
}

/** How an answer came about. `found` results before `k` cut them; `relevance` is that of the best, and where it lies below the workspace's `threshold` nothing is returned. `empty_because` says why there is nothing: nothing_relevant, nothing_stored, small_talk, deadline, filters. `dropped` names retrievers that did not take part. `cut`: the query was longer than 10,000 characters, and only its beginning was searched for. The rest is what the query was taken to mean: `window`, `predicates`, `types`, `negated`, how `specific` it is (0–1), the `plan` of weights, the model's `rewrites`, and whether a cross-encoder has `reranked`. `speakers` are those who speak in the workspace's messages. `path` is cache (in the server's heap) or index (Neo4j's); `elapsed_ms` (by retriever) is there with `explain`. */
export interface RecallNotes {
  found: number;
  relevance: number | null;
  threshold: number | null;
  empty_because: string | null;
  entities: EntityMeant[];
  dropped: Dropped[];
  speakers: string[];
  path: string | null;
  plan: string | null;
  tokens: number;
  elapsed_ms: Record<string, number> | null;
  cut: boolean;
  window: [string, string] | null;
  predicates: string[];
  types: string[];
  negated: string[];
  specific: number;
  rewrites: string[];
  reranked: boolean;
}

/** A memory, a message, an episode or an entity that answers a query. `score` is what it is ranked by (relevance to the query by all retrievers × confidence × freshness × its weight among what contradicts it); `relevance` (0–1) how well it alone answers, comparable between queries. `freshness` is None where confidence is what fades. `type` of a message is its role, of an episode episode. `dated` is when a memory began to hold, where that was said. `evidence` are the first 20 sources of `evidence_count`. `group` is where it stands in the context, `in_context` whether it fitted; of a long text `excerpt` is what stands there: the passages that share most with the query. A message has its conversation, speaker, time and `neighbours`, an episode its conversation and from when to when its `turn_count` turns were said. An entity has its `name`, its `node_id`, by which agents name it, its `description`, the `properties` chosen to be shown, and the `connection` that it came from. `similarity` is there where a minimum was asked for, `user_id` where it belongs to a user. With `explain`, `ranks` and `scores` say which place and which raw score each retriever gave it, and `why` says it in sentences. */
export interface Recalled {
  rank: number;
  id: string;
  kind: "memory" | "message" | "episode" | "entity";
  type: string;
  content: string;
  excerpt: string | null;
  score: number;
  relevance: number | null;
  confidence: number;
  freshness: number | null;
  status: string | null;
  valid_from: string | null;
  valid_to: string | null;
  dated: string | null;
  subject: string | null;
  predicate: string | null;
  object: string | null;
  evidence: string[];
  evidence_count: number;
  contradicts: string[];
  group: string | null;
  in_context: boolean;
  conversation_id: string | null;
  speaker: string | null;
  said_at: string | null;
  position: number | null;
  neighbours: Neighbour[];
  started_at: string | null;
  ended_at: string | null;
  turn_count: number | null;
  name: string | null;
  node_id: string | null;
  description: string | null;
  properties: Record<string, string>;
  connection: string | null;
  similarity: number | null;
  user_id: string | null;
  ranks: Record<string, number>;
  scores: Record<string, number>;
  why: string[];
}

/** What was removed, and that nothing is left: `findings` is what the scan at the end still found. `entity_ids` are the subject and all that had been merged with it; `removed` counts by kind what this call took away, `scanned` the nodes and texts that the last scan went through. `names` were sought in texts; those in `names_not_sought` were not, for the reason beside them. `released` are the domain nodes that the subject was or stood for: they are the caller's, and stay; `domain_nodes` are others (at most 1,000) whose own properties name it. `mirror` is the same scan over the rows in Postgres, and None where no mirror was given. */
export interface Receipt {
  workspace_id: string;
  subject: string;
  entity_ids: string[];
  released: string[];
  names: string[];
  names_not_sought: Record<string, string>;
  removed: Record<string, number>;
  scanned: Record<string, number>;
  findings: Finding[];
  domain_nodes: string[];
  at: string;
  mirror: MirrorScan | null;
}

/** A statement that became no memory: of which message, at which stage (extract, entities) and why. `content` is its text, which stands in this report alone and is stored nowhere; a secret's is left out. */
export interface RefusedMemory {
  message_id: string;
  stage: string;
  reason: string;
  content: string;
}

/** The result of a statement. `created`: a memory of its own. `merged`: it said what `memory_id` says already. `unchanged`: it is known with this very evidence, or its id has been here before; with the `reason` deleted its memory was deleted or erased since, and stays away. `rejected`: `reason` says why: memory_disabled, or low_confidence (below the workspace's remember_confidence). `undecided`: a judgement of `candidates` was asked for. `superseded` are the memories that it replaced, `superseded_by` the one that replaces it, `contradicts` those that stand against it. */
export interface Remembered {
  id: string;
  memory_id: string | null;
  outcome: "created" | "merged" | "unchanged" | "rejected" | "undecided";
  reason: string;
  subject_id: string | null;
  object_id: string | null;
  superseded: string[];
  superseded_by: string | null;
  contradicts: string[];
  candidates: unknown[];
}

export interface Replacement {
  type?: string | null | undefined;
  content?: string | null | undefined;
  subject?: string | null | undefined;
  predicate?: string | null | undefined;
  object?: string | null | undefined;
  subject_id?: string | null | undefined;
  object_id?: string | null | undefined;
  subject_type?: string | null | undefined;
  object_type?: string | null | undefined;
  topic_key?: string | null | undefined;
  keywords?: string[] | null | undefined;
  category?: string | null | undefined;
  confidence?: number | null | undefined;
  policy?: "freshness" | "confidence" | null | undefined;
  valid_from?: string | null | undefined;
  valid_to?: string | null | undefined;
  stated_at?: string | null | undefined;
  evidence?: string[] | null | undefined;
  session_id?: string | null | undefined;
  source?: "caller" | "rules" | "model" | null | undefined;
  embedding?: string | null | undefined;
  embedding_model?: string | null | undefined;
  user_id?: string | null | undefined;
  agent_id?: string | null | undefined;
}

/** What a name means. `stage` says how it was found: exact (an entity's own name), alias, trigram (similar), model, or new; `score` is the similarity of the names, 0 to 1. `created` says whether this call made the entity. `candidates` are others that it may mean: maps of entity_id, name and score. */
export interface ResolvedEntity {
  name: string | null;
  entity_id: string;
  node_id: string | null;
  stage: "exact" | "alias" | "trigram" | "model" | "new";
  score: number;
  created: boolean;
  candidates: unknown[];
}

/** A memory that waits for a person's word, and those that it contradicts. */
export interface ReviewRow {
  memory: MemoryRow;
  contradicts: MemoryRow[];
}

/** What raises a run's risk, in words: of `runs` past runs with it, `failures` ended badly. */
export interface RunReason {
  text: string;
  runs: number;
  failures: number;
}

/** What runs that ended well did next after such a step: `count` of `total` called `action_type`. */
export interface RunRecovery {
  after: string;
  action_type: string;
  count: number;
  total: number;
}

/** How likely a run is to end badly, from its actions so far. `probability` (0 to 1) is calibrated on past runs, `base` the share of all `runs` that ended badly. `area` is the area under the ROC curve at half of past runs, each judged before its end was known, `area_low` the lower bound of its 95% interval; `proved`: better than chance for certain, and calibrated. `text` says it in sentences. */
export interface RunRisk {
  probability: number;
  base: number;
  runs: number;
  area: number | null;
  area_low: number | null;
  proved: boolean;
  reasons: RunReason[];
  recovery: RunRecovery | null;
  text: string;
}

/** Patterns and sequences that fit. */
export interface SearchResult {
  patterns: PatternRow[];
  sequences: SequenceRow[];
}

/** One run with the ids of its actions, in their order. */
export interface SequenceDetail {
  id: string;
  session_id: string;
  agent_id: string | null;
  action_count: number;
  failure_count: number;
  outcome: "success" | "failure";
  intent_summary: string | null;
  started_at: string;
  ended_at: string;
  closed: boolean;
  action_ids: string[];
}

/** One run of an agent. */
export interface SequenceRow {
  id: string;
  session_id: string;
  agent_id: string | null;
  action_count: number;
  failure_count: number;
  outcome: "success" | "failure";
  intent_summary: string | null;
  started_at: string;
  ended_at: string;
  closed: boolean;
}

/** A session, by the id that its actions carry. */
export interface Session {
  session_id: string;
}

/** Whether the end of a session is kept: not when memory is off (`reason`: memory_disabled). `known` is whether the session was known before, by its start or an action. */
export interface SessionEnded {
  session_id: string;
  ended: boolean;
  known: boolean;
  reason: string;
}

/** A session as recorded elsewhere. Raises InvalidInput. */
export interface SessionImport {
  session_id: string;
  agent_id?: string | null | undefined;
  model?: string | null | undefined;
  intent?: string | null | undefined;
  outcome?: "success" | "failure" | null | undefined;
  started_at?: string | null | undefined;
  ended_at?: string | null | undefined;
}

/** The start of a session. Raises InvalidInput. */
export interface SessionStart {
  session_id: string;
  intent: string | null;
  agent_id: string | null;
  model: string | null;
}

/** The settings of a workspace. */
export interface Settings {
  /** Whether summarised messages are deleted (window) or kept for search (verbatim). */
  raw_retention: "window" | "verbatim";
  /** A longer gap between two actions of a session begins a new sequence. */
  sequence_gap_seconds: number;
  /** Sequences of this many days are counted for patterns. */
  evidence_window_days: number;
  /** Sequences with the key that a pattern needs. */
  promote_samples: number;
  /** Confidence that a pattern needs. */
  promote_confidence: number;
  /** Change of confidence from which a new version supersedes the pattern. */
  supersede_shift: number;
  /** Days without evidence before a pattern decays. */
  decay_after_days: number;
  /** Factor of the confidence for each further week. */
  decay_factor: number;
  /** Confidence below which a pattern is soft-deleted; later evidence promotes it again. */
  retire_confidence: number;
  /** Confidence from which a pattern is shown before an action; annotated patterns are shown anyway. */
  inject_confidence: number;
  /** Maximum number of patterns shown. */
  inject_limit: number;
  /** Share of sessions that is not shown a pattern, to measure its effect; drawn as `holdout_unit` says. */
  holdout_rate: number;
  /** Whether the holdout is drawn for each pattern, or once for a session, which is then shown nothing. */
  holdout_unit: "pattern" | "session";
  /** Whether pass 2 switches injection off when more runs fail with warnings than in the holdout. */
  stop_harmful_injection: boolean;
  /** Whether injection says how likely a run is to end badly; auto: where that has proved right. */
  run_risk: "auto" | "on" | "off";
  /** Number of first sequences that are the baseline of a metric. */
  baseline_sequences: number;
  /** Days without access after which a memory of type `fact` is half as fresh. */
  half_life_fact_days: number;
  /** Days without access after which a memory of type `preference` is half as fresh. */
  half_life_preference_days: number;
  /** Days without access after which a memory of type `event` is half as fresh. */
  half_life_event_days: number;
  /** Days without access after which a memory of type `entity` is half as fresh. */
  half_life_entity_days: number;
  /** Days without access after which a memory of type `relation` is half as fresh. */
  half_life_relation_days: number;
  /** Days without access after which a memory of type `instruction` is half as fresh. */
  half_life_instruction_days: number;
  /** Days without access after which a memory of type `task` is half as fresh. */
  half_life_task_days: number;
  /** Freshness below which a memory expires. */
  expire_freshness: number;
  /** Days after expiry before an uncertain memory is deleted. */
  collect_after_days: number;
  /** Confidence below which an expired memory is uncertain. */
  collect_confidence: number;
  /** Cosine similarity above which two memories are duplicates. */
  duplicate_cosine: number;
  /** Cosine similarity from which a language model, where configured, decides. */
  judge_cosine: number;
  /** Trigram similarity of two names from which they may be one entity. */
  alias_similarity: number;
  /** Minimum share of the older memory's confidence that a later one needs to supersede it. */
  supersede_confidence_ratio: number;
  /** Confidence below which a statement is refused (`low_confidence`). */
  remember_confidence: number;
  /** Importance of a predicate from which a contradiction waits for a review. */
  review_importance: number;
  /** Cosine similarity above which two facts about a user are duplicates. */
  user_duplicate_cosine: number;
  /** Cosine similarity from which a contradicted fact about a user is superseded. */
  user_supersede_cosine: number;
  /** Added to the confidence of a fact about a user when it is repeated. */
  user_reinforce: number;
  /** Factor of that confidence for each run of the decay. */
  user_decay_factor: number;
  /** Days in which a fact about a user was neither repeated nor read before it decays. */
  user_decay_after_days: number;
  /** Confidence below which a decayed fact about a user is deleted. */
  user_prune_confidence: number;
  /** Minimum age in days for that. */
  user_prune_after_days: number;
  /** Relevance below which recall returns nothing; 0 returns everything. */
  recall_threshold: number;
  /** Factor of the score in recall of a task whose session has ended. */
  task_ended_weight: number;
  /** Hours without a message or an action after which the session of a task counts as ended. */
  task_session_idle_hours: number;
  /** Confidence that a recalled memory needs. */
  recall_confidence: number;
  /** The same for historical recall. */
  recall_historical_confidence: number;
  /** Fusion of the retrievers: weighted sum, or reciprocal rank fusion (rrf). */
  recall_fusion: "sum" | "rrf";
  /** Maximum number of messages in a history. */
  history_messages: number;
  /** Size of the history in a prompt: of a turn, and of adapters of frameworks. */
  history_tokens: number;
  /** Minimum similarity in a search of messages. */
  search_similarity: number;
  /** Number of latest messages that are not summarised. */
  retain_messages: number;
  /** Age in days from which messages are summarised. */
  summarise_after_days: number;
  /** Number of latest episodes in a prompt. */
  recent_episodes: number;
  /** Seconds that a slot lives after its last use. */
  slot_seconds: number;
  memory: Switch;
  injection: Switch;
}

/** The settings to change; others stay. */
export interface SettingsChange {
  /** Whether summarised messages are deleted (window) or kept for search (verbatim). */
  raw_retention: "window" | "verbatim" | null;
  /** A longer gap between two actions of a session begins a new sequence. */
  sequence_gap_seconds: number | null;
  /** Sequences of this many days are counted for patterns. */
  evidence_window_days: number | null;
  /** Sequences with the key that a pattern needs. */
  promote_samples: number | null;
  /** Confidence that a pattern needs. */
  promote_confidence: number | null;
  /** Change of confidence from which a new version supersedes the pattern. */
  supersede_shift: number | null;
  /** Days without evidence before a pattern decays. */
  decay_after_days: number | null;
  /** Factor of the confidence for each further week. */
  decay_factor: number | null;
  /** Confidence below which a pattern is soft-deleted; later evidence promotes it again. */
  retire_confidence: number | null;
  /** Confidence from which a pattern is shown before an action; annotated patterns are shown anyway. */
  inject_confidence: number | null;
  /** Maximum number of patterns shown. */
  inject_limit: number | null;
  /** Share of sessions that is not shown a pattern, to measure its effect; drawn as `holdout_unit` says. */
  holdout_rate: number | null;
  /** Whether the holdout is drawn for each pattern, or once for a session, which is then shown nothing. */
  holdout_unit: "pattern" | "session" | null;
  /** Whether pass 2 switches injection off when more runs fail with warnings than in the holdout. */
  stop_harmful_injection: boolean | null;
  /** Whether injection says how likely a run is to end badly; auto: where that has proved right. */
  run_risk: "auto" | "on" | "off" | null;
  /** Number of first sequences that are the baseline of a metric. */
  baseline_sequences: number | null;
  /** Days without access after which a memory of type `fact` is half as fresh. */
  half_life_fact_days: number | null;
  /** Days without access after which a memory of type `preference` is half as fresh. */
  half_life_preference_days: number | null;
  /** Days without access after which a memory of type `event` is half as fresh. */
  half_life_event_days: number | null;
  /** Days without access after which a memory of type `entity` is half as fresh. */
  half_life_entity_days: number | null;
  /** Days without access after which a memory of type `relation` is half as fresh. */
  half_life_relation_days: number | null;
  /** Days without access after which a memory of type `instruction` is half as fresh. */
  half_life_instruction_days: number | null;
  /** Days without access after which a memory of type `task` is half as fresh. */
  half_life_task_days: number | null;
  /** Freshness below which a memory expires. */
  expire_freshness: number | null;
  /** Days after expiry before an uncertain memory is deleted. */
  collect_after_days: number | null;
  /** Confidence below which an expired memory is uncertain. */
  collect_confidence: number | null;
  /** Cosine similarity above which two memories are duplicates. */
  duplicate_cosine: number | null;
  /** Cosine similarity from which a language model, where configured, decides. */
  judge_cosine: number | null;
  /** Trigram similarity of two names from which they may be one entity. */
  alias_similarity: number | null;
  /** Minimum share of the older memory's confidence that a later one needs to supersede it. */
  supersede_confidence_ratio: number | null;
  /** Confidence below which a statement is refused (`low_confidence`). */
  remember_confidence: number | null;
  /** Importance of a predicate from which a contradiction waits for a review. */
  review_importance: number | null;
  /** Cosine similarity above which two facts about a user are duplicates. */
  user_duplicate_cosine: number | null;
  /** Cosine similarity from which a contradicted fact about a user is superseded. */
  user_supersede_cosine: number | null;
  /** Added to the confidence of a fact about a user when it is repeated. */
  user_reinforce: number | null;
  /** Factor of that confidence for each run of the decay. */
  user_decay_factor: number | null;
  /** Days in which a fact about a user was neither repeated nor read before it decays. */
  user_decay_after_days: number | null;
  /** Confidence below which a decayed fact about a user is deleted. */
  user_prune_confidence: number | null;
  /** Minimum age in days for that. */
  user_prune_after_days: number | null;
  /** Relevance below which recall returns nothing; 0 returns everything. */
  recall_threshold: number | null;
  /** Factor of the score in recall of a task whose session has ended. */
  task_ended_weight: number | null;
  /** Hours without a message or an action after which the session of a task counts as ended. */
  task_session_idle_hours: number | null;
  /** Confidence that a recalled memory needs. */
  recall_confidence: number | null;
  /** The same for historical recall. */
  recall_historical_confidence: number | null;
  /** Fusion of the retrievers: weighted sum, or reciprocal rank fusion (rrf). */
  recall_fusion: "sum" | "rrf" | null;
  /** Maximum number of messages in a history. */
  history_messages: number | null;
  /** Size of the history in a prompt: of a turn, and of adapters of frameworks. */
  history_tokens: number | null;
  /** Minimum similarity in a search of messages. */
  search_similarity: number | null;
  /** Number of latest messages that are not summarised. */
  retain_messages: number | null;
  /** Age in days from which messages are summarised. */
  summarise_after_days: number | null;
  /** Number of latest episodes in a prompt. */
  recent_episodes: number | null;
  /** Seconds that a slot lives after its last use. */
  slot_seconds: number | null;
  memory: Switch | null;
  injection: Switch | null;
}

/** How a contradiction was settled: what changed, or the new memory. */
export interface Settled {
  changes: StatusChange[];
  remembered: Remembered | null;
}

/** What memory showed in the prompt before an answer, as it is now. `status` is active, of a memory also superseded, expired or forgotten; deleted where it is gone: `reason` says by which rule (such as erased), but not to who reads as one user. `title` is a line of its words, '' where it is forgotten or deleted; `kind` is None where nothing says what it was. A message and an episode have their `conversation_id`; `user_id` is there where it belongs to a user. */
export interface ShownNode {
  id: string;
  kind: "entity" | "memory" | "session" | "action" | "sequence" | "pattern_key" | "pattern" | "metric" | "benchmark" | "alias" | "predicate" | "question" | "conversation" | "message" | "episode" | "entity_type" | null;
  title: string;
  status: string;
  reason: string | null;
  conversation_id: string | null;
  user_id: string | null;
}

/** Past runs with a similar purpose; `way` is what worked most often in them, where anything did. */
export interface SimilarRuns {
  items: SimilarSequence[];
  next: string | null;
  way: Way | null;
}

/** A past run and how near it is: the cosine score (0 to 1) or, found by words, the fulltext score. */
export interface SimilarSequence {
  id: string;
  session_id: string;
  agent_id: string | null;
  action_count: number;
  failure_count: number;
  outcome: "success" | "failure";
  intent_summary: string | null;
  started_at: string;
  ended_at: string;
  closed: boolean;
  score: number;
  found_by: "meaning" | "words";
}

/** A slot in a list; `text` is the beginning of its value, as JSON, and `length` the characters of all of it. It expires at `expires_at`, unless it is read or set before: then `ttl_seconds` later. */
export interface SlotRow {
  id: string;
  conversation_id: string;
  user_id: string | null;
  slot: string;
  text: string;
  length: number;
  ttl_seconds: number;
  created_at: string;
  expires_at: string;
}

/** A slot. */
export interface SlotValue {
  slot: string;
  value: unknown;
}

/** Slots by their names. */
export interface Slots {
  slots: Record<string, unknown>;
}

/** One stage of the way of a turn: how many entered, how many went on, and why the others did not. The first two stages count turns, the others the memories proposed. `note` holds further counts of the stage, such as single statements that extraction refused although the turn gave others. */
export interface StageCount {
  stage: string;
  taken: number;
  passed: number;
  rejected: Record<string, number>;
  note: Record<string, number>;
}

/** What a call did to a memory; `unchanged` where it was so already. */
export interface StatusChange {
  id: string;
  outcome: string;
  from_status: string | null;
  to_status: string | null;
}

/** Whether something is on. */
export interface Switch {
  enabled: boolean;
}

/** A span of time: runs that ended after `since` and not after `until`. */
export interface TimeSpan {
  /** ISO 8601 with a zone. */
  since: string;
  /** ISO 8601 with a zone. */
  until: string;
}

/** An action or a sequence. `cursor` goes into `timeline(before=…)`. */
export interface TimelineRow {
  kind: "action" | "sequence";
  id: string;
  session_id: string;
  agent_id: string | null;
  action_type: string | null;
  node_type: string | null;
  target_node_ids: string[];
  outcome: "success" | "failure";
  error_code: string | null;
  latency_ms: number | null;
  intent_summary: string | null;
  action_count: number | null;
  started_at: string;
  ended_at: string;
  cursor: string;
}

/** A token without its secret; `user_id` is the user to whom it is bound. `calls_per_minute` is its own rate limit; None for the server's. */
export interface TokenRow {
  id: string;
  workspace: string;
  workspace_id: string;
  name: string;
  role: "agent" | "operator" | "admin";
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  user_id: string | null;
  expires_at: string | null;
  calls_per_minute: number | null;
}

/** A change of state: the rule, what it was decided by, the run of a pass if it was one, and a sentence. */
export interface TransitionRow {
  rule: string;
  from_status: string | null;
  to_status: string | null;
  inputs: Record<string, unknown>;
  run_id: string | null;
  at: string;
  sentence: string;
}

/** What was reached, nearest first, the entity itself being the first; `truncated` where there was more. */
export interface Traversal {
  nodes: TraversedNode[];
  edges: TraversedEdge[];
  truncated: boolean;
}

/** A relationship of the domain, or subject or object of a memory, from `source` to `target`. */
export interface TraversedEdge {
  type: string;
  source: string;
  target: string;
}

/** An entity, or with `memory` a memory, whose name is what it says; `depth` is the number of steps to it. */
export interface TraversedNode {
  id: string;
  kind: "entity" | "memory";
  node_id: string | null;
  name: string | null;
  type: string | null;
  depth: number;
}

/** The figures as of a time: action_count of total_count actions of the evidence window, with the 95% interval. */
export interface TrendPoint {
  at: string;
  action_count: number;
  total_count: number;
  rate: number;
  interval: [number, number];
}

/** An action of the turn; no arguments, no texts of users. */
export interface TurnAction {
  action_type: string;
  outcome: "success" | "failure";
  target_node_type?: string | null | undefined;
  targets?: string[] | undefined;
  error_code?: string | null | undefined;
  latency_ms?: number | null | undefined;
  started_at?: string | null | undefined;
  seq?: number | null | undefined;
}

/** The context that memory adds to a turn. `messages` is what a chat completion takes; `prompt` is its system message alone. `supports` has the ids of the sources of each part, `left_out` says which part is missing and why, `shown` has the ids of the injected patterns, `shown_ids` those of all that memory shows in the prompt: pass both, `turn_id` and `begun_at` to turn.finish. */
export interface TurnBegun {
  turn_id: string;
  begun_at: string;
  prompt: string;
  messages: TurnMessage[];
  supports: Record<string, string[]>;
  left_out: Record<string, string>;
  shown: string[];
  shown_ids: string[];
  parts: TurnPart[];
}

/** One message for a model. */
export interface TurnMessage {
  role: string;
  content: string;
}

/** One part of a turn: its text in the prompt, the ids that support it, and why it has none. `reason` is '' where the part is there, else empty (there is nothing), timeout, failed, disabled (memory or injection is off) or left_out (the caller did not want it); `detail` says more. `elapsed_ms` is its own time. */
export interface TurnPart {
  name: "history" | "instructions" | "episodes" | "entities" | "memories" | "patterns" | "slots";
  text: string;
  ids: string[];
  reason: "" | "empty" | "timeout" | "failed" | "disabled" | "left_out";
  detail: string;
  elapsed_ms: number;
}

/** What a turn stored: the ids of its messages, the number of actions; `failed` names what could not be stored. `unconfirmed` names what was not confirmed in its time: it may have been stored, or may be soon. */
export interface TurnRecord {
  message_ids: string[];
  actions: number;
  failed: string[];
  unconfirmed: string[];
  reason: string;
}

/** How many entities of a type are shown; no name is that of entities without a type. */
export interface TypeCount {
  name: string | null;
  entities: number;
}

/** A type of memories and its half-life in days. */
export interface TypeRow {
  name: string;
  half_life_days: number;
  built_in: boolean;
}

/** A user with memories or conversations of its own: how many are active, and when the last of each was. */
export interface UserRow {
  user_id: string;
  memories: number;
  conversations: number;
  last_recorded_at: string | null;
  last_message_at: string | null;
}

/** Whether an entity is hidden, and whether this call changed it. */
export interface Visibility {
  entity_id: string;
  hidden: boolean;
  changed: boolean;
}

/** What worked most often in runs with a similar intent: the actions that succeeded, each once, in their order. `successes` of the `runs` that went this way ended well, and `other_successes` of the `other_runs`. */
export interface Way {
  steps: string[];
  runs: number;
  successes: number;
  other_runs: number;
  other_successes: number;
}

/** What the worker did and what waits for it: counts up to 1,000. `actions_wait_since` is the end of the oldest session with actions that no pass has grouped; `messages_pending` wait for extraction, `vectors_missing` are memories without a vector, `reviews` memories that wait for a decision. */
export interface WorkState {
  passes: PassState[];
  actions_wait_since: string | null;
  messages_pending: number;
  vectors_missing: number;
  reviews: number;
  memory_enabled: boolean;
  injection_enabled: boolean;
}

/** A workspace's id and name. */
export interface Workspace {
  workspace_id: string;
  name: string;
}

/** An error (RFC 9457). Further members are the values that its detail names. */
export interface Problem {
  /** urn:oxgraph:error:CODE */
  type: string;
  title: string;
  status: number;
  /** What is wrong, and what to do. */
  detail: string;
  /** Stable, for programs. */
  code: string;
  /** The id of this occurrence in the server's log. */
  instance?: string | undefined;
}

/** One run of one pass, with what it counted. */
export interface PassRun {
  id: string;
  workspace_id: string;
  name: string;
  version: number;
  now: string;
  status: "running" | "done" | "failed";
  counters: Record<string, number>;
  duration_ms: number | null;
  error_code: string | null;
  neo4j_code: string | null;
}

export interface Operations {
  /** Capture one action of an agent; it is durable when the response arrives. Role: agent. */
  "telemetry.capture": { input: {
  action_type: string;
  outcome: "success" | "failure";
  target_node_type?: string | null | undefined;
  targets?: string[] | undefined;
  error_code?: string | null | undefined;
  latency_ms?: number | null | undefined;
  started_at?: string | null | undefined;
  seq?: number | null | undefined;
  session_id: string;
  agent_id?: string | null | undefined;
  injected_patterns?: string[] | undefined;
  id?: string | undefined;
}; output: CaptureResult };
  /** Capture up to 10,000 actions in one transaction. Role: agent. */
  "telemetry.capture_many": { input: {
  actions: Action[];
}; output: BatchResult };
  /** Read one action, with its run and the patterns that were shown before it. Role: agent. */
  "telemetry.action": { input: {
  /** The action's id: your own, or that of the answer to its capture. */
  action_id: string;
}; output: ActionRow };
  /** List the actions that fit all filters, the newest or the slowest first. Role: agent. */
  "telemetry.actions": { input: {
  /** The agent's name. */
  agent_id?: string | undefined;
  /** The type of action, such as ontology_mutation. */
  action_type?: string | undefined;
  /** How it ended. */
  outcome?: "success" | "failure" | undefined;
  /** The failure's code. */
  error_code?: string | undefined;
  /** The type of the nodes, such as person. */
  node_type?: string | undefined;
  /** A node that it was about, by the id that your systems use. */
  node_id?: string | undefined;
  /** The session, by the id that its actions carry. */
  session_id?: string | undefined;
  /** A part of a tool's, error's, agent's, node type's or session's name, or of a target's id. */
  query?: string | undefined;
  /** Only actions that took at least so many milliseconds. */
  min_latency_ms?: number | undefined;
  /** Only from this time of the day on, such as 22:00. */
  time_from?: string | undefined;
  /** Only before this time of the day, such as 06:00. */
  time_to?: string | undefined;
  /** The time zone of these times, such as Europe/Lisbon. */
  time_zone?: string | undefined;
  /** Nothing before this time (ISO 8601 with a zone). */
  since?: string | undefined;
  /** Nothing after this time (ISO 8601 with a zone). */
  until?: string | undefined;
  /** What comes first. */
  sort?: "newest" | "slowest" | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
}; output: PageActionRow };
  /** Count the actions that fit all filters, and those of them that failed. Role: agent. */
  "telemetry.action_counts": { input: {
  /** The agent's name. */
  agent_id?: string | undefined;
  /** The type of action, such as ontology_mutation. */
  action_type?: string | undefined;
  /** How it ended. */
  outcome?: "success" | "failure" | undefined;
  /** The failure's code. */
  error_code?: string | undefined;
  /** The type of the nodes, such as person. */
  node_type?: string | undefined;
  /** A node that it was about, by the id that your systems use. */
  node_id?: string | undefined;
  /** The session, by the id that its actions carry. */
  session_id?: string | undefined;
  /** A part of a tool's, error's, agent's, node type's or session's name, or of a target's id. */
  query?: string | undefined;
  /** Only actions that took at least so many milliseconds. */
  min_latency_ms?: number | undefined;
  /** Only from this time of the day on, such as 22:00. */
  time_from?: string | undefined;
  /** Only before this time of the day, such as 06:00. */
  time_to?: string | undefined;
  /** The time zone of these times, such as Europe/Lisbon. */
  time_zone?: string | undefined;
  /** Nothing before this time (ISO 8601 with a zone). */
  since?: string | undefined;
  /** Nothing after this time (ISO 8601 with a zone). */
  until?: string | undefined;
}; output: ActionCounts };
  /** Read what went wrong in a period, what changed, and whether memory is at work; default: the last 24 hours. Role: agent. */
  "telemetry.overview": { input: {
  /** Nothing before this time (ISO 8601 with a zone). */
  since?: string | undefined;
  /** Nothing after this time (ISO 8601 with a zone). */
  until?: string | undefined;
}; output: Overview };
  /** Begin a session and state its purpose; optional, as an action begins the session that it names. Role: agent. */
  "telemetry.start_session": { input: {
  session_id?: string | undefined;
  intent?: string | null | undefined;
  agent_id?: string | null | undefined;
  model?: string | null | undefined;
}; output: Session };
  /** End a session: its actions are grouped into sequences at once, with this outcome. Role: agent. */
  "telemetry.end_session": { input: {
  /** The session, by the id that its actions carry. */
  session_id: string;
  /** How it ended. */
  outcome?: "success" | "failure" | null | undefined;
  /** Its purpose, in your words. */
  intent?: string | null | undefined;
}; output: SessionEnded };
  /** Import sessions that were recorded elsewhere; `count` is the number of new ones. Role: agent. */
  "telemetry.import_sessions": { input: {
  sessions: SessionImport[];
}; output: Done };
  /** Store messages; the same again changes nothing. Role: agent. */
  "episodic.add_messages": { input: {
  messages: NewMessage[];
  /** The conversation, by the id that your systems use. */
  conversation_id?: string | null | undefined;
  /** The user's name, for messages that do not name one. */
  speaker?: string | null | undefined;
  /** The conversation's title. */
  title?: string | null | undefined;
  /** Whether memories are extracted from them later. */
  learn?: boolean | undefined;
  /** The agent's name. */
  agent_id?: string | null | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | null | undefined;
}; output: AddedMessages };
  /** List the conversations, the one with the latest message first; with `user_id` those of that user alone. Role: agent. */
  "episodic.conversations": { input: {
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
}; output: PageConversationRow };
  /** Read one conversation: its title, times and number of messages. Role: agent. */
  "episodic.conversation": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: ConversationRow };
  /** Read the messages of a conversation in their order. Role: agent. */
  "episodic.messages": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** Position of the first message of the first page; -100 is the hundredth before the end. */
  position?: number | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: PageMessage };
  /** Read the latest messages of a conversation, oldest first, as a prompt needs them. Role: agent. */
  "episodic.history": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** Maximum number of messages; default: the workspace's setting. */
  max_messages?: number | undefined;
  /** Maximum number of tokens; default: no limit. */
  max_tokens?: number | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: PageMessage };
  /** Search messages of all conversations by meaning and by words. Role: agent. */
  "episodic.search": { input: {
  /** What to look for. */
  query: string;
  /** Maximum number of messages. */
  limit?: number | undefined;
  /** Minimum similarity, 0 to 1; default: the workspace's setting. */
  minimum?: number | undefined;
  /** The conversation, by the id that your systems use. */
  conversation_id?: string | undefined;
  /** The conversation, by the id that your systems use. */
  exclude_conversation_id?: string | undefined;
  /** Only messages of these roles; default: all. */
  roles?: ("user" | "assistant" | "system" | "tool")[] | undefined;
  /** What belongs to any user, and what is shared; without `user_id`, by the role operator. */
  all_users?: boolean | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: PageFoundMessage };
  /** Read one message by its id. Role: agent. */
  "episodic.message": { input: {
  /** The message's id, as lists of messages show it. */
  message_id: string;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: Message };
  /** Read what memory showed in the prompt before an answer (patterns, episodes, entities, memories), as it is now. Role: agent. */
  "episodic.shown": { input: {
  /** The message's id, as lists of messages show it. */
  message_id: string;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: PageShownNode };
  /** Delete a message and what is derived from it alone; `count` is 0 where there was none. Role: agent. */
  "episodic.delete_message": { input: {
  /** The message's id, as lists of messages show it. */
  message_id: string;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: Done };
  /** Delete a conversation with its messages, its episodes, and what is derived from them alone. Role: operator. */
  "episodic.delete_conversation": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: ConversationDeletion };
  /** Read the latest episodes (summaries) of a conversation, and a block of them for a prompt. Role: agent. */
  "episodic.recent_episodes": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** Maximum number of episodes; default: the setting. */
  limit?: number | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: Episodes };
  /** List the episodes (summaries) of conversations, the latest first; with `user_id` those of that user alone. Role: agent. */
  "episodic.episodes": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id?: string | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
}; output: PageEpisode };
  /** Delete an episode; the messages that it summarizes do not come back. Role: operator. */
  "episodic.delete_episode": { input: {
  /** The episode's id, as lists of episodes show it. */
  episode_id: string;
}; output: Done };
  /** Replace the older turns of a conversation by episodes that summarize them. Role: operator. */
  "episodic.summarize_old_turns": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** Number of latest messages to keep. */
  retain_last?: number | null | undefined;
  /** Messages younger than this are kept. */
  max_age_days?: number | null | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | null | undefined;
}; output: Consolidation };
  /** Store messages and extract memories from them. Role: agent. */
  "memory.ingest": { input: {
  /** What was said, in order. Each has a `text`, and may have role, speaker, said_at and id. */
  messages: NewMessage[];
  /** The conversation, by the id that your systems use. */
  conversation_id?: string | null | undefined;
  /** The user's name, for messages that do not name one. */
  speaker?: string | null | undefined;
  /** Roles whose statements are remembered; the others are kept as messages. */
  roles?: ("user" | "assistant" | "system" | "tool")[] | undefined;
  /** The agent's name. */
  agent_id?: string | null | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | null | undefined;
}; output: IngestReport };
  /** Extract memories now from pending messages, which the worker does otherwise. Role: operator. */
  "semantic.extract_pending": { input: {
  /** Maximum number of messages. */
  limit?: number | undefined;
}; output: IngestReport };
  /** Search the nodes of the workspace's graph by name, words and meaning, the best first. Role: agent. */
  "ontology.search": { input: {
  /** A name or words. */
  query: string;
  /** The type of the nodes, such as person. */
  node_type?: string | undefined;
  /** Maximum number of nodes. */
  limit?: number | undefined;
}; output: PageFoundEntity };
  /** Get a node with its properties, its other names, and its relationships (at most 100). Role: agent. */
  "ontology.get_node": { input: {
  /** The node's id, as ontology.search shows it. */
  node_id: string;
}; output: EntityDetails };
  /** Create a node in the workspace's graph. Role: agent. */
  "ontology.create_node": { input: {
  /** Its name. */
  name: string;
  /** The type of the nodes, such as person. */
  node_type?: string | null | undefined;
  /** Its id in your systems; default: a new one. */
  node_id?: string | null | undefined;
  /** A description in one sentence. */
  description?: string | null | undefined;
  /** Your own properties by name: texts, numbers, booleans, or lists of one of these. */
  properties?: Record<string, unknown> | null | undefined;
  /** Names of properties that recall searches and shows. */
  shown?: string[] | undefined;
  /** The source that it comes from. */
  connection?: string | null | undefined;
}; output: EntityDetails };
  /** Change a node: its name, type, description or properties; what is left out stays as it is. Role: agent. */
  "ontology.update_node": { input: {
  /** The node's id, as ontology.search shows it. */
  node_id: string;
  /** A new name; it is still found by the old one. */
  name?: string | null | undefined;
  /** The type of the nodes, such as person. */
  node_type?: string | null | undefined;
  /** A description in one sentence. */
  description?: string | null | undefined;
  /** Properties to set; null removes one, the others stay. */
  properties?: Record<string, unknown> | null | undefined;
  /** Names of properties that recall searches and shows. */
  shown?: string[] | null | undefined;
}; output: EntityDetails };
  /** Create a relationship from one node to another, such as WORKS_AT from a person to a company. Role: agent. */
  "ontology.link": { input: {
  /** The id of the node that it starts from. */
  source: string;
  /** The relationship's type: letters, digits and underscores. */
  relationship_type: string;
  /** The id of the node that it points to. */
  target: string;
  /** The source that states it. */
  connection?: string | null | undefined;
}; output: LinkedEntities };
  /** Walk the graph from a node along its relationships, breadth first. Role: agent. */
  "ontology.traverse": { input: {
  /** The node's id, as ontology.search shows it. */
  node_id: string;
  /** Only relationships of these types. */
  relationship_types?: string[] | undefined;
  /** Follow relationships forwards, backwards, or both. */
  direction?: "out" | "in" | "both" | undefined;
  /** Maximum number of steps. */
  depth?: number | undefined;
  /** Maximum number of nodes; the nearest come first. */
  limit?: number | undefined;
  /** Also relationships stated by memories. */
  memory_edges?: boolean | undefined;
}; output: Traversal };
  /** List entities by name. Role: agent. */
  "semantic.entities": { input: {
  /** The type of the nodes, such as person. */
  node_type?: string | undefined;
  /** The source that they came from. */
  connection?: string | undefined;
  /** Only those of this name. */
  name?: string | undefined;
  /** Also hidden ones. */
  hidden?: boolean | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
}; output: PageEntityRow };
  /** Resolve names to entities: by exact name, by alias, by similarity, else a new one. Role: agent. */
  "semantic.resolve": { input: {
  names: string[];
  /** Whether unknown names become entities. */
  create?: boolean | undefined;
}; output: PageResolvedEntity };
  /** Add an alias to an entity. Role: operator. */
  "semantic.alias": { input: {
  /** The entity, by its id or by its id in your systems (node_id). */
  node_id: string;
  /** Another name for it. */
  alias: string;
}; output: AliasGiven };
  /** Merge one entity into another; `split` undoes it. Role: operator. */
  "semantic.merge": { input: {
  /** The entity, by its id or by its id in your systems (node_id). */
  node_id: string;
  /** The id of the entity to merge into it. */
  absorb: string;
}; output: MergeReport };
  /** Undo the merge of an entity. Role: operator. */
  "semantic.split": { input: {
  /** The entity, by its id or by its id in your systems (node_id). */
  node_id: string;
}; output: MergeReport };
  /** Hide an entity from every read; nothing is deleted. Role: operator. */
  "semantic.hide": { input: {
  /** The entity, by its id or by its id in your systems (node_id). */
  node_id: string;
}; output: Visibility };
  /** Show a hidden entity again. Role: operator. */
  "semantic.show": { input: {
  /** The entity, by its id or by its id in your systems (node_id). */
  node_id: string;
}; output: Visibility };
  /** Find nodes by name, by words or by id; without a query, the latest of each kind. Role: agent. */
  "graph.find": { input: {
  /** A name, some words, or an id. */
  query?: string | undefined;
  /** Only nodes of this kind. */
  kind?: "entity" | "memory" | "session" | "action" | "sequence" | "pattern_key" | "pattern" | "metric" | "benchmark" | "alias" | "predicate" | "question" | "conversation" | "message" | "episode" | "entity_type" | undefined;
  /** Maximum number of nodes. */
  limit?: number | undefined;
}; output: PageGraphNode };
  /** Read a node of any kind: its kind, a one-line label and its properties. Role: agent. */
  "graph.node": { input: {
  /** The node's id. */
  node_id: string;
}; output: GraphNode };
  /** Read a node with its neighbours, the edges between them, and Cypher that shows the same in Neo4j Browser. Role: agent. */
  "graph.neighbours": { input: {
  /** The node's id. */
  node_id: string;
  /** Only neighbours of these kinds; default: all. */
  kinds?: ("entity" | "memory" | "session" | "action" | "sequence" | "pattern_key" | "pattern" | "metric" | "benchmark" | "alias" | "predicate" | "question" | "conversation" | "message" | "episode" | "entity_type")[] | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
}; output: GraphNeighbourhood };
  /** Measure whether warnings help the runs of agents here, against sessions that are shown none. Role: operator. */
  "evaluations.live": { input: {
  /** The difference of failure rates that a pilot is to find. */
  effect?: number | undefined;
  /** The failure rate to plan with; default: as measured. */
  base_rate?: number | undefined;
  /** The probability with which the pilot is to find it. */
  power?: number | undefined;
}; output: LiveEvaluated };
  /** Begin a live pilot: from now on a share of the sessions is shown no warnings, so that their effect is measured. Role: operator. */
  "evaluations.pilot": { input: {
  /** The planned number of runs. */
  runs: number;
  /** The share of sessions shown nothing. */
  holdout_rate?: number | undefined;
  /** Whether warnings are switched off once they are known to harm; default: as it is set. */
  stop?: boolean | null | undefined;
  /** The difference of failure rates that it is to find. */
  effect?: number | undefined;
  /** The failure rate to plan with; default: as measured. */
  base_rate?: number | null | undefined;
  /** The probability with which it is to find it. */
  power?: number | undefined;
}; output: LiveEvaluated };
  /** Remember one statement for good, such as a fact or a preference that the user told you. Role: agent. */
  "memory.remember": { input: {
  /** The statement in one sentence, understandable by itself. */
  content: string;
  /** fact, preference, event, entity, relation, instruction, task, or a type that the workspace has defined. */
  type?: string | undefined;
  /** The entity that it is about, by name. */
  subject?: string | null | undefined;
  /** The relation in snake_case; with a subject. */
  predicate?: string | null | undefined;
  /** The entity on the other side, by name. */
  object?: string | null | undefined;
  /** The subject's id instead of its name. */
  subject_id?: string | null | undefined;
  /** The object's id instead of its name. */
  object_id?: string | null | undefined;
  /** The subject's entity type. */
  subject_type?: string | null | undefined;
  /** The object's entity type. */
  object_type?: string | null | undefined;
  /** The question that it answers; a later answer replaces it. */
  topic_key?: string | null | undefined;
  /** Words by which it should be found. */
  keywords?: string[] | undefined;
  /** A category of yours. */
  category?: string | null | undefined;
  /** How certain it is, 0 to 1; default 1. */
  confidence?: number | null | undefined;
  /** When it began to hold; default: when it was stated. */
  valid_from?: string | null | undefined;
  /** When it ceases to hold; leave it out where no end is known. */
  valid_to?: string | null | undefined;
  /** When it was said; default: now. */
  stated_at?: string | null | undefined;
  /** Ids of its sources, such as messages. */
  evidence?: string[] | undefined;
  /** The session that it comes from. */
  session_id?: string | null | undefined;
  /** The agent's name. */
  agent_id?: string | null | undefined;
  /** An id of yours, which makes a repetition harmless. */
  id?: string | null | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | null | undefined;
}; output: Remembered };
  /** Remember up to 1,000 statements one after the other, all or nothing; returns the outcome of each. Role: agent. */
  "semantic.remember_many": { input: {
  memories: NewMemory[];
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | null | undefined;
}; output: PageRemembered };
  /** Forget a memory: remove it from every answer. Role: agent. */
  "memory.forget": { input: {
  /** The memory's id, as memory.recall shows it. */
  memory_id: string;
  /** Reactivate the memories that it alone had superseded. */
  restore?: boolean | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: StatusChange };
  /** Make a memory that expired or was forgotten active again. Role: agent. */
  "semantic.revive": { input: {
  /** The memory's id, as memory.recall shows it. */
  memory_id: string;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | null | undefined;
}; output: StatusChange };
  /** Explain why a memory, an entity or a pattern is as it is: every change with its rule, its evidence and links. Role: agent. */
  "memory.why": { input: {
  /** The id of a memory, an entity or a pattern, also of a deleted one. */
  node_id: string;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: Explanation };
  /** Read a memory, whatever its status; this counts as no access. Role: agent. */
  "semantic.get": { input: {
  /** The memory's id, as memory.recall shows it. */
  memory_id: string;
  /** Valid time: what held in the world at this time (ISO 8601 with a zone). */
  as_of?: string | undefined;
  /** Recorded time: what was known at this time (ISO 8601 with a zone). */
  known_at?: string | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: MemoryRow };
  /** List memories, the last recorded first; with `user_id` those of that user alone. Role: agent. */
  "semantic.list": { input: {
  /** The entity that it is about: a name, an id or a node_id. */
  subject?: string | undefined;
  /** What it says of the subject, such as lives_in. */
  predicate?: string | undefined;
  /** The entity on the other side: a name, an id or a node_id. */
  object?: string | undefined;
  /** Only memories of this type, such as preference. */
  type?: string | undefined;
  /** Default: those that hold now. */
  status?: "active" | "superseded" | "expired" | "forgotten" | "any" | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
  /** Valid time: what held in the world at this time (ISO 8601 with a zone). */
  as_of?: string | undefined;
  /** Recorded time: what was known at this time (ISO 8601 with a zone). */
  known_at?: string | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
}; output: PageMemoryRow };
  /** List what a memory superseded, what superseded it and what contradicts it, by valid time. Role: agent. */
  "semantic.history": { input: {
  /** The memory's id, as memory.recall shows it. */
  memory_id: string;
  /** Valid time: what held in the world at this time (ISO 8601 with a zone). */
  as_of?: string | undefined;
  /** Recorded time: what was known at this time (ISO 8601 with a zone). */
  known_at?: string | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: PageMemoryRow };
  /** List every memory of a subject whatever its status, of one predicate or of all, by valid time. Role: agent. */
  "semantic.history_of": { input: {
  /** The entity that it is about: a name, an id or a node_id. */
  subject: string;
  /** What it says of the subject, such as lives_in. */
  predicate?: string | undefined;
  /** Valid time: what held in the world at this time (ISO 8601 with a zone). */
  as_of?: string | undefined;
  /** Recorded time: what was known at this time (ISO 8601 with a zone). */
  known_at?: string | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: PageMemoryRow };
  /** Update a memory: remember a statement that supersedes it, whatever the conflict rules would decide. Role: agent. */
  "semantic.supersede": { input: {
  /** The memory's id, as memory.recall shows it. */
  memory_id: string;
  /** As for a new memory; what is left out is taken from the old one. */
  new: Replacement;
  /** The old one was wrong from the start; the world has not changed. */
  correction?: boolean | undefined;
}; output: Remembered };
  /** List the memories that wait for a person's decision, with those that contradict them. Role: agent. */
  "semantic.review": { input: {
  /** Maximum number of items. */
  limit?: number | undefined;
}; output: PageReviewRow };
  /** Settle a contradiction: keep one of the memories, or replace them all by a new one. Role: operator. */
  "semantic.resolve_review": { input: {
  /** The memory's id, as memory.recall shows it. */
  memory_id: string;
  /** The id of the memory that stays active. */
  keep?: string | null | undefined;
  /** A memory that replaces them all, instead of keep. */
  new?: Replacement | null | undefined;
  /** The old one was wrong from the start; the world has not changed. */
  correction?: boolean | undefined;
}; output: Settled };
  /** Define a metric over the runs of agents: what "better" means for this workspace. Role: operator. */
  "memory.metric_create": { input: {
  /** The metric's name. */
  name: string;
  event_filter?: EventFilter | null | undefined;
  /** The condition on each run: outcome == 'success', outcome == 'failure' or action_count < N. */
  success_condition?: string | null | undefined;
  /** rate: the share of runs that meet the condition; average and p95: of the number of actions of those that do. */
  aggregation?: "rate" | "average" | "p95" | undefined;
  /** Length of the rolling window in days. */
  window_days?: number | undefined;
  /** What it measures, for people. */
  description?: string | null | undefined;
  /** Which way is better. */
  better?: "higher" | "lower" | undefined;
}; output: MetricRow };
  /** Change a metric's definition; what is left out stays as it is. Role: operator. */
  "memory.metric_update": { input: {
  /** The metric's id or name, as memory.metric_list shows it. */
  metric_id: string;
  /** The metric's name. */
  name?: string | null | undefined;
  event_filter?: EventFilter | null | undefined;
  /** The condition on each run: outcome == 'success', outcome == 'failure' or action_count < N. */
  success_condition?: string | null | undefined;
  /** rate: the share of runs that meet the condition; average and p95: of the number of actions of those that do. */
  aggregation?: "rate" | "average" | "p95" | null | undefined;
  /** Length of the rolling window in days. */
  window_days?: number | null | undefined;
  /** What it measures, for people. */
  description?: string | null | undefined;
  /** Which way is better. */
  better?: "higher" | "lower" | null | undefined;
  /** False switches it off, true on again. */
  active?: boolean | null | undefined;
}; output: MetricRow };
  /** Remove a custom metric and its benchmarks; a built-in one is switched off instead, and keeps its history. Role: operator. */
  "memory.metric_delete": { input: {
  /** The metric's id or name, as memory.metric_list shows it. */
  metric_id: string;
}; output: MetricDeletion };
  /** List the metric definitions of the workspace, the built-in ones first. Role: agent. */
  "memory.metric_list": { input: {
  /** Also those that are switched off. */
  all?: boolean | undefined;
}; output: PageMetricRow };
  /** Get the trend of a metric: its value on each of the last days, in order of time. Role: agent. */
  "memory.benchmark_get": { input: {
  /** The metric's id or name, as memory.metric_list shows it. */
  metric_id: string;
  /** Maximum number of days, the last ones. */
  limit?: number | undefined;
  /** As of this time (ISO 8601 with a zone) or of the end of this day (in UTC); default: now. */
  as_of?: string | undefined;
}; output: PageBenchmarkRow };
  /** Compare two metrics by their latest benchmarks, or one metric in two windows of time. Role: agent. */
  "memory.benchmark_compare": { input: {
  /** The metric's id or name, as memory.metric_list shows it. */
  metric_id: string;
  /** The second metric's id or name. */
  other_metric_id?: string | null | undefined;
  /** The two windows in which the one metric is compared. */
  windows?: TimeSpan[] | null | undefined;
  /** As of this time (ISO 8601 with a zone) or of the end of this day (in UTC); default: now. */
  as_of?: string | null | undefined;
}; output: Comparison };
  /** Read a metric's definition. Role: agent. */
  "telemetry.metric": { input: {
  /** The metric's id or name, as memory.metric_list shows it. */
  metric_id: string;
}; output: MetricRow };
  /** Compute a metric over the sequences that ended in a span of time. Role: agent. */
  "telemetry.metric_value": { input: {
  /** The metric's id or name, as memory.metric_list shows it. */
  metric_id: string;
  /** Nothing before this time (ISO 8601 with a zone). */
  since: string;
  /** Nothing after this time (ISO 8601 with a zone). */
  until: string;
}; output: MetricValue };
  /** Compute a metric day by day from the stored runs, also for days before the metric was made. Role: agent. */
  "telemetry.metric_history": { input: {
  /** The metric's id or name, as memory.metric_list shows it. */
  metric_id: string;
  /** The last days. */
  days?: number | undefined;
  /** The eight agents with the most runs, each by itself. */
  by_agent?: boolean | undefined;
  /** As of this time (ISO 8601 with a zone) or of the end of this day (in UTC); default: now. */
  as_of?: string | undefined;
}; output: PageHistoryRow };
  /** Compute the present value of a metric definition, or that of a day, without storing it. Role: agent. */
  "telemetry.metric_preview": { input: {
  /** The condition on each run: outcome == 'success', outcome == 'failure' or action_count < N. */
  success_condition?: string | null | undefined;
  /** rate: the share of runs that meet the condition; average and p95: of the number of actions of those that do. */
  aggregation?: "rate" | "average" | "p95" | undefined;
  event_filter?: EventFilter | null | undefined;
  /** Length of the rolling window in days. */
  window_days?: number | undefined;
  /** Which way is better. */
  better?: "higher" | "lower" | undefined;
  /** As of this time (ISO 8601 with a zone) or of the end of this day (in UTC); default: now. */
  as_of?: string | null | undefined;
}; output: MetricValue };
  /** Find patterns and past runs by action type, outcome or node type. Role: agent. */
  "memory.search": { input: {
  /** The type of action, such as ontology_mutation. */
  action_type?: string | undefined;
  /** How it ended. */
  outcome?: "success" | "failure" | undefined;
  /** The type of the nodes, such as person. */
  node_type?: string | undefined;
  /** Maximum number of items of each kind. */
  limit?: number | undefined;
  /** As of this time (ISO 8601 with a zone) or of the end of this day (in UTC); default: now. */
  as_of?: string | undefined;
}; output: SearchResult };
  /** Find past runs whose purpose was similar to what you are going to do, the most similar first. Role: agent. */
  "memory.context": { input: {
  /** What you are going to do, in your own words. */
  query: string;
  /** Maximum number of runs. */
  limit?: number | undefined;
}; output: SimilarRuns };
  /** Get the block of past experience for nodes that you are about to act on. Role: agent. */
  "memory.context_inject": { input: {
  /** Ids of the domain nodes that it is about. */
  node_ids?: string[] | undefined;
  /** The type of action, such as ontology_mutation. */
  action_type?: string | null | undefined;
  /** The type of the nodes, such as person. */
  node_type?: string | null | undefined;
  /** The session whose last actions precede it. */
  session_id?: string | null | undefined;
}; output: Injection };
  /** Annotate or suppress a pattern, or replace its recommendation by your own. Role: operator. */
  "memory.annotate": { input: {
  /** A pattern's id, as memory.search shows it. */
  pattern_id: string;
  /** True hides it from agents, false shows it again. */
  suppressed?: boolean | null | undefined;
  /** A note of yours, shown to agents at any confidence; an empty text removes it. */
  annotation?: string | null | undefined;
  /** Replaces the computed recommendation; an empty text restores that. */
  recommendation?: string | null | undefined;
}; output: PatternRow };
  /** List actions and sequences, the newest first. Role: agent. */
  "telemetry.timeline": { input: {
  /** The agent's name. */
  agent_id?: string | undefined;
  /** The type of action, such as ontology_mutation. */
  action_type?: string | undefined;
  /** How it ended. */
  outcome?: "success" | "failure" | undefined;
  /** Nothing before this time (ISO 8601 with a zone). */
  since?: string | undefined;
  /** Nothing after this time (ISO 8601 with a zone). */
  until?: string | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
  /** As of this time (ISO 8601 with a zone) or of the end of this day (in UTC); default: now. */
  as_of?: string | undefined;
}; output: PageTimelineRow };
  /** List the sequences (runs) of agents, the newest first. Role: agent. */
  "telemetry.sequences": { input: {
  /** The session, by the id that its actions carry. */
  session_id?: string | undefined;
  /** The agent's name. */
  agent_id?: string | undefined;
  /** How it ended. */
  outcome?: "success" | "failure" | undefined;
  /** The type of action, such as ontology_mutation. */
  action_type?: string | undefined;
  /** The type of the nodes, such as person. */
  node_type?: string | undefined;
  /** Nothing before this time (ISO 8601 with a zone). */
  since?: string | undefined;
  /** Nothing after this time (ISO 8601 with a zone). */
  until?: string | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
  /** As of this time (ISO 8601 with a zone) or of the end of this day (in UTC); default: now. */
  as_of?: string | undefined;
}; output: PageSequenceRow };
  /** List patterns with their statistics, the suppressed ones too. Role: agent. */
  "telemetry.patterns": { input: {
  /** Also candidates below the thresholds and retired patterns. */
  all?: boolean | undefined;
  /** The type of action, such as ontology_mutation. */
  action_type?: string | undefined;
  /** The type of the nodes, such as person. */
  node_type?: string | undefined;
  /** The failure's code; None stands for success. */
  error_code?: string | undefined;
  /** How it ended. */
  outcome?: "success" | "failure" | undefined;
  /** Plain, of a situation, or of how runs end. */
  kind?: "plain" | "situational" | "outcome" | undefined;
  /** Descending by this; the cost of a failure is its confidence × its runs. */
  sort?: "confidence" | "sample_count" | "cost" | "last_seen" | "first_seen" | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
  /** As of this time (ISO 8601 with a zone) or of the end of this day (in UTC); default: now. */
  as_of?: string | undefined;
}; output: PatternPage };
  /** Read one active pattern with its statistics, also a suppressed one. Role: agent. */
  "telemetry.pattern": { input: {
  /** A pattern's id, as memory.search shows it. */
  pattern_id: string;
}; output: PatternRow };
  /** Read one run (sequence), with the ids of its actions in their order. Role: agent. */
  "telemetry.sequence": { input: {
  /** The run's id, as GET /sequences shows it. */
  sequence_id: string;
}; output: SequenceDetail };
  /** Read the failures that cost the workspace most, as a block for the instructions of a session. Role: agent. */
  "telemetry.costliest_failures": { input: {
  /** Maximum number of items. */
  limit?: number | undefined;
}; output: Injection };
  /** Measure the effect of patterns: how often agents fail with each pattern and without it. Role: agent. */
  "telemetry.effect": { input: {
  /** A pattern's id, as memory.search shows it. */
  pattern_id?: string | undefined;
  /** Ids of patterns: only the active ones of these; default: all. */
  pattern_ids?: string[] | undefined;
  /** Only runs that began at this time or later (ISO 8601 with a zone). */
  since?: string | undefined;
}; output: EffectReport };
  /** Read how the figures of each active pattern, or of those named, went day by day. Role: agent. */
  "telemetry.pattern_trends": { input: {
  /** A pattern's id, as memory.search shows it. */
  pattern_id?: string | undefined;
  /** Ids of patterns: only the active ones of these; default: all. */
  pattern_ids?: string[] | undefined;
  /** The latest days on which it was judged. */
  days?: number | undefined;
}; output: PagePatternTrend };
  /** Get the probability of failure from which agents are warned, and how often warnings were right. Role: agent. */
  "telemetry.forecast": { input: Record<string, never>; output: ForecastState };
  /** Get whether what the forecast predicts happens: predicted and observed failures, and those of warnings. Role: agent. */
  "telemetry.calibration": { input: Record<string, never>; output: Calibration };
  /** Get which actions there are, whether they were evaluated, and why no pattern is active where none is. Role: agent. */
  "telemetry.coverage": { input: {
  /** As of this time (ISO 8601 with a zone) or of the end of this day (in UTC); default: now. */
  as_of?: string | undefined;
}; output: Coverage };
  /** Recall what is known about a question: memories, past messages, summaries and entities, the best first. Role: agent. */
  "memory.recall": { input: {
  /** A question or a topic, in plain words. */
  query: string;
  /** Maximum number of results; default: as many as fit. */
  limit?: number | null | undefined;
  /** Only these: memory, message (what was said), episode (summaries), entity (business). */
  kinds?: ("memory" | "message" | "episode" | "entity")[] | undefined;
  /** Only memories of these types. */
  types?: string[] | undefined;
  /** Names or ids of entities that it is about, besides those named in the query. */
  entities?: string[] | undefined;
  /** The conversation, by the id that your systems use. */
  conversation_id?: string | null | undefined;
  /** Only memories and messages of this agent. */
  agent_id?: string | null | undefined;
  /** Prefer what was so after this time; with `until`. */
  since?: string | null | undefined;
  /** Prefer what was so before this time; with `since`. */
  until?: string | null | undefined;
  /** What held in the world at this time, instead of now. */
  as_of?: string | null | undefined;
  /** As it was known at this time, instead of now. */
  known_at?: string | null | undefined;
  /** Also what is superseded or expired. */
  historical?: boolean | undefined;
  /** Maximum number of tokens of the context. */
  budget?: number | undefined;
  /** Say of each result why it was found. */
  explain?: boolean | undefined;
  /** What belongs to any user, and what is shared; without `user_id`, by the role operator. */
  all_users?: boolean | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | null | undefined;
}; output: Recall };
  /** List the stored evaluations of recall on questions with known answers, the newest first. Role: operator. */
  "evaluations.list": { input: {
  /** Only those of one gold set. */
  name?: string | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
}; output: PageEvaluationRun };
  /** Compare two evaluations: b minus a for each metric. Role: operator. */
  "evaluations.compare": { input: {
  /** The id of the first evaluation. */
  a: string;
  /** The id of the second evaluation. */
  b: string;
}; output: EvaluationComparison };
  /** Read the workspace's settings. Role: agent. */
  "workspace.settings": { input: Record<string, never>; output: Settings };
  /** Change the settings that are named; the others stay as they are. Role: admin. */
  "workspace.update_settings": { input: {
  /** Whether summarised messages are deleted (window) or kept for search (verbatim). */
  raw_retention?: "window" | "verbatim" | null | undefined;
  /** A longer gap between two actions of a session begins a new sequence. */
  sequence_gap_seconds?: number | null | undefined;
  /** Sequences of this many days are counted for patterns. */
  evidence_window_days?: number | null | undefined;
  /** Sequences with the key that a pattern needs. */
  promote_samples?: number | null | undefined;
  /** Confidence that a pattern needs. */
  promote_confidence?: number | null | undefined;
  /** Change of confidence from which a new version supersedes the pattern. */
  supersede_shift?: number | null | undefined;
  /** Days without evidence before a pattern decays. */
  decay_after_days?: number | null | undefined;
  /** Factor of the confidence for each further week. */
  decay_factor?: number | null | undefined;
  /** Confidence below which a pattern is soft-deleted; later evidence promotes it again. */
  retire_confidence?: number | null | undefined;
  /** Confidence from which a pattern is shown before an action; annotated patterns are shown anyway. */
  inject_confidence?: number | null | undefined;
  /** Maximum number of patterns shown. */
  inject_limit?: number | null | undefined;
  /** Share of sessions that is not shown a pattern, to measure its effect; drawn as `holdout_unit` says. */
  holdout_rate?: number | null | undefined;
  /** Whether the holdout is drawn for each pattern, or once for a session, which is then shown nothing. */
  holdout_unit?: "pattern" | "session" | null | undefined;
  /** Whether pass 2 switches injection off when more runs fail with warnings than in the holdout. */
  stop_harmful_injection?: boolean | null | undefined;
  /** Whether injection says how likely a run is to end badly; auto: where that has proved right. */
  run_risk?: "auto" | "on" | "off" | null | undefined;
  /** Number of first sequences that are the baseline of a metric. */
  baseline_sequences?: number | null | undefined;
  /** Days without access after which a memory of type `fact` is half as fresh. */
  half_life_fact_days?: number | null | undefined;
  /** Days without access after which a memory of type `preference` is half as fresh. */
  half_life_preference_days?: number | null | undefined;
  /** Days without access after which a memory of type `event` is half as fresh. */
  half_life_event_days?: number | null | undefined;
  /** Days without access after which a memory of type `entity` is half as fresh. */
  half_life_entity_days?: number | null | undefined;
  /** Days without access after which a memory of type `relation` is half as fresh. */
  half_life_relation_days?: number | null | undefined;
  /** Days without access after which a memory of type `instruction` is half as fresh. */
  half_life_instruction_days?: number | null | undefined;
  /** Days without access after which a memory of type `task` is half as fresh. */
  half_life_task_days?: number | null | undefined;
  /** Freshness below which a memory expires. */
  expire_freshness?: number | null | undefined;
  /** Days after expiry before an uncertain memory is deleted. */
  collect_after_days?: number | null | undefined;
  /** Confidence below which an expired memory is uncertain. */
  collect_confidence?: number | null | undefined;
  /** Cosine similarity above which two memories are duplicates. */
  duplicate_cosine?: number | null | undefined;
  /** Cosine similarity from which a language model, where configured, decides. */
  judge_cosine?: number | null | undefined;
  /** Trigram similarity of two names from which they may be one entity. */
  alias_similarity?: number | null | undefined;
  /** Minimum share of the older memory's confidence that a later one needs to supersede it. */
  supersede_confidence_ratio?: number | null | undefined;
  /** Confidence below which a statement is refused (`low_confidence`). */
  remember_confidence?: number | null | undefined;
  /** Importance of a predicate from which a contradiction waits for a review. */
  review_importance?: number | null | undefined;
  /** Cosine similarity above which two facts about a user are duplicates. */
  user_duplicate_cosine?: number | null | undefined;
  /** Cosine similarity from which a contradicted fact about a user is superseded. */
  user_supersede_cosine?: number | null | undefined;
  /** Added to the confidence of a fact about a user when it is repeated. */
  user_reinforce?: number | null | undefined;
  /** Factor of that confidence for each run of the decay. */
  user_decay_factor?: number | null | undefined;
  /** Days in which a fact about a user was neither repeated nor read before it decays. */
  user_decay_after_days?: number | null | undefined;
  /** Confidence below which a decayed fact about a user is deleted. */
  user_prune_confidence?: number | null | undefined;
  /** Minimum age in days for that. */
  user_prune_after_days?: number | null | undefined;
  /** Relevance below which recall returns nothing; 0 returns everything. */
  recall_threshold?: number | null | undefined;
  /** Factor of the score in recall of a task whose session has ended. */
  task_ended_weight?: number | null | undefined;
  /** Hours without a message or an action after which the session of a task counts as ended. */
  task_session_idle_hours?: number | null | undefined;
  /** Confidence that a recalled memory needs. */
  recall_confidence?: number | null | undefined;
  /** The same for historical recall. */
  recall_historical_confidence?: number | null | undefined;
  /** Fusion of the retrievers: weighted sum, or reciprocal rank fusion (rrf). */
  recall_fusion?: "sum" | "rrf" | null | undefined;
  /** Maximum number of messages in a history. */
  history_messages?: number | null | undefined;
  /** Size of the history in a prompt: of a turn, and of adapters of frameworks. */
  history_tokens?: number | null | undefined;
  /** Minimum similarity in a search of messages. */
  search_similarity?: number | null | undefined;
  /** Number of latest messages that are not summarised. */
  retain_messages?: number | null | undefined;
  /** Age in days from which messages are summarised. */
  summarise_after_days?: number | null | undefined;
  /** Number of latest episodes in a prompt. */
  recent_episodes?: number | null | undefined;
  /** Seconds that a slot lives after its last use. */
  slot_seconds?: number | null | undefined;
  memory?: Switch | null | undefined;
  injection?: Switch | null | undefined;
}; output: Settings };
  /** List the workspace's settings with their defaults and bounds, without the two switches. Role: agent. */
  "workspace.described_settings": { input: Record<string, never>; output: PageDescribedSetting };
  /** Gather context from every layer before a model is called. Role: agent. */
  "turn.begin": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** What the user says. */
  user_message: string;
  /** Ids of the domain nodes that it is about. */
  node_ids?: string[] | undefined;
  /** The type of action, such as ontology_mutation. */
  action_type?: string | null | undefined;
  /** The type of the nodes, such as person. */
  node_type?: string | null | undefined;
  /** Text that precedes the context in the system message. */
  system?: string | undefined;
  /** The user's name, for messages that do not name one. */
  speaker?: string | null | undefined;
  /** Names of slots of the working set to include. */
  slots?: string[] | undefined;
  /** Parts to leave out. */
  without?: ("history" | "instructions" | "episodes" | "entities" | "memories" | "patterns" | "slots")[] | undefined;
  /** Maximum number of tokens of recalled memories. */
  budget?: number | undefined;
  /** Maximum number of recalled memories; default: as many as fit. */
  limit?: number | null | undefined;
  /** Maximum number of messages; default: the setting. */
  max_messages?: number | null | undefined;
  /** Maximum number of tokens of the messages, the last that fits cut; default: the setting. */
  max_tokens?: number | null | undefined;
  /** The turn's id; its exchange is stored once. */
  turn_id?: string | null | undefined;
  /** The session, by the id that its actions carry. */
  session_id?: string | null | undefined;
  /** Time limit in seconds by part; default 2 each, 10 for exchange (the write at the end). */
  limits?: Record<string, number> | null | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | null | undefined;
}; output: TurnBegun };
  /** Store the exchange and the actions of a turn. A repetition changes nothing. Role: agent. */
  "turn.finish": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** The turn's id; its exchange is stored once. */
  turn_id: string;
  /** What the user says. */
  user_message: string;
  /** The model's answer; without one only the user's message is stored. */
  reply?: string | undefined;
  /** Stored with the reply. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The actions of the turn, in order. */
  actions?: TurnAction[] | undefined;
  /** The injected patterns, as turn.begin returned them. */
  shown?: string[] | undefined;
  /** What memory showed in the prompt, as turn.begin returned it; stored with the reply. */
  shown_ids?: string[] | undefined;
  /** As turn.begin returned it; default: now. */
  begun_at?: string | null | undefined;
  /** The user's name, for messages that do not name one. */
  speaker?: string | null | undefined;
  /** The session, by the id that its actions carry. */
  session_id?: string | null | undefined;
  /** The agent's name. */
  agent_id?: string | null | undefined;
  /** Whether memories are extracted from it later. */
  learn?: boolean | undefined;
  /** Time limit in seconds by part; default 2 each, 10 for exchange (the write at the end). */
  limits?: Record<string, number> | null | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | null | undefined;
}; output: TurnRecord };
  /** List the users who have memories or conversations of their own, by their ids. Role: agent. */
  "user.list": { input: {
  /** Only users whose id contains this, in any case. */
  query?: string | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
}; output: PageUserRow };
  /** Remember a fact about a user, or confirm the one that means the same. Role: agent. */
  "user.upsert_fact": { input: {
  /** The user, by the id that your systems use. */
  user_id: string;
  /** One sentence. */
  fact: string;
  /** What it is about, such as travel. */
  category?: string | null | undefined;
  /** The text of the fact that no longer holds. */
  supersedes?: string | null | undefined;
  /** An id of yours, which makes a repetition harmless. */
  id?: string | null | undefined;
}; output: Remembered };
  /** List the facts about a user that hold now, the newest first. Role: agent. */
  "user.facts": { input: {
  /** The user, by the id that your systems use. */
  user_id: string;
  /** Maximum number of facts. */
  limit?: number | undefined;
  /** Valid time: what held in the world at this time (ISO 8601 with a zone). */
  as_of?: string | undefined;
  /** Recorded time: what was known at this time (ISO 8601 with a zone). */
  known_at?: string | undefined;
}; output: PageFactRow };
  /** Search the facts about a user by meaning, the most similar first. Role: agent. */
  "user.search_facts": { input: {
  /** The user, by the id that your systems use. */
  user_id: string;
  /** What to look for. */
  query: string;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** Valid time: what held in the world at this time (ISO 8601 with a zone). */
  as_of?: string | undefined;
  /** Recorded time: what was known at this time (ISO 8601 with a zone). */
  known_at?: string | undefined;
}; output: PageFactRow };
  /** Search the facts about a user and format them as a block for a prompt. Role: agent. */
  "user.build_context": { input: {
  /** The user, by the id that your systems use. */
  user_id: string;
  /** What to look for. */
  query: string;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** Valid time: what held in the world at this time (ISO 8601 with a zone). */
  as_of?: string | undefined;
  /** Recorded time: what was known at this time (ISO 8601 with a zone). */
  known_at?: string | undefined;
}; output: Context };
  /** Forget one fact about a user. Role: agent. */
  "user.delete_fact": { input: {
  /** The user, by the id that your systems use. */
  user_id: string;
  /** The fact's id, as lists of facts show it. */
  fact_id: string;
}; output: Done };
  /** Forget every fact about a user that contains a text; `count` is their number. Role: agent. */
  "user.delete_matching_facts": { input: {
  /** The user, by the id that your systems use. */
  user_id: string;
  /** A text, regardless of case. */
  pattern: string;
}; output: Done };
  /** Apply confidence decay to a user's facts, at most once a day. Role: agent. */
  "user.decay_old_facts": { input: {
  /** The user, by the id that your systems use. */
  user_id: string;
}; output: DecayReport };
  /** List the predicates, and which of them are single-valued. Role: agent. */
  "semantic.predicates": { input: Record<string, never>; output: PagePredicateRow };
  /** Define a predicate and its synonyms, or change its definition. Role: operator. */
  "semantic.define_predicate": { input: {
  /** The predicate, or one of its synonyms. */
  name: string;
  /** Whether it is single-valued: only one value holds at a time. Without it, as it is. */
  stateful?: boolean | null | undefined;
  /** Importance, 0 to 1, from which a contradiction waits for a person's decision. */
  importance?: number | null | undefined;
  /** A description of what it is for. */
  description?: string | null | undefined;
  /** Other names that mean it; they replace those defined before. */
  synonyms?: string[] | null | undefined;
}; output: PredicateRow };
  /** List the memory types with the half-life of their freshness. Role: agent. */
  "semantic.types": { input: Record<string, never>; output: PageTypeRow };
  /** Add a memory type, or change its half-life. Role: admin. */
  "semantic.define_type": { input: {
  /** The memory type. */
  name: string;
  /** Days after which freshness has halved. */
  half_life_days: number;
}; output: TypeRow };
  /** List the entity types of the ontology. Role: agent. */
  "semantic.entity_types": { input: Record<string, never>; output: PageEntityTypeRow };
  /** Count the entities: those shown, those hidden or merged, and those of each type, the commonest first. Role: agent. */
  "semantic.entity_counts": { input: Record<string, never>; output: EntityCounts };
  /** Add an entity type to the ontology, or change it. Role: operator. */
  "semantic.define_entity_type": { input: {
  /** The entity type. */
  name: string;
  /** A description of what it is for. */
  description?: string | null | undefined;
  /** Its parent type. */
  parent?: string | null | undefined;
}; output: EntityTypeRow };
  /** List the connections: the sources that entities and edges came from. Role: operator. */
  "semantic.connections": { input: Record<string, never>; output: PageConnectionRow };
  /** List the slots that are there, the last to expire first; unlike reading, this keeps none alive. Role: agent. */
  "working.list": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id?: string | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
}; output: PageSlotRow };
  /** Set a slot; each read extends its life by its full time to live. Role: agent. */
  "working.set": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** The slot's name. */
  slot: string;
  /** Any JSON value, up to 1,000,000 characters. */
  value: unknown;
  /** Time to live in seconds; default: the workspace's setting. */
  ttl?: number | null | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | null | undefined;
}; output: Done };
  /** Read a slot and extend its life; 404 where it has expired. Role: agent. */
  "working.get": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** The slot's name. */
  slot: string;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: SlotValue };
  /** Read several slots and extend their lives; expired ones are left out. Role: agent. */
  "working.get_many": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** Names of the slots; default: all. */
  slots?: string[] | undefined;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: Slots };
  /** Delete a slot; `count` is 0 where there was none. Role: agent. */
  "working.delete": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** The slot's name. */
  slot: string;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: Done };
  /** Delete all slots of a conversation; `count` is their number. Role: agent. */
  "working.clear": { input: {
  /** The conversation, by the id that your systems use. */
  conversation_id: string;
  /** The user whose it is, by the id that your systems use; default: shared. */
  user_id?: string | undefined;
}; output: Done };
  /** Read the workspace's id and name. Role: agent. */
  "workspace.get": { input: Record<string, never>; output: Workspace };
  /** Delete the workspace: nothing of it is served any more; a database operator can restore or purge it. Role: admin. */
  "workspace.delete": { input: {
  /** The workspace's name, to confirm. */
  confirm: string;
}; output: Done };
  /** Switch agent memory on for the workspace of your token. Role: admin. */
  "workspace.enable_memory": { input: Record<string, never>; output: MemorySwitch };
  /** Switch agent memory off for the workspace of your token. Role: admin. */
  "workspace.disable_memory": { input: Record<string, never>; output: MemorySwitch };
  /** List the tokens, the revoked too, with their last use; never with their secret. Role: admin. */
  "tokens.list": { input: Record<string, never>; output: PageTokenRow };
  /** Create a token. Its `secret` is returned this once and stored nowhere. Role: admin. */
  "tokens.create": { input: {
  /** The role: agent, operator or admin. */
  role: "agent" | "operator" | "admin";
  /** A name for the token, such as its user. */
  name: string;
  /** The user to whom it is bound; with the role agent. */
  user_id?: string | null | undefined;
  /** When it expires (ISO 8601 with a zone); default: never. */
  expires_at?: string | null | undefined;
  /** Its rate limit; default: the server's. */
  calls_per_minute?: number | null | undefined;
}; output: NewToken };
  /** Replace a token by a new one with its role, name and user; the former one stays valid for a while. Role: admin. */
  "tokens.rotate": { input: {
  /** The token's id (not its secret), as GET /tokens shows it. */
  token_id: string;
  /** How long the former one stays valid. */
  overlap_seconds?: number | undefined;
  /** When it expires (ISO 8601 with a zone); default: it lives as long as the former. */
  expires_at?: string | null | undefined;
}; output: NewToken };
  /** Revoke a token at once. A repetition changes nothing. Role: admin. */
  "tokens.revoke": { input: {
  /** The token's id (not its secret), as GET /tokens shows it. */
  token_id: string;
}; output: Done };
  /** List the administrative changes to the workspace: who changed what, the latest first. Role: admin. */
  "workspace.audit": { input: {
  /** Maximum number of items. */
  limit?: number | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
}; output: PageAuditRow };
  /** List the runs of the passes over this workspace and what they counted, the newest first. Role: agent. */
  "passes.list": { input: {
  /** A pass's name. */
  name?: string | undefined;
  /** How it ended. */
  status?: "running" | "done" | "failed" | undefined;
  /** Also runs that found nothing to do. */
  with_idle?: boolean | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
  /** `next` of the previous page; none for the first. */
  cursor?: string | undefined;
}; output: PagePassRunRow };
  /** Read how much this workspace holds, and how it grew week by week. Role: agent. */
  "workspace.growth": { input: {
  /** The latest weeks, this one included. */
  weeks?: number | undefined;
}; output: Growth };
  /** List what changed after a position of the change feed, in the order of the commits. Role: operator. */
  "workspace.changes": { input: {
  /** `position` of the answer before; none for the present one. */
  after?: string | undefined;
  /** Maximum number of items. */
  limit?: number | undefined;
}; output: Changes };
  /** Erase a subject and all that names it, for good; the receipt lists what was removed and what stays. Role: admin. */
  "semantic.erase_subject": { input: {
  /** The id, node_id or name of an entity. */
  subject: string;
  /** Names to search texts for, instead of the subject's own. */
  names?: string[] | null | undefined;
}; output: Receipt };
  /** Change the embedding model; a worker that has this model computes the vectors anew. Role: admin. */
  "semantic.reembed": { input: {
  /** The embedding model's name. */
  model: string;
}; output: ModelChange };
}

/** Method and path of each operation; `key`: whether it takes an Idempotency-Key. */
export const OPERATIONS: { readonly [Name in keyof Operations]: OperationRoute } = {
  "telemetry.capture": { method: "POST", path: "/v1/workspaces/{workspace_id}/actions", key: true },
  "telemetry.capture_many": { method: "POST", path: "/v1/workspaces/{workspace_id}/actions/batch", key: true },
  "telemetry.action": { method: "GET", path: "/v1/workspaces/{workspace_id}/actions/{action_id}", key: false },
  "telemetry.actions": { method: "GET", path: "/v1/workspaces/{workspace_id}/actions", key: false },
  "telemetry.action_counts": { method: "GET", path: "/v1/workspaces/{workspace_id}/actions/counts", key: false },
  "telemetry.overview": { method: "GET", path: "/v1/workspaces/{workspace_id}/overview", key: false },
  "telemetry.start_session": { method: "POST", path: "/v1/workspaces/{workspace_id}/sessions", key: true },
  "telemetry.end_session": { method: "POST", path: "/v1/workspaces/{workspace_id}/sessions/{session_id}/end", key: true },
  "telemetry.import_sessions": { method: "POST", path: "/v1/workspaces/{workspace_id}/sessions/batch", key: true },
  "episodic.add_messages": { method: "POST", path: "/v1/workspaces/{workspace_id}/messages", key: true },
  "episodic.conversations": { method: "GET", path: "/v1/workspaces/{workspace_id}/conversations", key: false },
  "episodic.conversation": { method: "GET", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}", key: false },
  "episodic.messages": { method: "GET", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}/messages", key: false },
  "episodic.history": { method: "GET", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}/history", key: false },
  "episodic.search": { method: "GET", path: "/v1/workspaces/{workspace_id}/messages/search", key: false },
  "episodic.message": { method: "GET", path: "/v1/workspaces/{workspace_id}/messages/{message_id}", key: false },
  "episodic.shown": { method: "GET", path: "/v1/workspaces/{workspace_id}/messages/{message_id}/shown", key: false },
  "episodic.delete_message": { method: "DELETE", path: "/v1/workspaces/{workspace_id}/messages/{message_id}", key: false },
  "episodic.delete_conversation": { method: "DELETE", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}", key: false },
  "episodic.recent_episodes": { method: "GET", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}/episodes", key: false },
  "episodic.episodes": { method: "GET", path: "/v1/workspaces/{workspace_id}/episodes", key: false },
  "episodic.delete_episode": { method: "DELETE", path: "/v1/workspaces/{workspace_id}/episodes/{episode_id}", key: false },
  "episodic.summarize_old_turns": { method: "POST", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}/summarize", key: true },
  "memory.ingest": { method: "POST", path: "/v1/workspaces/{workspace_id}/ingest", key: true },
  "semantic.extract_pending": { method: "POST", path: "/v1/workspaces/{workspace_id}/ingest/pending", key: true },
  "ontology.search": { method: "GET", path: "/v1/workspaces/{workspace_id}/ontology/search", key: false },
  "ontology.get_node": { method: "GET", path: "/v1/workspaces/{workspace_id}/entities/{node_id}", key: false },
  "ontology.create_node": { method: "POST", path: "/v1/workspaces/{workspace_id}/entities", key: true },
  "ontology.update_node": { method: "PATCH", path: "/v1/workspaces/{workspace_id}/entities/{node_id}", key: false },
  "ontology.link": { method: "POST", path: "/v1/workspaces/{workspace_id}/entities/{source}/links", key: true },
  "ontology.traverse": { method: "GET", path: "/v1/workspaces/{workspace_id}/entities/{node_id}/traversal", key: false },
  "semantic.entities": { method: "GET", path: "/v1/workspaces/{workspace_id}/entities", key: false },
  "semantic.resolve": { method: "POST", path: "/v1/workspaces/{workspace_id}/entities/resolve", key: true },
  "semantic.alias": { method: "POST", path: "/v1/workspaces/{workspace_id}/entities/{node_id}/aliases", key: true },
  "semantic.merge": { method: "POST", path: "/v1/workspaces/{workspace_id}/entities/{node_id}/merge", key: true },
  "semantic.split": { method: "POST", path: "/v1/workspaces/{workspace_id}/entities/{node_id}/split", key: true },
  "semantic.hide": { method: "POST", path: "/v1/workspaces/{workspace_id}/entities/{node_id}/hide", key: true },
  "semantic.show": { method: "POST", path: "/v1/workspaces/{workspace_id}/entities/{node_id}/show", key: true },
  "graph.find": { method: "GET", path: "/v1/workspaces/{workspace_id}/graph", key: false },
  "graph.node": { method: "GET", path: "/v1/workspaces/{workspace_id}/graph/{node_id}", key: false },
  "graph.neighbours": { method: "GET", path: "/v1/workspaces/{workspace_id}/graph/{node_id}/neighbours", key: false },
  "evaluations.live": { method: "GET", path: "/v1/workspaces/{workspace_id}/evaluations/live", key: false },
  "evaluations.pilot": { method: "POST", path: "/v1/workspaces/{workspace_id}/evaluations/live", key: true },
  "memory.remember": { method: "POST", path: "/v1/workspaces/{workspace_id}/memories", key: true },
  "semantic.remember_many": { method: "POST", path: "/v1/workspaces/{workspace_id}/memories/batch", key: true },
  "memory.forget": { method: "DELETE", path: "/v1/workspaces/{workspace_id}/memories/{memory_id}", key: false },
  "semantic.revive": { method: "POST", path: "/v1/workspaces/{workspace_id}/memories/{memory_id}/revive", key: true },
  "memory.why": { method: "GET", path: "/v1/workspaces/{workspace_id}/why/{node_id}", key: false },
  "semantic.get": { method: "GET", path: "/v1/workspaces/{workspace_id}/memories/{memory_id}", key: false },
  "semantic.list": { method: "GET", path: "/v1/workspaces/{workspace_id}/memories", key: false },
  "semantic.history": { method: "GET", path: "/v1/workspaces/{workspace_id}/memories/{memory_id}/history", key: false },
  "semantic.history_of": { method: "GET", path: "/v1/workspaces/{workspace_id}/memories/history", key: false },
  "semantic.supersede": { method: "POST", path: "/v1/workspaces/{workspace_id}/memories/{memory_id}/supersede", key: true },
  "semantic.review": { method: "GET", path: "/v1/workspaces/{workspace_id}/review", key: false },
  "semantic.resolve_review": { method: "POST", path: "/v1/workspaces/{workspace_id}/review/{memory_id}", key: true },
  "memory.metric_create": { method: "POST", path: "/v1/workspaces/{workspace_id}/metrics", key: true },
  "memory.metric_update": { method: "PATCH", path: "/v1/workspaces/{workspace_id}/metrics/{metric_id}", key: false },
  "memory.metric_delete": { method: "DELETE", path: "/v1/workspaces/{workspace_id}/metrics/{metric_id}", key: false },
  "memory.metric_list": { method: "GET", path: "/v1/workspaces/{workspace_id}/metrics", key: false },
  "memory.benchmark_get": { method: "GET", path: "/v1/workspaces/{workspace_id}/metrics/{metric_id}/benchmarks", key: false },
  "memory.benchmark_compare": { method: "POST", path: "/v1/workspaces/{workspace_id}/benchmarks/compare", key: true },
  "telemetry.metric": { method: "GET", path: "/v1/workspaces/{workspace_id}/metrics/{metric_id}", key: false },
  "telemetry.metric_value": { method: "GET", path: "/v1/workspaces/{workspace_id}/metrics/{metric_id}/value", key: false },
  "telemetry.metric_history": { method: "GET", path: "/v1/workspaces/{workspace_id}/metrics/{metric_id}/history", key: false },
  "telemetry.metric_preview": { method: "POST", path: "/v1/workspaces/{workspace_id}/metrics/preview", key: true },
  "memory.search": { method: "GET", path: "/v1/workspaces/{workspace_id}/search", key: false },
  "memory.context": { method: "GET", path: "/v1/workspaces/{workspace_id}/sequences/similar", key: false },
  "memory.context_inject": { method: "POST", path: "/v1/workspaces/{workspace_id}/inject", key: true },
  "memory.annotate": { method: "PATCH", path: "/v1/workspaces/{workspace_id}/patterns/{pattern_id}", key: false },
  "telemetry.timeline": { method: "GET", path: "/v1/workspaces/{workspace_id}/timeline", key: false },
  "telemetry.sequences": { method: "GET", path: "/v1/workspaces/{workspace_id}/sequences", key: false },
  "telemetry.patterns": { method: "GET", path: "/v1/workspaces/{workspace_id}/patterns", key: false },
  "telemetry.pattern": { method: "GET", path: "/v1/workspaces/{workspace_id}/patterns/{pattern_id}", key: false },
  "telemetry.sequence": { method: "GET", path: "/v1/workspaces/{workspace_id}/sequences/{sequence_id}", key: false },
  "telemetry.costliest_failures": { method: "GET", path: "/v1/workspaces/{workspace_id}/patterns/costliest", key: false },
  "telemetry.effect": { method: "GET", path: "/v1/workspaces/{workspace_id}/patterns/effect", key: false },
  "telemetry.pattern_trends": { method: "GET", path: "/v1/workspaces/{workspace_id}/patterns/trends", key: false },
  "telemetry.forecast": { method: "GET", path: "/v1/workspaces/{workspace_id}/forecast", key: false },
  "telemetry.calibration": { method: "GET", path: "/v1/workspaces/{workspace_id}/forecast/calibration", key: false },
  "telemetry.coverage": { method: "GET", path: "/v1/workspaces/{workspace_id}/coverage", key: false },
  "memory.recall": { method: "POST", path: "/v1/workspaces/{workspace_id}/recall", key: true },
  "evaluations.list": { method: "GET", path: "/v1/workspaces/{workspace_id}/evaluations", key: false },
  "evaluations.compare": { method: "GET", path: "/v1/workspaces/{workspace_id}/evaluations/compare", key: false },
  "workspace.settings": { method: "GET", path: "/v1/workspaces/{workspace_id}/settings", key: false },
  "workspace.update_settings": { method: "PUT", path: "/v1/workspaces/{workspace_id}/settings", key: false },
  "workspace.described_settings": { method: "GET", path: "/v1/workspaces/{workspace_id}/settings/described", key: false },
  "turn.begin": { method: "POST", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}/turns", key: true },
  "turn.finish": { method: "POST", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}/turns/{turn_id}/finish", key: true },
  "user.list": { method: "GET", path: "/v1/workspaces/{workspace_id}/users", key: false },
  "user.upsert_fact": { method: "POST", path: "/v1/workspaces/{workspace_id}/users/{user_id}/facts", key: true },
  "user.facts": { method: "GET", path: "/v1/workspaces/{workspace_id}/users/{user_id}/facts", key: false },
  "user.search_facts": { method: "GET", path: "/v1/workspaces/{workspace_id}/users/{user_id}/facts/search", key: false },
  "user.build_context": { method: "GET", path: "/v1/workspaces/{workspace_id}/users/{user_id}/context", key: false },
  "user.delete_fact": { method: "DELETE", path: "/v1/workspaces/{workspace_id}/users/{user_id}/facts/{fact_id}", key: false },
  "user.delete_matching_facts": { method: "DELETE", path: "/v1/workspaces/{workspace_id}/users/{user_id}/facts", key: false },
  "user.decay_old_facts": { method: "POST", path: "/v1/workspaces/{workspace_id}/users/{user_id}/facts/decay", key: true },
  "semantic.predicates": { method: "GET", path: "/v1/workspaces/{workspace_id}/predicates", key: false },
  "semantic.define_predicate": { method: "PUT", path: "/v1/workspaces/{workspace_id}/predicates/{name}", key: false },
  "semantic.types": { method: "GET", path: "/v1/workspaces/{workspace_id}/memory-types", key: false },
  "semantic.define_type": { method: "PUT", path: "/v1/workspaces/{workspace_id}/memory-types/{name}", key: false },
  "semantic.entity_types": { method: "GET", path: "/v1/workspaces/{workspace_id}/entity-types", key: false },
  "semantic.entity_counts": { method: "GET", path: "/v1/workspaces/{workspace_id}/entity-counts", key: false },
  "semantic.define_entity_type": { method: "PUT", path: "/v1/workspaces/{workspace_id}/entity-types/{name}", key: false },
  "semantic.connections": { method: "GET", path: "/v1/workspaces/{workspace_id}/connections", key: false },
  "working.list": { method: "GET", path: "/v1/workspaces/{workspace_id}/slots", key: false },
  "working.set": { method: "PUT", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}/slots/{slot}", key: false },
  "working.get": { method: "GET", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}/slots/{slot}", key: false },
  "working.get_many": { method: "GET", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}/slots", key: false },
  "working.delete": { method: "DELETE", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}/slots/{slot}", key: false },
  "working.clear": { method: "DELETE", path: "/v1/workspaces/{workspace_id}/conversations/{conversation_id}/slots", key: false },
  "workspace.get": { method: "GET", path: "/v1/workspaces/{workspace_id}", key: false },
  "workspace.delete": { method: "DELETE", path: "/v1/workspaces/{workspace_id}", key: false },
  "workspace.enable_memory": { method: "POST", path: "/v1/workspaces/{workspace_id}/memory/enable", key: true },
  "workspace.disable_memory": { method: "POST", path: "/v1/workspaces/{workspace_id}/memory/disable", key: true },
  "tokens.list": { method: "GET", path: "/v1/workspaces/{workspace_id}/tokens", key: false },
  "tokens.create": { method: "POST", path: "/v1/workspaces/{workspace_id}/tokens", key: false },
  "tokens.rotate": { method: "POST", path: "/v1/workspaces/{workspace_id}/tokens/{token_id}/rotate", key: false },
  "tokens.revoke": { method: "DELETE", path: "/v1/workspaces/{workspace_id}/tokens/{token_id}", key: false },
  "workspace.audit": { method: "GET", path: "/v1/workspaces/{workspace_id}/audit", key: false },
  "passes.list": { method: "GET", path: "/v1/workspaces/{workspace_id}/passes/runs", key: false },
  "workspace.growth": { method: "GET", path: "/v1/workspaces/{workspace_id}/growth", key: false },
  "workspace.changes": { method: "GET", path: "/v1/workspaces/{workspace_id}/changes", key: false },
  "semantic.erase_subject": { method: "POST", path: "/v1/workspaces/{workspace_id}/erasures", key: true },
  "semantic.reembed": { method: "POST", path: "/v1/workspaces/{workspace_id}/embedding-model", key: true },
};

export interface OperationRoute {
  method: string;
  path: string;
  key: boolean;
}
