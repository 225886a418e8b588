import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { downloadClient } from '../../src/voice-models/download/download-client.ts';
import { measureLine } from '../../src/voice-models/download/measure-line.ts';
import type { Line } from '../../src/voice-models/download/measure-line.ts';
import { startFileServer } from '../helpers/servers/file-server.ts';
import type { FileFault } from '../helpers/servers/file-server.ts';
import { noise, smallModel } from '../helpers/small-models.ts';

describe('the speed of a line', () => {
  it('is that of the beginning of the largest file', async () => {
    const { line, requests } = await measure();
    expect(line).toEqual({ bytesPerSecond: expect.toSatisfy((speed: number) => speed > 100_000) });
    expect(requests).toEqual(['GET /owner/small-model/model.onnx']);
  });

  it('is that of what came where the rest does not', async () => {
    expect((await measure({ cutAfter: 1000 })).line).toEqual({
      bytesPerSecond: expect.toSatisfy((speed: number) => speed > 0),
    });
  });

  it.each<[string, FileFault, RegExp]>([
    ['a server that is in trouble', { status: 503 }, /^Cannot download from 127\.0\.0\.1:\d+: status 503$/u],
    ['a file that is not there', { status: 404 }, /^There is no file at http:/u],
    ['an answer that never comes', { hangAfter: 0 }, /^127\.0\.0\.1:\d+ does not answer$/u],
  ])('is a problem with %s', async (_name, fault, problem) => {
    expect((await measure(fault)).line).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('ends with the run', async () => {
    await expect(measure({ hangAfter: 0 }, AbortSignal.abort())).rejects.toMatchObject({ code: 'canceled' });
  });
});

async function measure(
  fault?: FileFault,
  signal = new AbortController().signal,
): Promise<{ readonly line: Line; readonly requests: readonly string[] }> {
  const served: Record<string, Buffer> = {};
  const server = await startFileServer(served);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const files = { 'tts.json': Buffer.from('{}'), 'model.onnx': noise(1_000_000) };
  const made = smallModel(server.url, { files });
  Object.assign(served, made.served);
  server.faults.push(fault);
  await using client = downloadClient(settingsFrom([]));
  const line = await measureLine(made.model, { client, mirror: undefined, signal, patienceMs: 300 });
  return { line, requests: server.requests };
}
