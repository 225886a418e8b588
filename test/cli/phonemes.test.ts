import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeWav } from '../../src/core/wav.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyVoice } from '../helpers/tiny-voices.ts';
import { decodeTinyVoice } from '../helpers/tiny-voices/decode-tiny-voice.ts';

/** Returns a folder with an installed Kokoro, a lexicon and a French book of several utterances. */
async function prepared(): Promise<string> {
  const folder = await temporaryFolder();
  await installTinyVoice(path.join(folder, 'data'), { kind: 'kokoro' });
  await writeFile(path.join(folder, 'names.yaml'), 'Nguyen: /ŋwiɛn/\n');
  const sentence = 'Les amis de Nguyen marchent lentement vers la mer, et le vent se lève sur les dunes.';
  const documents = [
    { path: '0.xhtml', title: 'Un', body: `<p>${Array.from({ length: 9 }, () => sentence).join(' ')}</p>` },
    { path: '1.xhtml', title: 'Deux', body: '<p>« Bonjour ! » dit-elle.</p>' },
  ];
  await writeBook(folder, { title: 'La mer', author: 'Ada Example', language: 'fr', documents }, 'mer.epub');
  return folder;
}

const flags = ['--voice', 'kokoro:ff_siwis', '--lexicon', 'names.yaml'];

describe('the phonemes that a voice is given', () => {
  it('are printed instead of speaking, with the lexicon', async () => {
    const folder = await prepared();
    const say = ['say', '--phonemes', '--voice', 'kokoro:ff_siwis', 'Les', 'amis', 'de', 'Nguyen.'];
    expect(await inProcessCli(say, { folder })).toMatchObject({ code: 0, stderr: '' });
    expect(await inProcessCli([...say, '--lexicon', 'names.yaml'], { folder })).toEqual({
      code: 0,
      stdout: 'lez amˈi də ŋwiɛn.\n',
      stderr: '',
    });
  });

  it('are those of a whole book, utterance by utterance as the model hears them', async () => {
    const folder = await prepared();
    const { code, stdout, stderr } = await inProcessCli(['text', 'mer.epub', '--phonemes', ...flags], { folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [first = '', second = ''] = stdout.split('\n\n');
    expect(first.split('\n').length).toBeGreaterThan(3);
    expect(first.match(/lez amˈi də ŋwiɛn /gu)).toHaveLength(9);
    expect(second).toBe('dˈø.\n“ bɔ̃ʒˈuʁ! ” dˈitˈɛl.\n');
    expect((await inProcessCli(['convert', 'mer.epub', '-o', 'x.wav', '-q', ...flags], { folder })).code).toBe(0);
    const { text } = decodeTinyVoice('kokoro', decodeWav(await readFile(path.join(folder, 'x.wav'))));
    // Silence is heard as a bar.
    expect(text.replaceAll(/[\s|]+/gu, '')).toBe(stdout.replaceAll(/\s+/gu, ''));
  });

  it('are refused for a voice that is given text', async () => {
    const folder = await prepared();
    const stderr = "audiobook: The voice 'flite:slt' is given text, not phonemes. Choose a voice of Kokoro.\n";
    for (const command of [
      ['say', 'Hello.'],
      ['text', 'mer.epub'],
    ]) {
      const asked = await inProcessCli([...command, '--phonemes', '--voice', 'flite:slt'], { folder });
      expect(asked).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(stderr) });
    }
  });

  it.each([
    [['say', 'Hello.', '--phonemes', '-o', 'x.wav'], 'it takes neither --output nor --play'],
    [
      ['text', 'mer.epub', '--phonemes', '--format', 'md'],
      'it takes neither --spoken nor --diff nor another --format than txt',
    ],
  ])('are text alone: %s', async (command, says) => {
    const folder = await prepared();
    expect(await inProcessCli(command, { folder })).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
  });
});
