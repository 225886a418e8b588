import { wordsOf } from '../align/words.ts';
import { numericDate } from './ordinals.ts';
import type { SpokenPassage } from './passage.ts';
import { spokenNames } from './spoken-names.ts';

/** A number ending in this many zeros counts what follows it with a word: "un million de". */
const countsWithWord = /0{3}[.,\s\u00A0\u202F]?0{3}$/u;

/** Reports whether only one of the texts begins or ends with an article or the like: "the three" is not 3. */
export function changesEdge({ source, answer, language }: SpokenPassage): boolean {
  const { small, timeUnits } = spokenNames(language);
  if (numericDate.test(source) || clockTime.test(source)) return false;
  const [written, said] = [source, answer].map((text) => wordsOf(text, 'lines').map(({ key }) => key));
  const edges = countsWithWord.test(source) ? [0] : [0, -1];
  return edges.some((edge) => {
    const [one = '', other = ''] = [written?.at(edge), said?.at(edge)];
    return one !== other && [one, other].some((key) => small.has(key) && !timeUnits.has(key) && !indefinite.has(key));
  });
}

/** "A thousand" and "half a" are said for numbers. */
const indefinite = new Set(['a', 'an']);
const clockTime = /\p{Nd}\s?[:h.]\s?\p{Nd}{2}|\p{Nd}\s?h\b/u;
