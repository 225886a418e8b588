/** Languages of Kokoro's voices by the first letter of their names, which is also the server's code for the language. */
export const kokoroLocales: Readonly<Record<string, string>> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es-ES',
  f: 'fr-FR',
  h: 'hi-IN',
  i: 'it-IT',
  j: 'ja-JP',
  p: 'pt-BR',
  z: 'zh-CN',
};

/**
 * Returns the language of a voice of Kokoro (`af_heart`), or of the first in a mix (`af_bella(2)+af_sky`), or undefined. Servers
 * compatible with OpenAI have the same voices.
 */
export function languageOfKokoroVoice(voice: string): string | undefined {
  return /^[a-z][fm]_/u.test(voice) ? kokoroLocales[voice.charAt(0)] : undefined;
}
