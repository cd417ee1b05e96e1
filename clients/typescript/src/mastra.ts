/** Memory for Mastra: a processor of an agent's input and output, and its tools with their calls captured. */
import type { Oxgraph } from "./index.js";
import { errorClass, saidBefore, Shown, toolCall, Turns, unanswered, watched, type Begun, type Owner, type AdapterOptions } from "./turns.js";

export interface MastraOptions extends AdapterOptions {
  /** The conversation of runs that name no thread. Default: such runs have no memory. */
  conversationId?: string;
  /** Whose memory it is. Default: the run's resource; without one the conversation is shared. */
  userId?: string;
  agentId?: string;
}

const THREAD = "mastra__threadId";
const RESOURCE = "mastra__resourceId";
const MOST_CONVERSATIONS = 256;

// The parts of Mastra's types that are read here, so that this package needs no dependency.
interface Context {
  get(key: string): unknown;
}
interface Message {
  role: string;
  threadId?: string | undefined;
  resourceId?: string | undefined;
  content: string | { content?: unknown; parts?: { type: string; text?: string }[] };
}
interface Input<M, S> {
  messages: M[];
  systemMessages: S[];
  state: Record<string, unknown>;
  requestContext?: Context | undefined;
}
interface Output<M> {
  messages: M[];
  state: Record<string, unknown>;
  result: { text: string };
}
interface ToolContext {
  requestContext?: Context | undefined;
  agent?: { threadId?: string | undefined; resourceId?: string | undefined } | undefined;
}
interface Held {
  owner: Owner;
  said: string;
  turn: Begun;
  /** Ends when the user's message is stored. */
  stored: Promise<void>;
}

const BEGUN = "oxgraph";

/**
 * Memory for a Mastra agent: `new Agent({ …, tools: memory.tools(tools), inputProcessors: [memory.processor],
 * outputProcessors: [memory.processor] })`.
 *
 * A thread is a conversation, a resource its user. Before the model is called, what memory knows about the last user
 * message becomes a system message. The user's message is stored while the model is asked, since Mastra says nothing of a
 * run that fails or is aborted; the answer afterwards. Past messages are Mastra's. Memory that fails never fails the
 * agent.
 */
export class OxgraphMastra {
  readonly #turns: Turns;
  readonly #options: MastraOptions;
  readonly #shown = new Map<string, Shown>();

  constructor(client: Oxgraph, options: MastraOptions = {}) {
    this.#turns = new Turns(client, options.onError, options.learn ?? true, options.limitMs);
    this.#options = options;
  }

  /** For `inputProcessors` and `outputProcessors`. */
  readonly processor = {
    id: "oxgraph-memory" as const,
    name: "oxgraph memory",

    processInput: async <M, S>(given: Input<M, S>): Promise<{ messages: M[]; systemMessages: S[] }> => {
      const { messages, systemMessages } = given;
      const last = (messages as Message[]).findLast((one) => one.role === "user");
      const said = last === undefined ? "" : textOf(last);
      const owner = this.#owner(last?.threadId, last?.resourceId, given.requestContext);
      if (owner === undefined || !said.trim()) return { messages, systemMessages };
      const otherwise = unanswered();
      const shown = saidBefore(messages as Message[], textOf);
      const turn = await this.#turns.begin(owner, said, this.#options.warnings !== "off", shown);
      this.#of(owner).begin(turn?.shown ?? []);
      const stored = turn === undefined ? Promise.resolve() : this.#turns.finish(owner, said, turn, "");
      given.state[BEGUN] = { owner, said, turn: turn ?? otherwise, stored } satisfies Held;
      const more = turn?.prompt ? [{ role: "system", content: turn.prompt }] : [];
      return { messages, systemMessages: [...systemMessages, ...(more as S[])] };
    },

    processOutputResult: async <M>(given: Output<M>): Promise<M[]> => {
      const begun = given.state[BEGUN] as Held | undefined;
      if (begun !== undefined && given.result.text) {
        await begun.stored;
        await this.#turns.finish(begun.owner, begun.said, begun.turn, given.result.text);
      }
      return given.messages;
    },
  };

  /** The same tools with their calls captured: name, ids of targets, outcome, class of the error, latency. */
  tools<Tools extends object>(tools: Tools): Tools {
    return watched(tools, (name, execute, tool) => async (given, context) => {
      const { agent, requestContext } = (context ?? {}) as ToolContext;
      const owner = this.#owner(agent?.threadId, agent?.resourceId, requestContext);
      if (owner === undefined) return execute(given, context);
      const call = toolCall(tool.id ?? name, given);
      const shown = this.#of(owner);
      if (this.#options.warnings === "hold") {
        const warning = await this.#turns.held(owner, call, shown);
        if (warning !== undefined) return warning;
      }
      const started = new Date();
      let error: string | undefined;
      try {
        const result = await execute(given, context);
        error = refusal(result);
        return result;
      } catch (thrown) {
        error = errorClass(thrown);
        throw thrown;
      } finally {
        await this.#turns.capture(owner, call, started, error, shown);
      }
    });
  }

  #owner(thread: string | undefined, resource: string | undefined, context?: Context): Owner | undefined {
    const { conversationId, userId, agentId } = this.#options;
    const conversation = thread ?? named(context, THREAD) ?? conversationId;
    if (conversation === undefined) return undefined;
    return { conversationId: conversation, userId: userId ?? resource ?? named(context, RESOURCE), agentId };
  }

  #of({ conversationId, userId }: Owner): Shown {
    const key = JSON.stringify([conversationId, userId]);
    const found = this.#shown.get(key) ?? new Shown();
    this.#shown.delete(key);
    this.#shown.set(key, found);
    for (const oldest of this.#shown.keys()) {
      if (this.#shown.size <= MOST_CONVERSATIONS) break;
      this.#shown.delete(oldest);
    }
    return found;
  }
}

function named(context: Context | undefined, key: string): string | undefined {
  const found = context?.get(key);
  return typeof found === "string" && found ? found : undefined;
}

/** The class of error of a result in which Mastra says that the arguments or the result do not fit the tool's schema. */
function refusal(result: unknown): string | undefined {
  const fields = result !== null && typeof result === "object" ? (result as Record<string, unknown>) : {};
  return fields["error"] === true && "validationErrors" in fields ? "ValidationError" : undefined;
}

function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  const parts = content.parts?.filter((part) => part.type === "text").map((part) => part.text ?? "") ?? [];
  return parts.length > 0 ? parts.join("") : typeof content.content === "string" ? content.content : "";
}
