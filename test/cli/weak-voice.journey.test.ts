import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import type { EpubOptions } from '../helpers/epub-builder.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const japanese = (text: string): EpubOptions => ({
  title: 'Yama',
  author: 'Ada Example',
  language: 'ja',
  documents: [{ path: 'one.xhtml', title: 'Ichi', body: `<h1>いち</h1><p>${text}</p><p>${text}</p>` }],
});

const warning =
  "The voice 'espeak:ja' cannot read Chinese characters (kanji): it says “Chinese letter” for each. Use another provider for this book.";

async function convert(command: readonly string[], text: string) {
  const folder = await temporaryFolder();
  await writeBook(folder, japanese(text));
  const flags = ['small.epub', '--provider', 'embedded', '-o', 'out.mp3'];
  const { code, stderr } = await inProcessCli([...command, ...flags], { folder });
  const { warnings } = JSON.parse(await readFile(path.join(folder, 'out.mp3.report.json'), 'utf8')) as ConversionReport;
  return { code, stderr, warnings };
}

describe('a voice that cannot read part of the text', () => {
  it.each([[['convert']], [['audiobook', '--task', 'direct', '--format', 'mp3']]])(
    'is reported once by %j, before any speech',
    async (command) => {
      const { code, stderr, warnings } = await convert(command, 'やまみちを登りながら、こう考えた。');
      expect([code, warnings]).toEqual([0, [warning]]);
      expect(stderr.split(warning)).toHaveLength(2);
      expect(stderr.indexOf(warning)).toBeLessThan(stderr.indexOf('\n1. '));
    },
  );

  it('is not reported for text that it can read', async () => {
    const { code, warnings } = await convert(['convert'], 'やまみちをのぼりながら、こうかんがえた。');
    expect([code, warnings]).toEqual([0, []]);
  });
});
