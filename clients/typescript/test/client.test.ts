/** The client against a real server: OXGRAPH_URL, and OXGRAPH_TOKEN of an operator. */
import assert from "node:assert/strict";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { generateText, jsonSchema, stepCountIs, streamText, tool, wrapLanguageModel, simulateReadableStream } from "ai";
import { MockLanguageModelV2 } from "ai/test";
import * as sdk6 from "ai6";
import { MockLanguageModelV3 } from "ai6/test";
import * as sdk7 from "ai7";
import { MockLanguageModelV4 } from "ai7/test";
import { oxgraphMemory } from "../src/ai.js";
import { TARGETS } from "../src/arguments.js";
import { NoAnswerError, Oxgraph, OxgraphError } from "../src/index.js";
import { errorClass, Shown, toolCall, Turns } from "../src/turns.js";

const url = process.env["OXGRAPH_URL"]!;
const token = process.env["OXGRAPH_TOKEN"]!;
const client = new Oxgraph({ url, token });
const work = { type: "fact", content: "Ada works at Acme.", subject: "Ada", predicate: "works_at", object: "Acme" };

/** A way to the server that can lose answers and cut streams. */
class Wire {
  lose = 0;
  away = 0;
  asked = 0;
  hold = false;
  #open = new Set<IncomingMessage>();
  #server = createServer((given, answer) => this.#pass(given, answer));

  static async between(): Promise<[Wire, string]> {
    const wire = new Wire();
    await new Promise<void>((ready) => wire.#server.listen(0, "127.0.0.1", ready));
    return [wire, `http://127.0.0.1:${(wire.#server.address() as AddressInfo).port}`];
  }

  cut(): void {
    for (const one of this.#open) one.destroy();
  }

  close(): void {
    this.cut();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #pass(given: IncomingMessage, answer: ServerResponse): void {
    this.asked++;
    if (this.hold) return;
    if (this.away > 0) {
      this.away--;
      given.socket.destroy();
      return;
    }
    const onward = request(url + given.url, { method: given.method, headers: { ...given.headers, host: new URL(url).host } });
    onward.on("response", (found) => {
      if (this.lose > 0) {
        this.lose--;
        found.resume().on("end", () => given.socket.destroy());
        return;
      }
      this.#open.add(found);
      found.on("error", () => answer.destroy()).on("close", () => {
        this.#open.delete(found);
        if (!found.complete) answer.destroy();
      });
      answer.writeHead(found.statusCode!, found.headers);
      found.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    given.pipe(onward);
  }
}

const [wire, bent] = await Wire.between();
after(() => wire.close());

test("what is remembered is recalled, with types", async () => {
  const made = await client.call("memory.remember", work);
  assert.equal(made.outcome, "created");
  const found = await client.call("memory.recall", { query: "Where does Ada work?", kinds: ["memory"] });
  assert.equal(found.results[0]?.content, "Ada works at Acme.");
  const one = await client.call("semantic.get", { memory_id: made.memory_id! });
  assert.equal(one.content, "Ada works at Acme.");
});

test("an error has code, status and field", async () => {
  await assert.rejects(client.call("memory.recall", { query: "" }), (error) => {
    assert.ok(error instanceof OxgraphError);
    assert.deepEqual([error.status, error.code, error.problem["field"]], [422, "invalid_input", "query"]);
    return true;
  });
  await assert.rejects(client.call("tokens.list", {}), { name: "OxgraphError", code: "permission_denied" });
});

test("an answer that is none of oxgraph is a typed error", async () => {
  const answers: [Response, number, string, RegExp][] = [
    [new Response("<html>hello</html>", { headers: { "content-type": "text/html" } }), 200, "unknown", /answer as oxgraph.*<html>/],
    [new Response(null, { status: 204 }), 204, "unknown", /answer as oxgraph.*nothing/],
    [new Response('{"message":"no route"}', { status: 404 }), 404, "unknown", /no route/],
    [new Response("null", { status: 400 }), 400, "unknown", /null/],
    [new Response("", { status: 403 }), 403, "unknown", /status 403/],
    [new Response('{"code":"not_found"}', { status: 404 }), 404, "not_found", /not_found/],
  ];
  for (const [answer, status, code, text] of answers) {
    const other = new Oxgraph({ url, token, retries: 0, fetch: async () => answer });
    await assert.rejects(other.call("workspace.get", {}), (error) => {
      assert.ok(error instanceof OxgraphError, String(error));
      assert.deepEqual([error.status, error.problem.status, error.code], [status, status, code]);
      assert.match(error.message, text);
      return true;
    });
  }
  const page = async () => new Response("<html>", { headers: { "content-type": "text/html" } });
  const other = new Oxgraph({ url, token, retries: 0, fetch: page });
  await assert.rejects(other.events().next(), { name: "OxgraphError", status: 200 });
});

test("an address without its scheme is refused at once", () => {
  for (const wrong of ["127.0.0.1:7600", "localhost:7600", "ftp://localhost", "http://"]) {
    assert.throws(() => new Oxgraph({ url: wrong, token }), { name: "TypeError", message: /must begin with http/ });
  }
});

test("of a tool call ids alone are taken, and its error by its class", () => {
  const given = { order_id: "o-1", session_id: "s", requestId: "r", trace_id: "t", id: 7, uuid: "u-1", paths: ["/home/ada/a.py"] };
  assert.deepEqual(toolCall("charge\n", given), { tool: "charge", targets: ["o-1", "7", "u-1", "~/a.py"], nodeType: "order" });
  assert.deepEqual(toolCall("look", { order_id: ["o\n1", "o\ud83d", "o-2"] }).targets, ["o-2"]);
  class CardExpired extends Error {}
  class Named extends Error {
    override readonly name = "card_expired";
  }
  const thrown = [new CardExpired(), new Named(), new TypeError(), AbortSignal.abort().reason, "text", new (class extends Error {})()];
  assert.deepEqual(thrown.map(errorClass), ["CardExpired", "card_expired", "TypeError", "AbortError", "Error", "Error"]);
});

test("half of a surrogate pair costs no turn and no action", async () => {
  const errors: unknown[] = [];
  const turns = new Turns(client, (error) => errors.push(error));
  const owner = { conversationId: "halves" };
  const turn = await turns.begin(owner, "cut \ud83d");
  await turns.finish(owner, "cut \ud83d", turn!, "\udc00 and 😀");
  await turns.capture(owner, toolCall("cut \ud83d", { order_id: "o\ud83d" }), new Date(), "E\ud83d", new Shown());
  assert.deepEqual(errors, []);
  const { items } = await client.call("episodic.messages", { conversation_id: "halves" });
  assert.deepEqual(items.map((one) => one.text), ["cut \ufffd", "\ufffd and 😀"]);
});

test("an answer that was lost is asked for again, and nothing is done twice", async () => {
  wire.lose = 2;
  const bending = new Oxgraph({ url: bent, token, backoffMs: 1 });
  const name = "lost answers";
  const made = await bending.call("memory.metric_create", { name, success_condition: "outcome == 'success'" });
  assert.equal(wire.asked, 3);
  const metrics = await client.call("memory.metric_list", {});
  assert.deepEqual(metrics.items.filter((one) => one.name === name).map((one) => one.id), [made.id]);
});

test("a limit of calls is waited for as long as the server says, and not at all where that is long", async () => {
  const limited = (seconds: string) => new Response("{}", { status: 429, headers: { "retry-after": seconds } });
  const answers = [limited("0"), Response.json({}), limited("60")];
  const calling = new Oxgraph({ url, token, backoffMs: 1, fetch: async () => answers.shift()! });
  await calling.call("workspace.get", {});
  await assert.rejects(calling.call("workspace.get", {}), (error) => {
    return error instanceof OxgraphError && error.status === 429 && error.problem["retry_after"] === 60;
  });
  assert.equal(answers.length, 0);
});

test("a number that JSON does not have is refused, not left out", async () => {
  const wrong = { name: "TypeError", message: /confidence must be a finite number; it is NaN/ };
  await assert.rejects(client.call("memory.remember", { ...work, confidence: Number.NaN }), wrong);
  const slot = { conversation_id: "numbers", slot: "plan", value: { steps: [Infinity] } };
  await assert.rejects(client.call("working.set", slot), { name: "TypeError", message: /finite number/ });
});

test("a call ends by its time limit, by its signal, and where nobody answers", async () => {
  wire.hold = true;
  const bending = new Oxgraph({ url: bent, token, retries: 0 });
  await assert.rejects(bending.call("workspace.get", {}, { timeoutMs: 30 }), { code: "timeout" });
  const ending = new AbortController();
  const waiting = bending.call("workspace.get", {}, { signal: ending.signal });
  ending.abort(new Error("enough"));
  await assert.rejects(waiting, { message: "enough" });
  wire.hold = false;
  const nobody = new Oxgraph({ url: "http://127.0.0.1:9", token, retries: 1, backoffMs: 1 });
  await assert.rejects(nobody.call("workspace.get", {}), (error) => {
    return error instanceof NoAnswerError && error.code === "connection";
  });
});

test("a list is read to its end, whatever the size of a page", async () => {
  const actions = Array.from({ length: 7 }, (_, n) => {
    return { action_type: "look", session_id: `list-${n}`, outcome: "success" as const, agent_id: "lister" };
  });
  await client.call("telemetry.capture_many", { actions });
  const found = new Set<string>();
  for await (const row of client.items("telemetry.timeline", { agent_id: "lister", limit: 3 })) found.add(row.session_id);
  assert.equal(found.size, 7);
});

test("a stream of events that is cut goes on without a gap", async () => {
  const bending = new Oxgraph({ url: bent, token, backoffMs: 1 });
  const { position } = await client.call("workspace.changes", {});
  const made: string[] = [];
  const capture = async () => {
    const done = await client.call("telemetry.capture", { action_type: "look", session_id: "events", outcome: "success" });
    made.push(done.action_id);
  };
  await capture();
  const seen: string[] = [];
  const ending = new AbortController();
  for await (const change of bending.events({ after: position, signal: ending.signal })) {
    if (change.kind !== "action") continue;
    seen.push(change.id);
    if (seen.length === 1) {
      wire.cut();
      await capture();
      await capture();
    }
    if (seen.length === 3) ending.abort();
  }
  assert.deepEqual(seen, made);
  const agents = new Oxgraph({ url, token: "oxt_unknown" });
  await assert.rejects(agents.events().next(), { status: 401 });
});

test("a stream of events outlasts a server that is away for longer than a call is tried, and ends at once", async () => {
  const bending = new Oxgraph({ url: bent, token, backoffMs: 1, retries: 1 });
  const { position } = await client.call("workspace.changes", {});
  const capture = () => client.call("telemetry.capture", { action_type: "look", session_id: "away", outcome: "success" });
  await capture();
  const seen: string[] = [];
  const ending = new AbortController();
  let ended = 0;
  for await (const change of bending.events({ after: position, signal: ending.signal })) {
    seen.push(change.kind);
    if (seen.length === 1) {
      wire.away = 5;
      wire.cut();
      for (let made = 0; made < 3; made++) await capture();
    } else if (wire.away === 0) {
      ended ||= seen.length;
      ending.abort(); // The page that it came back with has more.
    }
  }
  assert.equal(seen.length, ended);
  wire.away = 2;
  await assert.rejects(bending.events().next(), { name: "NoAnswerError", code: "connection" });
});

test("a token that is none is refused at once", () => {
  for (const wrong of [undefined, "", "oxg_…", "oxg_a b"]) {
    assert.throws(() => new Oxgraph({ url, token: wrong as string }), { name: "TypeError", message: /token must be/ });
  }
});

test("a time limit beyond what a timer can wait is none, and a name of every object is no operation", async () => {
  await client.call("workspace.get", {}, { timeoutMs: Infinity, retries: 0 });
  await assert.rejects(client.call("toString" as "workspace.get", {}), { name: "TypeError", message: /no operation toString/ });
});

type Streamed = Awaited<ReturnType<MockLanguageModelV2["doStream"]>>;
type StreamPart = Streamed["stream"] extends ReadableStream<infer Part> ? Part : never;
const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

test("the AI SDK's model gets what memory knows, and the exchange is stored", async () => {
  await client.call("memory.remember", work);
  let prompt: unknown;
  const model = new MockLanguageModelV2({
    doGenerate: async (options) => {
      prompt = options.prompt;
      return { content: [{ type: "text", text: "At Acme." }], finishReason: "stop", usage, warnings: [] };
    },
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: "text-start", id: "1" },
          { type: "text-delta", id: "1", delta: "At " },
          { type: "text-delta", id: "1", delta: "Acme, still." },
          { type: "text-end", id: "1" },
          { type: "finish", finishReason: "stop", usage },
        ],
      }),
    }),
  });
  const errors: unknown[] = [];
  const middleware = oxgraphMemory(client, { conversationId: "ai", agentId: "clerk", onError: (error) => errors.push(error) });
  const remembering = wrapLanguageModel({ model, middleware });
  const { text } = await generateText({ model: remembering, system: "Be brief.", prompt: "Where does Ada work?" });
  assert.equal(text, "At Acme.");
  assert.match(JSON.stringify(prompt), /Ada works at Acme/);
  const streamed = streamText({ model: remembering, prompt: "Does Ada still work there?" });
  assert.equal(await streamed.text, "At Acme, still.");
  const stored = await client.call("episodic.messages", { conversation_id: "ai" });
  assert.deepEqual(
    stored.items.map((one) => one.text),
    ["Where does Ada work?", "At Acme.", "Does Ada still work there?", "At Acme, still."],
  );
  assert.deepEqual(errors, []);
});

test("what the conversation's messages in the prompt say is not recalled again", async () => {
  const prompts: string[] = [];
  const model = new MockLanguageModelV2({
    doGenerate: async (options) => {
      prompts.push(JSON.stringify(options.prompt));
      return { content: [{ type: "text", text: "Noted, birch." }], finishReason: "stop", usage, warnings: [] };
    },
  });
  const remembering = wrapLanguageModel({ model, middleware: oxgraphMemory(client, { conversationId: "shed", learn: false }) });
  const messages: { role: "user" | "assistant"; content: string }[] = [{ role: "user", content: "The code of the shed is birch." }];
  const { text } = await generateText({ model: remembering, messages });
  const question = { role: "user" as const, content: "Which code does the shed have?" };
  await generateText({ model: remembering, messages: [...messages, { role: "assistant", content: text }, question] });
  await generateText({ model: remembering, messages: [{ role: "user", content: "What is the code of the shed, again?" }] });
  const count = (prompt: string) => prompt.split("The code of the shed is birch.").length - 1;
  assert.deepEqual(prompts.map(count), [1, 1, 1], "each says it once; the last, whose prompt has no history, by recall");
});

test("a stream that its reader leaves, or that breaks off, is stored as far as it came", async () => {
  const left = new AbortController();
  let breaks = false;
  const model = new MockLanguageModelV2({
    doStream: async ({ abortSignal }) => {
      const stream = new ReadableStream<StreamPart>({
        start(controller) {
          controller.enqueue({ type: "text-start", id: "1" });
          controller.enqueue({ type: "text-delta", id: "1", delta: "At Acme," });
          if (breaks) controller.error(new Error("cut"));
          abortSignal?.addEventListener("abort", () => controller.error(abortSignal.reason));
        },
      });
      return { stream };
    },
  });
  const middleware = oxgraphMemory(client, { conversationId: "left" });
  const remembering = wrapLanguageModel({ model, middleware });
  const prompt = (text: string) => ({ prompt: [{ role: "user" as const, content: [{ type: "text" as const, text }] }] });
  const first = (await remembering.doStream(prompt("Where?"))).stream.getReader();
  while ((await first.read()).value?.type !== "text-delta");
  await first.cancel();
  const streamed = streamText({ model: remembering, prompt: "And now?", abortSignal: left.signal });
  for await (const text of streamed.textStream) if (text) left.abort();
  breaks = true;
  const third = (await remembering.doStream(prompt("Then?"))).stream.getReader();
  await assert.rejects(async () => { while (!(await third.read()).done); }, /cut/);
  const { items } = await client.call("episodic.messages", { conversation_id: "left" });
  const said = items.map((one) => one.text);
  assert.deepEqual(said.slice(0, 4), ["Where?", "At Acme,", "And now?", "At Acme,"]);
});

test("what the user says is stored where the model fails, and once where it is asked again", async () => {
  const answers: (string | Error)[] = [new Error("overloaded"), "At Acme.", new Error("refused"), new Error("refused"), "Again?"];
  const answer = () => {
    const next = answers.shift()!;
    if (next instanceof Error) throw next;
    return next;
  };
  const model = new MockLanguageModelV2({
    doGenerate: async () => ({ content: [{ type: "text", text: answer() }], finishReason: "stop", usage, warnings: [] }),
    doStream: async () => {
      answer();
      throw new Error("no stream was to begin");
    },
  });
  const errors: unknown[] = [];
  const middleware = oxgraphMemory(client, { conversationId: "failing", onError: (error) => errors.push(error) });
  const remembering = wrapLanguageModel({ model, middleware });
  const prompt = (text: string) => ({ prompt: [{ role: "user" as const, content: [{ type: "text" as const, text }] }] });
  await assert.rejects(async () => remembering.doGenerate(prompt("Where?")), /overloaded/);
  await remembering.doGenerate(prompt("Where?"));
  await assert.rejects(async () => remembering.doStream(prompt("And now?")), /refused/);
  await assert.rejects(async () => remembering.doGenerate(prompt("Then?")), /refused/);
  await remembering.doGenerate(prompt("Where?"));
  const { items } = await client.call("episodic.messages", { conversation_id: "failing" });
  assert.deepEqual(
    items.map((one) => one.text),
    ["Where?", "At Acme.", "And now?", "Then?", "Where?", "Again?"],
  );
  assert.deepEqual(errors, []);
});

test("a turn of several steps is stored once, with the text of the last", async () => {
  const call = (n: number) => ({ type: "tool-call" as const, toolCallId: `c-${n}`, toolName: "look", input: "{}" });
  const said = (text: string) => ({ type: "text" as const, text });
  const steps = [[said("Let me look."), call(1)], [said("Once more."), call(2)], [said("It is at Acme.")]];
  let step = 0;
  const next = () => steps[step++ % steps.length]!;
  const model = new MockLanguageModelV2({
    doGenerate: async () => {
      const content = next();
      return { content, finishReason: content.length > 1 ? "tool-calls" : "stop", usage, warnings: [] };
    },
    doStream: async () => {
      const chunks = next().flatMap((part): StreamPart[] => {
        if (part.type === "tool-call") return [part];
        return [
          { type: "text-start" as const, id: "1" },
          { type: "text-delta" as const, id: "1", delta: part.text },
          { type: "text-end" as const, id: "1" },
        ];
      });
      const end = { type: "finish" as const, finishReason: chunks.length > 3 ? ("tool-calls" as const) : ("stop" as const), usage };
      return { stream: simulateReadableStream({ chunks: [...chunks, end] }) };
    },
  });
  const errors: unknown[] = [];
  const middleware = oxgraphMemory(client, { conversationId: "steps", onError: (error) => errors.push(error) });
  const remembering = wrapLanguageModel({ model, middleware });
  const tools = { look: tool({ inputSchema: jsonSchema({ type: "object" }), execute: async () => "nothing" }) };
  const stopWhen = stepCountIs(5);
  const { text } = await generateText({ model: remembering, tools, stopWhen, prompt: "Where is it?" });
  assert.equal(text, "It is at Acme.");
  const streamed = streamText({ model: remembering, tools, stopWhen, prompt: "Where is it now?" });
  assert.equal(await streamed.text, "It is at Acme.");
  await generateText({ model: remembering, tools, prompt: "Stop at a tool." });
  steps.splice(0, 3, [said("Fine.")]);
  await generateText({ model: remembering, tools, prompt: "Well?" });
  const { items } = await client.call("episodic.messages", { conversation_id: "steps" });
  const first = ["Where is it?", "It is at Acme.", "Where is it now?", "It is at Acme."];
  assert.deepEqual(items.map((one) => one.text), [...first, "Stop at a tool.", "Let me look.", "Well?", "Fine."]);
  assert.deepEqual(errors, []);
});

test("the calls of an AI SDK agent's tools are captured, how they ended too", async () => {
  class CardExpired extends Error {}
  const calls = ["charge", "ship", "look"].map((toolName, n) => {
    return { type: "tool-call" as const, toolCallId: `t-${n}`, toolName, input: JSON.stringify({ order_id: `o-${n}`, card: "4111" }) };
  });
  const steps = [calls, [{ type: "text" as const, text: "It failed." }]];
  const model = new MockLanguageModelV2({
    doGenerate: async () => {
      const content = steps.shift()!;
      return { content, finishReason: steps.length > 0 ? "tool-calls" : "stop", usage, warnings: [] };
    },
  });
  const errors: unknown[] = [];
  const middleware = oxgraphMemory(client, { conversationId: "acting", agentId: "actor", onError: (error) => errors.push(error) });
  const inputSchema = jsonSchema<{ order_id: string }>({ type: "object" });
  const tools = middleware.tools({
    charge: tool({ inputSchema, execute: async (): Promise<string> => { throw new CardExpired("no"); } }),
    ship: tool({
      inputSchema,
      async *execute() {
        yield "half";
        yield "whole";
      },
    }),
    look: tool({ inputSchema, execute: () => "nothing" }),
    ask: tool({ inputSchema, outputSchema: jsonSchema<string>({ type: "string" }) }),
  });
  const done = await generateText({ model: wrapLanguageModel({ model, middleware }), tools, stopWhen: stepCountIs(3), prompt: "Go." });
  assert.equal(done.text, "It failed.");
  assert.deepEqual(done.steps[0]!.toolResults.map((one) => one.output), ["whole", "nothing"]);
  const { items } = await client.call("telemetry.timeline", { agent_id: "actor" });
  const told = items.map((one) => [one.action_type, one.session_id, one.target_node_ids, one.error_code]);
  assert.deepEqual(told.sort(), [
    ["charge", "acting", ["o-0"], "CardExpired"],
    ["look", "acting", ["o-2"], null],
    ["ship", "acting", ["o-1"], null],
  ]);
  assert.deepEqual(errors, []);
});

test("an action names the patterns shown last", () => {
  const ids = Array.from({ length: TARGETS + 1 }, (_, n) => String(n));
  const shown = new Shown();
  shown.begin(ids);
  assert.deepEqual(shown.latest(), ids.slice(1));
});

test("a tool of an AI SDK agent that keeps failing is held once a run", async () => {
  class CardExpired extends Error {}
  const inputSchema = jsonSchema<{ order_id: string }>({ type: "object" });
  let made = 0;
  const refuse = (): never => {
    made++;
    throw new CardExpired("no");
  };
  const refund = tool({ inputSchema, execute: async (): Promise<string> => refuse() });
  const inPieces = tool({
    inputSchema,
    async *execute() {
      yield "half";
      refuse();
    },
  });
  const attempt = async (conversationId: string, calls: number, warnings: "prompt" | "hold", own = refund) => {
    const call = { type: "tool-call" as const, toolName: "refund", input: '{"order_id": "o-7"}' };
    let left = calls;
    const model = new MockLanguageModelV2({
      doGenerate: async () => {
        const content = left-- > 0 ? { ...call, toolCallId: `t-${left}` } : { type: "text" as const, text: "It failed." };
        return { content: [content], finishReason: left >= 0 ? "tool-calls" : "stop", usage, warnings: [] };
      },
    });
    const middleware = oxgraphMemory(client, { conversationId, agentId: "refunder", warnings });
    const tools = middleware.tools({ refund: own });
    const done = await generateText({ model: wrapLanguageModel({ model, middleware }), tools, stopWhen: stepCountIs(5), prompt: "Refund." });
    await client.call("telemetry.end_session", { session_id: conversationId, outcome: "failure" });
    return done.steps.flatMap((step) => step.toolResults.map((one) => String(one.output)));
  };
  for (let number = 0; number < 5; number++) await attempt(`refund ${number}`, 1, "prompt");
  for (const number of [1, 2]) {
    const headers = { authorization: `Bearer ${token}` };
    const done = await fetch(`${url}/v1/workspaces/me/passes/${number}/runs`, { method: "POST", headers });
    assert.ok(done.ok, await done.text());
  }
  for (const [number, own] of [refund, inPieces as unknown as typeof refund].entries()) {
    const results = await attempt(`held ${number}`, 2, "hold", own);
    assert.equal(results.length, 1);
    assert.match(results[0]!, /100% of refund actions[^]*stopped once/);
    assert.equal(made, 6 + number, "the second call is made");
  }
});

test("memory that accepts a call and does not answer holds the model up for its limit only", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const model = new MockLanguageModelV2({
    doGenerate: { content: [{ type: "text", text: "Hello." }], finishReason: "stop", usage, warnings: [] },
  });
  const errors: unknown[] = [];
  const slow = new Oxgraph({ url: `http://127.0.0.1:${port}`, token });
  const options = { conversationId: "silent", limitMs: 50, onError: (error: unknown) => errors.push(error) };
  const remembering = wrapLanguageModel({ model, middleware: oxgraphMemory(slow, options) });
  const { text } = await generateText({ model: remembering, prompt: "Hello?" });
  silent.closeAllConnections();
  silent.close();
  assert.equal(text, "Hello.");
  assert.deepEqual(errors.map((error) => (error as NoAnswerError).code), ["timeout", "timeout"]);
});

test("a server that was silent is asked whether it answers, before a further call waits for it", async () => {
  const errors: unknown[] = [];
  const turns = new Turns(new Oxgraph({ url: bent, token }), (error) => errors.push(error), true, 5_000);
  const owner = { conversationId: "silent for a while" };
  const before = wire.asked;
  wire.hold = true;
  const short = new Turns(new Oxgraph({ url: bent, token }), (error) => errors.push(error), true, 50);
  assert.equal(await short.begin(owner, "Hello?"), undefined);
  assert.equal(await short.begin(owner, "Hello?"), undefined);
  wire.away = 4;
  wire.hold = false;
  assert.equal(await turns.begin(owner, "Hello?"), undefined);
  assert.deepEqual([wire.asked - before, wire.away], [6, 0]);
  assert.ok(await turns.begin(owner, "Hello?"));
  assert.ok(await turns.begin(owner, "And now?"));
  assert.equal(wire.asked - before, 9); // The second call asks first, the third no longer.
  assert.deepEqual(errors.map((error) => (error as NoAnswerError).code), ["timeout", "timeout", "connection"]);
});

test("memory that is away does not fail the model's call", async () => {
  const model = new MockLanguageModelV2({
    doGenerate: { content: [{ type: "text", text: "Hello." }], finishReason: "stop", usage, warnings: [] },
  });
  const errors: unknown[] = [];
  const away = new Oxgraph({ url: "http://127.0.0.1:9", token, retries: 0 });
  const middleware = oxgraphMemory(away, { conversationId: "ai", onError: (error) => errors.push(error) });
  const remembering = wrapLanguageModel({ model, middleware });
  assert.equal((await generateText({ model: remembering, prompt: "Hello?" })).text, "Hello.");
  assert.equal(errors.length, 2, "neither its context nor the exchange");
});

test("what is said to memory that is back before the model has answered is stored", async () => {
  const model = new MockLanguageModelV2({
    doGenerate: async () => {
      wire.away = 0;
      return { content: [{ type: "text", text: "Hello." }], finishReason: "stop", usage, warnings: [] };
    },
  });
  const errors: unknown[] = [];
  const back = new Oxgraph({ url: bent, token, retries: 0 });
  const options = { conversationId: "back again", onError: (error: unknown) => errors.push(error) };
  const remembering = wrapLanguageModel({ model, middleware: oxgraphMemory(back, options) });
  wire.away = 1_000;
  await generateText({ model: remembering, prompt: "Are you there?" });
  assert.equal(errors.length, 1, "its context");
  const { items } = await client.call("episodic.messages", { conversation_id: "back again" });
  assert.deepEqual(items.map((one) => one.text), ["Are you there?", "Hello."]);
});

test("newer versions of the AI SDK take the middleware as it is", async () => {
  const content = [{ type: "text" as const, text: "At Acme." }];
  const finishReason = { unified: "stop" as const, raw: "stop" };
  const inputTokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
  const used = { inputTokens, outputTokens: { total: 1, text: 1, reasoning: 0 } };
  const doGenerate = { content, finishReason, usage: used, warnings: [] };
  const errors: unknown[] = [];
  const remembering = (conversationId: string) =>
    oxgraphMemory(client, { conversationId, onError: (error) => errors.push(error) });
  const model6 = new MockLanguageModelV3({ doGenerate });
  const wrapped6 = sdk6.wrapLanguageModel({ model: model6, middleware: remembering("ai 6") });
  assert.equal((await sdk6.generateText({ model: wrapped6, prompt: "Where does Ada work?" })).text, "At Acme.");
  const model7 = new MockLanguageModelV4({ doGenerate });
  const wrapped7 = sdk7.wrapLanguageModel({ model: model7, middleware: remembering("ai 7") });
  assert.equal((await sdk7.generateText({ model: wrapped7, prompt: "Where does Ada work?" })).text, "At Acme.");
  for (const [conversation_id, { doGenerateCalls }] of [["ai 6", model6], ["ai 7", model7]] as const) {
    assert.match(JSON.stringify(doGenerateCalls[0]!.prompt), /Ada works at Acme/);
    const { items } = await client.call("episodic.messages", { conversation_id });
    assert.deepEqual(items.map((one) => one.text), ["Where does Ada work?", "At Acme."]);
  }
  assert.deepEqual(errors, []);
});
