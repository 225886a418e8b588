import type { Pcm } from '../../../src/core/pcm.ts';
import { embeddedProvider } from '../../../src/speech/embedded/embedded.ts';
import { EnginePool } from '../../../src/speech/embedded/engine-pool.ts';
import type { SpeechProvider } from '../../../src/speech/provider.ts';
import { isFaulty } from './cells.ts';
import type { Cell, CellResult, EngineFault } from './cells.ts';
import type { WordDifference } from './compare-words.ts';
import { requireFault, runCell } from './run-cell.ts';
import type { FaultyProvider, MatrixBook, Passage } from './run-cell.ts';

const voice = 'flite:kal16';

/** A run with the engine. */
type EngineCell = Cell & { readonly kind: EngineFault | 'none' };

/** Converts a book with the embedded engine, whose processes are killed or stopped, and compares it with an undisturbed run. */
export async function runEngineCell(cell: EngineCell, book: MatrixBook): Promise<CellResult> {
  const clean = await cleanSound(book);
  await using faulty = await faultyEngine(cell, (sound, doubtful) => compareSounds(clean, sound, doubtful));
  const result = await runCell(faulty, book);
  return cell.kind === 'none' ? result : requireFault(result);
}

let undisturbed: Promise<Pcm> | undefined;

/** Returns the sound of a run without faults, which is made once. */
async function cleanSound(book: MatrixBook): Promise<Pcm> {
  undisturbed ??= (async () => {
    let clean: Pcm | undefined;
    const undisturbedCell = { provider: 'embedded', kind: 'none', rate: 'always' } as const;
    await using engine = await faultyEngine(undisturbedCell, (sound) => {
      clean = sound;
      return { lost: 0, surplus: 0 };
    });
    await runCell(engine, book);
    if (!clean) throw new Error('The run without faults failed.');
    return clean;
  })();
  return await undisturbed;
}

/** Length of the pieces of sound that are looked for. */
const pieceSeconds = 0.25;

/**
 * The engine always speaks a text in the same way, so each piece of the undisturbed sound is looked for, in order. Seconds
 * that are not found count as lost, but for passages that the report lists as doubtful, which may be spoken in halves.
 */
function compareSounds(clean: Pcm, sound: Pcm, doubtful: readonly Passage[]): WordDifference {
  const doubtfulSeconds = doubtful.reduce((sum, { seconds }) => sum + seconds, 0);
  const bytes = bytesOf(sound);
  const size = 2 * Math.round(pieceSeconds * clean.sampleRate);
  const spoken = bytesOf(clean);
  let missing = 0;
  let position = 0;
  for (let start = 0; start + size <= spoken.length; start += size) {
    const piece = spoken.subarray(start, start + size);
    const found = bytes.indexOf(piece, position);
    if (found < 0) missing += pieceSeconds;
    // Silence is found anywhere.
    else if (piece.some((byte) => byte !== 0)) position = found + size;
  }
  const surplus = (bytes.length - spoken.length) / 2 / sound.sampleRate - doubtfulSeconds;
  return { lost: Math.ceil(Math.max(0, missing - doubtfulSeconds)), surplus: Math.ceil(Math.max(0, surplus)) };
}

function bytesOf({ samples }: Pcm): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

async function faultyEngine(cell: EngineCell, compare: FaultyProvider['compare']): Promise<FaultyProvider> {
  const pool = new EnginePool();
  const engine = await embeddedProvider({ espeak: [], pool });
  const isHit = isFaulty(cell);
  let requests = 0;
  let faults = 0;
  const provider: SpeechProvider = {
    ...engine,
    synthesize: async (request) => {
      const number = requests++;
      const speaking = engine.synthesize(request);
      if (!isHit(number)) return await speaking;
      faults += 1;
      const signal = cell.kind === 'engine-killed' ? 'SIGKILL' : 'SIGSTOP';
      // The engine has begun by then; a text takes it longer.
      const timer = setTimeout(() => {
        for (const pid of pool.pids) sendSignal(pid, signal);
      }, 5);
      return await speaking.finally(() => clearTimeout(timer));
    },
  };
  return {
    provider,
    voice,
    hangs: cell.kind === 'engine-hung',
    compare,
    counts: () => ({ requests, faults }),
    [Symbol.asyncDispose]: async () => await engine[Symbol.asyncDispose](),
  };
}

/** Sends a signal to a process, which may have ended meanwhile. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
