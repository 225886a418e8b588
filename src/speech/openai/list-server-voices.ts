import type { OpenAI } from 'openai';
import { AudiobookError } from '../../core/errors.ts';
import { parseLanguage } from '../../core/language.ts';
import { fieldOf } from '../../core/http/field-of.ts';
import { languageOfKokoroVoice } from '../language-of-kokoro-voice.ts';
import type { Voice } from '../provider.ts';
import { everyLanguage } from '../voices-for.ts';
import { voiceGender } from '../voice-gender.ts';

/**
 * Returns the voices of an OpenAI-compatible server. The list has no standard form: known servers send names or objects,
 * bare or in `voices`, `data` or `items`. Throws `provider-failed` for anything else, and what the client throws.
 */
export async function listServerVoices(client: OpenAI): Promise<readonly Voice[]> {
  const response: unknown = await client.get('/audio/voices', { signal: AbortSignal.timeout(5000) });
  const voices = entriesOf(response).flatMap(toVoices);
  if (voices.length > 0) return voices;
  throw new AudiobookError('provider-failed', 'The server did not answer with a list of voices.');
}

function entriesOf(response: unknown): readonly unknown[] {
  if (Array.isArray(response)) return response;
  const list = ['voices', 'data', 'items'].map((name) => fieldOf(response, name)).find(Array.isArray);
  return list ?? [];
}

function toVoices(entry: unknown): readonly Voice[] {
  const id = typeof entry === 'string' ? entry : textOf(entry, ['id', 'voice_id', 'voice', 'name']);
  if (id === undefined || id === '') return [];
  const language = textOf(entry, ['language', 'lang', 'locale']);
  return [
    {
      id,
      name: textOf(entry, ['name', 'display_name']) ?? id,
      language: (language !== undefined && parseLanguage(language)) || languageByName(id),
      gender: voiceGender(textOf(entry, ['gender'])),
    },
  ];
}

/** Names such as `en-US-AvaNeural`, `en_US-amy-medium` and Kokoro's `af_heart` show the language. */
function languageByName(id: string): string {
  const locale = /^[a-z]{2,3}[-_][A-Z]{2}(?=[-_])/u.exec(id)?.[0];
  return (locale !== undefined && parseLanguage(locale)) || (languageOfKokoroVoice(id) ?? everyLanguage);
}

function textOf(entry: unknown, names: readonly string[]): string | undefined {
  return names.map((name) => fieldOf(entry, name)).find((value) => typeof value === 'string');
}
