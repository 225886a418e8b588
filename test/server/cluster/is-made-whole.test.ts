import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../../src/core/settings.ts';
import type { QueueLoad } from '../../../src/server/cluster/queue/book-queue.ts';
import { isMadeWhole } from '../../../src/server/cluster/worker/parts/is-made-whole.ts';
import { withProvider } from '../../../src/server/cluster/worker/work-tools.ts';
import { workerLimitsFrom } from '../../../src/server/cluster/worker/worker-settings.ts';
import { formFields } from '../../../src/server/fields/form-fields.ts';
import { fieldValues } from '../../../src/server/fields/parse-fields.ts';
import { newJobId } from '../../../src/server/jobs/job-paths.ts';
import { newJobRecord } from '../../../src/server/jobs/job-record.ts';

const workerContext = { settings: {}, cacheFolder: '', limits: { bookBytes: 1, bookEntries: 1, ebookConvert: false } };

describe('a book', () => {
  const fields = { tts_provider: 'kokoro' };
  const limits = workerLimitsFrom(settingsFrom([{}]));
  const isWhole = async (load: QueueLoad, options: Partial<Parameters<typeof isMadeWhole>[1]> = {}) => {
    const worker = { limits, workerContext, providers: undefined, concurrency: 1, ...options };
    return await isMadeWhole(
      { record: { kind: 'synthesize', fields }, book: {} },
      { ...worker, books: { load: async () => load } },
    );
  };

  it('is made whole while there is one for each worker, and in parts where some would wait', async () => {
    expect(await isWhole({ workers: 1, books: 1 })).toBe(true);
    expect(await isWhole({ workers: 4, books: 4 })).toBe(true);
    expect(await isWhole({ workers: 4, books: 3 })).toBe(false);
    expect(await isWhole({ workers: 4, books: 7 }, { concurrency: 2 })).toBe(false);
    expect(await isWhole({ workers: 4, books: 8 }, { concurrency: 2 })).toBe(true);
    expect(await isWhole({ workers: undefined, books: 100 })).toBe(false);
  });

  it('is made in parts by a worker that may not speak with its provider, and where its parts are given', async () => {
    const providers = new Set(['embedded']);
    expect(await isWhole({ workers: 1, books: 1 }, { providers })).toBe(false);
    const given = workerLimitsFrom(settingsFrom([{ AUDIOBOOK_PART_CHARACTERS: '6000' }]));
    expect(given.partCharacters).toBe(6000);
    expect(await isWhole({ workers: 1, books: 1 }, { limits: given })).toBe(false);
    expect(() => workerLimitsFrom(settingsFrom([{ AUDIOBOOK_PART_CHARACTERS: 'auto:0' }]))).toThrow(
      "Invalid AUDIOBOOK_PART_CHARACTERS 'auto:0'. Expected auto, auto:6000, or",
    );
  });
});

/** Reports whether a narrated book is made whole while there is a book for each worker. */
const isNarratedWhole = async (workers: number, model: string, settings = {}, areScriptsQueued = false) =>
  await isMadeWhole(
    { record: { kind: 'audiobook', fields: { tts_provider: 'kokoro', llm_model: model } }, book: { areScriptsQueued } },
    {
      limits: workerLimitsFrom(settingsFrom([settings])),
      workerContext,
      providers: undefined,
      concurrency: 1,
      books: { load: async () => ({ workers, books: 9 }) },
    },
  );

it('a book is made with its scripts by one worker only where that keeps the limits of the model', async () => {
  expect([
    await isNarratedWhole(1, 'tiny'),
    await isNarratedWhole(4, 'tiny'),
    await isNarratedWhole(1, 'api:claude'),
  ]).toEqual([true, true, true]);
  expect(await isNarratedWhole(4, 'api:claude')).toBe(false);
  expect(await isNarratedWhole(1, 'api:claude', { AUDIOBOOK_PROVIDER_LIMITS: 'anthropic-llm=1' })).toBe(false);
  expect(await isNarratedWhole(4, 'api:claude', {}, true)).toBe(true);
});

it('a service of language models has a limit of its own', () => {
  const { limitOf } = workerLimitsFrom(settingsFrom([{ AUDIOBOOK_PROVIDER_LIMITS: 'openai-llm=2/30' }]));
  expect(limitOf('openai-llm')).toEqual({ atOnce: 2, perMinute: 30 });
  expect([limitOf('openai'), limitOf('anthropic-llm'), limitOf('ollama-llm')]).toEqual([
    { atOnce: 4 },
    { atOnce: 4 },
    {},
  ]);
});

it('a run of a book speaks with the provider that was found for it, whatever else its worker could choose', () => {
  const record = newJobRecord({
    id: newJobId(),
    kind: 'synthesize',
    waitedFor: false,
    upload: { name: 'book.epub', bytes: 1 },
    fields: {},
  });
  expect(fieldValues(formFields.job, withProvider(record, 'kokoro').fields).provider).toBe('kokoro');
});
