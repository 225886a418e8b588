/** Languages of Kokoro's voices, by the first letter of their names. Servers compatible with OpenAI have the same voices. */
export const kokoroLocales = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es-ES',
  f: 'fr-FR',
  h: 'hi-IN',
  i: 'it-IT',
  j: 'ja-JP',
  p: 'pt-BR',
  z: 'zh-CN',
} as const;

const locales: ReadonlyMap<string, string> = new Map(Object.entries(kokoroLocales));

/** Returns the language of a voice of Kokoro (`af_heart`), or of the first in a mix (`af_bella(2)+af_sky`), or undefined. */
export function languageOfKokoroVoice(voice: string): string | undefined {
  return /^[a-z][fm]_/u.test(voice) ? locales.get(voice.slice(0, 1)) : undefined;
}
