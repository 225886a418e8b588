import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import type { EpubOptions } from '../helpers/epub-builder.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { speechServices } from '../helpers/servers/speech-services.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** An English book with a passage in each of four other languages. */
const book: EpubOptions = {
  title: 'Voices',
  author: 'Ada Example',
  language: 'en',
  documents: [
    {
      path: 'one.xhtml',
      title: 'One',
      body: [
        '<h1>One</h1><p>The lamp had burned low when the keeper climbed the stairs.</p>',
        '<p xml:lang="de">Wer reitet so spät durch Nacht und Wind?</p>',
        '<p xml:lang="la">Gallia est omnis divisa in partes tres.</p>',
        '<p xml:lang="pl">Litwo, ojczyzno moja, ty jesteś jak zdrowie.</p>',
        '<p xml:lang="fr">Longtemps, je me suis couché de bonne heure.</p>',
        '<p>Then the keeper put out the lamp and went to bed.</p>',
        '<p>In the morning the sea was calm, and the boats came home one by one.</p>',
        '<p>Nobody on the quay had slept, but nobody said so.</p>',
        '<p>The nets were hung to dry, and the gulls waited.</p>',
      ].join(''),
    },
  ],
};

interface RunOptions {
  readonly flags: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly book?: EpubOptions;
}

async function run({ flags, command = ['convert'], environment, book: written = book }: RunOptions) {
  const folder = await temporaryFolder();
  await writeBook(folder, written);
  const argv = [...command, 'small.epub', '-o', 'out.mp3', ...flags];
  const { code, stderr } = await inProcessCli(argv, { folder, environment });
  const text = await readFile(path.join(folder, 'out.mp3.report.json'), 'utf8').catch(() => '{}');
  const report = JSON.parse(text) as ConversionReport;
  return { code, stderr, report };
}

function lacking(provider: string, language: string, voice: string, main = 'English (en)'): string {
  return `Speech provider '${provider}' has no voice for ${language}. The voice '${voice}' reads such passages as ${main}.`;
}

const expected: Readonly<Record<string, { voices: Readonly<Record<string, string>>; lacks: readonly string[] }>> = {
  kokoro: {
    voices: { en: 'af_heart', de: 'af_heart', la: 'af_heart', pl: 'af_heart', fr: 'ff_siwis' },
    lacks: ['German (de)', 'Latin (la)', 'Polish (pl)'],
  },
  openai: { voices: { en: 'alloy', de: 'alloy', la: 'alloy', pl: 'alloy', fr: 'alloy' }, lacks: [] },
  polly: {
    voices: { en: 'Joanna', de: 'Vicki', la: 'Joanna', pl: 'Ola', fr: 'Lea' },
    lacks: ['Latin (la)'],
  },
  google: {
    voices: {
      en: 'en-US-Neural2-C',
      de: 'de-DE-Wavenet-H',
      la: 'en-US-Neural2-C',
      pl: 'en-US-Neural2-C',
      fr: 'fr-FR-Neural2-A',
    },
    lacks: ['Latin (la)', 'Polish (pl)'],
  },
  qwen: {
    voices: { en: 'Vivian', de: 'Vivian', la: 'Vivian', pl: 'Vivian', fr: 'Vivian' },
    lacks: ['Latin (la)', 'Polish (pl)'],
  },
};

describe('an English book with passages in other languages', () => {
  it.each(speechServices.filter(({ id }) => expected[id]))(
    'is spoken by $id in voices of these languages where it has them',
    async ({ id, voice, start, settings }) => {
      await using server = await start({ sampleRate: 24_000 });
      const folder = await temporaryFolder();
      await writeBook(folder, book);
      const environment = settings(server) as Record<string, string>;
      const planned = await inProcessCli(['plan', 'small.epub', '--provider', id, '--json'], { folder, environment });
      const { voices, lacks } = expected[id] ?? { voices: {}, lacks: [] };
      expect([planned.code, JSON.parse(planned.stdout)]).toEqual([0, expect.objectContaining({ voices })]);
      const warnings = lacks.map((language) => `Warning: ${lacking(id, language, voice)}\n`);
      expect(planned.stderr).toBe(warnings.join(''));
    },
  );

  it('is spoken by the embedded voices', async () => {
    const { code, report } = await run({ flags: ['--provider', 'embedded'] });
    expect([code, report.warnings]).toEqual([0, []]);
    expect(report.voices).toEqual({
      en: 'flite:slt',
      de: 'espeak:de',
      la: 'espeak:la',
      pl: 'espeak:pl',
      fr: expect.stringMatching(/^espeak:fr/u),
    });
  });

  it('reaches Kokoro with the language of each voice, also without a script', async () => {
    for (const command of [['convert'], ['audiobook', '--task', 'direct', '--format', 'mp3']]) {
      await using server = await startKokoroServer();
      const { code, stderr, report } = await run({
        command,
        flags: ['--provider', 'kokoro'],
        environment: { KOKORO_API_URL: server.url, AUDIOBOOK_PREFLIGHT: 'off' },
      });
      expect([code, report.voices['fr'], report.warnings.length]).toEqual([0, 'ff_siwis', 3]);
      for (const warning of report.warnings) expect(stderr.indexOf(warning)).toBeLessThan(stderr.indexOf('\n1. '));
      const named = ', voices: en af_heart, de af_heart, la af_heart, pl af_heart, fr ff_siwis';
      expect(stderr.includes(named)).toBe(command[0] === 'convert');
      const sent = server.requests.map((request) => [
        String(request['input']).slice(0, 5),
        request['voice'],
        request['lang_code'],
      ]);
      expect(sent).toContainEqual(['Litwo', 'af_heart', 'a']);
      expect(sent).toContainEqual(['Longt', 'ff_siwis', 'f']);
    }
  });

  it('is spoken by one voice with --language-switch off, without warnings', async () => {
    await using server = await startKokoroServer();
    const { code, report } = await run({
      flags: ['--provider', 'kokoro', '--language-switch', 'off'],
      environment: { KOKORO_API_URL: server.url },
    });
    expect([code, report.warnings]).toEqual([0, []]);
    expect(new Set(Object.values(report.voices))).toEqual(new Set(['af_heart']));
    expect(new Set(server.requests.map((request) => request['lang_code']))).toEqual(new Set(['a']));
  });

  it('is spoken by the voices that --voice names', async () => {
    await using server = await startKokoroServer();
    const { code, report } = await run({
      flags: ['--provider', 'kokoro', '--voice', 'bf_emma,de=bm_george,fr=ff_siwis'],
      environment: { KOKORO_API_URL: server.url },
    });
    expect([code, report.voice]).toEqual([0, 'bf_emma']);
    expect(report.voices).toMatchObject({ en: 'bf_emma', de: 'bm_george', la: 'bf_emma', fr: 'ff_siwis' });
    expect(report.warnings).toContain(
      "The voice 'bm_george' does not speak German (de), the language of the text. It is a voice for British English (en-GB).",
    );
  });
});

describe('a phrase in another language within a sentence', () => {
  const phrase: EpubOptions = {
    title: 'Phrase',
    author: 'Ada Example',
    language: 'en',
    documents: [
      {
        path: 'one.xhtml',
        title: 'One',
        body: '<h1>One</h1><p>The keeper sighed, “<i xml:lang="fr">Je ne sais pas encore</i>,” and shut the door behind the <i xml:lang="fr">gendarme</i>.</p>',
      },
    ],
  };

  async function said(flags: readonly string[]) {
    await using server = await startKokoroServer();
    const { code, report } = await run({
      flags: ['--provider', 'kokoro', '--subtitles', 'srt', ...flags],
      environment: { KOKORO_API_URL: server.url, AUDIOBOOK_PREFLIGHT: 'off' },
      book: phrase,
    });
    expect([code, report.complete]).toEqual([0, true]);
    return server.requests.map((request) => `${String(request['voice'])}: ${String(request['input'])}`).toSorted();
  }

  it('is spoken by the voice that --voice names for the language, every word once', async () => {
    expect(await said(['--voice', 'en=af_heart,fr=ff_siwis'])).toEqual([
      'af_heart: One',
      'af_heart: The keeper sighed, “',
      'af_heart: ” and shut the door behind the gendarme.',
      'ff_siwis: Je ne sais pas encore,',
    ]);
  });

  it.each([[], ['--voice', 'af_heart'], ['--voice', 'en=af_heart,fr=ff_siwis', '--language-switch', 'off']])(
    'is not cut out of its sentence with %j',
    async (...flags) => {
      expect(await said(flags)).toEqual([
        'af_heart: One',
        'af_heart: The keeper sighed, “Je ne sais pas encore,” and shut the door behind the gendarme.',
      ]);
    },
  );
});

describe('--voice', () => {
  it('warns of a voice of another language than the book', async () => {
    await using server = await startKokoroServer();
    const { code, report } = await run({
      flags: ['--provider', 'kokoro', '--voice', 'ff_siwis', '--language-switch', 'off'],
      environment: { KOKORO_API_URL: server.url },
    });
    expect([code, report.warnings]).toEqual([
      0,
      [
        "The voice 'ff_siwis' does not speak English (en), the language of the text. It is a voice for French (France) (fr-FR).",
      ],
    ]);
    expect(server.requests[0]).toMatchObject({ voice: 'ff_siwis', lang_code: 'a' });
  });

  it('is checked for every language before anything is spoken', async () => {
    await using server = await startKokoroServer();
    const { code, stderr } = await run({
      flags: ['--provider', 'kokoro', '--voice', 'fr=ff_missing'],
      environment: { KOKORO_API_URL: server.url },
    });
    expect([code, server.requests.length]).toEqual([2, 2]);
    expect(stderr).toContain('ff_missing not found');
    expect(stderr).not.toContain('Chapter 1');
  });

  it.each(['=af_heart', 'en=', 'english=af_heart', 'a,b,fr=ff_siwis'])('refuses %s', async (voice) => {
    const { code, stderr } = await run({ flags: ['--voice', voice] });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Invalid voice '${voice}'.`)]);
  });
});
