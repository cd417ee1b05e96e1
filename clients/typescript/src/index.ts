/** Client of `oxgraph serve`: each operation as a typed call, with retries, time limits and streams of events. */
import { OPERATIONS, type Operations, type Problem, type Change } from "./api.js";
import { events as parsed } from "./sse.js";

export * from "./api.js";

export type OperationName = keyof Operations;
export type Input<Name extends OperationName> = Operations[Name]["input"];
export type Output<Name extends OperationName> = Operations[Name]["output"];

export interface Options {
  /** Address of `oxgraph serve`. Default: http://127.0.0.1:7600 */
  url?: string;
  /** Token of a workspace, of `oxgraph token create`. */
  token: string;
  /** Milliseconds that one attempt may take. Default: 30,000 */
  timeoutMs?: number;
  /** How often a call is tried again where the server is away or overloaded, or the token calls too often. Default: 3 */
  retries?: number;
  /** Milliseconds before the first retry; each further one waits twice as long, or as the server says, up to 10 s. Default: 250 */
  backoffMs?: number;
  /** Default: the global fetch. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  retries?: number;
  /** The same key and input again within a day gets the first answer. Default: a new key for each call. */
  idempotencyKey?: string;
  /** Change only what a read answered with this ETag. */
  ifMatch?: string;
}

/** The server refused a call. `code` is stable; `problem` has the values that `message` names. */
export class OxgraphError extends Error {
  override readonly name = "OxgraphError";
  constructor(
    readonly status: number,
    readonly code: string,
    readonly problem: Problem & Record<string, unknown>,
  ) {
    super(problem.detail);
  }
}

/** No answer came: the server cannot be reached (`connection`), or it took too long (`timeout`). */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  constructor(
    readonly code: "connection" | "timeout",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const RETRIED = new Set([429, 502, 503]);
const MAX_WAIT_MS = 10_000;
const MAX_TIMEOUT_MS = 2 ** 31 - 1; // A timer that is to wait longer does not wait at all.
const ALIVE_MS = 60_000;

interface Attempt {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

export class Oxgraph {
  readonly #url: string;
  readonly #token: string;
  readonly #timeoutMs: number;
  readonly #retries: number;
  readonly #backoffMs: number;
  readonly #fetch: typeof fetch;

  constructor(options: Options) {
    const url = options.url ?? "http://127.0.0.1:7600";
    // A browser takes a path of its own host too.
    if (!/^(https?:\/\/[^/]|\/|$)/i.test(url)) {
      throw new TypeError(`url must begin with http:// or https:// and name a host, such as http://127.0.0.1:7600; it is "${url}".`);
    }
    // As a header a text with other characters fails as if the server were away.
    if (typeof options.token !== "string" || !/^[\x21-\x7e]+$/.test(options.token.trim())) {
      throw new TypeError("token must be the secret that `oxgraph token create` prints; it is missing, or no such text.");
    }
    this.#url = url.replace(/\/+$/, "");
    this.#token = options.token.trim();
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#retries = options.retries ?? 3;
    this.#backoffMs = options.backoffMs ?? 250;
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  }

  /**
   * Performs an operation of the OpenAPI document, such as `call("memory.recall", { query: "…" })`.
   *
   * @throws OxgraphError where the server refuses it, NoAnswerError where none answers, the signal's reason when aborted,
   *   TypeError for an operation or a field that cannot be sent
   */
  async call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options: CallOptions = {},
  ): Promise<Output<Name>> {
    const { attempt, repeatable } = this.#request(name, input as Record<string, unknown>, options);
    const response = await this.#send(attempt, repeatable, options);
    const text = await response.text();
    try {
      return JSON.parse(text) as Output<Name>;
    } catch {
      throw strange(response.status, text, this.#url);
    }
  }

  /** All items of a list, page after page. */
  async *items<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options: CallOptions = {},
  ): AsyncGenerator<Output<Name> extends { items: (infer Item)[] } ? Item : never> {
    let cursor: string | null | undefined;
    do {
      const given = cursor == null ? input : { ...(input as object), cursor };
      const page = (await this.call(name, given as Input<Name>, options)) as { items: never[]; next?: string | null };
      yield* page.items;
      cursor = page.next;
    } while (cursor != null);
  }

  /**
   * What changes in the workspace, as it is committed; a token of an operator. Ends when `signal` aborts.
   *
   * Once it has begun it comes back by itself after the last change that was read, so that none is missed, however long
   * the server is away. `after` is a change's `position` of an earlier stream; without it the stream begins now.
   *
   * @throws OxgraphError where the server refuses it, NoAnswerError where none answers at its beginning
   */
  async *events(options: { after?: string; signal?: AbortSignal } = {}): AsyncGenerator<Change> {
    let last = options.after;
    let failures = 0;
    let begun = false;
    while (!options.signal?.aborted) {
      try {
        const headers = this.#headers({ accept: "text/event-stream", ...(last ? { "last-event-id": last } : {}) });
        const attempt = { url: `${this.#url}/v1/workspaces/me/events`, method: "GET", headers };
        const response = await this.#once(attempt, options.signal, this.#timeoutMs, true);
        begun = true;
        for await (const event of parsed(response, ALIVE_MS, options.signal)) {
          if (options.signal?.aborted) return;
          failures = 0;
          if (event.name === "error") throw problem(0, event.data);
          if (event.name === "change") yield JSON.parse(event.data) as Change;
          if (event.id) last = event.id;
        }
      } catch (error) {
        if (options.signal?.aborted) return;
        const refused = error instanceof OxgraphError && error.status >= 400 && !RETRIED.has(error.status);
        if (refused || (++failures > this.#retries && !begun)) throw error;
      }
      await pause(this.#wait(Math.max(failures - 1, 0)), options.signal).catch(() => undefined);
    }
  }

  #headers(more: Record<string, string>): Record<string, string> {
    return { authorization: `Bearer ${this.#token}`, ...more };
  }

  /** The request of an operation, and whether it may be sent twice. */
  #request(name: OperationName, input: Record<string, unknown>, options: CallOptions) {
    if (!Object.hasOwn(OPERATIONS, name)) throw new TypeError(`There is no operation ${String(name)}.`);
    const operation = OPERATIONS[name];
    const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
    const path = operation.path.replace(/\{(\w+)\}/g, (_, field: string) => {
      if (field === "workspace_id") return "me";
      const value = rest.get(field);
      if (value === undefined) throw new TypeError(`${String(name)} needs ${field}.`);
      rest.delete(field);
      // A URL has these as steps of its path, also when they are encoded.
      if (value === "." || value === "..") throw new TypeError(`${field} must not be "${value}" here.`);
      return encodeURIComponent(String(value));
    });
    const headers: Record<string, string> = this.#headers({ accept: "application/json" });
    if (options.ifMatch) headers["if-match"] = options.ifMatch;
    if (operation.key) headers["idempotency-key"] = options.idempotencyKey ?? crypto.randomUUID();
    const repeatable = operation.key || ["GET", "PUT", "DELETE"].includes(operation.method);
    if (["GET", "DELETE"].includes(operation.method)) {
      const query = new URLSearchParams();
      for (const [field, value] of rest) {
        for (const one of Array.isArray(value) ? value : [value]) if (one !== null) query.append(field, String(one));
      }
      const url = `${this.#url}${path}${query.size ? `?${query}` : ""}`;
      return { attempt: { url, method: operation.method, headers }, repeatable };
    }
    headers["content-type"] = "application/json";
    const body = JSON.stringify(Object.fromEntries(rest), finite);
    return { attempt: { url: this.#url + path, method: operation.method, headers, body }, repeatable };
  }

  async #send(attempt: Attempt, repeatable: boolean, options: CallOptions): Promise<Response> {
    const retries = options.retries ?? this.#retries;
    for (let tried = 0; ; tried++) {
      try {
        return await this.#once(attempt, options.signal, options.timeoutMs ?? this.#timeoutMs);
      } catch (error) {
        const limited = error instanceof OxgraphError && error.status === 429 && secondsOf(error) * 1_000 <= MAX_WAIT_MS;
        const again = limited || (repeatable && (error instanceof NoAnswerError || isAway(error)));
        if (!again || tried >= retries) throw error;
        await pause(this.#wait(tried, error), options.signal);
      }
    }
  }

  /** One attempt. The time limit covers the body too, unless it is a stream. */
  async #once(
    attempt: Attempt,
    signal: AbortSignal | undefined,
    timeoutMs: number,
    stream = false,
  ): Promise<Response> {
    signal?.throwIfAborted();
    const ending = new AbortController();
    const end = () => ending.abort(new NoAnswerError("timeout", ""));
    const timer = setTimeout(end, Math.min(timeoutMs, MAX_TIMEOUT_MS));
    const signals = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
    try {
      const response = await this.#fetch(attempt.url, { ...attempt, signal: signals, redirect: "error" });
      if (!response.ok) throw problem(response.status, await response.text(), response.headers.get("retry-after"));
      if (!stream) {
        const bytes = await response.arrayBuffer();
        const { status, headers } = response;
        return new Response(bytes.byteLength > 0 ? bytes : null, { status, headers }); // 204 takes no body
      }
      const type = response.headers.get("content-type") ?? "";
      if (response.body !== null && type.startsWith("text/event-stream")) return response;
      await response.body?.cancel();
      throw strange(response.status, type, this.#url);
    } catch (error) {
      if (error instanceof OxgraphError) throw error;
      signal?.throwIfAborted();
      if (ending.signal.aborted) {
        throw new NoAnswerError("timeout", `${attempt.method} ${attempt.url} took longer than ${timeoutMs} ms.`);
      }
      throw new NoAnswerError("connection", `${this.#url} cannot be reached; is \`oxgraph serve\` running?`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Milliseconds to wait: what the server says, else twice as long each time, and up to a half more by chance. */
  #wait(tried: number, error?: unknown): number {
    const said = secondsOf(error);
    if (said > 0) return Math.min(said * 1_000, MAX_WAIT_MS);
    return Math.min(this.#backoffMs * 2 ** tried, MAX_WAIT_MS) * (1 + Math.random() / 2);
  }
}

function isAway(error: unknown): boolean {
  return error instanceof OxgraphError && error.status !== 429 && RETRIED.has(error.status);
}

/** How long the server asks to wait; 0 where it says nothing. */
function secondsOf(error: unknown): number {
  return (error instanceof OxgraphError && Number(error.problem["retry_after"])) || 0;
}

/** JSON has no NaN and no infinity: `null`, which it would write, is "not given" to the server. */
function finite(field: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${field} must be a finite number; it is ${value}.`);
  return value;
}

function problem(status: number, text: string, retryAfter: string | null = null): OxgraphError {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    said = undefined;
  }
  // A proxy or another server answers in its own way: the error has a code, a status and a text all the same.
  const given = (said !== null && typeof said === "object" && !Array.isArray(said) ? said : {}) as Record<string, unknown>;
  const detail = text.trim().slice(0, 200) || `The answer has status ${status} and no text.`;
  const found = { type: "about:blank", title: "No answer of oxgraph", ...given } as Problem & Record<string, unknown>;
  if (typeof found.code !== "string") found.code = "unknown";
  if (typeof found.detail !== "string") found.detail = detail;
  if (typeof found.status !== "number") found.status = status;
  if (retryAfter !== null) found["retry_after"] = Number(retryAfter);
  return new OxgraphError(status || found.status, found.code, found);
}

/** An answer that says it is good, and is none of oxgraph. */
function strange(status: number, text: string, url: string): OxgraphError {
  const what = text.trim().slice(0, 100) || "nothing";
  const detail = `${url} did not answer as oxgraph does; is it the address of \`oxgraph serve\`? It answered: ${what}`;
  return problem(status, JSON.stringify({ status, detail, code: "unknown" }));
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}
