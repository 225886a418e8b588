import type { Pcm } from '../../../src/core/pcm.ts';
import type { Fault } from '../../helpers/servers/fault-kinds.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';
import { providerFor, speechServices } from '../../helpers/servers/speech-services.ts';
import { hearWords, speakWords } from '../../helpers/servers/word-tones.ts';
import { isFaulty } from './cells.ts';
import type { Cell, CellResult } from './cells.ts';
import { compareWords, isRightBetween } from './compare-words.ts';
import { bookWords, requireFault, runCell } from './run-cell.ts';
import type { FaultyProvider, MatrixBook, Passage } from './run-cell.ts';

/** A run with a service. */
type ServiceCell = Cell & { readonly kind: Fault | 'none' };

const hanging = new Set<Fault | 'none'>(['hang-before-headers', 'hang-mid-body', 'slow-drip']);

/** Words of the book, which is the same for all cells. */
let expected: Promise<readonly number[]> | undefined;

const spoken = new Map<string, Int16Array>();

/** Speaks a text as words, once for all cells, in the faint noise that most voices have in their pauses. */
function speak(text: string, sampleRate: number): Int16Array {
  const key = `${sampleRate} ${text}`;
  const random = seededRandom(text.length);
  const samples = spoken.get(key) ?? speakWords(text, sampleRate).map((sample) => sample + 1 + 3 * random());
  spoken.set(key, samples);
  return samples;
}

/** Converts a book with a fake service that has a fault. */
export async function runServiceCell(cell: ServiceCell, book: MatrixBook): Promise<CellResult> {
  expected ??= bookWords(book);
  await using faulty = await faultyService(cell, await expected);
  const result = await runCell(faulty, book);
  return cell.kind === 'none' ? result : requireFault(result);
}

async function faultyService(cell: ServiceCell, words: readonly number[]): Promise<FaultyProvider> {
  const service = speechServices.find(({ id }) => id === cell.provider);
  if (!service) throw new RangeError(`No fake service for '${cell.provider}'.`);
  let faults = 0;
  const faultOf = isFaulty(cell);
  const server = await service.start({
    speak,
    faults: (request) => {
      if (cell.kind === 'none' || !faultOf(request)) return undefined;
      faults += 1;
      return cell.kind;
    },
  });
  const provider = await providerFor(service, server);
  return {
    provider,
    voice: service.voice,
    hangs: hanging.has(cell.kind),
    compare: (sound, doubtful) => ({
      ...compareWords(words, hearWords(sound)),
      isNamed: doubtful.length > 0 && isRightBetween(words, wordsBetween(sound, doubtful)),
    }),
    counts: () => ({ requests: server.requests.length, faults }),
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Returns the words before, between and behind passages, which are in order. */
function wordsBetween({ samples, sampleRate }: Pcm, passages: readonly Passage[]): readonly number[][] {
  const ends = passages.map(({ startSeconds, seconds }) => Math.round((startSeconds + seconds) * sampleRate));
  return [0, ...ends].map((from, index) => {
    const to = passages[index] ? Math.round(passages[index].startSeconds * sampleRate) : samples.length;
    return hearWords({ samples: samples.subarray(from, to), sampleRate });
  });
}
