import type { Server } from 'node:net';

const refusedMs = 150;

/** Makes a server refuse connections for a moment, like a restart. */
export interface Refusals {
  /** Closes all connections and the port. */
  readonly begin: () => void;
  /** Leaves the port as it is. */
  readonly end: () => void;
}

/** Returns the refusals of a server. `closeConnections` closes those that are open. */
export function refusals(server: Server, closeConnections: () => void): Refusals {
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    const address = server.address();
    if (timer || typeof address !== 'object' || address === null) return;
    server.close();
    closeConnections();
    timer = setTimeout(() => {
      timer = undefined;
      server.listen(address.port, '127.0.0.1');
    }, refusedMs);
  };
  return { begin, end: () => clearTimeout(timer) };
}
