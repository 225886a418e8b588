import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { speakLetters } from '../helpers/servers/letter-tones.ts';
import { startJob, startService, waitForJob } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyRecognizer } from '../helpers/tiny-recognizers.ts';

const passage = z.object({
  number: z.number(),
  verdict: z.string(),
  missing: z.array(z.string()),
  text: z.string(),
  startSeconds: z.number(),
});
const jobSchema = z.object({
  report: z.object({
    complete: z.boolean(),
    chapters: z.array(z.object({ startMs: z.number(), seconds: z.number() })),
    hearing: z.object({
      lost: z.array(passage),
      notJudged: z.array(z.unknown()),
      finished: z.object({ segments: z.number(), altered: z.array(z.unknown()) }),
      statement: z.string(),
    }),
  }),
});

it('A job that is verified reports, with chapter and time, what is missing, and counts it', async () => {
  const folder = await temporaryFolder();
  await installTinyRecognizer(path.join(folder, 'data'));
  await using kokoro = await startKokoroServer({
    speak: (text, rate) => speakLetters(text.replace('along the quay', 'along'), rate),
  });
  const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_DATA_DIR: path.join(folder, 'data') };
  await using service = await startService({ settings });
  const { id } = await startJob(service, { tts_provider: 'kokoro', verify: 'listen' });
  const { report } = jobSchema.parse(await waitForJob(service, id, 'done', 'failed'));
  const { lost, notJudged, finished, statement } = report.hearing;
  expect(lost).toMatchObject([{ number: 3, verdict: 'lost', missing: ['the quay'] }]);
  const { startMs = 0, seconds = 0 } = report.chapters[2] ?? {};
  expect(lost[0]?.startSeconds).toBeGreaterThan(startMs / 1000);
  expect(lost[0]?.startSeconds).toBeLessThan(startMs / 1000 + seconds);
  expect(notJudged).toEqual([]);
  expect(finished.segments).toBeGreaterThan(3);
  expect(finished.altered).toEqual([]);
  expect(statement).toMatch(/^1 of \d+ segments that were heard is not whole\.$/u);
  expect(report.complete).toBe(false);
  const response = await fetch(`${service.url}/jobs/${id}/result`);
  expect(response.headers.get('x-audiobook-gaps')).toBe('1');
  await response.arrayBuffer();
});
