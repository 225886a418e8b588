import { describe, expect, it } from 'vitest';
import { parseBitrate } from '../../src/audio/encoding/parse-bitrate.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { parsePauses } from '../../src/pipeline/options/parse-pauses.ts';
import { durationSchema, patienceSchema, sizeSchema } from '../../src/pipeline/options/text-schemas.ts';
import { patienceSetting } from '../../src/pipeline/open/settings.ts';
import { cacheLimitSetting } from '../../src/pipeline/store/store-settings.ts';
import { limitsFrom } from '../../src/server/server-settings.ts';

function bookBytes(megabytes: string): number {
  return limitsFrom(settingsFrom([{ AUDIOBOOK_UPLOAD_LIMIT_MB: megabytes }])).bookBytes;
}

describe('units', () => {
  it.each([
    ['1', 1],
    ['1s', 1],
    ['1.5s', 1.5],
    ['1m', 60],
    ['1h', 3600],
    ['1d', 86_400],
    ['30d', 2_592_000],
    [' 2h ', 7200],
  ])('of durations: %s', (text, seconds) => {
    expect(durationSchema.parse(text)).toBe(seconds);
    expect(patienceSchema.parse(text)).toBe(seconds * 1000);
  });

  it.each(['', 'm', '1w', '1y', '1 h', '-1s', '1ms', '1M'])('of durations that are none: %j', (text) => {
    expect(durationSchema.safeParse(text).success).toBe(false);
  });

  it('of a patience of 0: without end', () => {
    expect(patienceSchema.parse('0')).toBe(Infinity);
    expect(settingsFrom([{}]).read(patienceSetting)).toBe(300_000);
  });

  it.each([
    ['1', 1],
    ['1B', 1],
    ['1kB', 1e3],
    ['1MB', 1e6],
    ['500 mb', 5e8],
    ['5GB', 5e9],
    ['1.5tb', 1.5e12],
  ])('of sizes: %s', (text, bytes) => {
    expect(sizeSchema.parse(text)).toBe(bytes);
  });

  it.each(['', 'GB', '1PB', '1KiB', '5G', '-1MB'])('of sizes that are none: %j', (text) => {
    expect(sizeSchema.safeParse(text).success).toBe(false);
  });

  it.each([
    ['8k', 8000],
    ['64k', 64_000],
    ['192k', 192_000],
    ['512k', 512_000],
  ])('of bitrates: %s', (text, bitsPerSecond) => {
    expect(parseBitrate(text)).toBe(bitsPerSecond);
  });

  it.each([
    ['sentence=300ms', { sentence: 300 }],
    ['sentence=0.3s', { sentence: 300 }],
    ['wide,chapter=10s,scene=1500ms', { preset: 'wide', chapterEnd: 10_000, sceneBreak: 1500 }],
    [
      'clause=1s,line=2s,item=3s,paragraph=4s,heading=5s',
      { clause: 1000, line: 2000, item: 3000, paragraph: 4000, heading: 5000 },
    ],
  ])('of pauses: %s', (text, pauses) => {
    expect(parsePauses(text)).toEqual(pauses);
  });

  it('of the limits of a service, each set to 3', () => {
    const names = [
      'AUDIOBOOK_UPLOAD_LIMIT_MB',
      'AUDIOBOOK_BOOK_LIMIT_MB',
      'AUDIOBOOK_BOOK_ENTRIES',
      'AUDIOBOOK_CONVERSIONS',
      'AUDIOBOOK_WORKER_MB',
      'AUDIOBOOK_QUEUE',
      'AUDIOBOOK_UPLOAD_IDLE_SECONDS',
      'AUDIOBOOK_UPLOAD_MINUTES',
      'AUDIOBOOK_UPLOADS',
      'AUDIOBOOK_HEADER_SECONDS',
      'AUDIOBOOK_FIRST_BYTES_SECONDS',
      'AUDIOBOOK_FREE_DISK_MB',
      'AUDIOBOOK_JOBS_DAYS',
      'AUDIOBOOK_JOBS_LIMIT_GB',
    ];
    expect(limitsFrom(settingsFrom([Object.fromEntries(names.map((name) => [name, '3']))]))).toEqual({
      uploadBytes: 3e6,
      bookBytes: 3e6,
      bookEntries: 3,
      ebookConvert: false,
      conversionsAtOnce: 3,
      workerBytes: 3e6,
      queueLength: 3,
      uploadIdleMs: 3000,
      uploadMs: 180_000,
      uploadsAtOnce: 3,
      headerMs: 3000,
      firstBytesMs: 3000,
      freeBytes: 3e6,
      keepMs: 259_200_000,
      keepBytes: 3e9,
    });
  });

  it('of the limits of a service that sets none', () => {
    expect(limitsFrom(settingsFrom([{}]))).toEqual({
      uploadBytes: 200e6,
      bookBytes: 400e6,
      bookEntries: 20_000,
      ebookConvert: false,
      conversionsAtOnce: 2,
      workerBytes: 1024e6,
      queueLength: 100,
      uploadIdleMs: 30_000,
      uploadMs: 3_600_000,
      uploadsAtOnce: 50,
      headerMs: 10_000,
      firstBytesMs: 30_000,
      freeBytes: 1e9,
      keepMs: 604_800_000,
      keepBytes: 20e9,
    });
    expect(settingsFrom([{}]).read(cacheLimitSetting)).toBe(20);
  });

  it('of the size of an unpacked book: twice that of the largest upload, and never less than 400 MB', () => {
    expect([bookBytes('2'), bookBytes('1000')]).toEqual([400e6, 2000e6]);
  });
});
