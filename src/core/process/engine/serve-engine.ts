/** A request to an engine process. */
interface EngineCall {
  readonly id: number;
  readonly request: never;
}

/** The reply of an engine process: one for each call, in any order. */
export type EngineReply<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly failure: string };

/** Makes this process an engine: answers the calls of its parent, and ends with it. */
export function serveEngine(perform: (request: never) => Promise<unknown>): void {
  // Ctrl-C reaches every process of the terminal; the parent decides when an engine ends.
  process.on('SIGINT', () => {});
  // The parent is gone. `process.exit` would wait for work in native code, which cannot be stopped.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', ({ id, request }: EngineCall) => {
    void replyTo(id, perform(request)).then((reply) => process.send?.(reply));
  });
}

async function replyTo(id: number, result: Promise<unknown>): Promise<EngineReply<unknown>> {
  try {
    return { id, result: await result };
  } catch (thrown) {
    return { id, failure: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
