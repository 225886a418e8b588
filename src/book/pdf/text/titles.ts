import type { LeftOutReason } from '../../../core/book.ts';
import { isCalledChapter, isGenericTitle, startsLikePart } from '../../titles/title-patterns.ts';

const numberWord = String.raw`(?:\d{1,3}|[ivxlcdm]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|the (?:first|second|third|last)|first|second|third|eins|zwei|drei|erste[rs]?|zweite[rs]?|dritte[rs]?|premi[eè]re?|deuxi[eè]me|primer[oa]?|segund[oa]|prim[oa]|second[oa])`;
const chapterTitle = new RegExp(
  String.raw`^(?:(?:chapter|chap\.?|kapitel|chapitre|cap[ií]tulo|capitolo|capitulum|hoofdstuk|kapittel|rozdzia[łl]|kapitola|fejezet|luku|b[öo]l[üu]m|глава|розділ|κεφάλαιο|stave|letter|canto)[\s:.–-]*${numberWord}\b|פרק\s|الفصل\s|باب\s|第\s*[\d〇一二三四五六七八九十百０-９]+\s*[章回話话节節])`,
  'iu',
);
const namedPiece =
  /^(?:prologue?|epilogue?|prolog|epilog|pr[oó]logo|ep[ií]logo|introduction|einleitung|introducci[oó]n|preface|vorwort|pr[eé]face|foreword|nachwort|afterword|postface|conclusion|acknowledge?ments|appendix\b.*|пролог|эпилог|предисловие|послесловие|序章?|あとがき)\W*$/iu;
const partTitle = new RegExp(
  String.raw`^(?:(?:part|book|volume|teil|buch|band|partie|livre|tome|parte|libro|deel|czę[śs][ćc]|часть|том|книга)[\s:.–-]*${numberWord}\b|第\s*[\d一二三四五六七八九十]+\s*[部編编巻卷])`,
  'iu',
);
const numberTitle = new RegExp(
  String.raw`^(?:(?:chapter|kapitel|chapitre|cap[ií]tulo|capitolo|глава)\s+)?${numberWord}\W*$`,
  'iu',
);

const notesTitle =
  /^(?:(?:end|foot)?notes?|notes? and references|notes to the text|anmerkungen|endnoten|fu(?:ß|ss)noten|notes de fin|notas|note|noten|eindnoten|przypisy|noter|примечания|注|注釈|注释|註釋)[\s.:]*$/iu;

const leaveOutTitles: readonly (readonly [LeftOutReason, RegExp])[] = [
  [
    'contents',
    /^(?:(?:table\s+of\s+)?contents|inhalt(?:s(?:verzeichnis|übersicht))?|table\s+des\s+mati[eè]res|sommaire|[ií]ndice(?:\s+general)?|(?:tabla\s+de\s+)?contenidos?|sum[áa]rio|sommario|inhoud(?:sopgave)?|spis\s+tre[śs]ci|indhold|inneh[åa]ll|sis[äa]llys|obsah|содержание|оглавление|зміст|תוכן(?:\s+העניינים)?|المحتويات|الفهرس|目\s*[录錄次])$/iu,
  ],
  [
    'copyright',
    /^(?:copyright(?:\s+page)?|imprint|impressum|colophon|mentions\s+l[eé]gales|cr[eé]ditos|版权(?:页|信息)?|奥付)$/iu,
  ],
  ['cover', /^(?:(?:front\s+|back\s+)?cover|umschlag|couverture|cubierta|copertina|封面|表紙)$/iu],
  ['title-page', /^(?:(?:half[\s-]+)?title(?:\s+page)?|titelseite|page\s+de\s+titre|portada|扉)$/iu],
  [
    'index',
    /^(?:(?:\p{L}+\s+){0,3}index(?:\s+of\s+\p{L}+)?|register|stichwortverzeichnis|[ií]ndice\s+(?:anal[ií]tico|alfab[eé]tico)|索引|предметный\s+указатель)$/iu,
  ],
  ['advertisement', /^(?:also\s+by\b.*|(?:other\s+)?books\s+by\b.*|by\s+the\s+same\s+author|du\s+m[êe]me\s+auteur)$/iu],
];

/** Reports whether a heading begins a chapter, such as `Chapter 3`, `Глава 3`, `Zweites Kapitel` or `第三章`. */
export function isChapterTitle(text: string): boolean {
  return chapterTitle.test(text) || (isGenericTitle(text) && isCalledChapter(text));
}

/** Reports whether a heading names a piece beside the numbered chapters, such as a prologue or a preface. */
export function isNamedPiece(text: string): boolean {
  return namedPiece.test(text);
}

/** Reports whether a heading begins a part or volume that contains chapters, such as `Part 2` or `Segunda parte`. */
export function isPartTitle(text: string): boolean {
  // Sections are parts of chapters.
  return partTitle.test(text) || (isGenericTitle(text) && startsLikePart(text) && !/section/iu.test(text));
}

/** Reports whether a title consists of a number only, so that the heading below completes it. */
export function isNumberOnly(text: string): boolean {
  return numberTitle.test(text);
}

/** Reports whether a title is that of endnotes. */
export function isNotesTitle(title: string): boolean {
  return notesTitle.test(title.trim());
}

/** Returns why a piece with this title is not read aloud, or undefined when it is read. */
export function leaveOutReason(title: string): LeftOutReason | undefined {
  const bare = title
    .trim()
    .replaceAll(/^[\W\d]+\s|[\s.:]+$/gu, '')
    .trim();
  return leaveOutTitles.find(([, pattern]) => pattern.test(bare))?.[0];
}
