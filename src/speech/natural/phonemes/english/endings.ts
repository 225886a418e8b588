import type { Variety } from './to-kokoro.ts';

/** An ending of a word, what it may have been added to, and its sound after that. */
export interface Ending {
  /** Returns the words that may have the ending here, the likeliest first. */
  readonly stems: (word: string) => readonly string[];
  /** Returns the phonemes of the word with its ending, or undefined when they do not follow from those of the stem. */
  readonly added: (stem: string, variety: Variety) => string | undefined;
}

/** Vowels after which an American t becomes a tap. */
const tapped = /[AIOWYiuæɑəɛɪɹʊʌ]t$/u;

/** The ending -s of a plural, a possessive and a verb. */
export const pluralEnding: Ending = {
  stems(word) {
    if (word.length < 3 || !word.endsWith('s')) return [];
    return [
      ...(word.endsWith('ss') ? [] : [word.slice(0, -1)]),
      ...(word.endsWith("'s") || (word.length > 4 && /[^i]es$/u.test(word)) ? [word.slice(0, -2)] : []),
      ...(word.length > 4 && word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
    ];
  },
  added(stem, variety) {
    if (/[ptkfθ]$/u.test(stem)) return `${stem}s`;
    return stem + (/[szʃʒʧʤ]$/u.test(stem) ? `${weak(variety)}z` : 'z');
  },
};

/** The endings -s, -ed and -ing (https://en.wiktionary.org/wiki/-s, -ed, -ing). */
export const endings: readonly Ending[] = [
  pluralEnding,
  {
    stems(word) {
      if (word.length < 4 || !word.endsWith('d')) return [];
      return [
        ...(word.endsWith('dd') ? [] : [word.slice(0, -1)]),
        ...(word.length > 4 && /[^e]ed$/u.test(word) ? [word.slice(0, -2)] : []),
      ];
    },
    added(stem, variety) {
      if (/[pkfθʃsʧ]$/u.test(stem)) return `${stem}t`;
      if (stem.endsWith('d')) return `${stem}${weak(variety)}d`;
      if (!stem.endsWith('t')) return `${stem}d`;
      return `${variety === 'american' ? withTap(stem) : stem}${weak(variety)}d`;
    },
  },
  {
    stems(word) {
      if (word.length < 5 || !word.endsWith('ing')) return [];
      return [
        ...(word.length > 5 ? [word.slice(0, -3)] : []),
        `${word.slice(0, -3)}e`,
        ...(word.length > 5 && /(?:([bcdgklmnprstvxz])\1|ck)ing$/u.test(word) ? [word.slice(0, -4)] : []),
      ];
    },
    added(stem, variety) {
      if (variety === 'british') return /[əː]$/u.test(stem) ? undefined : `${stem}ɪŋ`;
      return `${withTap(stem)}ɪŋ`;
    },
  },
];

function weak(variety: Variety): string {
  return variety === 'american' ? 'ᵻ' : 'ɪ';
}

function withTap(stem: string): string {
  return tapped.test(stem) ? `${stem.slice(0, -1)}ɾ` : stem;
}
