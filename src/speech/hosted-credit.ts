/**
 * Returns the name of a voice of a service with that of its maker, for a credit: `Joanna (Amazon Polly)`, `Alloy (OpenAI)`. Services put a
 * locale and a kind around a name: `Aria (Microsoft)` is `en-US-AriaNeural`. Undefined where there is no name.
 */
export function hostedCredit(name: string | undefined, maker: string): string | undefined {
  if (name === undefined) return undefined;
  const words = name.replaceAll('_', ' ');
  const person = /(?:^|-)([\p{L} ]{2,}?)(?:Multilingual)?(?:Neural)?$/u.exec(words)?.[1];
  // Some have a letter: then the whole name says more.
  return `${person ? person.charAt(0).toUpperCase() + person.slice(1) : name} (${maker})`;
}
