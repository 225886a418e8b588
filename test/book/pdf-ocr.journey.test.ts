import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import { tesseractCode, tesseractCodes } from '../../src/book/pdf/ocr/tesseract-code.ts';
import { parseHocr } from '../../src/book/pdf/ocr/parse-hocr.ts';
import { recognizeWithTesseract } from '../../src/book/pdf/ocr/tesseract.ts';
import { readBook } from '../../src/book/read-book.ts';
import type { Book } from '../../src/core/book.ts';
import { column, wrap } from '../helpers/pdf-builder.ts';
import type { PdfPageSpec } from '../helpers/pdf-builder.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { scannedPdf } from '../helpers/scanned-pdf.ts';
import { smallBookFile } from '../helpers/real-books.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { surplus, wordsOf } from '../helpers/word-bag.ts';

const { signal } = new AbortController();
const isTesseractMissing = isProgramMissing('tesseract');

const first =
  'The lamp had burned low when the keeper climbed the stairs for the last time that night. No one in the village ' +
  'remembered a winter so long, and the harbour lay under ice from the mill to the old stone bridge. He counted the ' +
  'steps aloud, as his father had done before him, and stopped where the window looked over the quiet water.';
const second =
  'Far out beyond the sandbank a single light was moving. It could not be a fishing boat, for the fleet had been laid ' +
  'up since November; it could not be the mail, which came on Thursdays only. He wiped the glass with his sleeve and ' +
  'looked again, and the light was gone.';

function bookPage(number: number, text: string): PdfPageSpec {
  const lines = wrap(text, 62);
  return {
    texts: [
      { x: 220, y: 50, text: 'THE KEEPER OF THE LIGHT', size: 11, font: 'serif' },
      ...column(90, 100, lines, { size: 13, font: 'serif', leading: 18 }).map((line, index) =>
        index === 0 ? { ...line, x: 110 } : line,
      ),
      { x: 300, y: 750, text: String(number), size: 11, font: 'serif' },
    ],
  };
}

/** A small page, where the answer is told: at 300 dpi, a whole one takes a second to draw, and another to show. */
const scanned: PdfPageSpec = { texts: [{ x: 20, y: 80, text: 'Scanned.', size: 11 }], width: 300, height: 150 };

const germanText =
  'Der alte Mann stand noch lange am Fenster und sah hinaus auf die Straße, aber es kam niemand mehr vorbei. Dann ging ' +
  'er langsam zurück in das Zimmer, setzte sich an den Tisch und begann zu schreiben, was er an diesem Tag gesehen ' +
  'hatte. Es war nicht viel, und doch schien es ihm, als ob er noch nie so viel zu erzählen gehabt hätte wie heute, ' +
  'denn die Welt war ihm plötzlich wieder nah und neu und ganz und gar nicht mehr gleichgültig gewesen.';

function hocr(confidence: number, rest = 'Jerry'): string {
  return `<p class='ocr_par'>
    <span class='ocr_line' title="bbox 300 285 900 330; baseline 0.01 -10; x_size 45; x_descenders 10; x_ascenders 9">
      <span class='ocrx_word' title='bbox 300 287 500 320; x_wconf ${confidence}'>Tom &amp;</span>
      <span class='ocrx_word' title='bbox 520 287 900 320; x_wconf ${confidence}'><em>${rest}</em></span></span></p>`;
}

/** Recognizes no word of a page. */
async function nothing() {
  return { hocr: '', usedLanguage: 'eng' };
}

function spoken({ chapters }: Book): readonly string[] {
  return chapters.flatMap(({ blocks }) => blocks).map(({ text }) => text);
}

describe('pages recognized by tesseract', () => {
  it.skipIf(isTesseractMissing)('become whole paragraphs, without running heads and page numbers', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'keeper.pdf');
    await writeFile(file, await scannedPdf({ pages: [first, second].map((text, at) => bookPage(at + 11, text)) }));
    const book = await readBook(file, { ocr: true, signal });
    const text = spoken(book).join('\n');
    const printed = wordsOf([first, second].join('\n'));
    expect(surplus(printed, wordsOf(text)).length / printed.length).toBeLessThanOrEqual(0.05);
    expect(text).not.toMatch(/KEEPER OF THE LIGHT|\b1[12]\b/u);
    expect(book.chapters.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'paragraph')).toHaveLength(2);
    expect(book.warnings).toEqual([]);
  });

  it.skipIf(isTesseractMissing)('are added to pages with text, which keep it', async () => {
    const typed = {
      texts: column(90, 100, wrap('This page was typed and is not an image at all, so it keeps its text.', 60)),
    };
    const pdf = await scannedPdf({ pages: [typed, bookPage(2, first), { texts: [] }], typed: [0] });
    const without = await readPdf(pdf, { signal });
    expect(spoken(without).join('\n')).not.toContain('keeper');
    expect(without.warnings).toEqual([expect.stringMatching(/^1 page is an image.*\(--ocr\)/u)]);
    const book = await readPdf(pdf, { signal, recognize: recognizeWithTesseract(signal) });
    expect(spoken(book).join('\n')).toMatch(/typed and is not an image.*keeper climbed the stairs/su);
    expect(book.warnings).toEqual([]);
  });

  it('without any text are an error, not an empty book', async () => {
    const pdf = await readFile(smallBookFile('pictures.pdf'));
    await expect(readPdf(pdf, { signal, recognize: nothing })).rejects.toMatchObject({
      code: 'book-no-text',
      message: expect.stringMatching(/recognition found no text on its 6 pages/u),
    });
  });
});

describe('text recognition', () => {
  it('places the words of a skewed line at the height of its middle', () => {
    const [line, ...others] = parseHocr(hocr(91));
    expect(others).toEqual([]);
    expect(line).toMatchObject({ baseline: 323, size: 45, isRotated: false });
    expect(line?.words).toEqual([
      { text: 'Tom &', left: 300, right: 500, confidence: 91 },
      { text: 'Jerry', left: 520, right: 900, confidence: 91 },
    ]);
  });

  it('maps languages to tesseract codes', () => {
    expect(['de-AT', 'en', 'zh', 'zh-TW', 'sr-Latn', 'tlh'].map(tesseractCode)).toEqual([
      'deu',
      'eng',
      'chi_sim',
      'chi_tra',
      'srp_latn',
      undefined,
    ]);
  });

  it.each([
    ['de', 'deu'],
    ['deu+eng', 'deu+eng'],
    ['zh-TW + en', 'chi_tra+eng'],
    ['chi-sim', 'chi_sim'],
    ['SRP_Latn', 'srp_latn'],
    ['Fraktur', 'Fraktur'],
    ['german', 'deu'],
  ])('reads %j as %s', (languages, codes) => {
    expect(tesseractCodes(languages, ['eng', 'Fraktur']).join('+')).toBe(codes);
  });

  it.each(['', 'klingon', 'de+', '../eng', '-l', 'tlh'])('rejects %j as a language', (name) => {
    expect(() => tesseractCodes(name, ['eng'])).toThrow(expect.objectContaining({ code: 'bad-value' }));
  });

  it('detects the language of a book that declares none from its first page with enough text', async () => {
    const pages = [scanned, scanned, scanned];
    const requested: (string | undefined)[] = [];
    const book = await readPdf(await scannedPdf({ pages }), {
      signal,
      recognize: async ({ language }) => {
        requested.push(language);
        return {
          hocr: hocr(95, requested.length === 1 ? 'Erstes' : germanText),
          usedLanguage: language === 'de' ? 'deu' : 'eng',
        };
      },
    });
    expect(requested).toEqual([undefined, undefined, 'de', 'de', 'de']);
    expect(book.metadata).toMatchObject({ language: 'de', languageSource: 'detected' });
    expect(book.warnings).toEqual([]);
  });

  it('recognizes each page once when the language was guessed correctly, declared or chosen', async () => {
    const pages = [scanned, scanned];
    const typed = { texts: column(90, 100, wrap(germanText, 60)) };
    const requested: (string | undefined)[] = [];
    const read = async (spec: Parameters<typeof scannedPdf>[0], ocrLanguage?: string) => {
      requested.length = 0;
      await readPdf(await scannedPdf(spec), {
        signal,
        ocrLanguage,
        recognize: async ({ language }) => {
          requested.push(language);
          return { hocr: hocr(95, first), usedLanguage: 'eng' };
        },
      });
      return requested;
    };
    expect(await read({ pages })).toEqual([undefined, undefined]);
    expect(await read({ pages, language: 'fr' })).toEqual(['fr', 'fr']);
    expect(await read({ pages: [typed, ...pages], typed: [0] })).toEqual(['de', 'de']);
    expect(await read({ pages }, 'fra')).toHaveLength(2);
  });

  it('does not use the language of a notice for the pages that are images', async () => {
    const notice = {
      texts: [{ x: 90, y: 100, text: 'This is a digital copy. Digitized by the library, made for all of us.' }],
    };
    const pages = [notice, scanned, scanned, scanned, scanned, scanned];
    const read = async (hocrText: string) => {
      const requested: (string | undefined)[] = [];
      await readPdf(await scannedPdf({ pages, typed: [0] }), {
        signal,
        recognize: async ({ language }) => {
          requested.push(language);
          return { hocr: hocr(95, hocrText), usedLanguage: language === 'de' ? 'deu' : 'eng' };
        },
      });
      return requested;
    };
    expect(await read(germanText)).toEqual([undefined, 'de', 'de', 'de', 'de', 'de']);
    expect(await read('7')).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('uses the data of the languages of --ocr-language, or reports what to install (exit 4)', async () => {
    const folder = await temporaryFolder();
    const script = `#!/bin/sh
[ "$1" = --list-langs ] && printf 'List (3):\\neng\\ndeu\\nscript/Latin\\n' && exit
echo "$4" >> "${folder}/languages"
/bin/cat > /dev/null
/bin/cat "${folder}/page.hocr"
`;
    await writeFile(path.join(folder, 'tesseract'), script, { mode: 0o755 });
    await writeFile(path.join(folder, 'page.hocr'), hocr(95, germanText));
    await writeFile(path.join(folder, 'scan.pdf'), await scannedPdf({ pages: [scanned] }));
    vi.stubEnv('PATH', folder);
    const text = async (...flags: readonly string[]) =>
      await inProcessCli(['text', 'scan.pdf', ...flags], { folder, hasOwnReadings: true });
    expect(await text('--ocr-language', 'de+en')).toMatchObject({ code: 0, stdout: expect.stringContaining('Zimmer') });
    expect(await text('--ocr')).toMatchObject({ code: 0, stderr: '' });
    expect((await readFile(path.join(folder, 'languages'), 'utf8')).split('\n')).toEqual(['deu+eng', 'eng', 'deu', '']);
    const missing = await text('--ocr-language', 'zh-TW+deu');
    expect(missing).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringMatching(/no language data for chi_tra\. .*apt install tesseract-ocr-chi-tra,/u),
    });
  });

  it('warns about pages where it was unsure or failed, and about a language without data', async () => {
    const pages = [scanned, scanned, scanned];
    const answers = [hocr(95), hocr(60), undefined];
    const book = await readPdf(await scannedPdf({ pages, language: 'fr' }), {
      signal,
      recognize: async ({ language }) => {
        expect(language).toBe('fr');
        const next = answers.shift();
        return next === undefined ? undefined : { hocr: next, usedLanguage: 'eng' };
      },
    });
    expect(book.warnings).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/failed on page 3\b/u),
        expect.stringMatching(/unsure on page 2\./u),
        expect.stringMatching(/no data for fra and read it as eng\. .*tesseract-ocr-fra/u),
      ]),
    );
    expect(book.leftOut).toContainEqual({ document: 'page 3', reason: 'unreadable', words: 0 });
  });

  it('is suggested when a scanned book is refused (exit 8), and needs tesseract (exit 4)', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'scan.pdf'), await scannedPdf({ pages: [scanned] }));
    const refused = await inProcessCli(['text', 'scan.pdf'], { folder });
    expect(refused).toMatchObject({
      code: 8,
      stdout: '',
      stderr: expect.stringMatching(/is an image.*\(--ocr\)/u),
    });
    vi.stubEnv('PATH', folder);
    const missing = await inProcessCli(['text', 'scan.pdf', '--ocr'], { folder });
    expect(missing).toMatchObject({ code: 4, stdout: '', stderr: expect.stringMatching(/apt install tesseract-ocr/u) });
  });

  it.skipIf(process.platform === 'win32')(
    'ends its program after a cancellation, and does not pass keys to it',
    async () => {
      const folder = await temporaryFolder();
      const started = path.join(folder, 'started');
      await writeFile(
        path.join(folder, 'tesseract'),
        `#!/bin/sh\n[ "$1" = --list-langs ] && printf 'List (1):\\neng\\n' && exit\n/usr/bin/env > ${started}.part\necho "pid=$$" >> ${started}.part\n/bin/mv ${started}.part ${started}\nexec /bin/sleep 60\n`,
      );
      await chmod(path.join(folder, 'tesseract'), 0o755);
      await writeFile(path.join(folder, 'scan.pdf'), await scannedPdf({ pages: [scanned] }));
      vi.stubEnv('PATH', folder);
      vi.stubEnv('OPENAI_API_KEY', 'sk-not-for-others');
      try {
        const controller = new AbortController();
        const reading = readBook(path.join(folder, 'scan.pdf'), { ocr: true, signal: controller.signal });
        const abort = vi.waitFor(() => expect(existsSync(started)).toBe(true), 60_000).then(() => controller.abort());
        await expect(reading).rejects.toMatchObject({ code: 'canceled' });
        await abort;
        const output = await readFile(started, 'utf8');
        expect(output).not.toContain('sk-not-for-others');
        const pid = Number(/pid=(\d+)/u.exec(output)?.[1]);
        await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 60_000);
      } finally {
        vi.unstubAllEnvs();
      }
    },
  );
});
