import type { TextToSpeechClient } from '@google-cloud/text-to-speech';
import type { Voice } from '../provider.ts';
import { localeOfVoice } from './google-voices.ts';

/** The voices that the service lists now and that work without a model name, one entry for each of their languages. */
export async function listGoogleVoices(client: TextToSpeechClient): Promise<readonly Voice[]> {
  const [{ voices }] = await client.listVoices({}, { timeout: 10_000, retry: null });
  return (voices ?? []).flatMap(({ name, languageCodes, ssmlGender }) => {
    if (!name || localeOfVoice(name) === undefined) return [];
    const gender = genders.get(String(ssmlGender));
    return (languageCodes ?? []).map((language): Voice => Object.assign({ id: name, name, language }, gender));
  });
}

const genders = new Map<string, Pick<Voice, 'gender'>>([
  ['FEMALE', { gender: 'female' }],
  ['MALE', { gender: 'male' }],
]);
