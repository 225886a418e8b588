import { romanValue } from '../../../../languages/roman.ts';
/** Names of notes, small letters. Abbreviations without their points. */
const names =
  setOf(`note notes footnote footnotes endnote endnotes translatorsnote authorsnote editorsnote fußnote fussnote
  fußnoten anmerkung anmerkungen renvoi nota notas notes noot noten voetnoot eindnoot przypis przypisy poznámka poznámky
  fotnot fotnote fodnote slutnot anmärkning anmærkning merknad alaviite loppuviite jegyzet lábjegyzet végjegyzet dipnot notă
  σημείωση υποσημείωση примечание примечания сноска сноски примітка виноска הערה حاشية هامش
  注 註 按 注釈 註釈 注释 註釋 注解 註解 脚注 脚註 腳註 尾注 尾註 原注 原註 訳注 訳註 译注 譯註 訳者注 译者注 譯者註 编者注 編者註 각주 미주 역주 원주`);

/** Those that are also other words or names: they count beside a number, between brackets or raised. */
const shortNames = setOf(`n nn nt fn ftn tn nb anm not noter ndt nda ndr nde ndlr ndla ndtr fnote viite huom przyp pozn
  σημ прим приміт הע 주 주석`);

/** Stand before the name of a note. */
const leading =
  setOf(`see cf vgl siehe s voir cfr véase ver vid vedi zie patrz zob viz srov se jf ks lásd ld bkz βλ см див
  见 見 参见 參見 ראה انظر`);

/** Translators and editors sign with these: `N.d.T.`, `T/N`. */
const signed = setOf('tn an nt ndt nda ndr nde ndlr ndla ndtr');

const bracketed = /^[[({<（［〔【〈《「『⟨].*[\])}>）］〕】〉》」』⟩][.:]?$/u;
const signs = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const between = /[\s,;.:()[\]/–—-]+/u;
const number = /^\p{N}{1,3}[a-c]?$/u;
const chineseNumber = /^[〇一二三四五六七八九十百]+$/u;
const letter = /^(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})(\p{L})\1?$/u;
const pair = /^\p{Script=Latin}{2}$/u;
/** An amount, a time, a rate, a language of programs. */
const other = /\d,\d{3}(?!\d)|\d:\d\d|[%‰°\p{Sc}]|\p{L}[+#]/u;

/**
 * Reports whether the text of a link to a note is a label for it, and not words of the sentence: a number, a letter, signs,
 * or what a note is called, with its number (`note 3`, `[Anm. 2]`, `註`). `isRaised`: it stands above the line.
 */
export function isNoteLabel(text: string, isRaised: boolean): boolean {
  const label = text.replaceAll(signs, '');
  if (label === '') return true;
  if (label.length > maxLength || other.test(text)) return false;
  const isSetOff = isRaised || bracketed.test(text);
  return isCount(label, isSetOff) || isSigned(label, isSetOff) || isNamed(label.toLowerCase(), isSetOff);
}

const maxLength = 30;

function isCount(label: string, isSetOff: boolean): boolean {
  if (/^\p{N}{4}$/u.test(label) || label.split(between).every((word) => number.test(word))) return true;
  // A word with one capital letter is a name (`Li`, `Vi`).
  const isOneCase = label === label.toLowerCase() || label === label.toUpperCase();
  if (!isOneCase) return false;
  const small = label.toLowerCase();
  return isNumeral(small) || letter.test(small) || (isSetOff && (pair.test(small) || chineseNumber.test(small)));
}

function isSigned(label: string, isSetOff: boolean): boolean {
  const letters = label.replaceAll(/[\s./]/gu, '');
  return signed.has(letters.toLowerCase()) && (isSetOff || letters !== label);
}

/** Names first what the note is called, otherwise its number: `see note 3`, `3. lábjegyzet`, `註二`. */
function isNamed(label: string, isSetOff: boolean): boolean {
  const words = label.replaceAll(/['’]/gu, '').replace('s note', 'snote').split(between).flatMap(nameAndNumber);
  const known = new Set(words.map(kindOf));
  if (known.has('other')) return false;
  return known.has('name') || (known.has('short name') && (isSetOff || known.has('number')));
}

/** No page has more notes. */
function isNumeral(small: string): boolean {
  return (romanValue(small) ?? maxNumeral) < maxNumeral;
}

const maxNumeral = 400;

type WordKind = 'name' | 'short name' | 'leading' | 'number' | 'other';

function kindOf(word: string): WordKind {
  if (names.has(word)) return 'name';
  if (shortNames.has(word)) return 'short name';
  if (leading.has(word)) return 'leading';
  return isNumeral(word) || [number, chineseNumber, letter].some((pattern) => pattern.test(word)) ? 'number' : 'other';
}

/** Divides a name from the number right behind it: `fn3`, `註二`. */
function nameAndNumber(word: string): readonly string[] {
  const end = word.search(/[\p{N}〇一二三四五六七八九十百]/u);
  return end > 0 ? [word.slice(0, end), word.slice(end)] : [word];
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/u));
}
