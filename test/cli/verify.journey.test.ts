import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { systemFfmpeg } from '../audio/sound.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import type { Fault } from '../helpers/servers/fault-kinds.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { speakLetters } from '../helpers/servers/letter-tones.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyRecognizer } from '../helpers/tiny-recognizers.ts';

const names = 'Anna Boris Clara David Emma Felix'.split(' ');

/** Paragraphs of three sentences, each like no other. */
const paragraphs = names.map(
  (name, index) =>
    `${name} came down to the harbor before dawn. Not one of the ${index + 3} ships had come in that night. So the lamp was put out again by ${names.at(index - 1) ?? ''}.`,
);

/** Writes the book, installs the recognizer and starts a service that speaks letters. */
async function setUp(faults: (request: number) => Fault | undefined, said = (text: string) => text) {
  const folder = await temporaryFolder();
  await installTinyRecognizer(path.join(folder, 'data'));
  const body = paragraphs.map((text) => `<p>${text}</p>`).join('');
  await writeBook(folder, { title: 'Harbor', language: 'en', documents: [{ path: 'a.xhtml', title: 'One', body }] });
  const server = await startKokoroServer({ faults, speak: (text, rate) => speakLetters(said(text), rate) });
  return { folder, server };
}

interface Run {
  readonly code: number | null;
  readonly report: ConversionReport | undefined;
  readonly stderr: string;
}

interface Setting {
  readonly folder: string;
  readonly server: KokoroServer;
  readonly FFMPEG_PATH?: string;
}

async function convert({ folder, server, ...own }: Setting, ...options: readonly string[]): Promise<Run> {
  const environment = { KOKORO_API_URL: `${server.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off', ...own };
  const args = ['convert', 'small.epub', '--provider', 'kokoro', '-o', 'book.mp3', '--json', ...options];
  const { code, stdout, stderr } = await inProcessCli(args, { folder, environment });
  return { code, stderr, report: stdout === '' ? undefined : conversionReport(stdout) };
}

function conversionReport(json: string): ConversionReport {
  return JSON.parse(json);
}

describe('--verify', () => {
  it('listen hears every word of a book, and a second run hears nothing again', async () => {
    const { folder, server } = await setUp(() => undefined);
    await using _ = server;
    const { code, report } = await convert({ folder, server }, '--verify', 'listen');
    const whole = report?.segments.total;
    expect(code).toBe(0);
    expect(report?.hearing).toMatchObject({
      mode: 'listen',
      segments: whole,
      whole,
      healed: 0,
      lost: [],
      notJudged: [],
      finished: { segments: whole, altered: [] },
    });
    expect(report?.hearing?.statement).toBe(`0 of ${whole} segments that were heard are not whole.`);
    // A recognizer that hears nothing: only verdicts that were kept can be good.
    const deaf = path.join(folder, 'data', 'recognizers', 'tiny-recognizer', 'tokens.txt');
    const tokens = await readFile(deaf, 'utf8');
    await writeFile(deaf, tokens.replaceAll(/^(?=[a-z] )/gmu, '~'));
    await writeFile(path.join(path.dirname(deaf), 'self-test.txt'), '.');
    const again = await convert({ folder, server }, '--verify', 'listen', '-o', 'again.mp3');
    expect(again.report?.hearing).toMatchObject({ segments: whole, whole, lost: [] });
  });

  it('listen heals answers without their middle', async () => {
    // Not by chance: whoever gets both of them has its halves left.
    const { folder, server } = await setUp((request) =>
      request === 1 || request === 4 ? 'missing-middle' : undefined,
    );
    await using _ = server;
    const { code, report } = await convert({ folder, server }, '--verify', 'listen');
    expect(code).toBe(0);
    expect(report).toMatchObject({ complete: true, hearing: { lost: [], unclear: [] } });
    expect(server.requests.length).toBeGreaterThan(report?.segments.total ?? Infinity);
  });

  it('listen reports a word that is always lost, and ends with exit code 9', async () => {
    const { folder, server } = await setUp(
      () => undefined,
      (text) => text.replace('Felix came down', 'Felix came'),
    );
    await using _ = server;
    const { code, report, stderr } = await convert({ folder, server }, '--verify', 'listen');
    expect(code).toBe(9);
    expect(report).toMatchObject({
      complete: false,
      hearing: { lost: [{ number: 1, verdict: 'lost', missing: ['down'] }] },
    });
    expect(stderr).toContain('lacks "down"');
  });

  it('listen ends the run when a service loses a word of every text', async () => {
    const { folder, server } = await setUp(
      () => undefined,
      (text) => text.replace('not one of', 'one of').replace('Not one of', 'one of'),
    );
    await using _ = server;
    const { code, stderr } = await convert({ folder, server }, '--verify', 'listen');
    expect(code).toBe(6);
    expect(stderr).toContain('The service does not speak the whole text');
  });

  it('with a number hears that many segments and says what it proves', async () => {
    const { folder, server } = await setUp(() => undefined);
    await using _ = server;
    const { report } = await convert({ folder, server }, '--verify', '2');
    const segments = report?.hearing?.segments ?? 0;
    expect(segments).toBeGreaterThan(0);
    expect(segments).toBeLessThan(report?.segments.total ?? 0);
    expect(report?.hearing?.statement).toMatch(
      /^0 of \d+ segments that were heard are not whole: with 95 % certainty, fewer than [\d.]+ % of the book\.$/u,
    );
  });

  it('listen finds that a part of the finished file is silent, and names it', async () => {
    const { folder, server } = await setUp(() => undefined);
    await using _ = server;
    // An encoder that mutes a second of what it is given.
    const broken = path.join(folder, 'ffmpeg.sh');
    const { path: ffmpeg } = await systemFfmpeg;
    const mute = `-af "volume=0:enable='between(t,12,13)'"`;
    const lines = ['#!/bin/bash', 'for one; do', 'all+=("$one")', `[ "$one" = libmp3lame ] && all+=(${mute})`, 'done'];
    await writeFile(broken, [...lines, `exec '${ffmpeg}' "\${all[@]}"`].join('\n'), { mode: 0o755 });
    const { code, report, stderr } = await convert({ folder, server, FFMPEG_PATH: broken }, '--verify', 'listen');
    expect(code).toBe(9);
    expect(report?.complete).toBe(false);
    expect(report?.hearing).toMatchObject({ lost: [], finished: { altered: [{ number: 1, file: 'book.mp3' }] } });
    expect(stderr).toMatch(/What was heard of "[^"]+" is not in book\.mp3 at 1[123] s\. Run again/u);
    const again = await convert({ folder, server }, '--verify', 'listen');
    expect(again).toMatchObject({ code: 0, report: { complete: true, hearing: { finished: { altered: [] } } } });
  });

  it('needs a recognizer only where it was asked for', async () => {
    const { folder, server } = await setUp(() => undefined);
    await using _ = server;
    await rm(path.join(folder, 'data'), { recursive: true });
    const asked = await convert({ folder, server }, '--verify', 'listen');
    expect(asked).toMatchObject({ code: 4, report: undefined });
    expect(asked.stderr).toContain('audiobook recognizers install en');
    expect(server.requests).toEqual([]);
    const plain = await convert({ folder, server });
    expect(plain.code).toBe(0);
    expect(plain.report?.hearing).toBeUndefined();
  });

  it('hears nothing with a recognizer that fails its test, and says so', async () => {
    const { folder, server } = await setUp(() => undefined);
    await using _ = server;
    await writeFile(
      path.join(folder, 'data', 'recognizers', 'tiny-recognizer', 'self-test.txt'),
      'Something else was expected here.',
    );
    const { code, report, stderr } = await convert({ folder, server }, '--verify', 'listen');
    expect(code).toBe(0);
    expect(report?.hearing).toBeUndefined();
    expect(stderr).toMatch(/Nothing is verified: the recognizer tiny-recognizer understands only \d+ %/u);
    // By default a recognizer is loaded only when a segment is in doubt.
    const plain = await convert({ folder, server }, '-o', 'plain.mp3');
    expect(plain).toMatchObject({ code: 0, report: { hearing: { mode: 'doubtful', segments: 0, notJudged: [] } } });
    expect(plain.stderr).not.toContain('verified');
  });
});
