/** A Mastra agent with memory, against a real server: OXGRAPH_URL, and OXGRAPH_TOKEN of an operator. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent } from "@mastra/core/agent";
import { RequestContext } from "@mastra/core/request-context";
import { MastraLanguageModelV2Mock, simulateReadableStream } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import { Oxgraph } from "@oxgraph/client";
import { OxgraphMastra, type MastraOptions } from "@oxgraph/client/mastra";
import { z } from "zod";

const url = process.env["OXGRAPH_URL"]!;
const token = process.env["OXGRAPH_TOKEN"]!;
const client = new Oxgraph({ url, token });
const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

type Answer = { text: string } | { tool: string; input: Record<string, unknown> } | { fails: string };

/** A model that gives its answers one after the other, and what it was asked. */
function model(...answers: Answer[]) {
  const asked: string[] = [];
  const next = (prompt: unknown) => {
    asked.push(JSON.stringify(prompt));
    const answer = answers[Math.min(asked.length, answers.length) - 1]!;
    if ("fails" in answer) throw new Error(answer.fails);
    if ("text" in answer) return { content: { type: "text" as const, text: answer.text }, finishReason: "stop" as const };
    const { tool: toolName, input } = answer;
    const call = { type: "tool-call" as const, toolCallId: `call-${asked.length}`, toolName, input: JSON.stringify(input) };
    return { content: call, finishReason: "tool-calls" as const };
  };
  const found = new MastraLanguageModelV2Mock({
    doGenerate: async ({ prompt }) => {
      const { content, finishReason } = next(prompt);
      return { content: [content], finishReason, usage, warnings: [] };
    },
    doStream: async ({ prompt }) => {
      const { content, finishReason } = next(prompt);
      const text = (delta: string) => [
        { type: "text-start" as const, id: "1" },
        { type: "text-delta" as const, id: "1", delta },
        { type: "text-end" as const, id: "1" },
      ];
      const chunks = content.type === "text" ? text(content.text) : [content];
      const end = { type: "finish" as const, finishReason, usage };
      return { stream: simulateReadableStream({ chunks: [...chunks, end], chunkDelayInMs: null, initialDelayInMs: null }) };
    },
  });
  return { model: found, asked };
}

class CardExpired extends Error {}

let charged = 0;
const charge = createTool({
  id: "charge",
  description: "Charges the card of an order",
  inputSchema: z.object({ order_id: z.string(), card: z.string() }),
  execute: async () => {
    charged++;
    throw new CardExpired("4111 has expired");
  },
});

function clerk(answers: Answer[], options: MastraOptions) {
  const errors: unknown[] = [];
  const memory = new OxgraphMastra(client, { ...options, onError: (error) => errors.push(error) });
  const { model: own, asked } = model(...answers);
  const agent = new Agent({
    id: "clerk",
    name: "clerk",
    instructions: "Be brief.",
    model: own,
    tools: memory.tools({ charge }),
    inputProcessors: [memory.processor],
    outputProcessors: [memory.processor],
  });
  return { agent, asked, errors };
}

/** The context of a run of a thread, and of a resource. */
function run(thread: string, resource?: string) {
  const requestContext = new RequestContext<Record<string, string>>();
  requestContext.set("mastra__threadId", thread);
  if (resource !== undefined) requestContext.set("mastra__resourceId", resource);
  return { requestContext };
}

async function runPass(number: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const done = await fetch(`${url}/v1/workspaces/me/passes/${number}/runs`, { method: "POST", headers });
  assert.ok(done.ok, await done.text());
}

async function texts(conversation_id: string, user_id?: string): Promise<string[]> {
  const owner = user_id === undefined ? {} : { user_id };
  const { items } = await client.call("episodic.messages", { conversation_id, ...owner });
  return items.map((one) => one.text);
}

test("the agent's model gets what memory knows, and the exchange is stored", async () => {
  const work = { type: "fact", content: "Ada works at Acme.", subject: "Ada" };
  await client.call("memory.remember", work);
  const { agent, asked, errors } = clerk([{ text: "At Acme." }, { text: "Still there." }], { agentId: "clerk" });
  assert.equal((await agent.generate("Where does Ada work?", run("m-1"))).text, "At Acme.");
  assert.match(asked[0]!, /Be brief.*Ada works at Acme/);
  const streamed = await agent.stream("Does Ada still work there?", run("m-1"));
  assert.equal(await streamed.text, "Still there.");
  assert.deepEqual(await texts("m-1"), ["Where does Ada work?", "At Acme.", "Does Ada still work there?", "Still there."]);
  assert.deepEqual(errors, []);
});

test("what the user says is stored where the model fails", async () => {
  const { agent, errors } = clerk([{ fails: "overloaded" }], {});
  const failing = agent.generate("Where is order 7?", { ...run("m-4"), modelSettings: { maxRetries: 0 } });
  await assert.rejects(failing, /overloaded/);
  let stored: string[] = [];
  while (stored.length === 0) stored = await texts("m-4"); // it is stored while the model is asked
  assert.deepEqual(stored, ["Where is order 7?"]);
  assert.deepEqual(errors, []);
});

test("users are apart", async () => {
  const likes = { type: "preference", content: "Ben drinks black tea.", subject: "Ben", user_id: "ben" };
  await client.call("memory.remember", likes);
  const { agent, asked } = clerk([{ text: "Tea." }], {});
  await agent.generate("What does Ben drink?", run("m-2", "ben"));
  await agent.generate("What does Ben drink?", run("m-3", "cleo"));
  assert.match(asked[0]!, /black tea/);
  assert.doesNotMatch(asked[1]!, /black tea/);
  assert.deepEqual(await texts("m-2", "ben"), ["What does Ben drink?", "Tea."]);
});

test("a tool that keeps failing is captured with its target, and held in the sixth run", async () => {
  const answers: Answer[] = [{ tool: "charge", input: { order_id: "o-7", card: "4111" } }, { text: "It failed." }];
  for (let number = 0; number < 5; number++) {
    await clerk(answers, { agentId: "clerk" }).agent.generate("Charge order 7.", run(`m-fail-${number}`));
    await client.call("telemetry.end_session", { session_id: `m-fail-${number}`, outcome: "failure" });
  }
  assert.equal(charged, 5);
  const { items } = await client.call("telemetry.timeline", { action_type: "charge", limit: 10 });
  assert.equal(items.length, 5);
  assert.deepEqual(
    [items[0]!.target_node_ids, items[0]!.node_type, items[0]!.error_code, items[0]!.agent_id],
    [["o-7"], "order", "CardExpired", "clerk"],
  );
  assert.doesNotMatch(JSON.stringify(items), /4111/);
  for (const number of [1, 2]) await runPass(number);
  const sixth = clerk([answers[0]!, answers[0]!, answers[1]!], { warnings: "hold" });
  assert.equal((await sixth.agent.generate("Charge order 7.", run("m-fail-6"))).text, "It failed.");
  assert.match(sixth.asked[0]!, /charge/, "the failures that cost most are in the prompt");
  assert.match(sixth.asked[1]!, /100% of charge actions.*stopped once/, "the first call is held");
  assert.match(sixth.asked[2]!, /expired/, "the second is made");
  assert.equal(charged, 6);
  assert.deepEqual(sixth.errors, []);
});

test("memory that is away does not fail the agent", async () => {
  const errors: unknown[] = [];
  const away = new Oxgraph({ url: "http://127.0.0.1:9", token: "oxt_none", retries: 0 });
  const memory = new OxgraphMastra(away, { conversationId: "m-9", onError: (error) => errors.push(error) });
  const agent = new Agent({
    id: "clerk",
    name: "clerk",
    instructions: "Be brief.",
    model: model({ text: "Hello." }).model,
    inputProcessors: [memory.processor],
    outputProcessors: [memory.processor],
  });
  assert.equal((await agent.generate("Hello?")).text, "Hello.");
  assert.equal(errors.length, 2, "neither its context nor the exchange");
});
