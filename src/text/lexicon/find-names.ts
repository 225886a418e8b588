import { baseLanguage } from '../../core/language.ts';
import { splitSentences } from '../split-sentences.ts';

/** A word that a voice may mispronounce. */
export interface NameFound {
  readonly written: string;
  /** Number of occurrences. */
  readonly count: number;
  /** Why it is listed: a name, capital letters, or letters that words of the language seldom have. */
  readonly kind: 'name' | 'acronym' | 'odd';
  /** A sentence with it. */
  readonly example: string;
}

/** A passage and its language. */
export interface NamedText {
  readonly text: string;
  /** BCP-47 code. */
  readonly language: string;
}

/**
 * Returns the names and odd words of texts, most frequent first. A name has a capital inside of sentences and hardly ever
 * occurs without one. Scripts without capitals have no names here.
 */
export function findNames(texts: Iterable<NamedText>): readonly NameFound[] {
  const words = new Map<string, Uses>();
  for (const { text, language } of texts) {
    for (const sentence of splitSentences(text, language)) countWords(sentence, baseLanguage(language), words);
  }
  const found = [...words].flatMap(([written, uses]) => {
    const small = words.get(written.toLowerCase())?.count ?? 0;
    const kind = kindOf(written, uses, small);
    return kind ? [{ written, count: uses.count, kind, example: uses.example }] : [];
  });
  return found.toSorted((a, b) => b.count - a.count || (a.written < b.written ? -1 : 1));
}

interface Uses {
  count: number;
  /** Uses that show a capital which the place in the sentence does not ask for. */
  inside: number;
  /** Uses after an article or the like. */
  afterArticle: number;
  readonly language: string;
  readonly example: string;
}

const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’.-](?=[\p{L}\p{N}]))*/gu;
const maxExample = 120;

function countWords(sentence: string, language: string, words: Map<string, Uses>): void {
  let before = '';
  for (const { 0: matched, index } of sentence.matchAll(word)) {
    const written = withoutEnding(matched.normalize('NFC'), language);
    const uses = words.get(written) ?? {
      count: 0,
      inside: 0,
      afterArticle: 0,
      language,
      example: sentence.length <= maxExample ? sentence : exampleAround(sentence, index),
    };
    uses.count += 1;
    // After a colon, a dash or an opening quote a sentence may begin.
    const isInside = /[\p{L}\p{M}\p{N},;]['’]?[ \u00A0]+$/u.test(sentence.slice(Math.max(0, index - 4), index));
    // In a line of capitals none of them says anything.
    if (isInside && !/^\p{Lu}{2,}$/u.test(before)) uses.inside += 1;
    if (articles[language]?.has(before.toLowerCase())) uses.afterArticle += 1;
    words.set(written, uses);
    before = matched;
  }
}

/** An entry for the word stands for its possessive, too. */
function withoutEnding(written: string, language: string): string {
  return language === 'en' ? written.replace(/['’]s$/u, '') : written;
}

function exampleAround(sentence: string, index: number): string {
  const start = Math.max(0, index - maxExample / 2);
  return `${start > 0 ? '…' : ''}${sentence.slice(start, start + maxExample)}…`;
}

/** Languages that write other words with a capital, too, and what stands before those but seldom before a name. */
const articles: Readonly<Record<string, ReadonlySet<string>>> = {
  de: new Set(
    (
      'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner mein meine meinen meinem meiner dein deine sein ' +
      'seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere euer eure dieser diese dieses diesen diesem jeder jede jedes jeden im am ' +
      'zum zur beim vom ins ans viel viele alle zwei drei'
    ).split(' '),
  ),
};

/** English words with a capital that every voice knows. */
const known = new Set(
  (
    "I I'm I've I'd I'll O Oh Mr Mrs Ms Dr St God Lord Sir Madam Miss Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February " +
    'March April May June July August September October November December English French German Chapter'
  ).split(' '),
);

function kindOf(written: string, uses: Uses, small: number): NameFound['kind'] | undefined {
  if (!/\p{L}/u.test(written) || known.has(written.replaceAll('’', "'"))) return undefined;
  if (/^\p{Lu}{2,6}$/u.test(written)) return small === 0 && uses.inside > 0 ? 'acronym' : undefined;
  if (isName(written, uses, small)) return 'name';
  return isOdd(written, uses.language) && small <= uses.count ? 'odd' : undefined;
}

function isName(written: string, { count, inside, afterArticle, language }: Uses, small: number): boolean {
  if (!/^\p{Lu}/u.test(written) || written === written.toUpperCase() || inside === 0) return false;
  // German writes every noun like a name: only what stands without an article is listed.
  if (articles[language] && (afterArticle > count * 0.2 || count < 2)) return false;
  return small <= count * 0.1;
}

/** Letters inside of words that voices of a language were seldom trained with. */
function isOdd(written: string, language: string): boolean {
  const hasDigits =
    /\p{L}.*\p{N}|\p{N}+\p{L}{2,}/u.test(written) && !/^\p{N}+(?:st|nd|rd|th|s|er|e|º|ª)$/iu.test(written);
  const hasCapitals = /\p{Ll}\p{Lu}/u.test(written);
  const hasAccents = language === 'en' && /[^\p{ASCII}’]/u.test(written);
  return hasDigits || hasCapitals || hasAccents;
}
