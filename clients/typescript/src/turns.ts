/** What the adapters of frameworks share: the turns of a conversation, and tool calls as actions. */
import { NoAnswerError, type Input, type OperationName, type Output, type Oxgraph } from "./index.js";
import type { TurnBegun } from "./api.js";
import { LATENCY_MS, NAME, PAGE, STOPPED_ONCE, TARGETS } from "./arguments.js";
import { targetsOf } from "./targets.js";

/** Milliseconds that each call of memory may hold an agent up, its retries included. */
const AGENT_MS = 15_000;

/** Milliseconds that a server without an answer to the last call has to give one, before another call waits for it. */
const PROBE_MS = 1_000;

/** Whose a conversation is, and who acts in it. */
export interface Owner {
  conversationId: string;
  userId?: string | undefined;
  agentId?: string | undefined;
}

/** What storing a turn takes of its beginning. */
export type Begun = Pick<TurnBegun, "turn_id" | "begun_at" | "shown" | "shown_ids">;

/** A turn that begins now without an answer of memory; it can be stored where memory answers again by its end. */
export function unanswered(): Begun {
  return { turn_id: crypto.randomUUID(), begun_at: new Date().toISOString(), shown: [], shown_ids: [] };
}

/** How an agent is warned of its own failures: in the prompt, there and once before a call, or not at all. */
export type Warnings = "prompt" | "hold" | "off";

/** The options that every adapter has. */
export interface AdapterOptions {
  /**
   * `prompt` names the failures that cost most before the model is called. `hold` does so too, and the first call of one
   * of the watched tools that memory warns of is not made: the model gets the warning, and may make the call again.
   * Default: `prompt`
   */
  warnings?: Warnings;
  /** Whether memories are extracted from the exchange later. Default: true */
  learn?: boolean;
  /** Milliseconds that each call of memory may hold the agent up, its retries included. Default: 15,000 */
  limitMs?: number;
  /** Called where memory fails; the agent works all the same. Default: nothing. */
  onError?: (error: unknown) => void;
}

/** How many messages with a text a prompt has before the user's last one. */
export function saidBefore<Message extends { role: string }>(messages: Message[], textOf: (one: Message) => string): number {
  const before = messages.slice(0, messages.findLastIndex((one) => one.role === "user"));
  return before.filter((one) => (one.role === "user" || one.role === "assistant") && textOf(one).trim()).length;
}

/** What memory has shown and held in one run of a conversation. */
export class Shown {
  readonly ids = new Set<string>();
  readonly held = new Set<string>();

  /** A run begins with these patterns. */
  begin(shown: string[]): void {
    this.ids.clear();
    this.held.clear();
    for (const id of shown) this.ids.add(id);
  }

  /** As many of the patterns shown last as an action names. */
  latest(): string[] {
    return [...this.ids].slice(-TARGETS);
  }
}

/** A tool call as an action: of its arguments only ids of targets are taken. */
export interface ToolCall {
  tool: string;
  targets: string[];
  nodeType?: string | undefined;
}

/** A tool call as an action. Of the arguments only ids are taken, by the rules of the Python package (`targets.ts`). */
export function toolCall(tool: string, given: unknown): ToolCall {
  return { tool: name(tool), ...targetsOf(given) };
}

/** The class of a thrown error: its name, or that of its class where it has the name of a built-in error. */
export function errorClass(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "Error";
  let holder: object | null = thrown;
  while (holder !== null && !Object.hasOwn(holder, "name")) holder = Object.getPrototypeOf(holder) as object | null;
  const isDefault = holder !== thrown && holder?.constructor.name === thrown.name;
  return name((isDefault && thrown.constructor.name) || String(thrown.name));
}

/** As one line that an action's field takes: a name that is refused would cost the action. */
function name(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim().slice(0, NAME).trim() || "Error";
}

/** The same with U+FFFD for halves of surrogate pairs, which the server refuses; a text that was cut ends in one. */
function wellFormed<T>(value: T): T {
  if (typeof value === "string") return value.replace(/\p{Cs}/gu, "\ufffd") as T;
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, wellFormed(one)])) as T;
}

type Execute = (given: unknown, context: unknown) => unknown;

/** A framework's tool, as far as it is read here. */
export interface Executable {
  id?: string;
  execute?: ((given: never, context: never) => unknown) | undefined;
}

/** The same tools, each with the `execute` that `watch` makes of its own; one that is not run here stays as it is. */
export function watched<Tools extends object>(
  tools: Tools,
  watch: (name: string, execute: Execute, tool: Executable) => Execute,
): Tools {
  const made = Object.entries(tools).map(([name, tool]: [string, Executable]) => {
    const execute = tool.execute?.bind(tool) as Execute | undefined;
    if (execute === undefined) return [name, tool];
    const own = Object.assign(Object.create(Object.getPrototypeOf(tool) as object), tool) as Executable;
    own.execute = watch(name, execute, tool);
    return [name, own];
  });
  return Object.fromEntries(made) as Tools;
}

/** Calls of one client on behalf of a framework. None of them throws: what goes wrong is given to `failed`. */
export class Turns {
  #isSilent = false;

  constructor(
    private readonly client: Oxgraph,
    private readonly failed: (error: unknown) => void = () => undefined,
    private readonly learn = true,
    private readonly limitMs = AGENT_MS,
  ) {}

  /**
   * What memory knows about a user's message, with the failures that cost most. History is the application's: what the
   * latest `shown` messages of the conversation say, which its prompt has, is not recalled again.
   */
  begin(owner: Owner, said: string, warned = true, shown = 0): Promise<TurnBegun | undefined> {
    const without: Input<"turn.begin">["without"] = warned ? [] : ["patterns"];
    const history = shown > 0 ? { without, max_messages: Math.min(shown, PAGE) } : { without: [...without, "history" as const] };
    return this.#tried("turn.begin", { ...fields(owner), user_message: said, ...history });
  }

  /** Stores what user and model said. */
  async finish(owner: Owner, said: string, turn: Begun, reply: string): Promise<void> {
    const { turn_id, begun_at, shown, shown_ids } = turn;
    const exchange = { turn_id, begun_at, shown, shown_ids, user_message: said, reply, learn: this.learn };
    await this.#tried("turn.finish", { ...fields(owner), agent_id: owner.agentId, ...exchange });
  }

  /** What to give the model instead of a call that memory warns of, once a run; undefined where it is to be made. */
  async held(owner: Owner, { tool, targets, nodeType }: ToolCall, shown: Shown): Promise<string | undefined> {
    const about = { action_type: tool, node_ids: targets, node_type: nodeType, session_id: owner.conversationId };
    const found = await this.#tried("memory.context_inject", about);
    if (!found?.warned || shown.held.has(found.block)) return undefined;
    shown.held.add(found.block);
    for (const { id } of found.patterns) if (id !== null) shown.ids.add(id);
    return `${found.block}\n${STOPPED_ONCE}`;
  }

  /** Captures a call that has ended; `error` is the class of what it failed with. */
  async capture(owner: Owner, call: ToolCall, started: Date, error: string | undefined, shown: Shown): Promise<void> {
    const action = {
      action_type: call.tool,
      targets: call.targets,
      target_node_type: call.nodeType,
      session_id: owner.conversationId,
      agent_id: owner.agentId,
      outcome: error === undefined ? ("success" as const) : ("failure" as const),
      error_code: error,
      started_at: started.toISOString(),
      latency_ms: Math.min(Math.max(Date.now() - started.getTime(), 0), LATENCY_MS),
      injected_patterns: shown.latest(),
    };
    await this.#tried("telemetry.capture", action);
  }

  async #tried<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name> | undefined> {
    const signal = AbortSignal.timeout(this.limitMs);
    try {
      if (this.#isSilent) await this.client.call("workspace.get", {}, { signal, timeoutMs: PROBE_MS, retries: 0 });
      this.#isSilent = false;
      return await this.client.call(name, wellFormed(input), { signal });
    } catch (error) {
      this.#isSilent = signal.aborted || error instanceof NoAnswerError;
      this.failed(signal.aborted ? new NoAnswerError("timeout", `${name} took longer than ${this.limitMs} ms.`) : error);
      return undefined;
    }
  }
}

function fields(owner: Owner) {
  return { conversation_id: owner.conversationId, user_id: owner.userId };
}
