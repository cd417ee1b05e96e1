/** Memory for the Vercel AI SDK: `wrapLanguageModel({ model, middleware: oxgraphMemory(client, { conversationId }) })`. */
import type { Oxgraph } from "./index.js";
import type { TurnBegun } from "./api.js";
import { errorClass, saidBefore, Shown, toolCall, Turns, unanswered, watched, type Begun, type AdapterOptions } from "./turns.js";

export interface MemoryOptions extends AdapterOptions {
  conversationId: string;
  userId?: string;
  agentId?: string;
}

// The parts of the SDK's types that are read here, so that this package needs no dependency.
interface Part {
  type: string;
  text?: string;
  providerExecuted?: boolean;
}
interface Prompted {
  prompt: unknown[];
}
interface Message {
  role: string;
  content: string | Part[];
}
interface Chunk {
  type: string;
  delta?: string;
  providerExecuted?: boolean;
}
/** A turn that has begun, what the model said when it called a tool, and whether its last call gave nothing. */
interface Turn {
  begun: Promise<TurnBegun | undefined>;
  otherwise: Begun;
  reply: string;
  failed: boolean;
}

/**
 * Middleware that puts what memory knows before the conversation, and stores what user and model said.
 *
 * The call's last user message is the turn's. Past messages are the application's (`messages`), so that memory adds no
 * history. A call that ends in a tool's result is a further step of the same turn: it gets the same context, and the
 * text of the last step is stored. A step that calls a tool is the last only where the user speaks next. Where the model
 * fails, the user's message is stored alone, and the same call again goes on with the same turn. Calls of
 * `tools(…)` are captured, and it is by these that later turns are warned. Memory that fails never fails the model's call.
 */
export function oxgraphMemory(client: Oxgraph, options: MemoryOptions) {
  const turns = new Map<string, Turn>();
  const memory = new Turns(client, options.onError, options.learn ?? true, options.limitMs);
  const shown = new Shown();

  const begun = async (said: string, first: boolean, before: number) => {
    // A tool was called and the turn did not go on: what was said then is its end.
    if (first) {
      for (const [text, { reply, failed }] of turns) {
        if (reply) await end(text, reply);
        else if (failed && text !== said) turns.delete(text);
      }
    }
    const held = turns.get(said);
    const known = first && !held?.failed ? undefined : held;
    const turn = known ?? {
      otherwise: unanswered(),
      begun: memory.begin(options, said, options.warnings !== "off", before),
      reply: "",
      failed: false,
    };
    turn.failed = false;
    turns.set(said, turn);
    const found = await turn.begun;
    if (known === undefined) shown.begin(found?.shown ?? []);
    return found;
  };

  const end = async (said: string, reply: string) => {
    const turn = turns.get(said);
    turns.delete(said);
    if (turn !== undefined) await memory.finish(options, said, (await turn.begun) ?? turn.otherwise, reply);
  };

  const finish = async (params: Prompted, reply: string, callsTool: boolean) => {
    const said = lastUserText(params.prompt);
    const turn = said === undefined ? undefined : turns.get(said);
    if (said === undefined || turn === undefined) return;
    if (callsTool) turn.reply = reply || turn.reply;
    else if (reply) await end(said, reply);
    else await stored(said, turn);
  };

  /** Stores the user's message alone; the turn is there for another call of the model. */
  const stored = async (said: string, turn: Turn) => {
    turn.failed = true;
    await memory.finish(options, said, (await turn.begun) ?? turn.otherwise, "");
  };

  const asked = async <Result>(params: Prompted, ask: () => PromiseLike<Result>): Promise<Result> => {
    try {
      return await ask();
    } catch (error) {
      await finish(params, "", false);
      throw error;
    }
  };

  return {
    /** The same tools with their calls captured: name, ids of targets, outcome, class of the error, latency. */
    tools<Tools extends object>(tools: Tools): Tools {
      return watched(tools, (name, execute) => {
        const run: typeof execute = (given, context) => {
          const call = toolCall(name, given);
          const started = new Date();
          const ended = (error?: string) => memory.capture(options, call, started, error, shown);
          const failed = async (thrown: unknown): Promise<never> => {
            await ended(errorClass(thrown));
            throw thrown;
          };
          try {
            const result = execute(given, context);
            // The SDK tells a tool that gives its result piece by piece by what it returns at once.
            if (isPieces(result)) return inPieces(result, ended, failed);
            return Promise.resolve(result).then((value) => ended().then(() => value), failed);
          } catch (thrown) {
            return failed(thrown);
          }
        };
        if (options.warnings !== "hold") return run;
        const held = (given: unknown) => memory.held(options, toolCall(name, given), shown);
        return isGenerator(execute) ? heldInPieces(held, run) : heldOnce(held, run);
      });
    },

    // Version 6 of the SDK asks for it; 5 and 7 take it.
    specificationVersion: "v3" as const,

    async transformParams<Params extends Prompted>({ params }: { params: Params }): Promise<Params> {
      const said = lastUserText(params.prompt);
      if (said === undefined) return params;
      const isFirst = (params.prompt.at(-1) as Message).role === "user";
      const turn = await begun(said, isFirst, saidBefore(params.prompt as Message[], textOf));
      const context = turn?.prompt;
      if (!context) return params;
      const messages = params.prompt as Message[];
      const at = messages.findIndex((message) => message.role !== "system");
      const prompt = [...messages.slice(0, at), { role: "system", content: context }, ...messages.slice(at)];
      return { ...params, prompt };
    },

    async wrapGenerate<Result extends { content: unknown[] }>(call: {
      doGenerate: () => PromiseLike<Result>;
      params: Prompted;
    }): Promise<Result> {
      const result = await asked(call.params, call.doGenerate);
      const content = result.content as Part[];
      await finish(call.params, texts(content), content.some(isToolCall));
      return result;
    },

    async wrapStream<Piece, Result extends { stream: ReadableStream<Piece> }>(call: {
      doStream: () => PromiseLike<Result>;
      params: Prompted;
    }): Promise<Result> {
      const result = await asked(call.params, call.doStream);
      let reply = "";
      let callsTool = false;
      const reader = result.stream.getReader();
      // What a reader that leaves, by an abort too, or an error cuts short is stored as far as it came.
      const ended = () => finish(call.params, reply, callsTool);
      const source: UnderlyingDefaultSource<Piece> = {
        async pull(controller) {
          const { done, value } = await reader.read().catch(async (error: unknown) => {
            await ended();
            throw error;
          });
          if (done) {
            await ended();
            controller.close();
            return;
          }
          const chunk = value as Chunk;
          if (chunk.type === "text-delta") reply += chunk.delta ?? "";
          callsTool ||= isToolCall(chunk);
          controller.enqueue(value);
        },
        async cancel(reason) {
          await Promise.all([reader.cancel(reason), ended()]);
        },
      };
      return { ...result, stream: new ReadableStream(source, { highWaterMark: 0 }) };
    },
  };
}

/** Whether a step goes on after it: a tool that the provider runs itself has its result in the same step. */
function isToolCall(part: Part | Chunk): boolean {
  return part.type === "tool-call" && part.providerExecuted !== true;
}

function isPieces(result: unknown): result is AsyncIterable<unknown> {
  return result !== null && typeof result === "object" && Symbol.asyncIterator in result;
}

type Run = (given: unknown, context: unknown) => unknown;
type Held = (given: unknown) => Promise<string | undefined>;

/** Whether a function says by what it is that it gives its result piece by piece. */
function isGenerator(execute: Run): boolean {
  return Object.prototype.toString.call(execute) === "[object AsyncGeneratorFunction]";
}

function heldInPieces(held: Held, run: Run): Run {
  return async function* (given, context) {
    const warning = await held(given);
    if (warning === undefined) yield* run(given, context) as AsyncIterable<unknown>;
    else yield warning;
  };
}

/** A tool that gives its result piece by piece, and cannot be told by what it is, gives the last piece. */
function heldOnce(held: Held, run: Run): Run {
  return async (given, context) => {
    const warning = await held(given);
    if (warning !== undefined) return warning;
    const result = run(given, context);
    if (!isPieces(result)) return result;
    let last: unknown;
    for await (const piece of result) last = piece;
    return last;
  };
}

async function* inPieces(
  pieces: AsyncIterable<unknown>,
  ended: () => Promise<void>,
  failed: (thrown: unknown) => Promise<never>,
): AsyncGenerator<unknown> {
  try {
    yield* pieces;
  } catch (thrown) {
    await failed(thrown);
  }
  await ended();
}

function lastUserText(prompt: unknown[]): string | undefined {
  const message = (prompt as Message[]).findLast((one) => one.role === "user");
  return (message && textOf(message)) || undefined;
}

function textOf({ content }: Message): string {
  return typeof content === "string" ? content : texts(content);
}

function texts(parts: Part[]): string {
  return parts.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
}
