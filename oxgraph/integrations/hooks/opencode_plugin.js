// Written by `oxgraph hooks install opencode`; removed by `oxgraph hooks uninstall opencode`.
// Sends tool calls to `oxgraph serve` and shows the agent what memory warns of. Silent where the server is away or slow.
import { readFile } from "node:fs/promises"
import { homedir } from "node:os"

const KEY = "__KEY__"
const BLOCK = __BLOCK__
const HOME = process.env.OXGRAPH_HOME || __HOME__ || `${homedir()}/.oxgraph`
const MILLISECONDS = 280
const MAX_SESSIONS = 1000

const MAX_PAYLOAD = 1 << 20
const MAX_TEXTS = [32_000, 4_000, 500]

// The event as the server takes it, in less than 1 MiB: long texts without their middle, each shorter where there are many.
function written(payload) {
  for (const most of MAX_TEXTS) {
    const cut = (_, value) =>
      typeof value === "string" && value.length > most ? `${value.slice(0, most / 2)}\n${value.slice(-most / 2)}` : value
    const text = JSON.stringify(payload, cut)
    if (Buffer.byteLength(text) < MAX_PAYLOAD) return text
  }
  return JSON.stringify({ ...payload, prompt: undefined, tool_input: undefined, tool_response: undefined })
}

async function ask(event, payload) {
  try {
    const signal = AbortSignal.timeout(MILLISECONDS)
    let [address, token] = (await readFile(`${HOME}/hooks/${KEY}.conf`, "utf8")).split("\n")
    if (!address) address = JSON.parse(await readFile(`${HOME}/serve.json`, "utf8")).url
    const socket = address.startsWith("unix://") ? address.slice("unix://".length) : undefined
    const query = BLOCK ? "?block=true" : ""
    const response = await fetch(`${socket ? "http://localhost" : address}/v1/hooks/opencode/${event}${query}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: written(payload),
      signal,
      ...(socket ? { unix: socket } : {}),
    })
    return response.status === 200 ? await response.json() : {}
  } catch {
    return {}
  }
}

export const Oxgraph = async ({ directory }) => {
  const known = new Map() // what a session was given: a block at its start, and one for the last prompt
  const of = (sessionID) => {
    if (!known.has(sessionID)) {
      known.set(sessionID, {})
      if (known.size > MAX_SESSIONS) known.delete(known.keys().next().value)
    }
    return known.get(sessionID)
  }
  return {
    "chat.message": async (input, output) => {
      const session = of(input.sessionID)
      const about = { session_id: input.sessionID, cwd: directory }
      if (session.start === undefined) session.start = (await ask("session_start", about)).context || ""
      const texts = (output?.parts || []).filter((part) => typeof part?.text === "string" && part.type === "text")
      const own = texts.filter((part) => !part.synthetic)
      const prompt = own.map((part) => part.text.replace(/^"([\s\S]*)"$/, "$1")).join("\n")
      session.prompt = (await ask("prompt", { ...about, prompt })).context || ""
    },
    "experimental.chat.system.transform": async (input, output) => {
      const session = input?.sessionID ? of(input.sessionID) : {}
      for (const text of [session.start, session.prompt]) if (text) output.system.push(text)
    },
    "tool.execute.before": async (input, output) => {
      const found = await ask("before_tool", {
        session_id: input.sessionID,
        cwd: directory,
        tool_name: input.tool,
        tool_use_id: input.callID,
        tool_input: output.args,
      })
      if (found.denial) throw new Error(found.denial)
    },
    "tool.execute.after": async (input, output) => {
      const found = await ask("after_tool", {
        session_id: input.sessionID,
        cwd: directory,
        tool_name: input.tool,
        tool_use_id: input.callID,
        tool_input: input.args,
        tool_response: { output: output?.output, metadata: { exit: output?.metadata?.exit } },
      })
      if (found.context && typeof output?.output === "string") output.output += `\n\n${found.context}`
    },
    event: async ({ event }) => {
      const failed = event.type === "message.part.updated" && event.properties?.part
      if (failed && failed.type === "tool" && failed.state?.status === "error") {
        await ask("after_tool", {
          session_id: failed.sessionID,
          cwd: directory,
          tool_name: failed.tool,
          tool_use_id: failed.callID,
          tool_input: failed.state.input,
          tool_response: { error: String(failed.state.error) },
        })
      }
      if (event.type === "session.idle") await ask("session_end", { session_id: event.properties?.sessionID })
    },
  }
}
