import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import type { Block, BlockKind } from '../../src/core/book.ts';
import { planChapter } from '../../src/pipeline/plan/plan.ts';
import type { PlannedChapter } from '../../src/pipeline/plan/plan.ts';
import { clipsOf } from '../../src/timed-text/read-along/media-overlay.ts';
import type { ReadAlongMetadata } from '../../src/timed-text/read-along/package-document.ts';
import { writeReadAlong } from '../../src/timed-text/read-along/write-read-along.ts';
import { timedChapter } from '../../src/timed-text/timed-chapter.ts';
import type { TimedChapter } from '../../src/timed-text/timed-chapter.ts';
import { testRate, chapterSound, writeBook } from '../audio/sound.ts';
import { epubcheck, noEpubcheck } from '../helpers/epubcheck.ts';
import { tinyPng } from '../helpers/epub-builder.ts';
import { readWordsWithEpub2 } from '../helpers/read-with-epub2.ts';
import { textIn, unzip } from '../helpers/unzip.ts';
import { wordsOf } from '../helpers/word-bag.ts';

const block = (kind: BlockKind, text: string, more: Partial<Block> = {}): Block => ({
  kind,
  text,
  document: 'one.xhtml',
  ...more,
});

/** Every kind of block, in an order in which groups open, close and meet; hostile text in all of them. */
const nasty: readonly (readonly [title: string, blocks: readonly Block[]])[] = [
  [
    '</title><script>alert("1")</script> & \u0000"quotes" \u{DC00} 😀',
    [
      block('heading', 'Chapter & <One>', { level: 1 }),
      block('heading', 'Part 1.1', { level: 9 }),
      block('paragraph', '<<He said:>> “No.” … Then ]]> & <b>he</b> left\u0001. 😀 \u{D800}Half a sign.'),
      block('quotation', 'To be. Or not.', {
        emphasis: [
          { from: 0, to: 2, emphasis: 'em' },
          // Across the end of a sentence.
          { from: 3, to: 9, emphasis: 'both' },
          { from: 10, to: 14, emphasis: 'strong' },
        ],
      }),
      block('quotation', 'שלום עולם. מה שלומך?', { language: 'he' }),
      block('verse', 'Glowed on the marble,\nthe gold,', { emphasis: [{ from: 10, to: 25, emphasis: 'em' }] }),
      block('verse', 'where the glass'),
      block('scene-break', ''),
      block('list-item', '1. First thing.'),
      block('list-item', 'Second thing.'),
      block('table-row', 'Name, 5 < 6, "value"'),
      block('code', 'if (a < b && c > d) {\n\treturn "x";\n}'),
      block('code', 'end'),
      block('caption', 'A tram, 1912.'),
      block('footnote', 'See Dr. Smith, p. 5.', { language: 'x-invalid-language-code-that-is-long' }),
      block('paragraph', '* * *'),
      block('paragraph', '   '),
    ],
  ],
  ['\u0007', [block('paragraph', 'A chapter whose title cannot be shown.')]],
  ['Silence', [block('scene-break', ''), block('paragraph', '—')]],
  ['بداية', [block('heading', 'بداية', { language: 'ar' }), block('paragraph', 'مرحبا بالعالم.', { language: 'ar' })]],
];

const metadata: ReadAlongMetadata = {
  title: 'Fish & <Chips> "Ω" \u0000',
  subtitle: 'A & B',
  authors: [
    { name: 'Ann <Author>', role: 'aut', sortName: 'Author, Ann' },
    { name: '\u0001' },
    { name: 'Bob & Sons', role: 'not a role' },
  ],
  contributors: [{ name: 'Tess Translator', role: 'trl' }],
  narrator: 'flite:slt & co',
  language: 'en-GB',
  publisher: 'P & Q',
  date: '1813-01-28',
  description: '<p>Not markup</p> & more\nlines.',
  rights: '© "none"',
  subjects: ['Trams & trains', ' '],
  isbn: '9780306406157',
  series: { name: 'The <Series>', position: '2' },
};

interface Made {
  readonly folder: string;
  readonly file: string;
  readonly planned: readonly PlannedChapter[];
  readonly chapters: readonly TimedChapter[];
  readonly write: (name: string, changes?: Partial<ReadAlongMetadata>) => Promise<string>;
}

/** Plans the chapters, gives every segment a quarter of a second, and writes the read-along with real audio of that length. */
async function make(folder: string): Promise<Made> {
  const options = { limit: { max: 200, unit: 'chars' as const }, target: 120, language: 'en-GB', bySentence: true };
  let index = 0;
  const planned = nasty.map(([title, blocks], chapter) => {
    const next = planChapter({ title, titleSource: 'contents', blocks }, { chapter, index }, options);
    index += next.segments.length;
    return next;
  });
  const chapters = planned.map(({ title, blocks, segments }) => {
    const first = segments[0]?.index ?? 0;
    return timedChapter({
      title,
      blocks,
      startSeconds: first / 4,
      endSeconds: (first + segments.length) / 4,
      parts: segments.flatMap(({ text, sentences: [sentence] = [], spoken, index: at }) => {
        const heard = spoken ? { startSeconds: at / 4 + 0.05, endSeconds: at / 4 + 0.2 } : undefined;
        return sentence ? [{ text, block: sentence.block, sentence: sentence.number, heard }] : [];
      }),
    });
  });
  const sounds = planned.map(({ segments }, at) => ({
    title: `${at}`,
    samples: chapterSound(segments.length / 4, testRate),
  }));
  const files = await writeBook({ path: path.join(folder, 'book.mp3'), chapterClips: folder }, sounds);
  const audioFiles = files.map((file) => file.path).filter((file) => file.endsWith('.m4a'));
  const cover = { bytes: tinyPng, mediaType: 'image/png' };
  const write = async (name: string, changes: Partial<ReadAlongMetadata> = {}): Promise<string> => {
    const file = path.join(folder, name);
    const audioType = 'audio/mp4' as const;
    const book = { metadata: { ...metadata, ...changes }, chapters, audioFiles, audioType, cover };
    await writeReadAlong(book, file, new AbortController().signal);
    return file;
  };
  return { folder, file: await write('book.read-along.epub'), planned, chapters, write };
}

/** Words of the plan, as they are shown: a sign that no file can hold is not. */
function plannedWords(planned: readonly PlannedChapter[]): string[] {
  const texts = planned.flatMap(({ segments }) => segments.map(({ text }) => text));
  return wordsOf(texts.join('\n').replaceAll(/\p{Cs}|[^\P{Cc}\n]/gu, ''));
}

async function identifierOf(file: string): Promise<string | undefined> {
  const opf = textIn(await unzip(file), 'OEBPS/package.opf');
  return /urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?=<)/u.exec(opf)?.[0];
}

describe('a read-along', () => {
  let scratch: string;
  let made: Made;
  beforeAll(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'audiobook-test-'));
    made = await make(scratch);
  });
  afterAll(async () => await rm(scratch, { recursive: true, force: true }));

  it.skipIf(noEpubcheck)('of a nasty book is valid by EPUBCheck, without a warning', async () => {
    const { file } = made;
    expect(await epubcheck(file)).toEqual([]);
  });

  it('has every word of the plan once, according to an independent reader and our own', async () => {
    const { file, planned } = made;
    const expected = plannedWords(planned);
    const theirs = await readWordsWithEpub2(file);
    expect(theirs?.flatMap(({ words }) => words)).toEqual(expected);
    expect(theirs).toHaveLength(nasty.length);
    const ours = await readBook(file, { include: ['empty'], code: 'read', signal: new AbortController().signal });
    // Our reader speaks the title in the contents when the chapter itself does not show it.
    const blocks = ours.chapters.flatMap((chapter) => chapter.blocks).filter(({ text }) => text !== 'Chapter 2');
    expect(blocks.flatMap(({ text }) => wordsOf(text))).toEqual(expected);
    expect(ours.metadata).toMatchObject({
      title: 'Fish & <Chips> "Ω"',
      subtitle: 'A & B',
      language: 'en-GB',
      publisher: 'P & Q',
      date: '1813-01-28',
      isbn: '9780306406157',
      series: { name: 'The <Series>', position: '2' },
    });
    expect(ours.metadata.authors).toEqual([
      { name: 'Ann <Author>', role: 'aut', sortName: 'Author, Ann' },
      expect.objectContaining({ name: 'Bob & Sons' }),
    ]);
    expect(ours.cover?.mediaType).toBe('image/png');
  });

  it('keeps the kinds of blocks, their languages and their directions', async () => {
    const files = await unzip(made.file);
    const page = textIn(files, 'OEBPS/text/chapter-001.xhtml');
    expect(page).toContain(
      '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en-GB"',
    );
    expect(page).toContain('<h1><span id="s1">Chapter &amp; &lt;One&gt;</span></h1>\n<h6>');
    expect(page).toContain('&lt;&lt;<span id="s3">He said:&gt;&gt; “No.” …');
    expect(page).toContain(
      '<blockquote>\n<p><span id="s6"><em>To</em> <strong><em>be.</em></strong></span> ' +
        '<span id="s7"><strong><em>Or</em></strong> <strong>not.</strong></span></p>\n<p lang="he" xml:lang="he" dir="rtl">',
    );
    expect(page).toContain(
      '</blockquote>\n<div class="verse">\n<p><span id="s10">Glowed on <em>the marble,<br/>the</em> gold,',
    );
    expect(page).toContain('</div>\n<hr/>\n<ul>\n<li class="marked">');
    expect(page).toContain('<li><span');
    expect(page).toContain('</span></pre>\n<pre><span');
    expect(page).toContain('{\n\treturn &quot;x&quot;;\n}');
    expect(page).toContain('<p class="caption">');
    expect(page).toContain('<p class="footnote"');
    expect(page).not.toContain('<script');
    expect(textIn(files, 'OEBPS/nav.xhtml')).toContain('<a href="text/chapter-002.xhtml">Chapter 2</a>');
  });

  it('plays each chapter from start to end without a gap', async () => {
    const { file, chapters } = made;
    const files = await unzip(file);
    const overlay = textIn(files, 'OEBPS/overlays/chapter-001.smil');
    const clips = [
      ...overlay.matchAll(
        /#(s\d+)"\/><audio src="\.\.\/audio\/chapter-001\.m4a" clipBegin="([\d.]+)s" clipEnd="([\d.]+)s"/gu,
      ),
    ];
    const page = textIn(files, 'OEBPS/text/chapter-001.xhtml');
    const ids = [...page.matchAll(/id="(s\d+)"/gu)].map(([, id]) => id);
    // The last sentence is three asterisks: shown, not heard.
    expect(clips.map(([, id]) => id)).toEqual(ids.slice(0, -1));
    expect(clips[0]?.[2]).toBe('0.000');
    for (const [at, clip] of clips.entries()) expect(clip[3]).toBe(clips[at + 1]?.[2] ?? clip[3]);
    const [first] = chapters;
    const seconds = (first?.endSeconds ?? 0) - (first?.startSeconds ?? 0);
    expect(Number(clips.at(-1)?.[3])).toBe(seconds);
    const opf = textIn(files, 'OEBPS/package.opf');
    const durations = [...opf.matchAll(/(refines="[^"]*" )?property="media:duration">([\d.]+)s</gu)];
    const parts = durations.filter(([, refines]) => refines !== undefined).map(([, , length]) => Number(length));
    expect(Number(durations[0]?.[2])).toBeCloseTo(
      parts.reduce((sum, length) => sum + length, 0),
      6,
    );
    expect(parts).toHaveLength(3);
    expect(opf).toContain('<meta property="media:narrator">flite:slt &amp; co</meta>');
    expect(opf).toContain('<meta property="media:active-class">-epub-media-overlay-active</meta>');
    expect(textIn(files, 'OEBPS/style.css')).toContain('.-epub-media-overlay-active {');
  });

  it('has an uncompressed mimetype first and uncompressed audio', async () => {
    const files = await unzip(made.file);
    expect(files[0]).toMatchObject({ name: 'mimetype', isStored: true, hasExtraFields: false });
    expect(files[0]?.bytes.toString()).toBe('application/epub+zip');
    const audio = files.filter(({ name }) => name.endsWith('.m4a'));
    expect(audio.map(({ name, isStored }) => [name, isStored])).toEqual([
      ['OEBPS/audio/chapter-001.m4a', true],
      ['OEBPS/audio/chapter-002.m4a', true],
      ['OEBPS/audio/chapter-004.m4a', true],
    ]);
  });

  it('is byte-identical when made again and differs when its text differs', async () => {
    const { file, write } = made;
    const again = await readFile(await write('again.epub'));
    expect(again.equals(await readFile(file))).toBe(true);
    const other = await write('other.epub', { title: 'Other' });
    expect(await identifierOf(file)).toBeDefined();
    expect(await identifierOf(other)).not.toBe(await identifierOf(file));
  });

  it('of a right-to-left language turns its pages in that direction', async () => {
    const { write } = made;
    const files = await unzip(await write('hebrew.epub', { language: 'he', date: '1813-13-45', title: ' ' }));
    const opf = textIn(files, 'OEBPS/package.opf');
    expect(opf).toContain('page-progression-direction="rtl"');
    expect(opf).toContain('<dc:title id="title">Untitled</dc:title>');
    expect(opf).not.toContain('<dc:date>');
    expect(opf).toContain('<meta property="dcterms:modified">2000-01-01T00:00:00Z</meta>');
    expect(textIn(files, 'OEBPS/text/chapter-001.xhtml')).toContain('lang="he" xml:lang="he" dir="rtl">');
  });

  it('ends at once when it is canceled', async () => {
    const { write, folder } = made;
    const book = { metadata, chapters: [], audioFiles: [], audioType: 'audio/mp4' as const, cover: undefined };
    const signal = AbortSignal.abort();
    await expect(writeReadAlong(book, path.join(folder, 'none.epub'), signal)).rejects.toThrow(/abort/iu);
    await expect(write('no/such/folder.epub')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

const heard = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

describe('clips', () => {
  it('always have a duration: a sentence in the same millisecond joins the one before', () => {
    const sentences = [heard(10.5, 11), heard(11.0001, 11.0002), heard(11.0004, 12), undefined, heard(12.5, 13)].map(
      (stretch, at) => ({ from: at, to: at + 1, heard: stretch }),
    );
    const blocks = [{ kind: 'paragraph' as const, text: 'abcde', level: undefined, language: undefined, sentences }];
    expect(clipsOf({ title: 'One', startSeconds: 10, endSeconds: 14.0009, blocks })).toEqual([
      { textId: 's1', beginMs: 0, endMs: 1000 },
      { textId: 's2', beginMs: 1000, endMs: 2500 },
      { textId: 's5', beginMs: 2500, endMs: 4000 },
    ]);
  });
});
