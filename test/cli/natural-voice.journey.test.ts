import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeWav } from '../../src/core/wav.ts';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { numberedSentences, wordFor, wordsInOrder } from '../helpers/numbered-book.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyVoice } from '../helpers/tiny-voices.ts';
import { decodeTinyVoice } from '../helpers/tiny-voices/decode-tiny-voice.ts';

/** Writes a book of numbered words in four chapters. */
async function writeNumbered(folder: string, words: number): Promise<void> {
  const sentences = numberedSentences(words);
  const part = Math.ceil(sentences.length / 4);
  const documents = [0, 1, 2, 3].map((chapter) => {
    const text = sentences.slice(chapter * part, (chapter + 1) * part).join(' ');
    return { path: `${chapter}.xhtml`, title: `Part ${'ABCD'.charAt(chapter)}`, body: `<p>${text}</p>` };
  });
  await writeBook(folder, { title: 'Numbers', author: 'Ada Example', language: 'en', documents }, 'numbers.epub');
}

describe('a book in a natural voice', () => {
  it('is spoken whole: every word once and in order', async () => {
    const folder = await temporaryFolder();
    await installTinyVoice(path.join(folder, 'data'), { kind: 'supertonic' });
    const words = 60;
    await writeNumbered(folder, words);
    const command = ['convert', 'numbers.epub', '-o', 'x.wav', '-q', '--voice', 'supertonic:F1'];
    const result = await inProcessCli(command, { folder });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const { text } = decodeTinyVoice('supertonic', decodeWav(await readFile(path.join(folder, 'x.wav'))));
    const heard = wordsInOrder([text.replaceAll(/<\/?en>/gu, ' ')]).filter((word) => word.length > 4);
    expect(heard).toEqual(Array.from({ length: words }, (_unused, number) => wordFor(number)));
  });

  it('gives passages of another language to an installed voice of that language', async () => {
    const folder = await temporaryFolder();
    const data = path.join(folder, 'data');
    await installTinyVoice(data, { kind: 'kokoro' });
    await installTinyVoice(data, { kind: 'supertonic', languages: ['de'] });
    const body = '<p>She read the sign.</p><p lang="de">Heute geschlossen.</p><p lang="fr">Fermé le lundi.</p>';
    await writeBook(folder, {
      title: 'The Sign',
      author: 'Ada Example',
      language: 'en-GB',
      documents: [{ path: 'one.xhtml', title: 'Part A', body }],
    });
    const environment = { EMBEDDED_VOICE: 'best' };
    const { code, stdout, stderr } = await inProcessCli(['convert', 'small.epub', '--json'], { folder, environment });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('Warning')]);
    const { voices } = JSON.parse(stdout) as ConversionReport;
    expect(voices).toEqual({ 'en-GB': 'kokoro:bf_emma', de: 'supertonic:F1', fr: 'kokoro:ff_siwis' });
  });
});
