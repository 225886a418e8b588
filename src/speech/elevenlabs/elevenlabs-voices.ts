import { z } from 'zod';
import { parseLanguage, sameLanguage } from '../../core/language.ts';
import { AudiobookError } from '../../core/errors.ts';
import { httpJson } from '../call/http-call.ts';
import type { Voice } from '../provider.ts';
import { everyLanguage } from '../voices-for.ts';
import { elevenlabsFailure } from './elevenlabs-failure.ts';
import { voiceGender } from '../voice-gender.ts';

/** An account at the service, and how to reach it. */
export interface ElevenlabsService {
  readonly serviceName: string;
  readonly address: string;
  readonly key: string;
}

/** A voice, with all languages that it was checked in. Every voice speaks all languages of a model. */
export interface ElevenlabsVoice extends Voice {
  readonly languages: readonly string[];
}

/** Built-in list for when the service cannot be reached: the vendor's default voices, best for narration first. */
export const elevenlabsVoices: readonly ElevenlabsVoice[] = [
  builtIn('JBFqnCBsd6RMkjVDRZzb', 'George', 'male'),
  builtIn('EXAVITQu4vr4xnSDxMaL', 'Sarah', 'female'),
  builtIn('Xb7hH8MSUJpSbSDYk0k2', 'Alice', 'female'),
  builtIn('XrExE9yKIg1WjnnlVkGX', 'Matilda', 'female'),
  builtIn('pFZP5JQG7iQjIQuC4Bku', 'Lily', 'female'),
  builtIn('onwK4e9ZLuTAKqWW03F9', 'Daniel', 'male'),
  builtIn('nPczCjzI2devNBz1zQrb', 'Brian', 'male'),
  builtIn('pqHfZKP75CvOlQylNhV4', 'Bill', 'male'),
  builtIn('iP95p4xoKVk53GoZ742B', 'Chris', 'male'),
  builtIn('cjVigY5qzO86Huf0OWal', 'Eric', 'male'),
];

function builtIn(id: string, name: string, gender: 'female' | 'male'): ElevenlabsVoice {
  return { id, name, gender, language: everyLanguage, languages: ['en'] };
}

const pageSchema = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string(),
      name: z.string().nullish(),
      labels: z.object({ language: z.string().nullish(), gender: z.string().nullish() }).nullish(),
      verified_languages: z.array(z.object({ language: z.string().nullish(), locale: z.string().nullish() })).nullish(),
    }),
  ),
  has_more: z.boolean().nullish(),
  next_page_token: z.string().nullish(),
});

/** More pages than any account has. Ends the list of a server that always names a next page. */
const maxPages = 50;

/** Returns the voices of an account. Throws like `httpJson`, and `provider-failed` for anything but a list of voices. */
export async function listElevenlabsVoices(
  { serviceName, address, key }: ElevenlabsService,
  signal: AbortSignal,
): Promise<readonly ElevenlabsVoice[]> {
  const voices: ElevenlabsVoice[] = [];
  let token: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({ page_size: '100', ...(token !== undefined && { next_page_token: token }) });
    const url = `${address}/v2/voices?${query.toString()}`;
    const response = await httpJson(url, {
      serviceName,
      signal,
      headers: { 'xi-api-key': key },
      failure: elevenlabsFailure,
    });
    const { success, data } = pageSchema.safeParse(response);
    if (!success) {
      throw new AudiobookError(
        'provider-failed',
        `${serviceName} answered with something other than a list of voices.`,
      );
    }
    voices.push(...data.voices.map(toVoice));
    token = data.next_page_token ?? undefined;
    if (!data.has_more || token === undefined) break;
  }
  return voices;
}

type ListedVoice = z.infer<typeof pageSchema>['voices'][number];

function toVoice({ voice_id: id, name, labels, verified_languages: verified }: ListedVoice): ElevenlabsVoice {
  const named = [labels?.language, ...(verified ?? []).map(({ language, locale }) => locale ?? language)];
  const languages = named.flatMap((code) => (code ? (parseLanguage(code) ?? []) : []));
  return {
    id,
    name: name ?? id,
    gender: voiceGender(labels?.gender),
    language: everyLanguage,
    languages: [...new Set(languages)],
  };
}

/**
 * Returns all voices as voices of a language: those that were checked in it first, then in the order of the built-in list. An
 * empty code keeps `mul`.
 */
export function voicesIn(voices: readonly Voice[], language: string): readonly Voice[] {
  const rank = (voice: Voice): number => {
    const index = elevenlabsVoices.findIndex(({ id }) => id === voice.id);
    const isChecked = checkedLanguages(voice).some((code) => sameLanguage(code, language));
    return (isChecked ? 0 : 1000) + (index < 0 ? 100 : index);
  };
  return voices
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ id, name, gender }) => ({ id, name, gender, language: language || everyLanguage }));
}

function checkedLanguages(voice: Voice): readonly string[] {
  return 'languages' in voice && Array.isArray(voice.languages) ? voice.languages.map(String) : [];
}
