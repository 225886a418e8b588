import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import type { Block } from '../../src/core/book.ts';
import { planBook } from '../../src/pipeline/plan.ts';
import type { ChapterToPlan, PlanOptions } from '../../src/pipeline/plan.ts';
import { storedBooksFolder } from '../../src/pipeline/source/find-stored-books.ts';
import type { PackedPlan } from '../../src/pipeline/source/packed-plan.ts';
import { planOnce } from '../../src/pipeline/source/plan-once.ts';
import type { PlanKeeping } from '../../src/pipeline/source/plan-once.ts';
import { pausesMs } from '../../src/text/pause-after-ms.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { realEpubs } from '../helpers/real-books.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const options: PlanOptions = { limit: { max: 5000, unit: 'chars' }, target: 400, language: 'en' };
const announcements = { titles: true, intro: 'Hear  this !', outro: 'The end.', chapters: 2 };

const block = (text: string, others: Partial<Block> = {}): Block => ({
  kind: 'paragraph',
  text,
  document: 'one.xhtml',
  ...others,
});

/** Read once for all tests. */
const realBooks = Promise.all(
  realEpubs.slice(0, 8).map(async ({ file }) => await readBook(file, { signal: new AbortController().signal })),
);

const dialogue: readonly ChapterToPlan[] = [
  {
    title: 'Two',
    titleSource: 'contents',
    number: 2,
    blocks: [
      block('“Bonjour, mes amis!” she said. “Come in. It rains.” … 🚋 Nobody came.', {
        ranges: [
          { from: 1, to: 18, language: 'fr', role: 'Ada' },
          { from: 31, to: 49, role: 'Ada' },
        ],
      }),
      block('A line,\nand another ;\n<<a third>>.', { kind: 'verse' }),
      block('', { kind: 'scene-break' }),
      block('Nicht hier. Nicht jetzt. '.repeat(60), { language: 'de' }),
    ],
  },
  { title: 'Nothing', titleSource: 'contents', number: 5, blocks: [] },
];

/** Returns a folder of stored books, and functions that plan with it, look at what is stored, and change it. */
async function storing() {
  const folder = await temporaryFolder();
  const storedBooks = storedBooksFolder(path.join(folder, 'segments'));
  const names = async () => await readdir(storedBooks).catch(() => []);
  const fileOf = async () => path.join(storedBooks, (await names())[0] ?? '');
  return {
    storedBooks,
    names,
    fileOf,
    plan: async (chapters = dialogue, more: Partial<PlanOptions> = {}, keeping: PlanKeeping = { storedBooks }) =>
      await planOnce(chapters, { ...options, ...more }, keeping),
    change: async (change: (packed: PackedPlan) => unknown) => await changeStored(await fileOf(), change),
  };
}

/** Writes another value to a stored file, with its checksum. */
async function changeStored(file: string, change: (packed: PackedPlan) => unknown): Promise<void> {
  const bytes = serialize(change(deserialize((await readFile(file)).subarray(4)) as PackedPlan));
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(bytes));
  await writeFile(file, Buffer.concat([checksum, bytes]));
}

/** Changes a number of the second segment, which is the first that is spoken. */
function withNumber(field: number, value: number): (packed: PackedPlan) => PackedPlan {
  return (packed) => {
    packed.chapters[0]?.numbers.set([value], 8 + field);
    return packed;
  };
}

describe('the plan of a book that was planned before', () => {
  const ways: readonly (readonly [string, Partial<PlanOptions>])[] = [
    ['in segments', {}],
    ['by sentence', { bySentence: true, target: 60 }],
    ['with announcements', { announcements }],
    ['with voices for phrases', { phraseLanguages: ['en', 'de'], limit: { max: 300, unit: 'bytes' } }],
    ['with pauses of its own', { bySentence: true, pauses: { ...pausesMs, sentence: 123, chapterStart: 0.5 } }],
  ];

  it.each(ways)('is the same, %s', async (_way, more) => {
    const { plan, names } = await storing();
    const books = await realBooks;
    for (const chapters of [dialogue, [], ...books.map((book) => book.chapters)]) {
      const made = planBook(chapters, { ...options, ...more });
      expect(await plan(chapters, more)).toEqual(made);
      expect(await plan(chapters, more)).toEqual(made);
    }
    expect(await names()).toHaveLength(books.length + 2);
  });

  it('is not made again', async () => {
    const { plan, change } = await storing();
    await plan();
    await change(withNumber(4, 1234));
    expect((await plan()).chapters[0]?.segments[1]?.pauseMs).toBe(1234);
  });

  it('is made again on request, and where another text or option decides', async () => {
    const { plan, names, storedBooks, change } = await storing();
    const made = await plan();
    await change(withNumber(4, 1234));
    expect(await plan(dialogue, {}, { storedBooks, freshScripts: true })).toEqual(made);
    expect(await plan()).toEqual(made);
    expect(await names()).toHaveLength(1);
    const [first, last] = dialogue as [ChapterToPlan, ChapterToPlan];
    const others: readonly (readonly [readonly ChapterToPlan[], Partial<PlanOptions>])[] = [
      ...ways.slice(1).map(([, more]) => [dialogue, more] as const),
      [dialogue, { language: 'en-GB' }],
      [dialogue, { target: 401 }],
      [dialogue, { announcements: { ...announcements, titles: false } }],
      [[first], {}],
      [[{ ...first, title: 'Three' }, last], {}],
      [[{ ...first, number: 3 }, last], {}],
      [[{ ...first, blocks: first.blocks.map((one) => ({ ...one, ranges: [] })) }, last], {}],
      [[{ ...first, blocks: first.blocks.map((one) => ({ ...one, role: 'Bo' })) }, last], {}],
    ];
    for (const [chapters, more] of others) {
      expect(await plan(chapters, more)).toEqual(planBook(chapters, { ...options, ...more }));
    }
    expect(await names()).toHaveLength(others.length + 1);
  });

  const wrong: readonly (readonly [string, (packed: PackedPlan) => unknown])[] = [
    ['of another kind', () => 'a text'],
    ['without its fields', () => ({})],
    ['of another book', (packed) => ({ ...packed, chapters: packed.chapters.toReversed() })],
    ['without a chapter', (packed) => ({ ...packed, chapters: packed.chapters.slice(1) })],
    ['without segments', ({ chapters, ...packed }) => ({ ...packed, chapters: chapters.map(() => ({})) })],
    [
      'without its languages',
      ({ chapters, ...packed }) => ({ ...packed, chapters: chapters.map((one) => ({ ...one, strings: [] })) }),
    ],
    [
      'with half a segment',
      ({ chapters, ...packed }) => ({
        ...packed,
        chapters: chapters.map((one) => ({ ...one, numbers: one.numbers.slice(0, -4) })),
      }),
    ],
    ['with an impossible count', (packed) => ({ ...packed, words: -1 })],
    ['with text left out', withNumber(1, 3)],
    ['with text that is called an announcement', withNumber(5, 1)],
    ['with a pause that never ends', withNumber(4, Infinity)],
    ['with a negative pause', withNumber(4, -5)],
    ['with a sentence of no paragraph', withNumber(6, 99)],
    ['with half a sentence', withNumber(7, 0.5)],
  ];

  it.each(wrong)('is made again when what is stored is %s, which is then mended', async (_what, damage) => {
    const { plan, fileOf, change } = await storing();
    const made = await plan(dialogue, { bySentence: true });
    const whole = await readFile(await fileOf());
    await change(damage);
    expect(await readFile(await fileOf())).not.toEqual(whole);
    expect(await plan(dialogue, { bySentence: true })).toEqual(made);
    expect(await readFile(await fileOf())).toEqual(whole);
  });

  it('is made again when bytes of it are damaged, which is then mended', async () => {
    const { plan, fileOf } = await storing();
    const made = await plan();
    const whole = await readFile(await fileOf());
    const flipped = Buffer.from(whole);
    flipped[whole.length - 20] = (whole[whole.length - 20] ?? 0) ^ 1;
    for (const damaged of [flipped, whole.subarray(0, 50), Buffer.alloc(0)]) {
      await writeFile(await fileOf(), damaged);
      expect(await plan()).toEqual(made);
      expect(await readFile(await fileOf())).toEqual(whole);
    }
  });

  it('is shown by plan and spoken by convert', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const books = path.join(folder, 'cache', 'segments', 'books');
    const run = async (...argv: readonly string[]) =>
      await inProcessCli(argv, { folder, environment: { TTS_PROVIDER: 'embedded' } });
    const plan = ['plan', 'small.epub', '--voice', 'flite:slt', '--json'];
    const first = await run(...plan);
    expect(first).toMatchObject({ code: 0 });
    expect(await run(...plan)).toEqual(first);
    const stored = (await readdir(books)).filter((name) => name.endsWith('.plan'));
    expect(stored).toHaveLength(1);
    const kinds = JSON.parse((await run('cache', '--json')).stdout).kinds as readonly { kind: string; files: number }[];
    expect(kinds.find(({ kind }) => kind === 'plans')).toMatchObject({ files: 1 });
    const convert = async (name: string) => {
      expect(await run('convert', 'small.epub', '--voice', 'flite:slt', '-o', name, '-q')).toMatchObject({ code: 0 });
      return (await stat(path.join(folder, name))).size;
    };
    const size = await convert('one.wav');
    await changeStored(path.join(books, stored[0] ?? ''), withNumber(4, 61_000));
    // A minute of silence more, at 16,000 samples of two bytes a second.
    expect((await convert('two.wav')) - size).toBe(60 * 16_000 * 2);
    expect((await readdir(books)).filter((name) => name.endsWith('.plan'))).toEqual(stored);
    expect(await run('cache', 'clear', '--yes')).toMatchObject({ code: 0 });
    expect(await readdir(books)).toEqual([]);
  });
});

describe('what is stored of a plan', () => {
  it.skipIf(process.platform === 'win32')('can be read by the user alone', async () => {
    const { plan, fileOf, storedBooks } = await storing();
    await plan();
    expect((await stat(storedBooks)).mode & 0o777).toBe(0o700);
    expect((await stat(await fileOf())).mode & 0o777).toBe(0o600);
  });

  it('is nothing with a password, and without a folder', async () => {
    const { plan, names, storedBooks } = await storing();
    const made = await plan(dialogue, {}, { storedBooks, password: 'openpassword' });
    expect(made).toEqual(planBook(dialogue, options));
    expect(await plan(dialogue, {}, {})).toEqual(made);
    expect(await names()).toEqual([]);
  });

  it('is not the text of the book', async () => {
    const { plan, fileOf } = await storing();
    const text = 'The ferry was late, and nobody minded. '.repeat(2000);
    await plan([{ title: 'One', titleSource: 'contents', blocks: [block(text)] }]);
    expect((await stat(await fileOf())).size).toBeLessThan(text.length / 2);
  });

  it('is at most 500 plans, of which the ones that were used last stay, and takes no room of books', async () => {
    const { plan, names, storedBooks } = await storing();
    await mkdir(storedBooks, { recursive: true });
    const old = Array.from({ length: 510 }, (_, index) => `${String(index).padStart(64, '0')}.plan`);
    for (const [index, name] of [...old, `9-${'0'.repeat(64)}.book`].entries()) {
      await writeFile(path.join(storedBooks, name), 'x');
      await utimes(path.join(storedBooks, name), 1000 + index, 1000 + index);
    }
    await plan();
    const left = await names();
    expect(left.filter((name) => name.endsWith('.plan'))).toHaveLength(500);
    expect(left).toEqual(expect.arrayContaining(old.slice(-499)));
    expect(left.filter((name) => name.endsWith('.book'))).toHaveLength(1);
  });
});
