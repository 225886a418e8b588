import type { EngineReply, EngineRequest } from './engine-protocol.ts';
import { espeakJs } from './espeak/espeak-js.ts';
import { fliteText } from './flite/flite-text.ts';
import { runFlite } from './flite/run-flite.ts';

// Ctrl-C reaches every process of the terminal; the parent decides when an engine ends.
process.on('SIGINT', () => {});

// Exits when the parent closes the channel: nothing else keeps the process running.
process.on('message', (request: EngineRequest) => {
  void reply(request).then((message) => process.send?.(message));
});

async function reply(request: EngineRequest): Promise<EngineReply> {
  try {
    return await perform(request);
  } catch (thrown) {
    return { failure: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

async function perform(request: EngineRequest): Promise<EngineReply> {
  if (request.task === 'flite') {
    const { pcm } = await runFlite(request.voice, fliteText(request.text));
    return { pcm };
  }
  const espeak = await espeakJs();
  if (request.task === 'espeak-words') return { words: espeak.readWords(request.voice, request.text) };
  return request.task === 'espeak' ? { pcm: espeak.speak(request.voice, request.text) } : { voices: espeak.voices };
}
