import { escapePattern } from '../../core/strings/escape-pattern.ts';
import { countWords } from '../../text/count-words.ts';
import { findNames } from '../../text/lexicon/find-names.ts';
import { hasCapitalNouns } from './capital-nouns.ts';
import { sharesStem, stemsOf } from './stems.ts';
import type { SourceText } from './source-text.ts';

/** A name that occurs less often may be left out of a retelling. */
const minUses = 3;
/** A chapter with one name only may be retold with "she". */
const minNames = 2;
/** A shorter script may be about one scene. */
const minWords = 40;

/**
 * Reports whether a retelling has the names of another story: none of those that its source has and that are frequent in the
 * chapter, or mostly names that the chapter does not have. Names may have other endings. Scripts without capitals have no names
 * here.
 */
export function hasOtherNames(text: string, source: SourceText, chapter: SourceText): boolean {
  if (countWords(text) < minWords) return false;
  const stems = stemsOf(text);
  const inSource = stemsOf(source.text);
  const expected = namesIn(chapter, minUses).filter(
    (name) => sharesStem(name, inSource) && !isTitle(name, chapter.text),
  );
  if (expected.length >= minNames && !expected.some((name) => sharesStem(name, stems))) return true;
  return !hasCapitalNouns(source.language) && inventsNames(text, chapter);
}

/** Share of its uses in which a word stands before a name when it is a title, or the first part of one name: Lord, Mr, Saint. */
const minBeforeNames = 0.7;

/** Reports whether a name is a title, which other stories have, too. */
function isTitle(name: string, text: string): boolean {
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{M}])${escapePattern(name)}(?![\p{L}\p{M}])`, 'u');
  const uses = text.split(pattern).slice(1);
  return uses.filter((rest) => /^\.?\s\p{Lu}/u.test(rest)).length > uses.length * minBeforeNames;
}

function inventsNames(text: string, chapter: SourceText): boolean {
  const known = stemsOf(chapter.text);
  const own = namesIn({ text, language: chapter.language }, 2);
  const invented = own.filter((name) => !sharesStem(name, known));
  return invented.length >= minNames && invented.length > own.length / 2;
}

function namesIn({ text, language }: Pick<SourceText, 'text' | 'language'>, uses: number): string[] {
  return findNames([{ text, language }]).flatMap(({ kind, written, count }) =>
    kind === 'name' && count >= uses ? [written] : [],
  );
}
