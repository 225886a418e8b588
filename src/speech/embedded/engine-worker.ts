import { serveEngine } from '../../core/process/engine/serve-engine.ts';
import type { EngineRequest } from './engine-protocol.ts';
import { espeakJs } from './espeak/espeak-js.ts';
import { runEspeak } from './espeak/run-espeak.ts';
import { fliteText } from './flite/flite-text.ts';
import { runFlite } from './flite/run-flite.ts';

serveEngine(async (request: EngineRequest) => {
  if (request.task === 'flite') return (await runFlite(request.voice, fliteText(request.text))).pcm;
  if (request.task === 'espeak-system') return runEspeak(request.voice, request.text);
  const espeak = await espeakJs();
  switch (request.task) {
    case 'espeak':
      return espeak.speak(request.voice, request.text);
    case 'espeak-words':
      return espeak.readWords(request.voice, request.text);
    case 'espeak-sounds':
      return request.texts.map((text) => espeak.soundsOf(request.voice, text));
    case 'espeak-voices':
      return espeak.voices;
  }
});
