import { writeSync } from 'node:fs';
import type { Pcm } from '../../core/pcm.ts';
import { soundFd, soundHeadBytes } from './engine-protocol.ts';
import type { EngineMessage, EngineRequest, EngineText } from './engine-protocol.ts';
import { espeakJs } from './espeak/espeak-js.ts';
import { runEspeak } from './espeak/run-espeak.ts';
import { fliteText } from './flite/flite-text.ts';
import { runFlite } from './flite/run-flite.ts';

// Ctrl-C reaches every process of the terminal; the parent decides when an engine ends.
process.on('SIGINT', () => {});

// Exits when the parent closes the channel: nothing else keeps the process running.
process.on('message', (request: EngineRequest) => {
  void reply(request).then((message) => message && process.send?.(message));
});

async function reply(request: EngineRequest): Promise<EngineMessage | undefined> {
  try {
    return await perform(request);
  } catch (thrown) {
    return { failure: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

async function perform(request: EngineRequest): Promise<EngineMessage | undefined> {
  if ('length' in request) return await speakEach(request);
  if ('text' in request && request.task !== 'espeak-words') return send(await speak(request));
  const espeak = await espeakJs();
  if (request.task === 'espeak-words') return { words: espeak.readWords(request.voice, request.text) };
  if (request.task === 'espeak-sounds') {
    return { sounds: request.texts.map((text) => espeak.soundsOf(request.voice, text)) };
  }
  return { voices: espeak.voices };
}

async function speakEach(texts: readonly EngineText[]): Promise<undefined> {
  for (const text of texts) send(await speak(text).catch(() => noSound));
}

const noSound: Pcm = { samples: new Int16Array(), sampleRate: 0 };

async function speak({ task, voice, text }: EngineText): Promise<Pcm> {
  if (task === 'flite') return (await runFlite(voice, fliteText(text))).pcm;
  if (task === 'espeak-system') return runEspeak(voice, text);
  return (await espeakJs()).speak(voice, text);
}

/** Waits until the parent has taken the audio: this process has nothing else to do. */
function send({ samples, sampleRate }: Pcm): undefined {
  const head = Buffer.alloc(soundHeadBytes);
  head.writeUInt32LE(sampleRate, 0);
  head.writeUInt32LE(samples.length, 4);
  for (const bytes of [head, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)]) {
    for (let sent = 0; sent < bytes.length;) sent += writeSync(soundFd, bytes, sent);
  }
}
