import { titleWords } from './title-words.ts';
import { markNumberWords, numberOf, numberPattern, ordinalPattern } from './number-words.ts';

const chapterWord = titleWords('chapter');
const partWord = titleWords('part');
const sceneWord = titleWords('scene');
const gap = '[\\s.:—–-]+';
const optionalGap = '[\\s.:—–-]*';
const number = `(?:${numberPattern})(?![\\p{L}\\p{N}])`;
const cjkNumber = '[\\p{N}一二三四五六七八九十百千〇]+';

// All are for what `plainTitle` returns: small letters, because patterns that ignore case take three times as long to compile.

const generic = new RegExp(
  `^(?:(?:${chapterWord}|${partWord}|${sceneWord})?${optionalGap}(?:the\\s+)?${number}(?:[\\s-]${number})?|(?:${ordinalPattern})[\\s.]*(?:${chapterWord}|${partWord}|${sceneWord})|第?${cjkNumber}[章回節话話部卷編]?|제?\\s*\\p{N}+\\s*장|(?:פרק|الفصل)\\s+\\S+)${optionalGap}$`,
  'u',
);
const chapterStart = new RegExp(
  `^(?:(?:${chapterWord})(?=[\\s.:\\d]|$)|(?:${ordinalPattern})${gap}(?:${chapterWord})(?![\\p{L}])|\\d+(?:[):\\s]|\\.(?!\\d))|[ivxlc]+\\.\\s|第${cjkNumber}[章回話话])`,
  'u',
);
const wordedChapter = new RegExp(
  `^(?:(?:${chapterWord})${gap}(?:the\\s+)?${number}|(?:${ordinalPattern})${gap}(?:${chapterWord})(?![\\p{L}])|第${cjkNumber}[章回話话]|פרק\\s|الفصل\\s)`,
  'u',
);
const partStart = new RegExp(
  `^(?:(?:the\\s+)?(?:${partWord})(?:${gap}(?:the\\s+)?(?:${number}|last(?![\\p{L}])|\\p{L}(?![\\p{L}\\p{N}]))|${optionalGap}$)|(?:the\\s+)?(?:${ordinalPattern})${gap}(?:${partWord}|epilogue)(?![\\p{L}])|第${cjkNumber}[部卷編篇])`,
  'u',
);
const cover = new RegExp(`^(?:${titleWords('cover')})$`, 'iu');
const [titleWord, nothing] = [titleWords('title'), titleWords('nothing')];
const placeholder = new RegExp(
  `^(?:${titleWords('placeholders')}|${titleWord}|\\[?(?:${nothing})\\]?|${titleWords('contents')}|\\[[^\\]]*\\b(?:${titleWord})\\b[^\\]]*\\])$`,
  'iu',
);
/** Names of the files of a book, and what programs call the sections of one. */
const ofProgram =
  /^(?:section\s*\d*|.*\.x?html?|\w+\.(?:utf8|knit|split)|(?:index|part|split|chapter|ch|text|file)[\s_-]*split[\s_-]*\d*|part\d{4,}|.*_split_\d+)$/iu;
const namedPiece = new RegExp(
  `^(?:(?:${titleWords('roles')})[’']?s['’]?\\s+)?(?:${titleWords('pieces')})\\P{L}*$`,
  'iu',
);

const joinedNumber = new RegExp(`^(${chapterWord}|${partWord})(\\p{L}+|\\d+)$`, 'iu');

/** Separates a number from the word for a chapter or a part that it was written together with: `PARTTWO` is `PART TWO`. */
export function separateNumber(title: string): string {
  const [, name = '', value = ''] = joinedNumber.exec(title) ?? [];
  return numberOf(value) === undefined ? title : `${name} ${value}`;
}

/** Reports whether a title is only a number: `3`, `IV.`, `Chapter Twelve`, `Scene II`, `第三章`. */
export function isGenericTitle(title: string): boolean {
  return title.length <= 40 && generic.test(plainTitle(title));
}

/** Reports whether a title starts like a chapter's: `Chapter 3: …`, `3. …`, `Erstes Kapitel`. */
export function startsLikeChapter(title: string): boolean {
  return chapterStart.test(plainTitle(title));
}

/** Reports whether a title starts with the word for a chapter and its number: `Chapter 3: …`, but not `3. …`. */
export function isCalledChapter(title: string): boolean {
  return wordedChapter.test(plainTitle(title));
}

/** Reports whether a title starts like that of a part with chapters: `Part One`, `BOOK TWO: 1805`, `Segunda parte`. */
export function startsLikePart(title: string): boolean {
  return partStart.test(plainTitle(title));
}

/** Reports whether a title names a piece beside the chapters, such as a preface or an epilogue. */
export function isNamedPiece(title: string): boolean {
  return namedPiece.test(title.trim());
}

/** Reports whether a title is that of a chapter, a part or another piece by its words or its number, so that it names one however short it is. */
export function isTitleOfPiece(title: string): boolean {
  return isGenericTitle(title) || startsLikeChapter(title) || startsLikePart(title) || isNamedPiece(title);
}

/** Reports whether a title is empty or a placeholder written by a program. */
export function isPlaceholderTitle(title: string): boolean {
  const text = title.trim();
  return text === '' || placeholder.test(text) || ofProgram.test(text) || isCoverTitle(text);
}

/** Reports whether a title is `INDEX`, which is also the name of the contents in French, Italian and Spanish. */
export function isIndexTitle(title: string): boolean {
  return /^index\.?$/iu.test(title.trim().replaceAll('_', ''));
}

/** Reports whether a title says that a page is the cover. */
export function isCoverTitle(title: string): boolean {
  return cover.test(title.trim());
}

/** Returns a title in small letters, with its number words marked and without the spaces of Japanese titles (`第 一 章`). */
function plainTitle(title: string): string {
  const marked = markNumberWords(title.trim().toLowerCase());
  return /[\u3000-\uDFFF]/.test(marked)
    ? marked.replaceAll(/(?<=[\p{N}\p{Script=Han}])\s+(?=\p{Script=Han})/gu, '')
    : marked;
}
