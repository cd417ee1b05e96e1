/** Reads server-sent events. */

export interface ServerEvent {
  /** Empty for an id alone. */
  name: string;
  data: string;
  id: string;
}

/** The events of a response; fails when nothing at all comes for `aliveMs`: the server sends a comment before that. */
export async function* events(response: Response, aliveMs: number, signal?: AbortSignal): AsyncGenerator<ServerEvent> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  const abort = () => void reader.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener("abort", abort, { once: true });
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), aliveMs);
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop()!;
      for (const block of blocks) {
        const event = read(block);
        if (event) yield event;
      }
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    await reader.cancel().catch(() => undefined);
  }
}

function read(block: string): ServerEvent | undefined {
  const event: ServerEvent = { name: "", data: "", id: "" };
  for (const line of block.split("\n")) {
    const [field, ...parts] = line.split(": ");
    const value = parts.join(": ");
    if (field === "id") event.id = value;
    else if (field === "event") event.name = value;
    else if (field === "data") event.data = value;
  }
  return event.name || event.id ? event : undefined;
}

function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The stream has gone silent.")), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
