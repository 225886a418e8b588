/** When a form of a word holds. `inside` is before a word: not before a mark, nor at the end; `habit` is `used to`. */
export type FormCondition = 'always' | 'inside' | 'end' | 'vowel' | 'consonant' | 'adverb' | 'habit';

/**
 * Forms of function words in misaki's letters (hexgrad/misaki, Apache-2.0: misaki/en.py), by the word in small letters: the first that holds.
 * They keep their stress in capitals, too. Without one the word is looked up as any other.
 */
export const wordForms: Readonly<Record<string, readonly (readonly [FormCondition, string, string?])[]>> = {
  a: [['always', 'ɐ']],
  an: [['always', 'ɐn']],
  am: [
    ['inside', 'ɐm'],
    ['always', 'æm', 'am'],
  ],
  by: [['adverb', 'bˈI']],
  i: [['always', 'ˌI']],
  in: [
    ['end', 'ˈɪn'],
    ['adverb', 'ˈɪn'],
    ['always', 'ɪn'],
  ],
  the: [
    ['vowel', 'ði'],
    ['always', 'ðə'],
  ],
  to: [
    ['vowel', 'tʊ'],
    ['consonant', 'tə'],
  ],
  used: [['habit', 'jˈust', 'jˈuːst']],
};

/** Signs that are read as a word. */
export const symbolWords: ReadonlyMap<string, string> = new Map([
  ['&', 'and'],
  ['+', 'plus'],
  ['@', 'at'],
  ['%', 'percent'],
]);
