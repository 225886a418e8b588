import { endsSentenceBefore, stopOf } from '../reading.ts';
import type { Reading } from '../reading.ts';
import { englishCardinal, englishPairs, englishPlural, spellDigits } from './english-numbers.ts';

/** Returns the English readings of old money, measures, calibers, products and numbers of houses. */
export function englishSpecialReadings(cardinal: (digits: string) => string): readonly Reading[] {
  return [...amountReadings(cardinal), ...mathReadings(cardinal), ...codeReadings(cardinal)];
}

function amountReadings(cardinal: (digits: string) => string): readonly Reading[] {
  return [
    { pattern: /#\s?(?=\d)/uy, say: ({ before }) => (/[\p{L}\p{N}]$/u.test(before) ? undefined : 'number ') },
    {
      pattern: /007(?!\d)/uy,
      say: ({ before }) => (/(?:agent|Agent|Bond,?|spy)\s$|^$/u.test(before) ? 'double oh seven' : undefined),
    },
    {
      pattern: /£(?<l>\d{1,6}) (?<s>\d{1,2})s\.?(?: (?<d>\d{1,2})d\.?)?(?![\p{L}\p{N}])/uy,
      say: ({ text, groups: { l = '', s = '', d = '' }, after }) =>
        `${cardinal(l)} pound${l === '1' ? '' : 's'} ${shillings(s)}${d === '' ? '' : ` and ${pence(d)}`}${stopOf(text, after)}`,
    },
    {
      pattern: /(?<s>\d{1,2})s\.?[,;:]? ?(?<d>\d{1,2})d\.?(?![\p{L}\p{N}])/uy,
      say: ({ text, groups: { s = '', d = '' }, after }) => `${shillings(s)} and ${pence(d)}${stopOf(text, after)}`,
    },
    ...penceReadings(cardinal),
    {
      pattern: /(?<f>\d{1,2})['′’]\s?(?<i>\d{1,2})(?:["″”]|['’]{2})?(?!\d|['’]|\p{L})/uy,
      say: ({ groups: { f = '', i = '' } }) =>
        Number(i) < 12
          ? `${cardinal(f)} ${f === '1' ? 'foot' : 'feet'} ${cardinal(i)} inch${i === '1' ? '' : 'es'}`
          : undefined,
    },
    {
      pattern: /(?<i>\d{1,3})["″”](?=\s(?:wide|long|high|deep|thick|tall|across|in diameter|square|apart)\b)/uy,
      say: ({ groups: { i = '' }, before }) =>
        /(?<!\p{L})an?\s$/iu.test(before) ? `${cardinal(i)} inch` : count(i, 'inch'),
    },
  ];
}

/** Old money alone: `3d. the loaf`, `2½d.`, `2s. for the meat`. A full stop in the middle of a sentence tells it from seconds. */
function penceReadings(cardinal: (digits: string) => string): readonly Reading[] {
  return [
    {
      pattern: /(?<d>\d{1,2})d\.(?![\p{L}\p{N}])/uy,
      say: ({ text, groups: { d = '' }, after }) => pence(d) + stopOf(text, after),
    },
    {
      pattern: /(?<d>\d{0,2})(?<part>[½¼¾])d\.?(?![\p{L}\p{N}])/uy,
      say: ({ text, groups: { d = '', part = '' }, after }) =>
        `${d === '' ? halfpence[part] : `${cardinal(d)} pence ${halfpence[part]}`}${stopOf(text, after)}`,
    },
    {
      pattern: /(?<s>\d{1,2})s\.(?![\p{L}\p{N}])/uy,
      say: ({ text, groups: { s = '' }, before, after }) =>
        endsSentenceBefore(after) && !/£|\d[sd]\.|shilling/u.test(before)
          ? undefined
          : shillings(s) + stopOf(text, after),
    },
  ];
}

const halfpence: Readonly<Record<string, string>> = { '½': 'halfpenny', '¼': 'farthing', '¾': 'three farthings' };

function codeReadings(cardinal: (digits: string) => string): readonly Reading[] {
  return [
    {
      pattern: /(?:911|999|112)(?![\d.,]\d|\d)/uy,
      say: ({ text, before }) =>
        /(?:dial|call|phone)(?:s|ed|ing|led|ling)?\s$/iu.test(before) ? spellDigits(text) : undefined,
    },
    {
      pattern:
        /\.(?<a>\d{2,3})(?=[\s-](?:caliber|calibre|Colt|Magnum|Special|revolver|pistol|rifle|automatic|handgun|Winchester|Smith)\b)/uy,
      say: ({ groups: { a = '' } }) => (a.length === 3 ? englishPairs(a) : cardinal(a)),
    },
    {
      // A race, a screen, a price without its sign; kelvins have a space.
      pattern: /(?<a>\d{1,6})(?:\.(?<b>\d))?K(?![\p{L}\p{N}])/uy,
      say: ({ groups: { a = '', b = '' } }) => `${cardinal(a)}${b === '' ? '' : ` point ${cardinal(b)}`} K`,
    },
    {
      pattern: /(?<a>\d{3})(?<letter>[A-Z])(?![\p{L}\p{N}])/uy,
      say: ({ groups: { a = '', letter = '' } }) => `${englishPairs(a)} ${letter}`,
    },
    {
      pattern: /(?<a>555-\d{4})(?![\d-])/uy,
      say: ({ groups: { a = '' } }) => a.split('-').map(spellDigits).join(', '),
    },
    {
      pattern: /(?<zip>\d{5})(?:[-–]\d{4})?(?!\d|[,.]\d)/uy,
      say: ({ text, before }) =>
        /\b[A-Z]{2},? $/u.test(before) ? text.split(/[-–]/u).map(spellDigits).join(', ') : undefined,
    },
    {
      // Sections of American tax law, which plans and charities are named after.
      pattern: /(?<a>40[13]|457|501|527)\((?<letter>[a-z])\)(?:\((?<part>\d{1,2})\))?/uy,
      say: ({ groups: { a = '', letter = '', part = '' } }) =>
        `${englishPairs(a)} ${letter}${part === '' ? '' : ` ${cardinal(part)}`}`,
    },
  ];
}

function mathReadings(cardinal: (digits: string) => string): readonly Reading[] {
  return [
    {
      pattern: /(?<a>\d{1,4})["”″]\s?[x×]\s?(?<b>\d{1,4})["”″]/uy,
      say: ({ groups: { a = '', b = '' }, after }) =>
        `${cardinal(a)} by ${cardinal(b)} inch${/^\s\p{Ll}/u.test(after) ? '' : 'es'}`,
    },
    {
      pattern: /(?<a>\d{1,6})-?\s?(?<mark>[x×✕*])\s?(?=\d|\.\d)/uy,
      say: ({ groups: { a = '', mark = '' } }) => `${cardinal(a)} ${mark === 'x' ? 'by' : 'times'} `,
    },
    { pattern: /(?<a>\d{1,6})[x×](?![\p{L}\p{N}])/uy, say: ({ groups: { a = '' } }) => `${cardinal(a)} times` },
    { pattern: /24\/7(?![\d/])/uy, say: () => 'twenty-four seven' },
    { pattern: /20\/20(?=\s(?:vision|hindsight|eyesight))/uy, say: () => 'twenty twenty' },
    { pattern: /50[/-]50(?![\d/-])/uy, say: () => 'fifty-fifty' },
    { pattern: /9\/11(?![\d/])/uy, say: () => 'nine eleven' },
  ];
}

function count(digits: string, noun: string): string {
  return `${englishCardinal(digits)} ${Number(digits) === 1 ? noun : noun === 'inch' ? 'inches' : englishPlural(noun)}`;
}

function shillings(digits: string): string {
  return count(digits, 'shilling');
}

function pence(digits: string): string {
  return digits === '1' ? 'one penny' : `${englishCardinal(digits)} pence`;
}
