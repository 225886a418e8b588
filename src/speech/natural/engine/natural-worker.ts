import { writeSync } from 'node:fs';
import type { OfflineTts } from 'sherpa-onnx-node';
import { endMark } from './engine-protocol.ts';
import type { EngineModel, EngineReply, EngineRequest, LoadFailure, Utterance } from './engine-protocol.ts';

let engine: OfflineTts | undefined;

// Ctrl-C reaches every process of the terminal; the parent decides when an engine ends.
process.on('SIGINT', () => {});

// The parent is gone. `process.exit` would wait for the engine, which cannot be stopped.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', (request: EngineRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});

async function answer(request: EngineRequest): Promise<EngineReply> {
  return request.task === 'load' ? await load(request.model, request.threads) : await speak(request.id, request);
}

async function load(model: EngineModel, threads: number): Promise<EngineReply> {
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
    return { loaded: { sampleRate: engine.sampleRate, speakers: Math.max(1, engine.numSpeakers) } };
  } catch (thrown) {
    return { loadFailure: messageOf(thrown), fault };
  }
}

async function speak(id: number, { text, speaker, speed = 1, gainDb = 0, extra }: Utterance): Promise<EngineReply> {
  try {
    if (!engine) throw new Error('No model is loaded.');
    const started = performance.now();
    const { samples, sampleRate } = await engine.generateAsync({
      text,
      enableExternalBuffer: false,
      generationConfig: { sid: speaker, speed, silenceScale: 1, extra },
    });
    const computeMs = performance.now() - started;
    return {
      id,
      pcm: { samples: toInt16(samples, 10 ** (gainDb / 20)), sampleRate },
      computeMs,
      memoryBytes: process.memoryUsage.rss(),
    };
  } catch (thrown) {
    return { id, failure: messageOf(thrown) };
  } finally {
    writeSync(2, endMark(id));
  }
}

/** A loop: `Int16Array.from` takes ten times as long. */
function toInt16(samples: Float32Array, gain: number): Int16Array {
  const pcm = new Int16Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) {
    pcm[at] = Math.round(Math.max(-1, Math.min(1, (samples[at] ?? 0) * gain)) * 32_767);
  }
  return pcm;
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
