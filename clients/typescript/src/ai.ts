/** Memory for the Vercel AI SDK: `wrapLanguageModel({ model, middleware: oxgraphMemory(client, { conversationId }) })`. */
import type { Oxgraph } from "./index.js";
import type { TurnBegun } from "./api.js";
import { Turns } from "./turns.js";

export interface MemoryOptions {
  conversationId: string;
  userId?: string;
  agentId?: string;
  /** Whether memories are extracted from the exchange later. Default: true */
  learn?: boolean;
  /** Called where memory fails; the model is asked all the same. Default: nothing. */
  onError?: (error: unknown) => void;
}

// The parts of the SDK's types that are read here, so that this package needs no dependency.
interface Part {
  type: string;
  text?: string;
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
}

/**
 * Middleware that puts what memory knows before the conversation, and stores what user and model said.
 *
 * The call's last user message is the turn's. Past messages are the application's (`messages`), so that memory adds no
 * history. A call that ends in a tool's result is a further step of the same turn: it gets the same context, and the
 * text of the last step is stored. Memory that fails never fails the model's call.
 */
export function oxgraphMemory(client: Oxgraph, options: MemoryOptions) {
  const turns = new Map<string, Promise<TurnBegun | undefined>>();
  const memory = new Turns(client, options.onError, options.learn ?? true);

  const begun = (said: string, first: boolean) => {
    const known = first ? undefined : turns.get(said);
    const turn = known ?? memory.begin(options, said);
    turns.set(said, turn);
    return turn;
  };

  const finish = async (params: Prompted, reply: string) => {
    const said = lastUserText(params.prompt);
    const turn = said === undefined ? undefined : await turns.get(said);
    if (said === undefined || turn === undefined || !reply) return;
    turns.delete(said);
    await memory.finish(options, said, turn, reply);
  };

  return {
    async transformParams<Params extends Prompted>({ params }: { params: Params }): Promise<Params> {
      const said = lastUserText(params.prompt);
      if (said === undefined) return params;
      const isFirst = (params.prompt.at(-1) as Message).role === "user";
      const context = (await begun(said, isFirst))?.prompt;
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
      const result = await call.doGenerate();
      await finish(call.params, texts(result.content as Part[]));
      return result;
    },

    async wrapStream<Piece, Result extends { stream: ReadableStream<Piece> }>(call: {
      doStream: () => PromiseLike<Result>;
      params: Prompted;
    }): Promise<Result> {
      const result = await call.doStream();
      let reply = "";
      const reading = new TransformStream<Piece, Piece>({
        transform(piece, controller) {
          const chunk = piece as Chunk;
          if (chunk.type === "text-delta") reply += chunk.delta ?? "";
          controller.enqueue(piece);
        },
        flush: () => finish(call.params, reply),
      });
      return { ...result, stream: result.stream.pipeThrough(reading) };
    },
  };
}

function lastUserText(prompt: unknown[]): string | undefined {
  const message = (prompt as Message[]).findLast((one) => one.role === "user");
  const text = message === undefined ? "" : typeof message.content === "string" ? message.content : texts(message.content);
  return text || undefined;
}

function texts(parts: Part[]): string {
  return parts.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
}
