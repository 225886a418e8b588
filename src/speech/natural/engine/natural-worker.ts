import { writeSync } from 'node:fs';
import type { OfflineTts } from 'sherpa-onnx-node';
import { serveEngine } from '../../../core/process/engine/serve-engine.ts';
import { endMark } from './engine-protocol.ts';
import type { EngineModel, EngineRequest, LoadFailure, SpokenUtterance, Utterance } from './engine-protocol.ts';

let engine: OfflineTts | undefined;

serveEngine(async (request: EngineRequest) => {
  if (request.task === 'load') return await load(request.model, request.threads);
  try {
    return await speak(request);
  } finally {
    writeSync(2, endMark(request.number));
  }
});

async function load(model: EngineModel, threads: number): Promise<LoadFailure | undefined> {
  let fault: LoadFailure['fault'] = 'engine';
  try {
    const { default: sherpa } = await import('sherpa-onnx-node');
    fault = 'files';
    engine = await sherpa.OfflineTts.createAsync({
      model: { ...model, numThreads: threads, provider: 'cpu', debug: false },
      maxNumSentences: 1,
      // The default shortens every pause to a fifth.
      silenceScale: 1,
    });
    return undefined;
  } catch (thrown) {
    return { loadFailure: thrown instanceof Error ? thrown.message : String(thrown), fault };
  }
}

async function speak({ text, speaker, speed = 1, gainDb = 0, extra }: Utterance): Promise<SpokenUtterance> {
  if (!engine) throw new Error('No model is loaded.');
  const started = performance.now();
  const { samples, sampleRate } = await engine.generateAsync({
    text,
    enableExternalBuffer: false,
    generationConfig: { sid: speaker, speed, silenceScale: 1, extra },
  });
  const computeMs = performance.now() - started;
  return {
    pcm: { samples: toInt16(samples, 10 ** (gainDb / 20)), sampleRate },
    computeMs,
    memoryBytes: process.memoryUsage.rss(),
  };
}

/** A loop: `Int16Array.from` takes ten times as long. */
function toInt16(samples: Float32Array, gain: number): Int16Array {
  const pcm = new Int16Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) {
    pcm[at] = Math.round(Math.max(-1, Math.min(1, (samples[at] ?? 0) * gain)) * 32_767);
  }
  return pcm;
}
