import { createRequire } from 'node:module';
import type openLibflac from 'libflacjs';

/** The reference encoder and decoder of FLAC, as WebAssembly. */
export type Libflac = ReturnType<typeof openLibflac>;

let library: Promise<Libflac> | undefined;

/** Returns libFLAC, which is loaded once. */
export async function libflac(): Promise<Libflac> {
  library ??= load();
  return await library;
}

async function load(): Promise<Libflac> {
  const opened = withoutFetch(() => requireLibflac()('min.wasm'));
  if (!opened.isReady()) await new Promise<void>((resolve) => opened.on('ready', () => resolve()));
  return opened;
}

function requireLibflac(): typeof openLibflac {
  return createRequire(import.meta.url)('libflacjs');
}

/** The package gives the path of its file to `fetch`, which takes only addresses, and reads it where there is no `fetch`. */
function withoutFetch<T>(work: () => T): T {
  const { fetch } = globalThis;
  try {
    Object.assign(globalThis, { fetch: undefined });
    return work();
  } finally {
    Object.assign(globalThis, { fetch });
  }
}
