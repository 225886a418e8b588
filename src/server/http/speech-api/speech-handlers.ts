import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { RequestHandler, Response } from 'express';
import { listVoices } from '../../../pipeline/voices/list-voices.ts';
import { speakText } from '../../../pipeline/say/speak-text.ts';
import type { SpokenFormat } from '../../../pipeline/say/speak-text.ts';
import { RequestError } from '../../errors/request-error.ts';
import { callerOf } from '../access/check-token.ts';
import { callerSignal } from '../caller-signal.ts';
import { readJson } from '../read-json.ts';
import { wholeAudio } from '../whole-audio.ts';
import type { Service } from '../service.ts';
import { languageOf, readSpeechRequest } from './speech-request.ts';

type Handlers = Readonly<Record<'createSpeech' | 'listSpeechVoices' | 'listSpeechModels', RequestHandler>>;

/** Returns the handlers that answer like OpenAI's speech API and Kokoro-FastAPI, with the embedded voices. */
export function speechHandlers({ settings, speech, limits, usage }: Service): Handlers {
  const voicesNow = async (response: Response) =>
    (await listVoices({ provider: 'embedded' }, settings, callerSignal(response, queryMs))).voices;
  return {
    async createSpeech(request, response) {
      const room = limits.conversionsAtOnce + limits.queueLength;
      if (speech.users >= room) throw new RequestError('busy', `${room} texts are being spoken. Try again later.`);
      const body = readSpeechRequest(await readJson(request, response, { ...limits, maxBytes: 1_000_000 }));
      await usage.charge(callerOf(response).name, randomUUID(), body.input.length);
      const { input: text, voice, response_format: format, speed, stream } = body;
      const signal = callerSignal(response, speechMs);
      const spoken = { text, voice, language: languageOf(body), format, speed, isAwaited: stream, signal };
      const chunks: Buffer[] = [];
      const send = async (chunk: Buffer): Promise<void> => {
        if (!response.headersSent) response.type(mediaTypes[format]);
        if (!stream) chunks.push(chunk);
        else if (!response.write(chunk)) await once(response, 'drain', { signal });
      };
      await speech.use(signal, async (provider) => await speakText(provider, spoken, settings, send));
      if (stream) response.end();
      else response.send(wholeAudio(Buffer.concat(chunks), format));
    },
    async listSpeechVoices(_request, response) {
      response.json({ voices: await voicesNow(response) });
    },
    async listSpeechModels(_request, response) {
      const families = new Set((await voicesNow(response)).map(({ id }) => id.slice(0, id.indexOf(':'))));
      const data = [...families].map((id) => ({ id, object: 'model', created: 0, owned_by: 'audiobook' }));
      response.json({ object: 'list', data });
    },
  };
}

/** Time limit for the list of voices. */
const queryMs = 20_000;
/** Time limit for a text, with its wait in the queue. */
const speechMs = 1_800_000;

const mediaTypes: Readonly<Record<SpokenFormat, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};
