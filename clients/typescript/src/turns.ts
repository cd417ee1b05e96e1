/** What the adapters of frameworks share: the turns of a conversation, and tool calls as actions. */
import type { Oxgraph } from "./index.js";
import type { Injection, TurnBegun } from "./api.js";

/** Whose a conversation is, and who acts in it. */
export interface Owner {
  conversationId: string;
  userId?: string | undefined;
  agentId?: string | undefined;
}

/** A tool call as an action: of its arguments only ids of targets are taken. */
export interface ToolCall {
  tool: string;
  targets: string[];
  nodeType?: string | undefined;
}

const NAME = 200;
const ID = 512;
const TARGETS = 100;
const ENDINGS = /^(.+?)(_ids?|Ids?)$/;

/** The ids among a tool's arguments (`order_id`, `orderId`, `order_ids`), and the type that their names give. */
export function toolCall(tool: string, given: unknown): ToolCall {
  const targets: string[] = [];
  let nodeType: string | undefined;
  const fields = given !== null && typeof given === "object" && !Array.isArray(given) ? Object.entries(given) : [];
  for (const [field, value] of fields) {
    const name = ENDINGS.exec(field)?.[1];
    if (name === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      if ((typeof one !== "string" && typeof one !== "number") || String(one).length > ID || !String(one).trim()) continue;
      targets.push(String(one));
      nodeType ??= name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase().slice(0, NAME);
    }
  }
  return { tool: tool.slice(0, NAME), targets: targets.slice(0, TARGETS), nodeType };
}

/** Calls of one client on behalf of a framework. None of them throws: what goes wrong is given to `failed`. */
export class Turns {
  constructor(
    private readonly client: Oxgraph,
    private readonly failed: (error: unknown) => void = () => undefined,
    private readonly learn = true,
  ) {}

  /** What memory knows about a user's message. History is the application's. */
  begin(owner: Owner, said: string): Promise<TurnBegun | undefined> {
    return this.#tried(this.client.call("turn.begin", { ...fields(owner), user_message: said, without: ["history"] }));
  }

  /** Stores what user and model said. */
  async finish(owner: Owner, said: string, turn: TurnBegun, reply: string): Promise<void> {
    const { turn_id, begun_at, shown } = turn;
    const exchange = { turn_id, begun_at, shown, user_message: said, reply, learn: this.learn };
    await this.#tried(this.client.call("turn.finish", { ...fields(owner), ...exchange }));
  }

  /** The failures that cost the workspace most. */
  failures(): Promise<Injection | undefined> {
    return this.#tried(this.client.call("telemetry.costliest_failures", {}));
  }

  /** Past experience with a call that is about to be made. */
  experience(owner: Owner, { tool, targets, nodeType }: ToolCall): Promise<Injection | undefined> {
    const about = { action_type: tool, node_ids: targets, node_type: nodeType, session_id: owner.conversationId };
    return this.#tried(this.client.call("memory.context_inject", about));
  }

  /** Captures a call that has ended; `error` is the class of what it failed with. */
  async capture(owner: Owner, call: ToolCall, started: Date, error: string | undefined, shown: string[]): Promise<void> {
    const action = {
      action_type: call.tool,
      targets: call.targets,
      target_node_type: call.nodeType,
      session_id: owner.conversationId,
      agent_id: owner.agentId,
      outcome: error === undefined ? ("success" as const) : ("failure" as const),
      error_code: error?.slice(0, NAME),
      started_at: started.toISOString(),
      latency_ms: Math.max(Date.now() - started.getTime(), 0),
      injected_patterns: shown.slice(0, TARGETS),
    };
    await this.#tried(this.client.call("telemetry.capture", action));
  }

  async #tried<T>(call: Promise<T>): Promise<T | undefined> {
    try {
      return await call;
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }
}

function fields(owner: Owner) {
  return {
    conversation_id: owner.conversationId,
    ...(owner.userId === undefined ? {} : { user_id: owner.userId }),
    ...(owner.agentId === undefined ? {} : { agent_id: owner.agentId }),
  };
}
