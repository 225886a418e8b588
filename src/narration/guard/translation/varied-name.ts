import { baseLanguage } from '../../../core/language.ts';

/** In these a name has one form, but for an s at its end. In others it has many: Анна, Анне. */
const withOneForm: ReadonlySet<string> = new Set('ca da de en es fr gl it nb nl nn no pt sv'.split(' '));
const name = /(?<=[\p{Ll}\p{M}],?\s)\p{Lu}[\p{L}\p{M}]{2,}/gu;
/** The first word of a name: those behind it may be in a language of their own, as in Radio Free Europe. */
const firstWord = /(?<!\p{Lu}[\p{L}\p{M}]*\s)\p{Lu}[\p{L}\p{M}]{2,}/gu;
const capitalWord = /\p{Lu}[\p{L}\p{M}]{2,}/gu;

/**
 * Returns a word of a translation that is almost a name of its source, in a paragraph without that name: Anne, where the rest of the translation or
 * the glossary has Anna. Undefined when there is none, or where the language of the translation (BCP-47) changes the endings of names.
 */
export function variedName(
  translated: readonly string[],
  sources: readonly string[],
  { target, forms }: { readonly target: string; readonly forms: readonly string[] },
): string | undefined {
  if (!withOneForm.has(baseLanguage(target))) return undefined;
  const [own, original] = [translated.map(distinctWords), sources.map(distinctWords)];
  const inSource = new Set(original.flatMap((words) => [...words]));
  const kept = new Set([...translated.flatMap((text) => text.match(firstWord) ?? []), ...forms]);
  const names = new Set(sources.flatMap((source) => source.match(name) ?? []).filter((each) => kept.has(each)));
  for (const [index, text] of translated.entries()) {
    const missing = [...names].filter((each) => original[index]?.has(each) && !own[index]?.has(each));
    if (missing.length === 0) continue;
    const unknown = (text.match(capitalWord) ?? []).filter((word) => !inSource.has(word) && !forms.includes(word));
    const varied = unknown.find((word) => missing.some((each) => isVariant(word, each)));
    if (varied !== undefined) return varied;
  }
  return undefined;
}

function distinctWords(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{M}]+/gu));
}

/** The last letter differs or is missing, and it is not the s of a genitive or plural. */
function isVariant(word: string, original: string): boolean {
  const begin = original.slice(0, Math.max(3, original.length - 1));
  const isPlural = word === `${original}s` || original === `${word}s`;
  return Math.abs(word.length - original.length) <= 1 && word.startsWith(begin) && !isPlural;
}
