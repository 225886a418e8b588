import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import { subtitles } from '../../src/timed-text/subtitles/subtitles.ts';
import type { SubtitleFormat } from '../../src/timed-text/subtitles/subtitles.ts';
import type { TimedChapter } from '../../src/timed-text/timed-chapter.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const texts: readonly (readonly [text: string, language?: string])[] = [
  ['Plain.'],
  ['Fish & chips < 5 > 3.'],
  ['An arrow --> here.'],
  ['00:00:01,000 --> 00:00:02,000'],
  ['שלום עולם.', 'he'],
  ['Oui, 日本 😀 \u{D800}and \u0000half.', 'FR'],
];

/** One chapter, a sentence a block; each is heard for two seconds, an hour and a bit into the file. */
const chapter: TimedChapter = {
  title: 'One',
  startSeconds: 0,
  endSeconds: 9999,
  blocks: texts.map(([text, language], index) => ({
    kind: 'paragraph',
    text,
    level: undefined,
    language,
    sentences: [
      { from: 0, to: text.length, heard: { startSeconds: 3661.5 + index * 3, endSeconds: 3663.5 + index * 3 } },
    ],
  })),
};

const written = (format: SubtitleFormat): string =>
  subtitles(format, { startSeconds: 0, endSeconds: 9999 }, { chapters: [chapter], language: 'en-us' });

/** The cues that ffmpeg, a reader of its own, finds: times and text. */
async function readBack(format: SubtitleFormat): Promise<string[]> {
  const file = path.join(await temporaryFolder(), `cues.${format}`);
  await writeFile(file, written(format));
  const args = ['-v', 'error', '-i', file, '-f', 'srt', '-'];
  const { stdout } = await promisify(execFile)((await locateFfmpeg()).path, args);
  return stdout.trim().split(/\n\n/u);
}

describe('subtitles', () => {
  it('as SubRip are numbered blocks with commas in the times and Windows line endings', () => {
    const lines = written('srt').split('\r\n');
    expect(lines.slice(0, 8)).toEqual([
      '1',
      '01:01:01,500 --> 01:01:03,500',
      'Plain.',
      '',
      '2',
      '01:01:04,500 --> 01:01:06,500',
      'Fish & chips < 5 > 3.',
      '',
    ]);
    expect(written('srt').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
    expect(written('srt')).toContain('日本 😀 \uFFFDand half.');
  });

  it('as WebVTT name their language and escape markup', () => {
    const vtt = written('vtt');
    expect(vtt.startsWith('WEBVTT\n\nNOTE Language: en-US\n\n01:01:01.500 --> 01:01:03.500\nPlain.\n\n')).toBe(true);
    expect(vtt).toContain('\nFish &amp; chips &lt; 5 &gt; 3.\n');
    expect(vtt).toContain('\nAn arrow --&gt; here.\n');
    expect(vtt).toContain('\n<lang he>שלום עולם.</lang>\n');
    expect(vtt).toContain('<lang fr>Oui');
    expect(vtt.match(/-->/gu)).toHaveLength(texts.length);
  });

  it.each(['srt', 'vtt'] as const)('as %s are read by ffmpeg: every cue, its times and its text', async (format) => {
    const cues = await readBack(format);
    expect(cues).toHaveLength(texts.length);
    for (const [index, cue] of cues.entries()) {
      const [number, times, ...lines] = cue.split('\n');
      const seconds = (at: number): string => `01:01:${String(1 + index * 3 + at).padStart(2, '0')},500`;
      expect([number, times]).toEqual([String(index + 1), `${seconds(0)} --> ${seconds(2)}`]);
      const expected = (texts[index]?.[0] ?? '').replace('\u{D800}', '\uFFFD').replaceAll('\u0000', '');
      expect(lines.join(' ').replaceAll('\u2060', '')).toBe(expected);
    }
  });

  it('of a time range without speech are a valid empty file', () => {
    const empty = { startSeconds: 9000, endSeconds: 9001 };
    expect(subtitles('srt', empty, { chapters: [chapter], language: 'en' })).toBe('');
    expect(subtitles('vtt', empty, { chapters: [chapter], language: 'no language' })).toBe(
      'WEBVTT\n\nNOTE Language: und\n',
    );
  });
});
