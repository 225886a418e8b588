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

/** Returns the names of a voice of Kokoro or of a mix, for a credit: `Heart (Kokoro)`, `Bella and Sky (Kokoro)`. */
export function creditOfKokoroVoice(voice: string): string {
  const names = voice.split('+').map((part) => {
    const name = part.trim().replace(/^[a-z]{2}_|\(.*$/gu, '');
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  });
  return `${names.join(' and ')} (Kokoro)`;
}
