import type { OpenAI } from 'openai';
import { AudiobookError } from '../../core/errors.ts';
import { parseLanguage } from '../../core/language.ts';
import { fieldOf } from '../../core/http/field-of.ts';
import { languageOfKokoroVoice } from '../language-of-kokoro-voice.ts';
import type { Voice } from '../provider.ts';
import { everyLanguage } from '../voices-for.ts';
import { voiceGender } from '../voice-gender.ts';

const answerMs = 5000;

/**
 * Returns the voices of an OpenAI-compatible server. The list has no standard form: known servers send names or objects, bare or in
 * `voices`, `data` or `items`, or one object whose fields are the names. Throws `provider-failed` for anything else, and what the
 * client throws.
 */
export async function listServerVoices(client: OpenAI): Promise<readonly Voice[]> {
  const ask = async (place: string): Promise<unknown> =>
    await client.get(place, { signal: AbortSignal.timeout(answerMs) });
  // Some have it without `audio`.
  const response = await ask('/audio/voices').catch(() => ask('/voices'));
  const voices = entriesOf(response).flatMap(toVoices);
  if (voices.length > 0) return voices;
  throw new AudiobookError('provider-failed', 'The server did not answer with a list of voices.');
}

/** Returns the names of the models of a server, as far as it lists them. Never throws. */
export async function listServerModels(client: OpenAI): Promise<readonly string[]> {
  try {
    const response: unknown = await client.get('/models', { signal: AbortSignal.timeout(answerMs) });
    return entriesOf(response).flatMap((entry) => idOf(entry) ?? []);
  } catch {
    return [];
  }
}

function entriesOf(response: unknown): readonly unknown[] {
  const lists = [response, ...['voices', 'data', 'items', 'models'].map((name) => fieldOf(response, name))];
  return lists.find(Array.isArray) ?? namesIn(response);
}

/** Names are the fields of an object in `voices`, or of one that has nothing but lists of the files of each voice. */
function namesIn(response: unknown): readonly string[] {
  const named = fieldOf(response, 'voices') ?? response;
  if (typeof named !== 'object' || named === null) return [];
  return named !== response || Object.values(named).every(Array.isArray) ? Object.keys(named) : [];
}

function idOf(entry: unknown): string | undefined {
  return typeof entry === 'string' ? entry : textOf(entry, ['id', 'voice_id', 'voice', 'name']);
}

function toVoices(entry: unknown): readonly Voice[] {
  const id = idOf(entry);
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
