import { baseLanguage } from '../../core/language.ts';

/** Languages of Multilingual v2, and those that the models v2.5 add. */
const multilingualV2 = 'ar bg cs da de el en es fi fil fr hi hr id it ja ko ms nl pl pt ro ru sk sv ta tr uk zh'.split(
  ' ',
);
const flashV25 = [...multilingualV2, 'hu', 'no', 'vi'];

/** Languages of the models, as base codes. A model that is not listed here may speak any language. */
const languagesByModel: ReadonlyMap<string, readonly string[]> = new Map([
  ['eleven_multilingual_v2', multilingualV2],
  ['eleven_flash_v2_5', flashV25],
  ['eleven_turbo_v2_5', flashV25],
  ['eleven_monolingual_v1', ['en']],
  ['eleven_flash_v2', ['en']],
  ['eleven_turbo_v2', ['en']],
]);

/** Returns whether a model speaks a language, as far as is known. */
export function modelSpeaks(model: string, language: string): boolean {
  return languagesByModel.get(model)?.includes(baseLanguage(language)) ?? true;
}

/**
 * Returns the language to name in a request, or undefined where the model finds it out from the text: the models before
 * v2.5 refuse the field.
 */
export function languageToName(model: string, language: string): string | undefined {
  const base = baseLanguage(language);
  const takesLanguage = /_v2_5$|_v[3-9]/u.test(model) && flashV25.includes(base);
  return takesLanguage ? base : undefined;
}
