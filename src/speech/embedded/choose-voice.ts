import { z } from 'zod';
import type { NaturalSpeech } from '../natural/natural-speech.ts';
import { preferredVoice } from '../preferred-voice.ts';
import type { PlainVoices } from './plain-voices.ts';

/** The voices inside this program. */
export interface VoiceSources {
  readonly plain: Pick<PlainVoices, 'defaultVoice' | 'languagesOf'>;
  /** Returns the natural voices, or undefined where none can speak. */
  readonly natural: () => Promise<Pick<NaturalSpeech, 'bestVoice' | 'fastVoice' | 'languagesOf'> | undefined>;
  /** Voice of the settings, or a word that chooses one. Default: `best`. */
  readonly preferred?: string | undefined;
}

const wordSchema = z.enum(['best', 'fast', 'plain']);

/**
 * Returns the voice that a word means for a language: `best`, the most natural one; `fast`, the most natural one of those that are
 * fast; `plain`, the one that needs the least time. Without such a natural voice, the plain one. Returns undefined for any other text.
 */
export async function voiceOfWord(
  text: string,
  language: string,
  { plain, natural }: VoiceSources,
): Promise<string | undefined> {
  const word = wordOf(text);
  if (word === undefined) return undefined;
  return (await naturalVoice(word, language, natural)) ?? plain.defaultVoice(language);
}

function wordOf(text: string): z.infer<typeof wordSchema> | undefined {
  return wordSchema.safeParse(text.toLowerCase()).data;
}

async function naturalVoice(
  word: z.infer<typeof wordSchema>,
  language: string,
  natural: VoiceSources['natural'],
): Promise<string | undefined> {
  if (word === 'plain') return undefined;
  const voices = await natural();
  return word === 'best' ? voices?.bestVoice(language) : await voices?.fastVoice(language);
}

/** Returns the voice for a language when none is named. */
export async function defaultVoice(language: string, sources: VoiceSources): Promise<string | undefined> {
  const { preferred = 'best' } = sources;
  if (wordOf(preferred)) return await voiceOfWord(preferred, language, sources);
  const languages = (await languagesOf(preferred, sources)) ?? [];
  const fallback = await voiceOfWord('best', language, sources);
  return preferredVoice({ language, preferred, languagesOf: () => languages, fallback });
}

/** Returns the BCP-47 codes of the languages of a voice, or undefined for a voice that cannot speak here. */
export async function languagesOf(
  voice: string,
  { plain, natural }: VoiceSources,
): Promise<readonly string[] | undefined> {
  return plain.languagesOf(voice) ?? (await natural())?.languagesOf(voice);
}
