import type { AbbreviationContext } from '../reading.ts';
import type { WholeGrammar } from '../whole-grammar.ts';

/** A house number with a name (`12 Fleet `), or a street with a number (`West 4th `). Only these make `St.` a street before a name. */
const address = /(?:\d[a-z]?\s(?:\p{Lu}[\p{L}.’']*\s){1,3}|\d(?:st|nd|rd|th)\s|\bWall\s)$/u;

/** Before a name `St.` is a saint, whatever is before it: Lord St. Simon, Neville St. Clair. */
function saintOrStreet({ before, after }: AbbreviationContext): string | undefined {
  if (/^\s\p{Lu}/u.test(after)) return address.test(before) ? 'Street' : undefined;
  return /(?:\p{Lu}[\p{L}.’']*|\d(?:st|nd|rd|th)?)\s$/u.test(before) ? 'Street' : undefined;
}

function doctorOrDrive({ before, after }: AbbreviationContext): string | undefined {
  const isNamed = /^\s\p{Lu}/u.test(after);
  if (isNamed) return undefined;
  return /\p{Lu}\p{Ll}+\s$/u.test(before) ? 'Drive' : 'Doctor';
}

function companyOrCounty({ before, after }: AbbreviationContext): string | undefined {
  return /^\s\p{Lu}/u.test(after) && !/(?:\p{Lu}[\p{L}.'’]*|&|and)\s$/u.test(before) ? 'County' : undefined;
}

const isYear = ({ after }: AbbreviationContext): boolean => /^\s?(?:A\.?D\.?\s)?\d{3,4}(?!\d)/u.test(after);
const isRoman = ({ after }: AbbreviationContext): boolean => /^\s?(?:[IVXLC]+|[ivxlc]+)(?!\p{L})/u.test(after);

/** `c. 1564` is a year, `Lib. X, c. 29` a chapter. */
function circaOrChapter(context: AbbreviationContext): string | undefined {
  if (isYear(context)) return undefined;
  return isRoman(context) || /[,;.(]\s$/u.test(context.before) ? 'chapter' : undefined;
}

/** `(b. 1564)`, but `Livy, b. iii.`; what is neither stays. */
function bornOrBook(context: AbbreviationContext): string | undefined {
  if (isRoman(context)) return 'book';
  return isYear(context) || isDate(context) ? undefined : context.text;
}

/** `(d. 1616)`, but `3d. 4/5ths` are pence. */
function died(context: AbbreviationContext): string | undefined {
  return /\d$/u.test(context.before) || !(isYear(context) || isDate(context)) ? context.text : undefined;
}

function isDate({ after }: AbbreviationContext): boolean {
  return /^\s\d{1,2}\s\p{Lu}\p{Ll}{2}/u.test(after);
}

/** Abbreviations with several meanings, distinguished by the words around them. */
export const englishContexts: NonNullable<WholeGrammar['contexts']> = {
  'b.': bornOrBook,
  'c.': circaOrChapter,
  'co.': companyOrCounty,
  'd.': died,
  'dr.': doctorOrDrive,
  'ex.': ({ after }) => (/^\s\d{1,3}:\d/u.test(after) ? 'Exodus' : undefined),
  'st.': saintOrStreet,
};
