import { totalmem } from 'node:os';
import { throwIfCanceled } from '../../core/errors.ts';
import { isLoopback } from '../../core/http/is-loopback.ts';
import type { ModelService } from '../call-service.ts';
import { listLocalModels } from './list-local-models.ts';
import type { LocalModel } from './list-local-models.ts';
import { showModel } from './show-model.ts';

/** A name as it is installed: `smollm2` is `smollm2:latest`, otherwise the only installed one of that name. */
export function installedName(name: string, models: readonly LocalModel[]): string | undefined {
  const full = name.includes(':') ? name : `${name}:latest`;
  if (models.some((model) => model.name === full)) return name;
  const [only, ...others] = models.filter((model) => model.name.startsWith(`${name}:`));
  return others.length === 0 ? only?.name : undefined;
}

/** The model needs this much more than its file: its context and buffers (8,192 tokens of an 8B model: 1 GB for 4.9). */
const overhead = 1.2;
/** Share of the memory that a model may take: as much as macOS gives to its GPU, and the rest is for the program and its voices. */
const memoryShare = 0.75;
/** Tokens of a request with a few paragraphs, its prompt and its answer. */
const minContextTokens = 4096;

/**
 * Returns the name of the largest model of a server that writes text, runs there, and fits into its memory, as far as that
 * is known: a server on another machine has what it has. Undefined when there is none.
 */
export async function largestLocalModel(server: ModelService, signal: AbortSignal): Promise<string | undefined> {
  const listed = await listLocalModels(server, signal);
  if (!listed.available) return undefined;
  const limit = isLoopback(new URL(server.baseUrl).hostname) ? memoryBytes() * memoryShare : Infinity;
  const fitting = listed.models.filter(({ isRemote, bytes }) => !isRemote && bytes * overhead <= limit);
  for (const { name } of fitting.toSorted((left, right) => right.bytes - left.bytes)) {
    if (await canWrite(name, server, signal)) return name;
  }
  return undefined;
}

/** A container has less than the machine. */
function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

async function canWrite(name: string, server: ModelService, signal: AbortSignal): Promise<boolean> {
  try {
    const { writes, contextTokens = minContextTokens } = await showModel(name, server, signal);
    return writes && contextTokens >= minContextTokens;
  } catch {
    throwIfCanceled(signal);
    return false;
  }
}
