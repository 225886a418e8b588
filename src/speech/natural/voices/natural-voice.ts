import { sameLanguage } from '../../../core/language.ts';
import type { InstalledModel } from '../../../voice-models/installed-models.ts';
import type { ModelSpeaker, VoiceModel } from '../../../voice-models/voice-model.ts';
import { kinds } from '../kinds/kinds.ts';
import { voicePrefix } from '../kinds/voice-family.ts';
import type { Voice } from '../../provider.ts';
import { creditName, shownName } from './shown-name.ts';
import { everyLanguage } from '../../voices-for.ts';

/** A speaker's share of a mixed voice. */
export interface MixPart {
  readonly speaker: number;
  /** Relative to the others. */
  readonly weight: number;
}

/** A speaker of an installed model, or a mix of several. */
export interface NaturalVoice {
  /** `kokoro:af_heart`, `piper:en_GB-cori-medium`. */
  readonly id: string;
  readonly installed: InstalledModel;
  /** Number by which the engine knows the speaker. */
  readonly speaker: number;
  /** BCP-47 codes of the languages it speaks. */
  readonly languages: readonly string[];
  readonly name: string;
  readonly gender?: Voice['gender'];
  /** Name for a credit: `Heart (Kokoro)`. */
  readonly credit: string;
  /** Place in the order of quality among the voices of its family: the lowest is the best. */
  readonly quality: number;
  readonly isWeak: boolean;
  /** Gain that brings its speech to the level of the others of its family, in decibels. */
  readonly gainDb: number;
  /** Present for a mix of several speakers, which takes the place of `speaker` in a copy of the model's file. */
  readonly mix?: readonly MixPart[] | undefined;
}

/** Level of all speakers whose loudness is known, in LUFS: none of them is cut off when it is brought there. */
const levelLufs = -23;

/** Returns the voices of a model that can be used, the best first and otherwise in the order of its speakers. */
export function voicesOf(installed: InstalledModel): readonly NaturalVoice[] {
  const { model } = installed;
  const voices = model.speakers.flatMap((speaker, index): NaturalVoice[] => {
    const languages = languagesOf(model, speaker);
    if (languages.length === 0) return [];
    const { rank: quality = 0, isWeak = false, lufs = levelLufs } = kinds[model.kind].speakers?.get(speaker.name) ?? {};
    return [
      {
        id: voiceId(model, speaker),
        installed,
        speaker: index,
        languages,
        name: shownName(model, speaker, languages),
        gender: speaker.gender,
        credit: creditName(model, speaker),
        quality,
        isWeak,
        gainDb: Math.round((levelLufs - lufs) * 10) / 10,
      },
    ];
  });
  return voices.toSorted((a, b) => a.quality - b.quality);
}

/** Returns the name by which a voice is chosen. The id of a Piper model names its voice. */
export function voiceId(
  model: Pick<VoiceModel, 'id' | 'kind' | 'speakers'>,
  { name }: Pick<ModelSpeaker, 'name'>,
): string {
  const prefix = voicePrefix(model.kind);
  if (model.kind !== 'piper') return `${prefix}${name}`;
  const own = model.id.replace(/^piper-/u, '');
  return model.speakers.length === 1 ? `${prefix}${own}` : `${prefix}${own}:${name}`;
}

/** Returns a voice for a list in one language; in the list of all, a voice of several languages is one for every language. */
export function listedVoice({ id, name, gender, languages, isWeak }: NaturalVoice, language: string): Voice {
  const spoken = language === '' ? undefined : languages.find((code) => sameLanguage(code, language));
  const [only = everyLanguage, ...more] = languages;
  return {
    id,
    name,
    language: spoken ?? (more.length === 0 ? only : everyLanguage),
    gender,
    ...(isWeak ? { isWeak: true } : {}),
  };
}

/** A model whose speakers have different languages gives each its own; otherwise each speaks all languages of the model. */
function languagesOf(model: VoiceModel, speaker: ModelSpeaker): readonly string[] {
  const { languages } = kinds[model.kind];
  const isMixed = model.speakers.some((other) => !sameLanguage(other.language, speaker.language));
  const isOwn = isMixed || model.languages.every((code) => sameLanguage(code, speaker.language));
  const spoken = isOwn ? [speaker.language] : model.languages;
  return spoken.filter((code) => languages === undefined || languages.some((usable) => sameLanguage(usable, code)));
}
