import { baseLanguage } from '../../../core/language.ts';

/** A word behind a number that counts in powers of ten, and the characters that it takes up. */
interface Scale {
  readonly power: number;
  readonly length: number;
}

/** Letters that stay when such a word gets another ending: million-, тысяч-. */
const stemLetters = 7;
/** Common in all languages, directly behind the digits: €100m, $2bn. */
const attached: ReadonlyMap<string, number> = new Map(Object.entries({ k: 3, m: 6, mn: 6, bn: 9, tn: 12 }));

/** Returns the word at the beginning of a text that makes the number before it so many thousands or millions. */
export function scaleAfter(rest: string, language: string): Scale | undefined {
  const { unspaced, powers: spaced } = scalesOf(baseLanguage(language));
  return unspacedScale(rest, unspaced) ?? attachedScale(rest) ?? spacedScale(rest, spaced);
}

function unspacedScale(rest: string, words: Scales['unspaced']): Scale | undefined {
  const space = /^\s?/u.exec(rest)?.[0].length ?? 0;
  const [word, power] = words.find(([each]) => rest.startsWith(each, space)) ?? [];
  return word !== undefined && power !== undefined ? { power, length: space + word.length } : undefined;
}

function attachedScale(rest: string): Scale | undefined {
  const [short = ''] = /^[a-z]{1,2}(?!\p{L})/u.exec(rest) ?? [];
  const power = attached.get(short);
  return power === undefined ? undefined : { power, length: short.length };
}

function spacedScale(rest: string, powersOf: Scales['powers']): Scale | undefined {
  const [, gap = '', first = '', second = ''] = /^([\s-])([\p{L}\p{M}]+)(?:\s([\p{L}\p{M}]+))?/u.exec(rest) ?? [];
  const power = powersOf.get(stemOf(first));
  if (power === undefined) return undefined;
  // Thousand million, mil millones.
  const more = powersOf.get(stemOf(second)) ?? 0;
  return { power: power + more, length: gap.length + first.length + (more > 0 ? second.length + 1 : 0) };
}

interface Scales {
  /** Words of scripts without spaces, longest first. */
  readonly unspaced: readonly (readonly [word: string, power: number])[];
  readonly powers: ReadonlyMap<string, number>;
}

const known = new Map<string, Scales>();

function scalesOf(base: string): Scales {
  const scales = known.get(base) ?? readScales(base);
  known.set(base, scales);
  return scales;
}

/** Singular, few and many. */
const amounts = [1, 2, 5];
const powers = [3, 4, 5, 6, 7, 8, 9, 12];

/** Reads the words from the compact numbers of a language: "2 Millionen", "2 Mio.", "2億". */
function readScales(base: string): Scales {
  const [locale] = Intl.NumberFormat.supportedLocalesOf(base);
  const words = (locale === undefined ? [] : (['long', 'short'] as const)).flatMap((compactDisplay) => {
    const format = new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay, numberingSystem: 'latn' });
    return powers.flatMap((power) =>
      amounts.flatMap((amount) => {
        const parts = format.formatToParts(amount * 10 ** power);
        const shown = Number(parts.find(({ type }) => type === 'integer')?.value);
        const word = parts.find(({ type }) => type === 'compact')?.value;
        // Both words of "mil millones" are known on their own.
        const isOne = word !== undefined && !/\s/u.test(word) && shown > 0;
        return isOne ? [[word, power - Math.round(Math.log10(shown / amount))] as const] : [];
      }),
    );
  });
  return {
    unspaced: words.filter(([word]) => isUnspaced(word)).toSorted(([one], [other]) => other.length - one.length),
    powers: new Map(words.filter(([word]) => !isUnspaced(word)).map(([word, power]) => [stemOf(word), power])),
  };
}

function stemOf(word: string): string {
  const plain = word.normalize('NFD').replaceAll(/[\u0300-\u036F.]/gu, '');
  return plain.toLowerCase().slice(0, stemLetters);
}

function isUnspaced(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/u.test(word);
}
