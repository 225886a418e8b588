import { assignVoices } from '../../cast/assign-voices.ts';
import type { CastableVoice } from '../../cast/assign-voices.ts';
import type { Attribution, Character } from '../../cast/character.ts';
import { baseLanguage, sameLanguage } from '../../core/language.ts';
import { voiceFamily } from '../../speech/natural/kinds/voice-family.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { ReadCast } from './cast-source.ts';
import { voiceWith } from './guest-voices.ts';

/** What decides on the voices of a cast. */
export interface VoiceChoice {
  readonly read: ReadCast;
  readonly provider: SpeechProvider;
  /** BCP-47 code of the speech. */
  readonly language: string;
  /** The voice of the narrator. */
  readonly narrator: string;
  /** Whether a model is asked who speaks. */
  readonly isAsking: boolean;
  /** Names in scripts of earlier runs, which a person may have written. */
  readonly named: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** The voices of a cast. */
export interface CastVoices {
  /** By the name of the character. Those who have none are read by the narrator. */
  readonly characters: ReadonlyMap<string, string>;
  /** The voice that the cast file gives to quotations of unknown speakers. */
  readonly quotations: string | undefined;
}

/** Keeps the voices of the cast file, and gives the others voices of the provider. Without a model, nobody of unknown gender gets one. */
export async function chooseVoices(
  characters: readonly Character[],
  attributions: ReadonlyMap<number, readonly Attribution[]>,
  options: VoiceChoice,
): Promise<CastVoices> {
  const { read, provider, narrator, isAsking, named } = options;
  const given = new Map<string, string>();
  for (const { name, voice } of read.cast.characters) {
    const own = voiceWith(voice, provider.id);
    if (own !== undefined) given.set(name, own);
  }
  const clear = characters.filter(({ name, gender }) => isAsking || gender !== undefined || named.has(name));
  const assigned = assignVoices(clear, {
    voices: await castableVoices(options),
    narrator,
    given,
    talk: talksIn([...attributions.values()]),
  });
  return {
    characters: new Map([...given, ...assigned]),
    quotations: isAsking ? undefined : voiceWith(read.cast.quotations, provider.id),
  };
}

/** Returns the voices of the language: those with the accent of the narrator, then the others. */
async function castableVoices({
  provider,
  language,
  narrator,
  signal,
}: VoiceChoice): Promise<readonly CastableVoice[]> {
  const own = (await provider.languagesOf(narrator, signal)).find((code) => sameLanguage(code, language));
  const near = await provider.voices(own ?? language, signal);
  const known = new Set(near.map(({ id }) => id));
  const others = (await provider.voices(baseLanguage(language), signal)).filter(({ id }) => !known.has(id));
  const all = [...near, ...others.map((voice) => ({ ...voice, isForeign: true }))];
  // A plain voice beside natural ones would sound like a machine, and who takes a plain narrator has no time for natural ones.
  const isNatural = voiceFamily(narrator) !== undefined;
  return all.filter(({ id }) => (voiceFamily(id) !== undefined) === isNatural);
}

/** Quotations from one to another of the same talk. */
const talkReach = 3;

/** Returns a function that reports whether two characters speak close to each other. */
function talksIn(chapters: readonly (readonly Attribution[])[]): (one: string, other: string) => boolean {
  const pairs = new Set<string>();
  for (const attributions of chapters) {
    for (const [index, { speaker }] of attributions.entries()) {
      for (const { speaker: other } of attributions.slice(index + 1, index + 1 + talkReach))
        if (speaker !== undefined && other !== undefined) pairs.add(pairOf(speaker, other));
    }
  }
  return (one, other) => pairs.has(pairOf(one, other));
}

function pairOf(one: string, other: string): string {
  return [one, other].toSorted().join('\n');
}
