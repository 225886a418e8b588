import { invalidValue } from '../core/errors.ts';
import { baseLanguage, languageByName, parseLanguage, sameLanguage } from '../core/language.ts';
import { offeredSpeakers, voiceName, voiceNames } from './voice-model.ts';
import type { ModelKind, VoiceModel } from './voice-model.ts';

/** A name that a person gave, and the model that it means. */
export interface NamedModel {
  readonly model: VoiceModel;
  /** The voice that was named: `kokoro:af_heart`. Absent where a whole model or a language was named. */
  readonly voice?: string | undefined;
}

/**
 * Returns the model that a name means: its id (`kokoro-v1_0`), its kind (`kokoro`), one of its voices (`kokoro:af_heart`,
 * `piper:en_GB-cori-high`, `en_GB-cori-high`) or a language (`fr`, `French`), which means the best model for it. Throws
 * `bad-value` with similar names for any other, and with what lists the known ones.
 */
export function findModel(
  name: string,
  models: readonly VoiceModel[],
  listedBy = "'audiobook voices list'",
): NamedModel {
  const requested = name.trim().toLowerCase();
  const named = models.find(({ id, name: title }) => [id.toLowerCase(), title.toLowerCase()].includes(requested));
  const found = named ? { model: named } : findVoiceModel(name, models);
  if (found) return found;
  // Of Piper there are many models, so its name alone means none of them.
  const ofKind = requested === 'piper' ? undefined : models.find(({ kind }) => kind === requested);
  const only = ofKind ?? bestModel(languageOf(name), models);
  if (only) return { model: only };
  throw invalidValue('voice', name, `a model, a voice or a language that ${listedBy} shows`, {
    names: namesOf(models),
  });
}

/** Returns the model of a voice by its name, with or without that of its family, or undefined. */
export function findVoiceModel(name: string, models: readonly VoiceModel[]): NamedModel | undefined {
  const requested = name.trim().toLowerCase();
  for (const model of models) {
    const speaker = offeredSpeakers(model).find((one) =>
      [voiceName(model, one).toLowerCase(), one.name.toLowerCase()].includes(requested),
    );
    if (speaker) return { model, voice: voiceName(model, speaker) };
  }
  return undefined;
}

/** Returns the shortest name that `voices install` takes for a model: its kind, or its voice where a kind has many models. */
export function installName({ kind, id }: Pick<VoiceModel, 'kind' | 'id'>): string {
  return kind === 'piper' ? id.replace('piper-', 'piper:') : kind;
}

/** Returns the best model for a language, or undefined when none speaks it. */
export function bestModel(language: string | undefined, models: readonly VoiceModel[]): VoiceModel | undefined {
  if (language === undefined) return undefined;
  const speaking = models.filter(({ languages }) => languages.some((spoken) => sameLanguage(spoken, language)));
  return speaking.toSorted((one, other) => rankOfKind(one.kind, language) - rankOfKind(other.kind, language))[0];
}

/** Returns the place of a family for a language among all, the most natural one first. */
export function rankOfKind(kind: ModelKind, language: string): number {
  return (baseLanguage(language) === 'en' ? order.english : order.others).indexOf(kind);
}

const order: { readonly english: readonly ModelKind[]; readonly others: readonly ModelKind[] } = {
  english: ['kokoro', 'supertonic', 'piper', 'kitten'],
  // Kokoro was trained on little apart from English; of its other languages it knows a voice or two.
  others: ['supertonic', 'piper', 'kokoro', 'kitten'],
};

function languageOf(name: string): string | undefined {
  return languageByName(name) ?? (/^[a-z]{2,3}(?:[-_]\w+)*$/iu.test(name.trim()) ? parseLanguage(name) : undefined);
}

/** Returns the names of models and voices. */
function namesOf(models: readonly VoiceModel[]): readonly string[] {
  return models.flatMap((model) => [
    // The voice of a Piper model says as much as its id.
    ...(model.kind === 'piper' ? [] : [model.kind, model.id]),
    ...voiceNames(model),
  ]);
}
